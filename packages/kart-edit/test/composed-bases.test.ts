import { expect, setDefaultTimeout, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { sharedDesk } from "./ask.ts";

setDefaultTimeout(90_000);

const deskWith = sharedDesk();

const FILES = markedFiles(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "preserve", "target": "esnext", "types": [] } }
// @filename: .gitignore
node_modules
// @filename: node_modules/lib/package.json
{ "name": "lib", "version": "1.0.0", "types": "index.d.ts" }
// @filename: node_modules/lib/index.d.ts
export declare class Element { render(): unknown }
// @filename: base.ts
export interface Base { run(): number }
export type Both = Base & { extra(): string };
export class View { show() { return 1; } }
export type Constructor<T = {}> = new (...args: any[]) => T;
export const Titled = <T extends Constructor>(base: T) => class extends base { title = ""; };
export class Form { send() { return 1; } sent() { return this.send(); } }
export const Loud = <T extends Constructor>(base: T) => class extends base { send() { return 2; } };
// @filename: heirs.ts
import { Element } from "lib";
import { type Both, Form, Loud, Titled, View } from "./base";
export class Impl implements Both { run() { return 1; } extra() { return ""; } }
export class Page extends Titled(View) { show() { return 2; } }
export class Quiet extends Loud(Form) { send() { return 3; } }
export class Tag extends Titled(Element) { render() { return 3; } }
export const used = (both: Both, page: Page) => both.run() + page.show() + new Tag().render();
`);

test.each([
  ["base.ts", "Base.run", /\brun\b/g],
  ["heirs.ts", "Impl.run", /\brun\b/g],
  ["base.ts", "View.show", /\bshow\b/g],
  ["heirs.ts", "Page.show", /\bshow\b/g],
  // What its heir overrides besides has to go by the name as well.
  ["base.ts", "Form.send", /\bsend\b/g],
])(
  "a member is renamed with those that it overrides, or that override it, by a base put together of types: %s %s",
  async (file, symbol, places) => {
    const desk = await deskWith(FILES);
    await desk.connection.data("kart_rename", { file, symbol, newName: "fresh" });
    for (const path of ["base.ts", "heirs.ts"])
      expect(desk.workspace.read(path)).toBe(String(FILES[path]).replaceAll(places, "fresh"));
  },
);

test("what overrides a package's member by a mixin keeps its name", async () => {
  const desk = await deskWith(FILES);
  expect(await desk.refused("kart_rename", { file: "heirs.ts", symbol: "Tag.render", newName: "fresh" })).toMatch(
    /^protected_path: .*`render` is declared or used in node_modules\/lib\/index\.d\.ts too/,
  );
});
