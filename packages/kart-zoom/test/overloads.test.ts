import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Connection } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

/** The compiler names the signature that a call resolves to, which is mostly not the first. */
const files = new TempWorkspace({
  "tsconfig.json":
    '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler" } }',
  "bus.ts": `export function parse(text: string): string;
export function parse(text: number): number;
export function parse(text: any): any { return text; }
export interface Bus { on(event: "x"): void; on(event: string): void; off(): void }
export class One implements Bus {
  constructor(name: string);
  constructor(name: number);
  constructor(name: any) { parse(1); }
  on(event: "x"): void;
  on(event: string): void;
  on(event: string): void {}
  off(): void {}
}
export class Two implements Bus { on(event: string): void {} off(): void {} }
`,
  "use.ts": `import { parse, One, type Bus } from "./bus";
export const parsed = parse(1);
export const made = (bus: Bus) => bus.on("y");
export const called = () => new One(1).on("y");
`,
});
const connection: Connection = await connect(files.root);
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

test.each([
  [
    "kart_deps",
    { path: "use.ts", symbol: "made" },
    "const made use.ts:3: 2 dependencies, 1 deep, complete\n bus.ts: type Bus:4; call Bus.on:4",
  ],
  [
    "kart_deps",
    { path: "use.ts", symbol: "called" },
    `const called use.ts:4: 6 dependencies, 2 deep, complete
 bus.ts: call One.constructor:6
 bus.ts: call One:5
  call parse:1; implements Bus:4
 bus.ts: call One.on:9
  override Bus.on:4`,
  ],
  [
    "kart_impact",
    { path: "bus.ts", symbol: "One.on" },
    "method One.on bus.ts:9: 2 dependents, 1 deep, complete\n use.ts: call made:3, called:4\ntests: none",
  ],
  [
    "kart_references",
    { path: "use.ts", line: 2, column: 23 },
    `3 references to function parse in 2 files, complete
bus.ts
 8 call in One.constructor: constructor(name: any) { parse(1); }
use.ts
 1 import: import { parse, One, type Bus } from "./bus";
 2 call in parsed: export const parsed = parse(1);`,
  ],
  [
    "kart_references",
    { path: "bus.ts", line: 7, column: 5 },
    `1 reference to constructor One.constructor in 1 file, complete
use.ts
 4 call in called: export const called = () => new One(1).on("y");`,
  ],
  ["kart_definition", { path: "use.ts", line: 1, column: 10 }, "bus.ts:1-3 function parse(text: string): string (+2)"],
  ["kart_implementations", { path: "bus.ts", symbol: "One.on" }, "No implementation found, complete."],
])("%s %j", async (tool, args, wanted) => {
  expect(await connection.text(tool, args)).toBe(wanted);
});
