import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(30_000);

test("strings that name a member by a type made of keys are found, and none that are merely alike", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true } }
// @filename: events.ts
export interface Events { "a:open": number; close: string }
export const all: readonly (keyof Events)[] = ["a:open", "close"];
export function on<K extends keyof Events>(name: K): void { void name; }
export interface Plain { close(): void }
export const store = { get() {} };
// @filename: use.ts
import { on } from "./events";
on("a:open");
on("close");
console.log("close", { close: "close" });
// @filename: test.ts
import { store } from "./events";
declare function spyOn<T>(of: T, name: keyof T): void;
spyOn(store, "get");
console.log("get");
// @filename: given.ts
import type { Events } from "./events";
export const one: keyof Events = "close";
let two: keyof Events, three = "close";
two = "close";
`);
  const strings = async (name: string) => {
    const { quoted } = await workspace.server.unlistedUses([workspace.at("events.ts", name)], [], never);
    return locations(quoted?.found ?? []);
  };
  expect(await strings("a:open")).toEqual(["events.ts:2:49", "use.ts:2:5"]);
  expect(await strings("close: string")).toEqual(["events.ts:2:59", "given.ts:2:35", "given.ts:4:8", "use.ts:3:5"]);
  expect(await strings("close():")).toEqual([]);
  expect(await strings("get()")).toEqual(["test.ts:3:15"]);
  for (let file = 0; file < 6; file++)
    workspace.files.write(`more${file}.ts`, 'import { on } from "./events";\non("close");\n');
  expect(await workspace.server.unlistedUses([workspace.at("events.ts", "close: string")], [], never)).toMatchObject({
    quoted: { found: { length: 5 }, unchecked: 5 },
  });
});
