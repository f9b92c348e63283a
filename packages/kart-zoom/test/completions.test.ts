import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Connection } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

const files = new TempWorkspace({
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "esnext", "lib": ["esnext"] } }',
  "a.ts": "const made = 1;\nfunction make(count: number) { return [count]; }\nexport const sum = make(made);\n",
});
const connection: Connection = await connect(files.root);
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

interface Answer {
  readonly completions: readonly { readonly label: string; readonly type: string }[];
  readonly context: { readonly trigger?: string; readonly receiverType?: string };
  readonly total: number;
}

/** @param marked a text in the file's place, `|` where the question is */
function ask(marked: string): Promise<Answer> {
  const lines = marked.slice(0, marked.indexOf("|")).split("\n");
  const column = (lines.at(-1) as string).length + 1;
  const content = marked.replace("|", "");
  return connection.data<Answer>("kart_completions", { path: "a.ts", line: lines.length, column, content, limit: 500 });
}

test.each([
  ['"x".|', "."],
  ["'it'.le|", "."],
  ["`x`?.|", "."],
  ["/x/.|", "."],
  ["1..|", "."],
  ["[1].|", "."],
  ["new Date().|", "."],
  ['f("a", ".|")', undefined],
  ["f(...|)", undefined],
  ["ma|", undefined],
])("what asks for members: %s", async (marked, trigger) => {
  const { context, total } = await ask(marked);
  expect(context.trigger).toBe(trigger);
  expect(total > 0).toBe(!marked.includes('".|"'));
});

test.each(["bag.|", "bag?.|"])("what the key of a member begins with is no member: %s", async (marked) => {
  const bag = `const key = Symbol();
namespace N { export const sym = Symbol(); }
class Bag { items = 1; "a-b" = 2; [key] = 3; [N.sym] = 4; [Symbol.iterator]() { return [][Symbol.iterator](); } }
declare const bag: Bag;
`;
  const { completions, total } = await ask(bag + marked);
  expect(completions.map(({ label }) => label).toSorted()).toEqual(["a-b", "items", "key"]);
  expect(total).toBe(3);
});

test.each([
  ["Ma|(1);", { Map: "var Map: MapConstructor", Math: "var Math: Math" }],
  ["new Ma|(1);", { Map: "var Map: MapConstructor" }],
  ["f(new Ma|<string, 1>([]), 2)", { Map: "var Map: MapConstructor" }],
  ["@Ma|(1) class X {}", { Math: "var Math: Math" }],
  ["const o = { ab: 1, ac: (y: number) => y };\no.a|(1);", { ab: "ab: number", ac: "ac: (y: number) => number" }],
  ["[1].|map(x => x)", { length: "Array<number>.length: number" }],
])("a call gives other names no type of its own: %s", async (marked, wanted) => {
  const { completions } = await ask(marked);
  const types = Object.fromEntries(completions.map(({ label, type }) => [label, type]));
  expect(types).toMatchObject(wanted);
});

test("an optional member is labelled by its name, a text that ends so by itself", async () => {
  const { completions } = await ask("declare const o: { may?: 1; 'odd?'?: 2; can?(): void };\no.|");
  expect(completions).toMatchObject([
    { label: "can", insertText: "can" },
    { label: "may", insertText: "may", type: "may?: 1 | undefined" },
    { label: "odd?", insertText: '["odd?"]' },
  ]);
  const { completions: texts } = await ask('declare function f(a: "what?"): void;\nf("w|")');
  expect(texts).toMatchObject([{ label: "what?", insertText: "what?" }]);
});

test("what is no member as it is typed is shown as it is written: of a promise, of what may be undefined", async () => {
  const row = (marked: string, more = {}) => {
    const before = marked.slice(0, marked.indexOf("|"));
    const line = before.split("\n").length;
    const column = before.length - before.lastIndexOf("\n");
    return connection.text("kart_completions", {
      path: "a.ts",
      line,
      column,
      content: marked.replace("|", ""),
      ...more,
    });
  };
  const promise =
    "interface Page { rows: string[]; 'a-b': 1; zip(by: number): void }\ndeclare const p: Promise<Page>;\n";
  const rows = (await row(`${promise}async function f() {\n  p.|\n}`)).split("\n");
  expect(rows[0]).toBe("6 completions of const p: Promise<Page>");
  // Its own members come first.
  expect(rows.slice(1, 4).map((one) => one.replace(/[<(].*/, ""))).toEqual(["Promise", "Promise", "Promise"]);
  expect(rows.slice(4)).toEqual(['(await p)["a-b"]: 1', "(await p).rows: string[]", "(await p).zip(by: number): void"]);
  expect(await row(`${promise}async function f() {\n  p.ro|\n}`)).toBe(
    "1 completion of const p: Promise<Page>\n(await p).rows: string[]",
  );
  const maybe = "function g(o?: { a: 1; 'b-c': 2 }) {\n  o.|\n}";
  expect((await row(maybe)).split("\n").slice(1)).toEqual(["?.a: 1", '?.["b-c"]: 2']);
  const own = "class K {\n  #own = 1;\n  m() {\n    return #o|;\n  }\n}";
  expect((await row(own)).split("\n").slice(1)).toEqual(["this.#own: number"]);
});

test("nor in a file as it is, which stays as it is", async () => {
  const before = files.snapshot();
  const { completions } = await connection.data<Answer>("kart_completions", { path: "a.ts", line: 3, column: 22 });
  expect(completions.map(({ type }) => type)).toEqual([
    "const made: 1",
    "function make(count: number): number[]",
    "var Map: MapConstructor",
    "var Math: Math",
  ]);
  expect(await connection.text("kart_hover", { path: "a.ts", symbol: "sum" })).toStartWith("const sum: number[]");
  expect(files.snapshot()).toEqual(before);
});

test("parts of a specifier are named as they are written there", async () => {
  using own = new TempWorkspace({
    "package.json": '{ "name": "root", "private": true, "workspaces": ["lib"], "type": "module" }',
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "module": "nodenext" } }',
    "lib/package.json": `{ "name": "@x/lib", "type": "module",
      "exports": { ".": "./index.ts", "./actions": "./src/actions.ts", "./parts/*": "./src/*.ts" } }`,
    "lib/index.ts": "export const a = 1;\n",
    "lib/src/actions.ts": "export const b = 1;\n",
    "lib/src/deep/one.ts": "export const c = 1;\n",
    "app.ts": "export {};\n",
    "node_modules/@x/lib": { symlinkTo: "../../lib" },
  });
  await using other = await connect(own.root);
  const before = 'import {} from "';
  const at = (specifier: string) =>
    other.text("kart_completions", {
      path: "app.ts",
      line: 1,
      column: before.length + specifier.length + 1,
      content: `${before}${specifier}";\n`,
    });
  expect(await at("@x/lib/")).toBe("2 completions\nfile actions\nfolder parts");
  expect(await at("@x/lib/parts/")).toBe("2 completions\nfile actions\nfolder deep");
  expect(await at("./lib/")).toBe("3 completions\nfile index.js\nfile package.json\nfolder src");
});
