import { expect, setDefaultTimeout, test } from "bun:test";
import { Desk } from "./ask.ts";

setDefaultTimeout(60_000);

const TYPES = "declare namespace JSX {\n  interface IntrinsicElements { i: object }\n}\n";
const config = (more: string) =>
  `{ "compilerOptions": { "jsx": "react", "module": "esnext", "moduleResolution": "bundler", "types": []${more} } }`;
const FACTORIES = "export function dom(..._: any[]): any {}\nexport const Frag = 1;\n";

const whole = () =>
  Desk.with({
    "tsconfig.json": config(""),
    "types.d.ts": TYPES,
    "react.ts": "export function createElement(..._: any[]): any {}\nexport const Fragment: any = 1;\n",
    "v.tsx": 'import * as React from "./react";\nexport const View = () => <><i /></>;\n',
    "make.ts": FACTORIES,
    "d.tsx": '/** @jsx D.dom */\nimport * as D from "./make";\nexport const View = () => <i />;\n',
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
