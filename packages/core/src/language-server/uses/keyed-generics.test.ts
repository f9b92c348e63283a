import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";
import { givenIn, takesKeysOf } from "./keyed-generics.ts";

setDefaultTimeout(90_000);

test("what is given a type has it among its arguments, at any depth", () => {
  const ROWS: Readonly<Record<string, string[]>> = {
    "class Bus extends Emitter<Base> {}": ["Emitter 0"],
    "new events.Emitter<Base>()": ["Emitter 0"],
    "mitt<Base & { more: 1 }>()": ["mitt 0"],
    "new Emitter<{ more: 1; less: { a: 1 } } & Partial<Base>>()": ["Partial 0 Emitter 0"],
    "a: Map<string, Array<Other<1>>, Base>": ["Map 2"],
    "a: Map<Base, Map<string, Base>>; b: Map<Base, 1>": ["Map 0", "Map 1 Map 1"],
    "a: Foo<[string, Base], 1>; b: Foo<[1, 2], Base>": ["Foo 0", "Foo 1"],
    "new Emitter<Other>(base as Base)": [],
    "a: Foo<{ base: Base }>": [],
    "f<Based>()": [],
    "(a: A<B>, b: Base) => C<D>": [],
  };
  for (const [text, names] of Object.entries(ROWS))
    expect([text, Array.from(givenIn(text, new Set(["Base"])).keys()).toSorted()]).toEqual([text, names]);
});

test("keys of a parameter are taken, but not where its members are only mapped", () => {
  const takes = (text: string) => takesKeysOf(text, new Set(["E"]));
  expect(takes("on<K extends keyof E>(name: K): void")).toBe(true);
  expect(takes("type Names<E> = { [K in keyof E]: K }[keyof E]")).toBe(true);
  expect(takes("type Loose<E> = { [K in keyof E]?: E[K] }")).toBe(false);
  expect(takes("keyof Events")).toBe(false);
});

const FILES = `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "strict": true, "jsx": "preserve" } }
// @filename: node_modules/mitt/package.json
{ "name": "mitt", "version": "3.0.0", "types": "index.d.ts" }
// @filename: node_modules/mitt/index.d.ts
export interface Emitter<Events> { on<Key extends keyof Events>(type: Key, handler: (event: Events[Key]) => void): void }
export type Held<T> = { [K in keyof T]?: T[K] };
export declare const hold: <T>() => Held<T>;
export default function mitt<Events>(): Emitter<Events>;
// @filename: events.ts
import mitt, { hold } from "mitt";
type Events = { open: string; close: number };
type Still = { open: 1 };
export const bus = mitt<Events>();
export const held = new Map([["open", hold<Still>()]]);
// @filename: shape.ts
export default interface Shape { wide: number }
// @filename: size.ts
export { default } from "./shape";
// @filename: use.ts
import { bus } from "./events";
import type Form from "./size";
bus.on("open", () => {});
export const get = (form: Form, key: keyof Form) => form[key];
// @filename: pick.ts
export interface Point { east: number; north: number }
export interface Line { east: Point }
export declare function pick<T, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K>;
export declare class Store<T> { set<K extends keyof T>(key: K, value: T[K]): void; get(key: keyof T): void }
export declare function store<T>(of: T): Store<T>;
export declare function watch<T>(of: { of: Store<T>; name: readonly (keyof T)[] }): void;
export declare function watch<T>(of: { of: Store<T>; name: keyof T }): void;
export declare function watch<T>(of: { of: Store<T>; name: readonly (keyof T)[]; all: true }): void;
export declare const point: Point, line: Line;
// @filename: picked.ts
import { line, pick, point, store, watch } from "./pick";
pick(point, ["north", "east"]);
pick(line, ["east"]);
store(point).set("east", 1);
store(point).get("east");
watch({ of: store(point), name: "north" });
console.log("east");
// @filename: table.tsx
export interface Row { title: string; width: number }
export declare function Table<T>(of: { rows: T[]; sort?: keyof T; shown?: { key: keyof T }[] }): null;
export declare const made: <T>(of: { only: (keyof T)[] }) => T[];
export const shown = (rows: Row[]) => <Table rows={rows} sort="title" shown={[{ key: "width" }]} />;
export const titles = made<Row>({ only: ["title"] });
// @filename: repo.ts
export interface Item { code: string; size: number }
export declare class Repo<T, Row = T> { by(key: keyof Row): T }
new Repo<Item>().by("code");
// @filename: form.ts
export interface Member { name: string; age: number }
export declare const init: () => Member;
export declare function useForm<T>(of: { defaults: T }): { register: <K extends keyof T>(key: K) => T[K]; has(key: keyof T): void };
const { register } = useForm({ defaults: init() });
register("name");
// @filename: get.ts
import { get } from "./use";
declare const form: Parameters<typeof get>[0];
get(form, "wide");
`;

test("strings are found that name a member for what packages or other files declare, by any name, or with none", async () => {
  using workspace = new LanguageWorkspace(FILES);
  const strings = async (file: string, name: string) => {
    const { quoted } = await workspace.server.unlistedUses([workspace.at(file, name)], [], never);
    return locations(quoted?.found ?? []);
  };
  expect(await strings("events.ts", "open: string")).toEqual(["use.ts:3:9"]);
  expect(await strings("events.ts", "open: 1")).toEqual([]);
  expect(await strings("shape.ts", "wide")).toEqual(["get.ts:3:12"]);
  expect(await strings("pick.ts", "east: number")).toEqual(["picked.ts:2:24", "picked.ts:4:19", "picked.ts:5:19"]);
  expect(await strings("pick.ts", "east: Point")).toEqual(["picked.ts:3:14"]);
  expect(await strings("table.tsx", "title")).toEqual(["table.tsx:4:64", "table.tsx:5:43"]);
  expect(await strings("table.tsx", "width")).toEqual(["table.tsx:4:87"]);
  expect(await strings("repo.ts", "code")).toEqual(["repo.ts:3:22"]);
  expect(await strings("form.ts", "name: string")).toEqual(["form.ts:5:11"]);
  // In the call of several overloads the compiler complains of the property.
  expect(await strings("pick.ts", "north")).toEqual(["picked.ts:2:15", "picked.ts:6:34"]);
});
