import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { CORPORA, corpusFiles } from "@kart/testkit/corpora";
import type { Node, ParseResult } from "oxc-parser";
import * as oxc from "oxc-parser";
import { LazyParser, type ParseSync } from "./lazy-parser.ts";
import { freeTrees, loadParser } from "./parse.ts";
import { type ParserInternals, parserInternals } from "./parser-internals.ts";
import { childNodes } from "./tree.ts";
import { treeReaderSource } from "./tree-reader-source.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const TS = { lang: "ts", astType: "ts" } as const;
const lazy = await loadParser();

/** Everything of a result, in the order in which the public surface has it. */
function parts({ program, comments, module, errors }: ParseResult): object {
  return { program, comments, module, errors };
}

function check(path: string, source: string, meanwhile: () => void = () => {}): void {
  const lang = path.endsWith(".tsx") ? "tsx" : "ts";
  const result = lazy.parseSync(path, source, { ...TS, lang });
  void result.program;
  meanwhile();
  expect(parts(result)).toEqual(parts(oxc.parseSync(path, source, { ...TS, lang })));
}

const other = () => void lazy.parseSync("other.ts", "export class Other { m() { return [1]; } }", TS).program;

for (const name of CORPORA) {
  test(`the trees, comments, module records and errors of ${name} are those of the public surface`, () => {
    let count = 0;
    for (const { path, source } of corpusFiles(name)) {
      // The public surface is slow.
      if (source.length > 200_000) continue;
      check(path, source, count++ % 3 === 0 ? other : undefined);
    }
    expect(count).toBeGreaterThan(0);
  });
}

describe("texts", () => {
  test.each([
    ["nothing", ""],
    ["a default import that is exported", `import a from "a"; export { a }; export { b as default } from "b";`],
    ["beyond ASCII", `const größe = "😀"; /* é */ function f() { return "ü" + größe + \`\${größe}…\`; }`],
    ["lone surrogates", `const a = "\\ud800"; f("\\udfff", "😀")`],
    ["byte order mark and CRLF", "\ufeffclass A {\r\n  m() {\r\n    return 1;\r\n  }\r\n}\r\n"],
    ["a hash bang", "#!/usr/bin/env bun\nf(() => { g(); });\n"],
    ["numbers and patterns", "f(1n, 0x1f, /a(b)/giu, /[/u, -0, 1e400)"],
    ["an error", "function f() { return (; }"],
    ["a recovered error", "let a; let a; function f() { await 1; }"],
    ["directives", `"use strict"; function f() { "use x"; return 1; }`],
    [
      "everything that is read later",
      `const f: Map<string, { a: number }> = new Map<string, Array<{ b: 1 }>>(g((a: string, b: { c: number }) => h(a, b)));`,
    ],
  ])("%s", (_what, source) => {
    check("a.ts", source);
    check("a.ts", source, other);
    check("a.ts", source, freeTrees);
  });
});

test("statements of functions are read when they are looked at, whatever was parsed meanwhile", () => {
  const result = lazy.parseSync(
    "a.ts",
    "function f() { if (a) { b(function g() { c(); }); } } function h() { d(); }",
    TS,
  );
  const bodies = result.program.body.map((node) => (node.type === "FunctionDeclaration" ? node.body : null));
  const [first, second] = bodies as [Node, Node];
  expect(isUnread(first)).toBe(true);
  expect(isUnread(second)).toBe(true);
  other();
  const names = (node: Node): string[] => [
    ...(node.type === "Identifier" ? [node.name] : []),
    ...childNodes(node).flatMap(names),
  ];
  expect(names(first)).toEqual(["a", "b", "g", "c"]);
  other();
  expect(names(second)).toEqual(["d"]);
  expect(childNodes(first)[0]).toBe(childNodes(first)[0] as Node);
});

test("a text is parsed again for some parts, and then for all that is left", async () => {
  const internals = await parserInternals();
  let parses = 0;
  const parseRawSync: ParserInternals["bindings"]["parseRawSync"] = (...given) => {
    parses++;
    internals.bindings.parseRawSync(...given);
  };
  const bindings = { ...internals.bindings, parseRawSync };
  const { parseSync } = LazyParser.over({ ...internals, bindings }, oxc.parseSync) as LazyParser;
  const functions = Array.from({ length: 20 }, (_, n) => `function f${n}() { return ${n}; }`);
  const { program } = parseSync("a.ts", functions.join("\n"), TS);
  const read = program.body.map((node) => {
    void parseSync("other.ts", "a;", TS).program;
    return node.type === "FunctionDeclaration" ? node.body?.body[0]?.type : undefined;
  });
  expect(new Set(read)).toEqual(new Set(["ReturnStatement"]));
  // The other text each time, this one at first, for three parts and for the rest.
  expect(parses - functions.length).toBe(1 + 3 + 1);
});

