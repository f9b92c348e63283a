import { expect, setDefaultTimeout, test } from "bun:test";
import { Desk } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const HOST = `export declare const VERSION: string;
export declare class Ext { go(): void }
export declare const brand: unique symbol;
export declare const enum Size { Small = 1 }
export const here = 1;
export const useIt = (): string => (here ? "x" : VERSION);
export const seeType = (e?: Ext): boolean => e === undefined;
export type Branded = { readonly [brand]: typeof VERSION };
export const size = (): number => Size.Small;
`;

const open = () =>
  Desk.with({
    "package.json": '{ "type": "module", "exports": "./src/host.ts" }',
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler", "noEmit": true } }',
    "src/host.ts": HOST,
    "src/main.ts": 'import { seeType, useIt } from "./host";\nconsole.log(useIt(), seeType());\n',
  });

const move = (desk: Desk, symbol: string) =>
  desk.connection.data("kart_move", { from: "src/host.ts", to: "src/n.ts", symbol });

test.each([
  ["Ext", 'import type { Ext } from "./n";'],
  ["brand", 'import type { brand } from "./n";'],
])("what is only declared is imported for its type, and passed on so: %s", async (symbol, imported) => {
  await using desk = await open();
  await move(desk, symbol);
  const text = desk.workspace.read("src/host.ts");
  expect(text).toContain(imported);
  expect(text).toContain(`export type { ${symbol} }`);
});

test.each([
  ["seeType", 'import type { Ext } from "./host";'],
  ["Branded", 'import type { VERSION, brand } from "./host";'],
  ["size", 'import { Size } from "./host";'],
])("what moves imports so what is only declared, and constant enums as before: %s", async (symbol, imported) => {
  await using desk = await open();
  await move(desk, symbol);
  expect(desk.workspace.read("src/n.ts")).toStartWith(`${imported}\n`);
});

test.each(["VERSION", "useIt"])("a value that is only declared cannot be imported: %s", async (symbol) => {
  await using desk = await open();
  const moving = move(desk, symbol);
  expect(moving).rejects.toThrow("`VERSION` is only declared, and has no value that another file could import.");
  await moving.catch(() => {});
  expect(desk.workspace.read("src/host.ts")).toBe(HOST);
  expect(await Bun.file(desk.workspace.path("src/n.ts")).exists()).toBe(false);
});
