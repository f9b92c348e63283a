import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Connection } from "@kart/testkit/connect";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(60_000);

const files = new TempWorkspace(
  markedFiles(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "skipLibCheck": true } }
// @filename: events.ts
export interface BaseEvents { open: string; close: number; lone: number }
export interface SubEvents extends BaseEvents { tick: boolean }
export class Emitter<E> { on<K extends keyof E>(key: K, then: (of: E[K]) => void): void { void key; void then; } }
export class Bus extends Emitter<SubEvents> {}
export type AllEvents = BaseEvents & { extra: Date };
export class AllBus extends Emitter<AllEvents> {}
// @filename: events-use.ts
import { AllBus, Bus } from "./events";
new Bus().on("open", (of) => of.length);
new Bus().on("tick", (of) => !of);
new AllBus().on("close", (of) => of.toFixed());
console.log("lone");
// @filename: classes.ts
export class Three { g = 1; }
export class Four extends Three { own = 1; }
// @filename: classes-use.ts
import type { Four } from "./classes";
export const key: keyof Four = "g";
`),
);
const connection: Connection = await connect(files.root);
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

const ask = async (tool: string, path: string, symbol: string) => {
  const { content } = await connection.call(tool, { path, symbol });
  return content.map((one) => (one.type === "text" ? one.text : "")).join("\n");
};
const strings = (where: string) => `, INCOMPLETE.\nNOT COUNTED: 1 string that names it (keyof): ${where}`;

test.each([
  ["events.ts", "SubEvents.tick", "events-use.ts:3"],
  ["events.ts", "BaseEvents.open", "events-use.ts:2"],
  ["events.ts", "BaseEvents.close", "events-use.ts:4"],
  ["classes.ts", "Three.g", "classes-use.ts:2"],
])("a string that is a key of what has a member of another type names that: %s %s", async (path, symbol, where) => {
  expect(await ask("kart_references", path, symbol)).toEndWith(strings(where));
});

test("a string that is no key is none of it", async () => {
  expect(await ask("kart_references", "events.ts", "BaseEvents.lone")).toBe(
    "No references to property BaseEvents.lone: every project that could hold one was searched.",
  );
});