function isUnread(body: Node): boolean {
  return Object.getOwnPropertyDescriptor(body, "body")?.get !== undefined;
}

test("the end of a node may change before what it holds is read", () => {
  const { program } = lazy.parseSync("a.ts", "function f() { g(1); }", TS);
  const [declared] = program.body;
  const body = declared?.type === "FunctionDeclaration" ? declared.body : null;
  if (body === null) throw new Error("no body");
  body.end -= 1;
  freeTrees();
  expect(body.body.map(({ type, start, end }) => ({ type, start, end }))).toEqual([
    { type: "ExpressionStatement", start: 15, end: 20 },
  ]);
});

describe("the public surface takes over", () => {
  const source = "x = f(1, 2); function f(a: number) { return a + 1; } const g = (a: { b: number }) => f(a.b);";
  const whole: string[] = [];
  const counted: ParseSync = (path, text, options) => {
    whole.push(path);
    return oxc.parseSync(path, text, options);
  };
  const over = (internals: ParserInternals) => LazyParser.over(internals, counted) as LazyParser;
  const tooDeep = () => {
    throw new RangeError("Maximum call stack size exceeded.");
  };

  test("of a text whose tree may be larger than the memory", async () => {
    const text = `a;${" ".repeat(3 * 1024 * 1024)}`;
    expect(over(await parserInternals()).parseSync("large.ts", text, TS).program.body).toHaveLength(1);
    expect(whole.splice(0)).toEqual(["large.ts"]);
  });

  test("of a long line, which each error would quote", async () => {
    const { parseSync } = over(await parserInternals());
    const wrong = "abstract class A{abstract m(){}} ";
    expect(parseSync("line.ts", wrong.repeat(2000), TS).errors).toHaveLength(2000);
    expect(whole.splice(0)).toEqual(["line.ts"]);
    expect(parseSync("lines.ts", `${wrong}\n`.repeat(2000), TS).errors).toHaveLength(2000);
    expect(parseSync("short.ts", wrong.repeat(600), TS).errors).toHaveLength(600);
    expect(whole).toEqual([]);
  });

  // What the memory has no room for ends the process.
  test.each([
    ["names that are exported", "export{", "a,", "}"],
    ["a list of variables", "export let ", "a,", "a"],
    ["names that are imported", "import{", "a,", "}from''"],
    ["errors", "", "export{a};abstract class A{abstract m(){}}", ""],
  ])("never of the longest text of short lines: %s", async (_what, before, unit, after) => {
    const { parseSync } = over(await parserInternals());
    const line = `${unit.repeat(Math.ceil(40 / unit.length))}\n`;
    const text = before + line.repeat(Math.floor((2 * 1024 * 1024 - 60) / line.length)) + after;
    expect(parseSync("long.ts", text, TS).errors.length).toBeGreaterThanOrEqual(0);
    expect(whole).toEqual([]);
    freeTrees();
  });

  test("of a tree that is deeper than the stack", async () => {
    const internals = await parserInternals();
    const treeReader: ParserInternals["treeReader"] = (...given) => ({
      ...internals.treeReader(...given),
      program: tooDeep,
    });
    const result = over({ ...internals, treeReader }).parseSync("deep.ts", source, TS);
    expect(parts(result)).toEqual(parts(oxc.parseSync("deep.ts", source, TS)));
    expect(whole.splice(0)).toEqual(["deep.ts"]);
  });

  test("of a part that is deeper than the stack", async () => {
    const internals = await parserInternals();
    const treeReader: ParserInternals["treeReader"] = (later, constants) =>
      internals.treeReader((node, key, _read, at) => later(node, key, tooDeep, at), constants);
    const result = over({ ...internals, treeReader }).parseSync("deep.ts", source, TS);
    expect(parts(result)).toEqual(parts(oxc.parseSync("deep.ts", source, TS)));
    expect(whole.splice(0).length).toBeGreaterThan(0);
  });

  test("of all where no memory can be reserved", async () => {
    const internals = await parserInternals();
    const bindings = { ...internals.bindings, getBufferOffset: () => 3 * 1024 ** 3 };
    expect(LazyParser.over({ ...internals, bindings }, counted)).toBeUndefined();
    const none = { ...internals.bindings, rawTransferSupported: () => false };
    expect(LazyParser.over({ ...internals, bindings: none }, counted)).toBeUndefined();
  });
});

test("a reader of trees that is another one is not taken", () => {
  expect(() => treeReaderSource("function deserialize(buffer) {}")).toThrow("is another one: it lacks");
});
