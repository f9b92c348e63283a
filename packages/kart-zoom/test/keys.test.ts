import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Connection } from "@kart/testkit/connect";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

const files = new TempWorkspace(
  markedFiles(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "strict": true, "skipLibCheck": true } }
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
// @filename: overrides.ts
export interface Shape { q: number }
export class Base { p = 1; get r() { return 1; } set r(of) { void of; } }
export class Leaf extends Base implements Shape { override p = 2; override get r() { return 2; } override set r(of) { void of; } q = 1; }
// @filename: overrides-use.ts
import { Base, Leaf } from "./overrides";
export const take = (keys: (keyof Leaf)[]) => keys;
take(["p"]);
take(["q"]);
take(["r"]);
console.log("p", "q", "r", Base);
// @filename: enums.ts
export enum Anchor { top = 1, left, "bottom", lone }
export type Name = keyof typeof Anchor;
// @filename: enums-use.ts
import type { Name } from "./enums";
export function at(name: Name) {
  switch (name) {
    case "top":
      return 1;
  }
  return name === "left" ? 2 : 3;
}
export const name: Name = "bottom";
console.log("top", "left", "lone");
// @filename: indexed.ts
export class Model { save(): void {} "quoted" = 1; }
export class User extends Model { override save(): void {} override "quoted" = 2; }
export class Apart { save(): void {} }
// @filename: indexed-use.ts
import type { Apart, User } from "./indexed";
export type Save = User["save"];
export type Quoted = User["quoted"];
export type Other = Apart["save"];
// @filename: made.ts
export class Base { run(): void {} }
export class Heir extends Base { override run(): void {} }
export class Apart { run(): void {} }
// @filename: made-use.ts
import type { Apart, Heir } from "./made";
export class Fake implements Pick<Heir, "run"> { run = (): void => {}; }
export class Other implements Pick<Apart, "run"> { run = (): void => {}; }
export const ran = (fake: Fake, other: Other) => [fake.run(), other.run()];
// @filename: required.ts
export type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };
export interface Options { queryKey?: string }
export type Keyed = WithRequired<Options, "queryKey">;
// @filename: both.ts
export class View {
  selection = 1;
  ignore(kind: string) { return kind === ""; }
}
export type Keys = keyof { a: 1 };
export const use = (view: View) => (view.ignore("selection") ? view.selection : 0);
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
/** The end of an answer that has one string beside it. */
const strings = (where: string) => `\nNOT COUNTED: 1 string that names it (keyof): ${where}`;

test.each([
  ["events.ts", "SubEvents.tick", "events-use.ts:3"],
  ["events.ts", "BaseEvents.open", "events-use.ts:2"],
  ["events.ts", "BaseEvents.close", "events-use.ts:4"],
  ["classes.ts", "Three.g", "classes-use.ts:2"],
])("a string that is a key of what has a member of another type names that: %s %s", async (path, symbol, where) => {
  expect(await ask("kart_references", path, symbol)).toEndWith(strings(where));
});

test("what a method does with its arguments and what names it as a key are kept apart", async () => {
  for (const symbol of ["View.ignore", "View.selection", "View.ignore"])
    expect(await ask("kart_references", "both.ts", symbol), symbol).toStartWith("1 reference to ");
});

test("a string that is perhaps a key, and one that names a member, is told once", async () => {
  expect(await ask("kart_references", "required.ts", "Options.queryKey")).toBe(
    `No use of property Options.queryKey found by its type, INCOMPLETE.${strings("required.ts:3")}`,
  );
  expect((await ask("kart_impact", "required.ts", "Options.queryKey")).match(/required\.ts:3/g)).toHaveLength(1);
});

