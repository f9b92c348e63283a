import { expect, setDefaultTimeout, test } from "bun:test";
import { Desk } from "./ask.ts";

setDefaultTimeout(90_000);

const TYPES = "declare namespace JSX {\n  interface IntrinsicElements { i: object }\n}\n";
const config = (more: string) =>
  `{ "compilerOptions": { "lib": ["esnext"], "jsx": "react", "module": "esnext", "moduleResolution": "bundler", "types": []${more} } }`;
const FACTORIES = "export function dom(..._: any[]): any {}\nexport const Frag = 1;\n";

const named = (more: Record<string, string>) =>
  Desk.with({
    "tsconfig.json": config(', "jsxFactory": "dom", "jsxFragmentFactory": "Frag"'),
    "types.d.ts": TYPES,
    "h.ts": FACTORIES,
    ...more,
  });

const whole = () =>
  Desk.with({
    "tsconfig.json": config(""),
    "types.d.ts": TYPES,
    "react.ts": "export function createElement(..._: any[]): any {}\nexport const Fragment: any = 1;\n",
    "v.tsx": 'import * as React from "./react";\nexport const View = () => <><i /></>;\n',
    "make.ts": FACTORIES,
    "d.tsx": '/** @jsx D.dom */\nimport * as D from "./make";\nexport const View = () => <i />;\n',
  });

test("a rename leaves the names by which JSX takes what it is compiled to", async () => {
  const view = 'import { dom, Frag } from "./h";\nexport const a = () => <><i /></>;\n';
  const code = 'import { dom } from "./h";\nexport { dom };\nexport const a = () => [<i />, dom("i")];\n';
  const made = '/** @jsx mk */\nimport { dom as mk } from "./h";\nexport const b = () => <i />;\n';
  await using desk = await named({
    "v.tsx": view,
    "code.tsx": code,
    "mk.tsx": made,
    "u.ts": 'import { dom } from "./h";\ndom();\n',
  });
  for (const [symbol, newName] of [
    ["dom", "make"],
    ["Frag", "Part"],
  ])
    await desk.connection.data("kart_rename", { file: "h.ts", symbol, newName });
  expect(desk.workspace.read("h.ts")).toBe(FACTORIES.replace("dom", "make").replace("Frag", "Part"));
  expect(desk.workspace.read("v.tsx")).toBe(view.replace("dom, Frag", "make as dom, Part as Frag"));
  expect(desk.workspace.read("code.tsx")).toBe(
    code.replace("{ dom } from", "{ make as dom } from").replace("{ dom };", "{ dom as make };"),
  );
  expect(desk.workspace.read("mk.tsx")).toBe(made.replace("dom as", "make as"));
  expect(desk.workspace.read("u.ts")).toBe('import { make } from "./h";\nmake();\n');
});

test("a rename is refused where JSX would find nothing by the name that it takes", async () => {
  await using desk = await whole();
  const ask = (file: string, symbol: string) => ({ file, symbol, newName: "other" });
  const next = "which only a tsconfig or an `@jsx` comment can change. Pass force: true to rename it nevertheless.";
  expect(await desk.refused("kart_rename", ask("react.ts", "Fragment"))).toBe(
    `still_referenced: JSX in v.tsx takes \`Fragment\` by the name \`React.Fragment\`, ${next}`,
  );
  expect(await desk.refused("kart_rename", ask("make.ts", "dom"))).toBe(
    `still_referenced: JSX in d.tsx takes \`dom\` by the name \`D.dom\`, ${next}`,
  );
  expect(await desk.refused("kart_rename", ask("v.tsx", "React"))).toBe(
    "invalid_argument: `React` is what JSX takes by its name. Change it with kart_patch.",
  );
  expect(
    await desk.connection.data("kart_rename", { ...ask("react.ts", "createElement"), force: true, dryRun: true }),
  ).toMatchObject({
    complete: false,
    warnings: ["NOT CHANGED, though they may use it: TypeScript does not see them do so: v.tsx"],
  });
});

test("nor is what a file with JSX declares for it renamed, nor what hides that, but what JSX does not take is", async () => {
  const own = `/** @jsx own */
export const own: any = 1;
export const a = () => <i />;
`;
  const local = `import { Frag as dom } from "./h";
export const a = () => <i />;
export const b = (dom: any) => <i />;
export const c = (dom: any) => dom;
`;
  await using desk = await named({ "own.tsx": own, "local.tsx": local });
  expect(await desk.refused("kart_rename", { file: "own.tsx", symbol: "own", newName: "x" })).toStartWith(
    "still_referenced: JSX in own.tsx takes `own` by the name `own`",
  );
  const ask = (symbol: string) => ({ file: "local.tsx", symbol, newName: "x" });
  for (const symbol of ["dom[0]", "b.dom"])
    expect(await desk.refused("kart_rename", ask(symbol))).toStartWith("invalid_argument: `dom` is what JSX takes");
  await desk.connection.data("kart_rename", ask("c.dom"));
  expect(desk.workspace.read("local.tsx")).toBe(local.replace("(dom: any) => dom", "(x: any) => x"));
});

test("what JSX is compiled to calls is not deleted", async () => {
  await using desk = await whole();
  for (const [file, symbol, place] of [
    ["react.ts", "createElement", "v.tsx:2"],
    ["react.ts", "Fragment", "v.tsx:2"],
    ["make.ts", "dom", "d.tsx:3"],
  ])
    expect(await desk.refused("kart_delete", { file, symbol })).toContain(`\n${place} export const View`);
});

test("JSX keeps the import that it takes where other code goes, and takes it along where it moves", async () => {
  const view = `import { dom, Frag } from "./h";
export const a = () => <i />;
export const list = () => <><i /></>;
export const raw = () => dom("i");
`;
  await using desk = await named({ "v.tsx": view });
  await desk.change("kart_delete", { file: "v.tsx", symbol: "raw" });
  expect(desk.workspace.read("v.tsx")).toBe(view.replace(/.*raw.*\n/, ""));
  await desk.connection.data("kart_move", { from: "v.tsx", to: "w.tsx", symbol: "list" });
  expect(desk.workspace.read("w.tsx")).toBe(
    'import { dom, Frag } from "./h";\n\nexport const list = () => <><i /></>;\n',
  );
});
