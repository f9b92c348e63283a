import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";
import { namesWith, stringsWith } from "./made-keys.ts";

setDefaultTimeout(90_000);

test("strings of one word that hold a name beside others, and no path", () => {
  const found = (source: string) => stringsWith(source, "age").map(({ start, end }) => source.slice(start, end));
  expect(found(`"user.age" 'age:old' \`a-age\` "items.0.age.of"`)).toEqual([
    '"user.age"',
    "'age:old'",
    "`a-age`",
    '"items.0.age.of"',
  ]);
  expect(found(`"age" "page.one" "the age" "./age.ts" user.age "\${age}'`)).toEqual([]);
});

test("names of which one is a part, by its case or by what joins them", () => {
  const found = (source: string) => namesWith(source, "age").map(({ start, end }) => source.slice(start + 1, end - 1));
  expect(found("ageChanged onAge get_age age_of { onAgeChange: 1 }").toSorted()).toEqual([
    "ageChanged",
    "age_of",
    "get_age",
    "onAge",
    "onAgeChange",
  ]);
  expect(found("age aged page Age Ages onAged myage")).toEqual([]);
});

test("what types make of a name by templates is found, and what is merely alike is not", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "strict": true } }
// @filename: m.ts
export interface Events { rename: number }
export type Handlers<T> = { [K in keyof T as \`on\${Capitalize<K & string>}\`]: (v: T[K]) => void };
export interface Pe { age: number }
export declare function watch<T>(of: T): { on<K extends string & keyof T>(e: \`\${K}Changed\`, f: (v: T[K]) => void): void };
export interface Form { user: { email: string } }
export type Path<T> = T extends object ? { [K in keyof T & string]: K | \`\${K}.\${Path<T[K]>}\` }[keyof T & string] : never;
export declare function field<T>(of: T, path: Path<T>): void;
export interface Direct { push: 1 }
export type Pushed = \`got:\${keyof Direct}\`;
export interface Plain { email: string; rename: 1; age: 1 }
// @filename: u.ts
import type { Events, Form, Handlers, Pe, Plain, Pushed } from "./m";
import { field, watch } from "./m";
export const handlers: Handlers<Events> = { onRename(v) { v.toFixed(); } };
export const start = (p: Pe) => watch(p).on("ageChanged", (v) => v.toFixed());
export const mail = (f: Form) => field(f, "user.email");
export const pushed: Pushed = "got:push";
export const plain = (p: Plain) => ["user.email", p].length;
export const onRename = (ageChanged: 1) => ageChanged;
handlers.onRename(1);
`);
  const made = async (name: string) => {
    const { quoted } = await workspace.server.unlistedUses([workspace.at("m.ts", name)], [], never);
    expect(quoted?.found).toEqual([]);
    return locations(quoted?.made ?? []);
  };
  expect(await made("rename: number")).toEqual(["u.ts:3:45", "u.ts:9:10"]);
  expect(await made("age: number")).toEqual(["u.ts:4:46"]);
  expect(await made("email: string } }")).toEqual(["u.ts:5:44"]);
  expect(await made("push")).toEqual(["u.ts:6:32"]);
  for (const name of ["email: string; rename", "rename: 1", "age: 1"]) expect(await made(name)).toEqual([]);
});