test.each([
  ["Base.p", "3"],
  ["Leaf.p", "3"],
  ["Shape.q", "4"],
  ["Leaf.q", "4"],
  ["Base.r", "5"],
  ["Leaf.r", "5"],
])(
  "a string that is a key of a class names what a member overrides and implements, and it: %s",
  async (symbol, line) => {
    const answer = await ask("kart_references", "overrides.ts", symbol);
    expect(answer).toContain(", INCOMPLETE\n");
    expect(answer).toEndWith(strings(`overrides-use.ts:${line}`));
  },
);

test.each([
  ["Anchor.top", "4"],
  ["Anchor.left", "7"],
  ["Anchor.bottom", "9"],
])("a string that is a key of an enum names its member: %s", async (symbol, line) => {
  expect(await ask("kart_references", "enums.ts", symbol)).toBe(
    `No use of enum-member ${symbol} found by its type, INCOMPLETE.${strings(`enums-use.ts:${line}`)}`,
  );
  expect(await ask("kart_impact", "enums.ts", symbol)).toEndWith(strings(`enums-use.ts:${line}`));
});

test.each([
  ["Model.save", "2"],
  ["User.save", "2"],
  ["Model.quoted", "3"],
])(
  "the type of a member of an heir is a use of what that overrides, in a file that names it by that alone: %s",
  async (symbol, line) => {
    const { references, complete } = await connection.data<{
      references: { path: string; line: number }[];
      complete: boolean;
    }>("kart_references", { path: "indexed.ts", symbol });
    const uses = references.filter(({ path }) => path !== "indexed.ts").map((one) => `${one.path}:${one.line}`);
    expect(uses).toEqual([`indexed-use.ts:${line}`]);
    expect(complete).toBe(true);
  },
);

test("kart_impact leads there through the member of the heir", async () => {
  expect(await ask("kart_impact", "indexed.ts", "Model.save")).toStartWith(
    "method Model.save indexed.ts:1: 2 dependents, 2 deep, complete\n override User.save:2\n  indexed-use.ts: type Save:2\n",
  );
});

test("what implements a type that is made of an heir's overrides what the heir does", async () => {
  const uses = [" 2 reference in Fake: ", " 2 override in Fake.run: ", " 4 call in ran: "];
  for (const symbol of ["Base.run", "Heir.run"]) {
    const answer = await ask("kart_references", "made.ts", symbol);
    expect(answer).toStartWith(`4 references to method ${symbol} in 2 files, complete\n`);
    for (const use of uses) expect(answer).toContain(`\n${use}`);
  }
  expect(await ask("kart_impact", "made.ts", "Base.run")).toContain("override Fake.run:2");
});

test("a string that is no key is none of it", async () => {
  expect(await ask("kart_references", "enums.ts", "Anchor.lone")).toEndWith(
    "every project that could hold one was searched.",
  );
  expect(await ask("kart_references", "events.ts", "BaseEvents.lone")).toBe(
    "No references to property BaseEvents.lone: every project that could hold one was searched.",
  );
});

test("of many files those that need a key are told from those that only use the name", async () => {
  const using = (at: number) => [
    `f${at}.ts`,
    `import type { Owner } from "./owner";
/** Not the meta: of an owner. */
interface Own${at} { meta: number }
export const f${at} = (one: Own${at}, owner: Owner) => one.meta + owner.data.length;
`,
  ];
  using own = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "preserve", "types": [] } }',
    "owner.ts": "export interface Owner { data: string; meta: string }\nexport type Keys = keyof Owner;\n",
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map(using)),
  });
  await using alone = await connect(own.root);
  const references = async () => {
    const { content } = await alone.call("kart_references", { path: "owner.ts", symbol: "Owner.meta" });
    return content.map((one) => (one.type === "text" ? one.text : "")).join("\n");
  };
  expect(await references()).toBe(
    "No references to property Owner.meta: every project that could hold one was searched.",
  );
  own.write(
    "form.ts",
    'import type { Owner } from "./owner";\nexport class Form implements Record<keyof Owner, string> { data = ""; meta = ""; }\n',
  );
  expect(await references()).toContain("form.ts:2");
});
