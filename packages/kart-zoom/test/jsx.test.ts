import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

const TYPES = "declare namespace JSX {\n  interface IntrinsicElements { i: object }\n}\n";
const files = new TempWorkspace({
  "h/tsconfig.json":
    '{ "compilerOptions": { "lib": ["esnext"], "jsx": "react", "jsxFactory": "h", "jsxFragmentFactory": "Frag", "types": [] } }',
  "h/types.d.ts": TYPES,
  "h/h.ts": "export function h(..._: any[]): any {}\nexport const Frag = 1;\n",
  "h/v.tsx": `import { h, Frag } from "./h";
export const View = () => <i />;
export function List() { return <><View /></>; }
export const own = (h: any) => <i />;
`,
  "h/mk.tsx": `/** @jsx mk */
import { h as mk } from "./h";
export const Made = () => <i />;
`,
  "box/tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "jsx": "preserve", "types": [] } }',
  "box/types.d.ts": TYPES,
  "box/box.tsx": `export interface BoxProps { children: string; pad: number }
export interface Plain { pad: 1 }
export const Box = (props: BoxProps) => props.pad;
export const box = <Box pad={1}>text</Box>;
`,
  "box/tree.ts": "export interface Tree { children: Tree[] }\nexport const tree = (of: Tree) => of;\n",
  "ns/tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "jsx": "react", "types": [] } }',
  "ns/types.d.ts": TYPES,
  "ns/react.ts": "export function createElement(..._: any[]): any {}\nexport const Fragment: any = 1;\n",
  "ns/barrel.ts": 'export * from "./react";\n',
  "ns/v.tsx": 'import * as React from "./barrel";\nexport const View = () => <><i /></>;\n',
  "ns/other.tsx": 'import * as React from "react";\nexport const Other = () => <><i /></>;\n',
  "ns/el.ts": "export const el: any = 1;\n",
  "ns/el.tsx": '/** @jsx D.el */\nimport * as D from "./el";\nexport const El = () => <i />;\n',
});
const connection = await connect(files.root);
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

const ask = (tool: string, path: string, symbol: string) => connection.text(tool, { path, symbol });

test("elements and fragments of JSX refer to what they are compiled to calls of", async () => {
  expect(await ask("kart_references", "h/h.ts", "h")).toBe(`7 references to function h in 2 files, complete
h/mk.tsx
 2 import ×2: import { h as mk } from "./h";
 3 jsx in Made: export const Made = () => <i />;
h/v.tsx
 1 import: import { h, Frag } from "./h";
 2 jsx in View: export const View = () => <i />;
 3 jsx ×2 in List: export function List() { return <><View /></>; }`);
  expect(await ask("kart_references", "h/h.ts", "Frag")).toContain("\n 3 jsx in List: ");
  expect(await connection.data("kart_references", { path: "h/h.ts", symbol: "Frag" })).toMatchObject({ total: 2 });
});

test("so do those that take it as a member of what their file imports whole", async () => {
  for (const [path, symbol, total, line] of [
    ["ns/react.ts", "createElement", 2, "ns/v.tsx\n 2 jsx ×2 in View"],
    ["ns/react.ts", "Fragment", 1, "ns/v.tsx\n 2 jsx in View"],
    ["ns/el.ts", "el", 1, "ns/el.tsx\n 3 jsx in El"],
  ] as const) {
    expect(await connection.data("kart_references", { path, symbol })).toMatchObject({ total, complete: true });
    expect(await ask("kart_references", path, symbol)).toContain(line);
  }
});

test("whose JSX takes a symbol depends on it", async () => {
  expect(await ask("kart_impact", "h/h.ts", "Frag")).toContain("jsx List:3");
  const impact = await ask("kart_impact", "h/h.ts", "h");
  expect(impact).toContain("\n h/mk.tsx: jsx Made:3\n h/v.tsx: jsx View:2 (+1), List:3\n");
  expect(await ask("kart_impact", "ns/react.ts", "createElement")).toContain("ns/v.tsx: jsx View:2");
});

test("a symbol depends on what its JSX takes, but for what packages declare", async () => {
  expect(await ask("kart_deps", "h/v.tsx", "View")).toContain("h/h.ts: jsx h:1");
  expect(await ask("kart_deps", "h/v.tsx", "List")).toContain("h/h.ts: jsx h:1, Frag:2");
  expect(await ask("kart_deps", "h/v.tsx", "own")).not.toContain("h/h.ts");
  expect(await ask("kart_deps", "h/mk.tsx", "Made")).toContain("h/h.ts: jsx h:1");
  expect(await ask("kart_deps", "ns/v.tsx", "View")).toContain("ns/react.ts: jsx createElement:1, Fragment:2");
  expect(await ask("kart_deps", "ns/other.tsx", "Other")).not.toContain("createElement");
});

test("what stands between tags is given without a name, and that is said where props may be declared", async () => {
  expect(await ask("kart_references", "box/box.tsx", "BoxProps.children")).toContain(
    "INCOMPLETE: not searched: JSX elements with content, which is given as children without that name",
  );
  expect(await ask("kart_impact", "box/box.tsx", "BoxProps.children")).toContain("JSX elements with content");
  expect(await ask("kart_references", "box/box.tsx", "BoxProps.pad")).toContain(", complete");
  expect(await ask("kart_references", "box/tree.ts", "Tree.children")).toContain(
    "every project that could hold one was searched",
  );
});
