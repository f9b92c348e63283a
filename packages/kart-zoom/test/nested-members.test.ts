import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Connection } from "@kart/testkit/connect";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

/** Members that are no symbols: those of types in types, of parameters, and of what functions return. */
const files = new TempWorkspace(
  markedFiles(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler" } }
// @filename: a.ts
export type Nest = { inner: { deep: number }; list: readonly { item?: string }[] };
export type Both =
  | { on: true; size: number }
  | { on?: false; size?: number };
export type Some =
  | { some: number }
  | { some: 2 }
  | { kind: 3 };
export function run(nest: Nest, options: { loud: boolean }) {
  return nest.inner.deep + Number(options.loud);
}
export const make = () => ({
  /** The first. */
  getOne: () => 1,
});
// @filename: b.ts
import { type Both, make, run } from "./a";
export const ran = run({ inner: { deep: 1 }, list: [{ item: "" }] }, { loud: true });
export const size = (of: Both) => of.size;
export const one = () => make().getOne();
export const any = (given: any) => given.deep;
// @filename: mapped.ts
export interface Groups { group: { inner(): number; outer: 1 } }
export type Flat = { [Key in keyof Groups["group"]]: Groups["group"][Key] };
export const called = (flat: Flat) => flat.inner();
export const own = (one: { size: number }) => one.size;
// @filename: given.ts
const create = <T>(of: T) => of;
export const slice = create({ reducers: { add() { return 1; } } });
export const added = slice.reducers.add();
// @filename: keys.ts
export type Keyed = { high: 1; low: 1 } | { high: 2; low: 2 };
export function get<K extends keyof Keyed>(of: Keyed, key: K) { return of[key]; }
export const got = (of: Keyed) => get(of, "high");
`),
);
const connection: Connection = await connect(files.root);
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

const ask = async (tool: string, args: object) => {
  const { content } = await connection.call(tool, { path: "a.ts", ...args });
  return content.map((one) => (one.type === "text" ? one.text : "")).join("\n");
};

test("kart_zoom shows the text of one, and says what tells its type", async () => {
  expect(await ask("kart_zoom", { symbol: "make.getOne", level: 2 })).toBe(
    "// a.ts:13-14\n/** The first. */\n  getOne: () => 1",
  );
  expect(await ask("kart_zoom", { symbol: "make.getOne" })).toBe(
    "symbol_not_found: `make.getOne` is no symbol of a.ts, but a member further in: level 2 shows its text, kart_hover its type.",
  );
  expect(await ask("kart_zoom", { path: "given.ts", symbol: "slice.reducers.add", level: 2 })).toBe(
    "// given.ts:2-2\nadd() { return 1; }",
  );
});

test.each([
  [
    { symbol: "Nest.list.item" },
    "1 reference to property Nest.list.item in 1 file, complete\nb.ts\n 2 reference in ran: ",
  ],
  [
    { symbol: "run.options.loud" },
    "2 references to property run.options.loud in 2 files, complete\na.ts\n 10 reference in run: ",
  ],
  [{ symbol: "make.getOne" }, "1 reference to property make.getOne in 1 file, complete\nb.ts\n 4 call in one: "],
  [{ symbol: "Both.size" }, "1 reference to property Both.size in 1 file, complete\nb.ts\n 3 reference in size: "],
  [
    { symbol: "size", line: 4, includeDefinition: true },
    "3 references to property Both.size in 2 files, complete\na.ts\n 3 definition in Both: | { on: true; size: number }\n 4 definition in Both: ",
  ],
  [
    { symbol: "Some.some" },
    "symbol_ambiguous: `Some.some` could be `Some.some[0]` (property, line 6), `Some.some[1]` (property, line 7). Pass one",
  ],
  [
    { symbol: "Nest.inner.dep" },
    "symbol_not_found: No symbol `Nest.inner.dep` in a.ts. Did you mean `Nest.inner.deep` (",
  ],
])("kart_references takes the path of a member that is no symbol: %o", async (args, start) => {
  expect(await ask("kart_references", args)).toStartWith(start);
});

test("its uses on values of no type are told, as those of other members are", async () => {
  const answer = await ask("kart_references", { symbol: "Nest.inner.deep" });
  expect(answer).toStartWith("2 references to property Nest.inner.deep in 2 files, INCOMPLETE\n");
  expect(answer).toContain("NOT COUNTED: 1 use of that name on a value of unknown type (any): b.ts:5");
});

test("so are strings that are keys of the union it stands in", async () => {
  expect(await ask("kart_references", { path: "keys.ts", symbol: "Keyed.high" })).toEndWith(
    "NOT COUNTED: 1 string that names it (keyof): keys.ts:3",
  );
});

test("they are told as well where such a member is asked for by its place", async () => {
  for (const column of [24, 25, 47])
    expect(await ask("kart_references", { path: "keys.ts", line: 1, column })).toEndWith(
      "NOT COUNTED: 1 string that names it (keyof): keys.ts:3",
    );
  expect(await ask("kart_references", { line: 1, column: 31 })).toContain("b.ts:5");
});

test("the other tools that take a symbol take such a path too", async () => {
  const getOne = { symbol: "make.getOne" };
  expect(await ask("kart_hover", getOne)).toBe("getOne: () => number\n// a.ts:14\nThe first.");
  expect(await ask("kart_definition", getOne)).toStartWith("a.ts:14 property getOne: () => 1");
  expect(await ask("kart_implementations", { symbol: "Both.size" })).toEndWith(", complete.");
  expect(await ask("kart_impact", { symbol: "Both.size" })).toBe(
    "property Both.size a.ts:3: 1 dependent, 1 deep, complete\n b.ts: reference size:3\ntests: none",
  );
  expect(await ask("kart_deps", getOne)).toStartWith("property make.getOne a.ts:14: ");
});

test("kart_deps names such a member, to which a mapped type leads, and kart_impact leads back", async () => {
  expect(await ask("kart_deps", { path: "mapped.ts", symbol: "called" })).toBe(
    `const called mapped.ts:3: 4 dependencies, 2 deep, complete
 call Groups.group.inner:1
 type Flat:2
  type Groups.group:1, Groups:1`,
  );
  expect(await ask("kart_impact", { path: "mapped.ts", symbol: "Groups.group.inner" })).toContain("\n call called:3");
  expect(await ask("kart_deps", { path: "mapped.ts", symbol: "own" })).toContain(": no dependencies, complete");
  expect(await ask("kart_deps", { path: "b.ts", symbol: "one" })).toContain(": 1 dependency, ");
});
