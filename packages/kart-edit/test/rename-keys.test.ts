import { expect, setDefaultTimeout, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { type Desk, sharedDesk } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const TSCONFIG = JSON.stringify({
  compilerOptions: { strict: true, module: "preserve", target: "esnext", lib: ["esnext"], types: [] },
});

interface RenameData {
  readonly complete: boolean;
  readonly warnings: readonly string[];
}

const deskWith = sharedDesk();

function deskOf(user: string, type = "ok?: boolean"): Promise<Desk> {
  const library = `// @filename: a.ts
export interface State { ${type}; size: number }
export type Draw = (state: State) => string;
export function render<T>(props: { values: T; draw?: (values: T) => string }): T {
  props.draw?.(props.values);
  return props.values;
}
export const memo = <T>(make: () => T): T => make();
export class Store<T> {
  constructor(readonly values: T, readonly draw: (values: T) => string) {}
}
// @filename: b.ts
${user}`;
  return deskWith({ "tsconfig.json": TSCONFIG, ...markedFiles(library) });
}

const ASKED = { file: "a.ts", symbol: "State.ok", newName: "fine" };

const RENAMED = "Renamed with it, as object literals are taken for its type by inference";

/** Keys and their uses as they are with one name and with another. */
const literals = (key: (value: string) => string, name: string) => `import { type Draw, render, Store } from "./a";
const ok = true;
export const shorthand = (draw: Draw) => render({ draw, values: { ${key("ok")}, size: 1 } });
export const beside = (props: { draw?: Draw }) => render({ ...props, values: { size: 1, ${name}: ok } });
export const store = (draw: Draw) => new Store({ ${name}: true, size: 1 }, draw);
export const used = (draw: Draw) => {
  const given = render({ draw, values: { "${name}": true, size: 1 } });
  const { ${name}: is } = given;
  return is && given.${name};
};
`;

test.each([
  ["ok?: boolean", [`${RENAMED}: b.ts:3,4,5,7`]],
  ["ok: boolean", [`${RENAMED}: b.ts:3,4,5`, "Changed in quotes too, where types ask for the name: b.ts:7"]],
])("keys of literals from which a type is inferred are renamed with %s, and what uses them", async (type, wanted) => {
  const at = await deskOf(
    literals((value) => value, "ok"),
    type,
  );
  const { complete, warnings } = await at.connection.data<RenameData>("kart_rename", ASKED);
  expect(at.workspace.read("b.ts")).toBe(literals((value) => `fine: ${value}`, "fine"));
  expect([complete, warnings]).toEqual([true, wanted]);
});

test("so are methods, and what is returned for the type", async () => {
  const text = (name: string) => `import { memo, type State } from "./a";
export const made = (): State => memo(() => ({ ${name}() {}, size: 1 }));
export function kept(size: number): State {
  return memo(() => ({ size, ${name}: () => {} }));
}
`;
  const at = await deskOf(text("ok"), "ok(): void");
  const { complete } = await at.connection.data<RenameData>("kart_rename", ASKED);
  expect(at.workspace.read("b.ts")).toBe(text("fine"));
  expect(complete).toBe(true);
});

const TAKEN_ELSEWHERE = `import { type Draw, render } from "./a";
const log = (entry: { ok?: boolean; size: number }) => entry.ok;
export const use = (draw: Draw) => log(render({ draw, values: { ok: true, size: 1 } }));
`;

test("a key that something else takes by the old name stays, and is named", async () => {
  const at = await deskOf(TAKEN_ELSEWHERE);
  const { complete, warnings } = await at.connection.data<RenameData>("kart_rename", ASKED);
  expect(at.workspace.read("b.ts")).toBe(TAKEN_ELSEWHERE);
  expect([complete, warnings]).toEqual([false, ["LEFT: values of other types that give it by the old name: b.ts:3"]]);
});

test("where the member is needed the rename is refused for it, and says what to do", async () => {
  const at = await deskOf(TAKEN_ELSEWHERE, "ok: boolean");
  expect(await at.refused("kart_rename", ASKED)).toBe(
    "still_referenced: Object literals that are taken for its type would keep `ok`, with 1 new type error:\nb.ts:3 Object literal may only specify known properties, and 'ok' does not exist in type 'State'.\nPass force, then rename these keys too and mend what needs them.",
  );
});

test("as it is where a variable has the key, and what stands beside may mean others", async () => {
  const at = await deskOf(
    `import { type Draw, memo, render, type State } from "./a";
const values = { ok: true, size: 1 };
export const use = (draw: Draw) => render({ draw, values });
export const made = (): State => memo(() => (console.log({ ok: 1 }), { ok: true, size: 1 }));
declare const console: { log(value: unknown): void };
`,
    "ok: boolean",
  );
  expect(await at.refused("kart_rename", ASKED)).toStartWith(
    "still_referenced: Types that only share the shape would keep `ok`, with 2 new type errors:\nb.ts:3 ",
  );
});

test("a member that only such keys give is not deleted without a word", async () => {
  const at = await deskOf(`import { type Draw, render } from "./a";
export const use = (draw: Draw) => render({ draw, values: { ok: true, size: 1 } });
`);
  const args = { file: "a.ts", symbol: "State.ok" };
  expect(await at.refused("kart_delete", args)).toBe(
    "still_referenced: `State.ok` is referred to in 1 place. Change these first, or pass force: true to leave them broken.\nb.ts:2 export const use = (draw: Draw) => render({ draw, values: { ok: true, size: 1 } });",
  );
});

/** A member of a class, taken in ways that the compiler's own rename passes by. */
const patterns = (name: string, shorthand: string, joined: string) => `import { Plain } from "./a";
let ok = 0, fine = 0, other = 0;
({ ${name}: other } = new Plain());
export function take(p: Plain) {
  ({ ${shorthand} } = p);
  ({ ${joined} = 4 } = p);
  return ok + fine + other;
}
export const quoted = ({ "${name}": a, ["${name}"]: b }: Plain) => [a, b];
`;

test("a member is renamed in patterns that assign, and where they name it by a string", async () => {
  const plain = (name: string) => `export class Plain { ${name} = 1; }\n`;
  const at = await deskWith({
    "tsconfig.json": TSCONFIG,
    "a.ts": plain("ok"),
    "b.ts": patterns("ok", "ok", "ok: fine"),
  });
  const args = { file: "a.ts", symbol: "Plain.ok", newName: "fine" };
  const { complete, warnings } = await at.connection.data<RenameData>("kart_rename", args);
  expect(at.workspace.read("a.ts")).toBe(plain("fine"));
  expect(at.workspace.read("b.ts")).toBe(patterns("fine", "fine: ok", "fine"));
  expect([complete, warnings]).toEqual([true, []]);
});

test("keys whose types name a member are told of where the compiler lets them be any", async () => {
  const declaration = "export interface Point {\n  x: number;\n  y: number;\n}\n";
  const at = await deskWith({
    "tsconfig.json": JSON.stringify({ compilerOptions: { strict: false, types: [] } }),
    "a.ts": declaration,
    "b.ts": 'import type { Point } from "./a";\nexport const at = (p: Point, axis: "x" | "y") => p[axis];\n',
  });
  const args = { file: "a.ts", symbol: "Point.x" };
  expect(await at.refused("kart_delete", args)).toBe(
    "still_referenced: No code names `Point.x`, but keys may take it whose types do. Look into these, then pass force: true.\nMAY USE IT: 1 computed key whose type names it: b.ts:2",
  );
  expect(at.workspace.read("a.ts")).toBe(declaration);
  const { complete, warnings } = await at.connection.data<RenameData>("kart_rename", { ...args, newName: "left" });
  expect([complete, warnings]).toEqual([false, ["NOT CHANGED: 1 computed key whose type names it: b.ts:2"]]);
});

test("a string that asks for a member is renamed with it, and one that asks another value stays", async () => {
  const source = (name: string) => `export interface Cat { legs: 4; ${name}: 1 }
export interface Dog { legs: 4 }
export const is = (a: Cat | Dog) => "${name}" in a;
export const other = (o: object) => "meow" in o;
`;
  const at = await deskWith({ "tsconfig.json": TSCONFIG, "a.ts": source("meow") });
  expect(await at.refused("kart_delete", { file: "a.ts", symbol: "Cat.meow" })).toContain("a.ts:3 export const is");
  await at.connection.data("kart_rename", { file: "a.ts", symbol: "Cat.meow", newName: "purr" });
  expect(at.workspace.read("a.ts")).toBe(source("purr"));
});

test("keys of which the compiler would complain are not told of where it does not", async () => {
  const at = await deskWith({
    "tsconfig.json": TSCONFIG,
    "a.ts": "export const CODES = { low: 1, high: 2 };\nexport type Code = keyof typeof CODES;\n",
    "b.ts":
      'import { type Code, CODES } from "./a";\nclass Failure { readonly code; constructor(code: Code) { this.code = code; } }\nexport const at = (of: Failure) => CODES[of.code];\nexport const low: Code = "low";\n',
  });
  const args = { file: "a.ts", symbol: "CODES.low", newName: "least" };
  const { complete, warnings } = await at.connection.data<RenameData>("kart_rename", args);
  expect([complete, warnings]).toEqual([true, ["Changed in quotes too, where types ask for the name: b.ts:4"]]);
});

test("what a shorthand is beside a variable keeps its name, in quotes too", async () => {
  const others = `import { api, limits } from "./a";
export const n = limits["load"] + limits.load;
export const rest: Omit<typeof api, "send"> = {};
`;
  const desk = await deskOf(`// @filename: a.ts
export const limits = { rows: 1, load: 20 };
export const { load } = limits;
export function send() { return load; }
export const api = { send };
// @filename: use.ts
${others}`);
  const rename = async (symbol: string) => {
    const { complete, warnings } = await desk.connection.data<RenameData>("kart_rename", {
      file: "a.ts",
      symbol,
      newName: `${symbol}Fresh`,
    });
    expect({ complete, warnings }).toEqual({ complete: true, warnings: [] });
  };
  await rename("load");
  await rename("send");
  expect(desk.workspace.read("a.ts")).toBe(`export const limits = { rows: 1, load: 20 };
export const { load: loadFresh } = limits;
export function sendFresh() { return loadFresh; }
export const api = { send: sendFresh };
`);
  expect(desk.workspace.read("use.ts")).toBe(others);
});

test("a variable that a pattern declares is deleted though the property of its name is used", async () => {
  const desk = await deskOf(`// @filename: a.ts
export const limits = { rows: 1, load: 20 };
export const { load, rows } = limits;
export const n = limits.load + limits["load"];
`);
  await desk.change("kart_delete", { file: "a.ts", symbol: "load" });
  expect(desk.workspace.read("a.ts")).toContain("export const { rows } = limits;\n");
});
