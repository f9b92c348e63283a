import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

test("strings that name a member by a type made of keys are found, and none that are merely alike", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "strict": true } }
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
    quoted: { found: { length: 5 }, unchecked: [...[2, 3, 4, 5].map((file) => `more${file}.ts`), "use.ts"] },
  });
});

const KEYED = `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "strict": true } }
// @filename: events.ts
export interface Events { open: number; close: string }
export function on(name: keyof Events): void { void name; }
`;

test("a file with more strings than are looked at is named beside those that are found in it", async () => {
  using workspace = new LanguageWorkspace(KEYED);
  workspace.files.write("use.ts", `import { on } from "./events";\n${'on("close");\n'.repeat(101)}`);
  workspace.files.write("apart.ts", `export const all = [\n${'  "close",\n'.repeat(101)}];\n`);
  const { quoted } = await workspace.server.unlistedUses([workspace.at("events.ts", "close: string")], [], never);
  expect(locations(quoted?.found ?? [])).toHaveLength(100);
  expect(quoted?.unchecked).toEqual(["use.ts"]);
});

test("files that have the name as that of another type's member count among those that are not checked", async () => {
  using workspace = new LanguageWorkspace(KEYED);
  for (let file = 0; file < 6; file++)
    workspace.files.write(`user${file}.ts`, 'import "./events";\nexport const it = { close: 1 };\n');
  const { quoted } = await workspace.server.unlistedUses([workspace.at("events.ts", "close: string")], [], never);
  expect(quoted).toMatchObject({ found: [], unchecked: ["user4.ts", "user5.ts"] });
});

test("files that let any string be a key, beyond those whose types are changed, are named where strings are left", async () => {
  using workspace = new LanguageWorkspace(KEYED);
  for (let file = 0; file < 22; file++)
    workspace.files.write(
      `any${String(file).padStart(2, "0")}.ts`,
      `import type { Events } from "./events";\nexport const of${file} = (name: keyof Events | (string & {})) => name;\n`,
    );
  const strings = async () => {
    const { quoted } = await workspace.server.unlistedUses([workspace.at("events.ts", "close: string")], [], never);
    return { open: locations(quoted?.open ?? []), unchecked: quoted?.unchecked };
  };
  expect(await strings()).toEqual({ open: [], unchecked: [] });
  workspace.files.write(
    "use.ts",
    'import { of0 } from "./any00";\nimport { of21 } from "./any21";\nof0("close");\nof21("close");\n',
  );
  expect(await strings()).toEqual({ open: ["use.ts:3:6"], unchecked: ["any20.ts", "any21.ts"] });
});

test("strings that may name a member, since any other is taken in their place, are told apart", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "strict": true } }
// @filename: actions.ts
export interface Actions { read: () => number; write: () => void }
export type Loose<T> = T | (string & Record<never, never>);
export function open(name: keyof Actions | (string & {})): void { void name; }
export function any(name: string | keyof Actions): void { void name; }
export const loose: Loose<keyof Actions> = "read";
// @filename: use.ts
import { any, open } from "./actions";
open("read");
open("other");
any("read");
console.log("read");
// @filename: run.ts
import type { Actions } from "./actions";
interface Client<N extends number | undefined = number | undefined> { id: N; [key: string]: unknown }
declare function run<N extends number | undefined, C extends Client<N>, P, R>(client: C, action: (_: any, of: P) => R, name: keyof Actions): (of: P) => R;
declare function read<N extends number | undefined>(client: Client<N>, { at }?: { at?: number }): Promise<bigint>;
export const go = (client: Client): Promise<bigint> => run(client, read, "read")({ at: 1 });
`);
  const { quoted } = await workspace.server.unlistedUses([workspace.at("actions.ts", "read:")], [], never);
  expect(locations(quoted?.found ?? [])).toEqual(["run.ts:5:75"]);
  expect(locations(quoted?.open ?? [])).toEqual(["actions.ts:5:45", "use.ts:2:7"]);
});

test("what else needs the name of a member by its type is told by what the compiler says where it has another", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "lib": ["esnext"] } }
// @filename: form.ts
export interface Form { email: string; agree: boolean; plain: 1 }
export enum Status { Open = "o", Closed = "c" }
export interface Plain { email: string }
// @filename: use.ts
import { type Form, type Plain, Status } from "./form";
export function validate(form: Form) {
  const errors: Partial<Record<keyof Form, string>> = {};
  if (form.email === "") errors.email = "required";
  const { email } = form;
  return [errors, email];
}
export const labels: Record<keyof typeof Status, string> = { Open: "open", Closed: "closed" };
export function column(at: number): keyof Form {
  if (at > 0) return "agree";
  return at < 0 ? "email" : "plain";
}
const SHOWN = ["agree"] as const;
export const shown = (form: Form, get: (key: keyof Form) => void) => SHOWN.map((key) => get(key));
export const plain = (one: Plain) => ({ email: one.email });
`);
  const needing = async (name: string, ofEnum = false) => {
    const place = workspace.at("form.ts", name);
    const { references } = await workspace.server.references(place, never);
    const [members, ofEnums] = ofEnum ? [[], [place]] : [[place], []];
    const { quoted } = await workspace.server.unlistedUses(members, references, never, ofEnums);
    return locations([...(quoted?.needing ?? []), ...(quoted?.found ?? [])]);
  };
  expect(await needing("email: string; agree")).toEqual(["use.ts:11:20", "use.ts:4:33"]);
  expect(await needing("agree")).toEqual(["use.ts:10:15", "use.ts:14:93"]);
  expect(await needing("Open", true)).toEqual(["use.ts:8:62"]);
  expect(await needing("email: string }")).toEqual([]);
});

test("what a package declares keeps its name, so that nothing is said to need another", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "lib": ["esnext"] } }
// @filename: a.ts
export class Count implements Iterator<number> { next() { return { done: true as const, value: 1 }; } }
export const key: keyof Count = "next";
// @filename: b.ts
import { Count } from "./a";
export const of: Iterator<number> = new Count();
export const one = { next: 1, of: of.next() };
`);
  const place = workspace.at("a.ts", "next()");
  const { references } = await workspace.server.references(place, never);
  const { quoted } = await workspace.server.unlistedUses([place], references, never);
  expect(quoted?.needing).toEqual([]);
});

test("what hangs on a string that names a member is told by the string alone", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "lib": ["esnext"] } }
// @filename: a.ts
export interface Options { mail?: string; other?: string }
export type With<T, K extends keyof T> = T & { [P in K]-?: T[P] };
export const send = (options: With<Options, "mail">) => {
  const own = options.mail;
  return own.length;
};
`);
  const place = workspace.at("a.ts", "mail");
  const { references } = await workspace.server.references(place, never);
  const { quoted } = await workspace.server.unlistedUses([place], references, never);
  expect([locations(quoted?.found ?? []), quoted?.needing]).toEqual([["a.ts:3:46"], []]);
});
