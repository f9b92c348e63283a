import { describe, expect, test } from "bun:test";
import { loadParser } from "@kart/core/syntax/parser/parse";
import { hoverType } from "./hover-type.ts";
import type { Hole } from "./pieces.ts";

const oxc = await loadParser();

const hover = (code: string, part: Hole["part"]) =>
  hoverType(oxc, `\`\`\`typescript\n${code}\n\`\`\`\nDocs \`x\`.`, part);

describe("the part of a hover that belongs in a hole", () => {
  const rows: readonly (readonly [code: string, part: Hole["part"], type: string])[] = [
    ["const a: Map<string, number>", "type", "Map<string, number>"],
    ["let a: (x: number) => string", "type", "(x: number) => string"],
    ["const f: <T>(x: T, y?: string) => Promise<T>", "return", "Promise<T>"],
    ["const f: <T>(x: T, y?: string) => Promise<T>", 1, "string"],
    ["const f: <T>(x: T) => T", "signature", "<T>(x: T): T"],
    ["function f(a: number): {\n    a: number;\n}", "return", "{ a: number; }"],
    ["function f<T>(this: Window, ...rest: T[]): x is T", "signature", "<T>(this: Window, ...rest: T[]): x is T"],
    ["function f(...rest: any[]): void", 0, "any[]"],
    ["function f(): string", "type", "() => string"],
    ["function f(): number\nnamespace f", "return", "number"],
    ["function f(a: string): string (+2 overloads)", "return", "string"],
    ["(method) C<T>.m<U>(x: U): Map<T, U>", "return", "Map<T, U>"],
    ["(method) C[Symbol.iterator](): Iterator<1>", "return", "Iterator<1>"],
    ['(method) C["a-b: (<"](): number', "return", "number"],
    ["(method) C.#p(x: () => void): number", "signature", "(x: () => void): number"],
    ["(property) C<T>[1]: T", "type", "T"],
    ["(property) C.p?: string", "type", "string"],
    ["(accessor) C.g: number", "type", "number"],
    ["(property) default: () => 1", "type", "() => 1"],
    ["(alias) (property) parse: () => void", "type", "() => void"],
    ["(alias) class Url<T>", "type", "typeof Url"],
    ["type T<A> = A | {\n    a: 1;\n}", "alias", "<A> = A | { a: 1; }"],
    ["constructor C<T>(a: T, b?: number): C<T>", "parameters", "(a: T, b?: number)"],
    ["var Map: new () => Map<any, any>", "return", "Map<any, any>"],
    ["var Set: new <any>(iterable?: Iterable<any>) => Set<any>", "return", "Set<any>"],
  ];
  for (const [code, part, type] of rows)
    test(`${part} of ${code}`, () => expect(hover(code, part)).toEqual({ status: "known", type }));
});

test("a type of which parts are left out is too long, and what is no declaration is unclear", () => {
  expect(hover("const a: {\n    b: number;\n    ... 84 more ...;\n    c: 1;\n}", "type")).toEqual({
    status: "too-long",
  });
  expect(hover("type A = {\n    ... 84 more ...;\n}", "alias")).toEqual({ status: "too-long" });
  expect(hover("const a: any /*elided*/", "type")).toEqual({ status: "too-long" });
  expect(hover("function f(a?: 1, b: 2, ...rest: any[]): void", "return")).toEqual({ status: "unclear" });
  for (const code of ["enum E", "module x", "class C", "const a", "function f(", "type T<A> = A", ""])
    expect({ code, ...hover(code, "return") }).toEqual({ code, status: "unclear" });
  expect(hoverType(oxc, "no code", "type")).toEqual({ status: "unclear" });
  expect(hover("function f(a: string): void", 3)).toEqual({ status: "unclear" });
});
