import { expect, setDefaultTimeout, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { sharedDesk } from "./ask.ts";

setDefaultTimeout(90_000);

const FILES = markedFiles(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler" } }
// @filename: a.ts
export type Nest = { inner: { deep: number; other: 1 }; list: readonly { item?: string }[] };
export type Both = { on: true; size: number } | { on?: false; size?: number };
export type Some =
  | { kind: 1; some: number }
  | { kind: 2; some: 2 }
  | { kind: 3 };
export type Branch<T> = T extends string ? { yes: T } : { no: T };
export function run(nest: Nest, options: { loud: boolean }, { size }: Both = {}) {
  return nest.inner.deep + (nest.list[0]?.item?.length ?? 0) + Number(options.loud) + (size ?? 0);
}
export class Box { constructor(given: { width: number }) { given.width++; } }
export const make = (size: number) => ({ getOne: () => size, getTwo: () => make(1).getOne() });
const given = <T>(_name: string, of: T) => of;
export const slice = given("n", { reducers: { add(by: number) { return by; }, sub: () => -1 } });
// @filename: b.ts
import { type Branch, Box, make, run, slice, type Some } from "./a";
run({ inner: { deep: 1, other: 1 }, list: [{ item: "" }] }, { loud: true }, { on: true, size: 1 });
export const some = (of: Some) => of.kind === 3 ? 0 : of.some;
export const branch: Branch<"a"> = { yes: "a" };
export const box = new Box({ width: 1 });
export const one = make(1).getOne();
export const sum = slice.reducers.add(1);
`);

const deskWith = sharedDesk();

test.each([
  ["Nest.inner.deep", /(?<=\{ |\.)deep\b/g],
  ["list/item", /\bitem\b/g],
  ["Both.size", /(?<=; |true, )size\b/g],
  ["Both.size[1]", /(?<=; |true, )size\b/g],
  ["Branch.yes", /\byes\b/g],
  ["run.options.loud", /\bloud\b/g],
  ["Box.given.width", /\bwidth\b/g],
  ["make.getOne", /\bgetOne\b/g],
  ["slice.reducers.add", /\badd\b/g],
])("a member that is no symbol is renamed wherever it is meant, and back byte for byte: %s", async (symbol, places) => {
  const desk = await deskWith(FILES);
  await desk.connection.data("kart_rename", { file: "a.ts", symbol, newName: "fresh" });
  const taken = symbol.startsWith("Both") ? "fresh: size" : "size";
  for (const path of ["a.ts", "b.ts"])
    expect(desk.workspace.read(path)).toBe(
      String(FILES[path]).replaceAll(places, "fresh").replace("{ size }", `{ ${taken} }`),
    );
  await desk.connection.data("kart_undo");
  for (const path of ["a.ts", "b.ts"]) expect(desk.workspace.read(path)).toBe(String(FILES[path]));
});

test("of a local and the member that is written by its name alone, the local is renamed, which is said, or the member by its line", async () => {
  const desk = await deskWith({
    "a.ts": "export function open() {\n  const add = (n: number) => n;\n  return { add };\n}\nopen().add(1);\n",
  });
  const renamed = async (line?: number) => {
    const rename = { file: "a.ts", symbol: "open.add", newName: "fresh", ...(line === undefined ? {} : { line }) };
    const { warnings } = await desk.connection.data<{ readonly warnings: readonly string[] }>("kart_rename", rename);
    const text = desk.workspace.read("a.ts");
    await desk.connection.data("kart_undo");
    return { warnings, text };
  };
  const local =
    "export function open() {\n  const fresh = (n: number) => n;\n  return { add: fresh };\n}\nopen().add(1);\n";
  expect(await renamed()).toEqual({
    warnings: ["A local was renamed. `open.add` (property, line 3) is a member: pass its line"],
    text: local,
  });
  expect(await renamed(2)).toEqual({ warnings: [], text: local });
  const member = desk.workspace.read("a.ts").replace("{ add }", "{ fresh: add }").replace("().add", "().fresh");
  expect(await renamed(3)).toEqual({ warnings: [], text: member });
});

test("a key that another argument of the call gives too is said to keep its name", async () => {
  const desk = await deskWith({
    "a.ts":
      "declare function merge<A, B>(a: A, b: B): A & B;\nexport const opts = merge({ port: 1, host: 2 },\n { port: 3 });\nvoid opts.port;\n",
  });
  const renamed = (symbol: string) =>
    desk.connection.data<{ readonly warnings: readonly string[] }>("kart_rename", {
      file: "a.ts",
      symbol,
      newName: "fresh",
      dryRun: true,
    });
  expect((await renamed("opts.port[0]")).warnings).toContain(
    "NOT RENAMED: the same path leads there too, and uses may mean both: a.ts:3",
  );
  expect((await renamed("opts.host")).warnings).toEqual([]);
});

test("members that not each type of a union has are asked about, and renamed with it where uses mean both", async () => {
  const desk = await deskWith(FILES);
  const rename = { file: "a.ts", symbol: "Some.some", newName: "fresh" };
  expect(await desk.refused("kart_rename", rename)).toContain(
    "could be `Some.some[0]` (property, line 4), `Some.some[1]` (property, line 5). Pass one",
  );
  for (const chosen of [{ symbol: "Some.some[0]" }, { symbol: "some", line: 5 }]) {
    const { warnings } = await desk.connection.data<{ readonly warnings: readonly string[] }>("kart_rename", {
      ...rename,
      ...chosen,
    });
    expect(warnings).toEqual([expect.stringMatching(/^Renamed with it, as some uses mean both: a\.ts:[45]$/)]);
    expect(desk.workspace.read("a.ts").match(/\bfresh: /g)).toHaveLength(2);
    expect(desk.workspace.read("b.ts")).toContain("of.fresh;");
    await desk.connection.data("kart_undo");
  }
});

test.each([
  ["kart_rename", { symbol: "Nest.inner.deep", newName: "other" }, /^already_exists: .*\n.*a\.ts:1 /s],
  [
    "kart_rename",
    { symbol: "Nest.inner.dep", newName: "fresh" },
    /Did you mean `Nest\.inner\.deep` \(property, line 1\)/,
  ],
  [
    "kart_delete",
    { symbol: "Nest.inner.deep" },
    /^still_referenced: .*`Nest\.inner\.deep` .* in 2 places.*\nb\.ts:2 /s,
  ],
  ["kart_replace", { symbol: "Some.some", content: "a: 1" }, /^symbol_ambiguous: .*`Some\.some\[1\]`/],
  ["kart_replace", { symbol: "make.getOne", content: "...[]" }, /^invalid_argument: .*`make\.getOne` would be gone/],
])("%s of one that it cannot be done to tells why: %o", async (tool, args, message) => {
  const desk = await deskWith(FILES);
  expect(await desk.refused(tool, { file: "a.ts", ...args })).toMatch(message);
});

/** The tool, what it is called with, and what line of a.ts is then which. */
const CHANGED = [
  [
    "kart_replace",
    { symbol: "Nest.inner.other", content: "more: 2" },
    "deep: number; other: 1",
    "deep: number; more: 2",
  ],
  ["kart_replace", { symbol: "make.getOne", content: "getOne: () => 3" }, "getOne: () => size", "getOne: () => 3"],
  [
    "kart_insert_after",
    { symbol: "run.options.loud", content: "dull?: 1" },
    "loud: boolean",
    "loud: boolean; dull?: 1",
  ],
  ["kart_insert_before", { symbol: "make.getTwo", content: "no: 1" }, "getTwo", "no: 1, getTwo"],
  [
    "kart_patch",
    {
      symbol: "Some.some[1]",
      chunks: [{ oldLines: ["  | { kind: 2; some: 2 }"], newLines: ["  | { kind: 2; some: 4 }"] }],
    },
    "some: 2",
    "some: 4",
  ],
  ["kart_delete", { symbol: "Some.unused" }, "unused?: 3; ", ""],
  ["kart_delete", { symbol: "make.getThree" }, ", getThree: 3", ""],
] as const;

test.each(CHANGED)("%s of one changes it alone: %o", async (tool, args, was, is) => {
  const source = String(FILES["a.ts"])
    .replace("kind: 3 ", "unused?: 3; kind: 3 ")
    .replace(".getOne() })", ".getOne(), getThree: 3 })");
  const desk = await deskWith({ ...FILES, "a.ts": source });
  const { symbol, warnings } = await desk.change(tool, { file: "a.ts", ...args });
  expect(desk.workspace.read("a.ts")).toBe(source.replace(was, is));
  expect({ symbol, warnings }).not.toEqual(expect.objectContaining({ warnings: [expect.stringContaining("gone")] }));
});

test("a local goes before a member that is no symbol", async () => {
  const desk = await deskWith(FILES);
  await desk.connection.data("kart_rename", { file: "a.ts", symbol: "make.size", newName: "fresh" });
  expect(desk.workspace.read("a.ts")).toContain("make = (fresh: number) => ({ getOne: () => fresh,");
});

test("kart_read shows its lines", async () => {
  const desk = await deskWith(FILES);
  const { content } = await desk.connection.call("kart_read", { path: "a.ts", symbol: "Some.some[1]" });
  expect(JSON.stringify(content)).toContain("|  | { kind: 2; some: 2 }");
});
