import { expect, test } from "bun:test";
import { loadParser, parseSource } from "./parser/parse.ts";
import { keysInTypes } from "./key-types.ts";

const oxc = await loadParser();

function keysIn(type: string): string[] {
  const outcome = parseSource(oxc, "a.ts", `export type T0 = ${type};`);
  if (!outcome.ok) throw new Error("It does not parse.");
  const found = keysInTypes(outcome.parsed, "a");
  return found.map(({ owners, isKey }) => `${isKey ? "" : "? "}${owners.toSorted().join(", ")}`);
}

/** The owners of each `"a"`, behind `?` where it may be something else as well. */
test.each([
  ['Omit<I, "a"> | Exclude<I, "a">', ["I", "? I"]],
  ['{ [P in keyof I as Exclude<P, "a">]: P extends "a" ? "a" : 1 }', ["I", "I", "? I"]],
  ['Omit<{ [P in Exclude<keyof I, "a">]: 1 }, "a">', ["I", "I"]],
  ['Omit<Readonly<Pick<{ [P in Exclude<keyof I, "b">]: 1 }, "c">>, "a">', ["I"]],
  ['{ [P in keyof I | keyof J as Exclude<P, "a">]: 1 }', ["I, J"]],
  ['Exclude<keyof I | "b", "a">', ["? I"]],
  ['Pick<J, "a" & keyof I> | Extract<"a", keyof I>', ["I, J", "I"]],
  ['<T extends I, K extends keyof T>(key: Exclude<K, "a">) => 1', ["T"]],
  ['<K extends L, L extends K>(key: Exclude<K, "a">) => 1', ["? K"]],
  ['{ [P in "a" | "b"]: I[P] }', ["I"]],
  ['<K extends "a">(of: Partial<I>[K], other: J[K]) => 1', ["I, J"]],
  ['{ [P in "a"]: I["b"] }', []],
  ['<K extends "a">(of: { [K in "b"]: I[K] }) => K', []],
  // What `I[P]` is there is another `P`.
  ['{ [P in keyof I]: { [P in keyof I[P] as Exclude<P, "a">]: 1 } }', ["? P"]],
  ['{ [P in keyof I]: { [Q in keyof I[P] as Exclude<Q, "a">]: 1 } }', ["I[P]"]],
] as const)("%s", (type, wanted) => {
  expect(keysIn(type)).toEqual([...wanted]);
});

test("each constraint is gone through once", () => {
  const chain = Array.from({ length: 40 }, (_, at) => `K${at} extends K${at + 1} | K${at + 1}`).join(", ");
  expect(keysIn(`<${chain}, K40 extends keyof I>(key: Exclude<K0, "a">) => 1`)).toEqual(["I"]);
});
