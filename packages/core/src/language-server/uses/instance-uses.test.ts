import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

async function taken(workspace: LanguageWorkspace, path: string, member: string): Promise<string[]> {
  return locations(await workspace.server.computedUses([workspace.at(path, member)], never)).toSorted();
}

test("members of instances are said to be taken where a key of JavaScript may be any, and fields where all are", async () => {
  using workspace = new LanguageWorkspace(`// @filename: package.json
{ "type": "module" }
// @filename: widget.js
import { Base } from "./base.js";
export class Widget extends Base {
  constructor() {
    super();
    this.alpha = 1;
  }
  first() { return 1; }
  get wide() { return 1; }
  call(name) { return this[name](); }
  copy() { return { ...this }; }
  static last() { return 1; }
  static run(name) { return this[name](); }
  inner() { return function (name) { return this[name]; }; }
  list() { return this.items[0] + this.items[this.at]; }
}
// @filename: base.js
export class Base {
  each() { for (const key in this) this.told(key); }
  has(name) { return name in this; }
}
// @filename: heir.js
import { Widget } from "./widget.js";
class Panel extends Widget {
  text() { return JSON.stringify(this); }
}
export const Other = class extends Panel {
  ask(name) { return this["on" + name](); }
};
// @filename: use.js
import Whole, { Widget as Known } from "./widget.js";
const one = new Known();
export const take = (name) => one[name];
export const all = Object.entries(one);
export const of = (name) => Known[name];
export const exact = one["first"]() + one.first();
// @filename: alone.js
export class Alone {
  get(name) { return this[name]; }
}
`);
  const byKey = ["base.js:3:30", "heir.js:6:22", "use.js:3:31", "widget.js:9:23"];
  expect(await taken(workspace, "widget.js", "first()")).toEqual(byKey);
  expect(await taken(workspace, "widget.js", "wide()")).toEqual(byKey);
  const whole = ["base.js:2:30", "heir.js:3:34", "use.js:4:35", "widget.js:10:24"];
  expect(await taken(workspace, "widget.js", "alpha =")).toEqual([...byKey, ...whole].toSorted());
});

test("keys whose types tell them take no member of an instance, nor does what has another type", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "lib": ["esnext"] } }
// @filename: a.ts
export class Widget<T extends { id: string }> {
  size = 1;
  #own = 2;
  rows: Record<string, T> = {};
  constructor(readonly wide: number) {}
  first() { return this.#own; }
  exact(key: keyof this, at: "size" | "wide") { return [this[key], this[at]]; }
  row(name: string) { return this.rows[name] ?? Object.keys(this.rows); }
  kind(flag: boolean) { return this[flag ? "size" : "wide"]; }
}
export class Loose {
  deep = 1;
  get(name: string) { return (this as any)[name]; }
}
export class Tight extends Loose { more = 2 }
// @filename: b.ts
import { Tight, Widget } from "./a";
export const of = (name: string, tight: Tight) => (tight as Record<string, any>)[name];
export const text = (all: Widget<never>[], held: { widget: Widget<never> }) => [JSON.stringify(all), Object.values(held.widget)];
`);
  expect(await taken(workspace, "a.ts", "first")).toEqual([]);
  expect(await taken(workspace, "a.ts", "#own")).toEqual([]);
  for (const field of ["size", "rows", "wide"]) expect(await taken(workspace, "a.ts", field)).toEqual(["b.ts:3:121"]);
  expect(await taken(workspace, "a.ts", "deep")).toEqual(["a.ts:13:31", "b.ts:2:52"]);
  expect(await taken(workspace, "a.ts", "more")).toEqual(["a.ts:13:31", "b.ts:2:52"]);
});
