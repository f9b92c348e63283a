import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { markedFiles } from "@kart/testkit/marked-source";
import { Desk, sharedDesk } from "./ask.ts";

setDefaultTimeout(90_000);

const CONFIG = `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "allowJs": true, "jsx": "preserve", "experimentalDecorators": true, "resolveJsonModule": true, "noUnusedLocals": true, "types": [] } }
`;

interface MoveData {
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  readonly files: readonly { readonly path: string; readonly edits: number }[];
  readonly diff: string;
  readonly warnings: readonly string[];
}

const deskWith = sharedDesk();

/** `from`, `to`, symbols, the files before, those that differ after (`undefined` for one that is not there before), and warnings. */
interface Row {
  readonly move: readonly [from: string, to: string, ...symbols: string[]];
  readonly before: string;
  readonly after: string;
  readonly warnings?: readonly RegExp[];
}

const ROWS: Readonly<Record<string, Row>> = {
  "a type is imported of whose name the file declares a function": {
    move: ["src/convert.ts", "src/half.ts", "half"],
    before: `// @filename: src/units.ts
export type Seconds = number;
// @filename: src/convert.ts
import { Seconds } from "./units";
export function Seconds(of: Seconds): Seconds { return of; }
export function half(of: Seconds): Seconds { return of / 2; }
`,
    after: `// @filename: src/convert.ts
import { Seconds } from "./units";
export function Seconds(of: Seconds): Seconds { return of; }
// @filename: src/half.ts
import { Seconds } from "./units";

export function half(of: Seconds): Seconds { return of / 2; }
`,
  },
  "what is exported for it reaches those who import all, and nothing else needs it": {
    move: ["src/toggle.ts", "src/join.ts", "join"],
    before: `// @filename: src/toggle.ts
const same = (a: string, b: string) => a === b;
const join = (a: string) => (same(a, a) ? a : "");
export const toggle = (a: string) => join(a);
// @filename: src/commands.ts
export * from "./toggle";
`,
    after: `// @filename: src/toggle.ts
import { join } from "./join";

export const same = (a: string, b: string) => a === b;
export const toggle = (a: string) => join(a);
// @filename: src/join.ts
import { same } from "./toggle";

export const join = (a: string) => (same(a, a) ? a : "");
`,
    warnings: [
      /^EXPORTED from src\/toggle\.ts now, .*: same$/,
      /^EXPORTED by `export \*` with it: src\/commands\.ts$/,
      /^Nothing else there uses `same`: kart_undo, then move it in the same call/,
      /^IN A CIRCLE now: /,
    ],
  },
  "what is exported for it reaches those who import an entry point, and nothing else needs it": {
    move: ["src/toggle.ts", "src/join.ts", "join"],
    before: `// @filename: package.json
{ "name": "p", "exports": "./src/toggle.ts" }
// @filename: src/toggle.ts
const same = (a: string, b: string) => a === b;
const join = (a: string) => (same(a, a) ? a : "");
export const toggle = (a: string) => join(a);
`,
    after: `// @filename: src/toggle.ts
import { join } from "./join";

export const same = (a: string, b: string) => a === b;
export const toggle = (a: string) => join(a);
// @filename: src/join.ts
import { same } from "./toggle";

export const join = (a: string) => (same(a, a) ? a : "");
`,
    warnings: [
      /^EXPORTED from src\/toggle\.ts now, .*: same$/,
      /^src\/toggle\.ts is an entry point, and exports `same` to others now\.$/,
      /^Nothing else there uses `same`: kart_undo, then move it in the same call/,
      /^IN A CIRCLE now: /,
    ],
  },
  "to an entry point of a package, through which others may come by it then": {
    move: ["src/digits.ts", "src/index.ts", "dig"],
    before: `// @filename: package.json
{ "name": "p", "exports": "./src/index.ts" }
// @filename: src/digits.ts
export const dig = (text: string) => text.length;
export const other = 1;
// @filename: src/index.ts
export const use = 1;
// @filename: src/use.ts
import { dig } from "./digits";

export const used = dig("1");
`,
    after: `// @filename: src/digits.ts
export const other = 1;
// @filename: src/index.ts
export const use = 1;
export const dig = (text: string) => text.length;
// @filename: src/use.ts
import { dig } from "./index";

export const used = dig("1");
`,
    warnings: [/^PUBLIC now, since these entry points of packages export what moved: src\/index\.ts$/],
  },
  "from an entry point to what that passes on, others have had it": {
    move: ["src/index.ts", "src/digits.ts", "dig"],
    before: `// @filename: package.json
{ "name": "p", "exports": "./src/index.ts" }
// @filename: src/index.ts
export * from "./digits";
export const dig = (text: string) => text.length;
export const use = 1;
// @filename: src/digits.ts
export const other = 1;
`,
    after: `// @filename: src/index.ts
export * from "./digits";
export { dig } from "./digits";
export const use = 1;
// @filename: src/digits.ts
export const other = 1;
export const dig = (text: string) => text.length;
`,
    warnings: [/^src\/index\.ts is an entry point, and goes on exporting `dig`\.$/],
  },
  "what an entry point has had to itself, to what that passes on": {
    move: ["src/index.ts", "src/digits.ts", "dig"],
    before: `// @filename: package.json
{ "name": "p", "exports": "./src/index.ts" }
// @filename: src/index.ts
export * from "./digits";
const dig = (text: string) => text.length;
export const use = () => dig("1");
// @filename: src/digits.ts
export const other = 1;
`,
    after: `// @filename: src/index.ts
import { dig } from "./digits";

export * from "./digits";
export const use = () => dig("1");
// @filename: src/digits.ts
export const other = 1;
export const dig = (text: string) => text.length;
`,
    warnings: [/^PUBLIC now, since these entry points of packages export what moved: src\/index\.ts$/],
  },
  "what is imported to be run later is imported so": {
    move: ["src/a.ts", "src/b.ts", "use"],
    before: `// @filename: src/a.ts
import defer * as later from "./later";
"use client";
export const use = () => later.value;
export const other = 1;
// @filename: src/later.ts
export const value = 1;
`,
    after: `// @filename: src/a.ts
"use client";
export const other = 1;
// @filename: src/b.ts
import defer * as later from "./later";

export const use = () => later.value;
`,
    warnings: [/^A DIRECTIVE NOW, .*: src\/a\.ts:1 "use client";$/],
  },
  "a path that goes further up than it must is no pattern for others, nor for who is in the folder now": {
    move: ["src/commands/list.ts", "src/helpers/join.ts", "cut"],
    before: `// @filename: src/commands/list.ts
import { down } from "../helpers/down";
export const MAX = 10;
export const cut = (a: string) => down(a).slice(0, MAX);
// @filename: src/helpers/down.ts
export const down = (a: string) => a.toLowerCase();
// @filename: src/helpers/join.ts
import { up } from "../helpers/up";
export const shout = (a: string) => up(a);
// @filename: src/helpers/up.ts
export const up = (a: string) => a.toUpperCase();
`,
    after: `// @filename: src/commands/list.ts
export const MAX = 10;
// @filename: src/helpers/join.ts
import { up } from "../helpers/up";
import { down } from "./down";
import { MAX } from "../commands/list";
export const shout = (a: string) => up(a);
export const cut = (a: string) => down(a).slice(0, MAX);
`,
  },
  "what the file has by a barrel, or declares, and the code by another path, is the same": {
    move: ["src/a.ts", "src/conn.ts", "open"],
    before: `// @filename: src/a.ts
import { type Conn, Pool as Lake, type Server } from "./index";
export const open = (at: Server): Conn => new Lake().take(at);
export const two = 2;
// @filename: src/conn.ts
import { Lake } from "./barrel";
import type { Server } from "./barrel";
export interface Conn { at: Server }
export const none = new Lake();
// @filename: src/pool.ts
import type { Conn } from "./conn";
export class Pool { take(at: Server): Conn { return { at }; } }
export interface Server { host: string }
// @filename: src/barrel.ts
export { Pool as Lake, type Server } from "./pool";
// @filename: src/index.ts
export * from "./conn";
export * from "./pool";
`,
    after: `// @filename: src/a.ts
export const two = 2;
// @filename: src/conn.ts
import { Lake } from "./barrel";
import type { Server } from "./barrel";
export interface Conn { at: Server }
export const none = new Lake();
export const open = (at: Server): Conn => new Lake().take(at);
`,
  },
  "an import of another folder that goes up to come back down shows no such way here": {
    move: ["src/a.ts", "src/z.ts", "low"],
    before: `// @filename: src/a.ts
export const LOW = 1;
export const low = () => LOW;
// @filename: src/helpers/join.ts
import { up } from "../helpers/up";
export const shout = (a: string) => up(a);
// @filename: src/helpers/up.ts
export const up = (a: string) => a.toUpperCase();
`,
    after: `// @filename: src/a.ts
export const LOW = 1;
// @filename: src/z.ts
import { LOW } from "./a";

export const low = () => LOW;
`,
  },
  "to a new file, with its comment, the imports it needs, and importers led there": {
    move: ["src/a.ts", "src/deep/parse.ts", "parse"],
    before: `// @filename: src/a.ts
import { readFileSync } from "./fs";
import { helper, type Options } from "./helper";

const LIMIT = 10;

/** Parses. */
export function parse(text: string, options: Options): string[] {
  return helper(text).slice(0, LIMIT).concat(options.name);
}

export function load(path: string): string[] {
  return parse(readFileSync(path), { name: "x" });
}
// @filename: src/fs.ts
export const readFileSync = (path: string) => path;
// @filename: src/helper.ts
export interface Options { name: string }
export const helper = (text: string) => text.split(",");
// @filename: src/b.ts
import { load, parse as read } from "./a";
export const b = [load("x"), read("y", { name: "" })];
// @filename: src/c.ts
import { parse } from "./a.js";
export const c = parse;
// @filename: src/index.ts
export { parse, load as loadIt } from "./a";
`,
    after: `// @filename: src/a.ts
import { readFileSync } from "./fs";
import { parse } from "./deep/parse";

export const LIMIT = 10;

export function load(path: string): string[] {
  return parse(readFileSync(path), { name: "x" });
}
// @filename: src/deep/parse.ts
import { helper, type Options } from "../helper";
import { LIMIT } from "../a";

/** Parses. */
export function parse(text: string, options: Options): string[] {
  return helper(text).slice(0, LIMIT).concat(options.name);
}
// @filename: src/b.ts
import { load } from "./a";
import { parse as read } from "./deep/parse";
export const b = [load("x"), read("y", { name: "" })];
// @filename: src/c.ts
import { parse } from "./deep/parse.js";
export const c = parse;
// @filename: src/index.ts
export { load as loadIt } from "./a";
export { parse } from "./deep/parse";
`,
    warnings: [
      /^EXPORTED from src\/a\.ts now, .*: LIMIT \(nothing else there does: kart_move it too\)$/,
      /^IN A CIRCLE now: src\/a\.ts → src\/deep\/parse\.ts → src\/a\.ts\. /,
    ],
  },
  "a namespace of types, which is exported again as a type": {
    move: ["a.ts", "b.ts", "NS"],
    before: `// @filename: a.ts
export namespace NS { export interface Q { a: 1 } }
export const other = 1;
// @filename: u.ts
import * as all from "./a";
export type U = [all.NS.Q, typeof all.other];
`,
    after: `// @filename: a.ts
export type { NS } from "./b";

export const other = 1;
// @filename: b.ts
export namespace NS { export interface Q { a: 1 } }
`,
    warnings: [/^a\.ts goes on exporting what these have without naming it in a list: u\.ts:1/],
  },
  "out of a folder, from where what it imports looks like something built": {
    move: ["src/deep/h.ts", "src/x.ts", "f"],
    before: `// @filename: package.json
{ "name": "own" }
// @filename: src/deep/h.ts
import { mk } from "../lib/q";
export const f = () => mk();
export const other = 1;
// @filename: src/lib/q.ts
export const mk = () => 1;
`,
    after: `// @filename: src/deep/h.ts
export const other = 1;
// @filename: src/x.ts
import { mk } from "./lib/q";

export const f = () => mk();
`,
  },
  "what goes by a `require` that stays where it was made": {
    move: ["src/a.js", "src/core/load.js", "load"],
    before: `// @filename: package.json
{ "type": "module", "private": true }
// @filename: src/d.json
{ "d": 1 }
// @filename: src/a.js
import { createRequire } from "node:module";
export const require = createRequire(import.meta.url);
export const load = () => require("./d.json");
// @filename: src/use.js
import { load } from "./a.js";
export const d = load();
`,
    after: `// @filename: src/a.js
import { createRequire } from "node:module";
export const require = createRequire(import.meta.url);
// @filename: src/core/load.js
import { require } from "../a.js";

export const load = () => require("./d.json");
// @filename: src/use.js
import { load } from "./core/load.js";
export const d = load();
`,
    warnings: [/^LED BY src\/a\.js still, which makes their require: .*: \.\/d\.json$/],
  },
  "what goes by a `require` of its own, though the file has another": {
    move: ["src/a.js", "src/core/own.js", "own"],
    before: `// @filename: package.json
{ "type": "module", "private": true }
// @filename: src/d.json
{ "d": 1 }
// @filename: src/a.js
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
export const own = () => { const require = createRequire(import.meta.url); return require("./d.json"); };
export const keep = require("./d.json");
`,
    after: `// @filename: src/a.js
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
export const keep = require("./d.json");
// @filename: src/core/own.js
import { createRequire } from "node:module";

export const own = () => { const require = createRequire(import.meta.url); return require("../d.json"); };
`,
    warnings: [/^`import\.meta`, /],
  },
  "with the `require` that it goes by": {
    move: ["src/a.js", "src/core/load.js", "load", "require"],
    before: `// @filename: package.json
{ "type": "module", "private": true }
// @filename: src/d.json
{ "d": 1 }
// @filename: src/a.js
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
export const load = () => require("./d.json");
export const k = 1;
`,
    after: `// @filename: src/a.js
export const k = 1;
// @filename: src/core/load.js
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
export const load = () => require("../d.json");
`,
    warnings: [/^`import\.meta`, /],
  },
  "to a file that who passes on this one passes on the types of": {
    move: ["a.ts", "b.ts", "x"],
    before: `// @filename: a.ts
export const x = 1;
// @filename: b.ts
export const y = 2;
// @filename: index.ts
export * from "./a";
export type * from "./b";
// @filename: use.ts
import { x } from "./index";
export const u = x;
`,
    after: `// @filename: a.ts
export { x } from "./b";
// @filename: b.ts
export const y = 2;
export const x = 1;
`,
    warnings: [/^a\.ts goes on exporting what these have without naming it in a list: index\.ts:1 export \*$/],
  },
  "what a namespace of the file goes on exporting, by entries that are written once": {
    move: ["a.ts", "b.ts", "Params", "Page"],
    before: `// @filename: a.ts
export class Runs {}
export interface Params { limit: number }
export class Page {}
export declare namespace Runs { export { type Params, Page }; }
// @filename: u.ts
import { Runs } from "./a";
export type U = [Runs.Params, Runs.Page];
`,
    after: `// @filename: a.ts
import { type Params, Page } from "./b";

export class Runs {}
export declare namespace Runs { export { type Params, Page }; }
// @filename: b.ts
export interface Params { limit: number }
export class Page {}
`,
  },
  "what statements give to it, wherever they stand": {
    move: ["a.tsx", "b.tsx", "Row"],
    before: `// @filename: a.tsx
import { size } from "./size";

/** A row. */
export function Row(): number {
  return Row.height;
}
export const other = 1;
// For tools.
Row.displayName = "Row";
Row.height = size;

export const total = () => Row.height * 2;
// @filename: size.ts
export const size = 44;
// @filename: u.ts
import { Row } from "./a";
Row.height;
`,
    after: `// @filename: a.tsx
import { Row } from "./b";

export const other = 1;

export const total = () => Row.height * 2;
// @filename: b.tsx
import { size } from "./size";

/** A row. */
export function Row(): number {
  return Row.height;
}

// For tools.
Row.displayName = "Row";
Row.height = size;
// @filename: u.ts
import { Row } from "./b";
Row.height;
`,
  },
  "what statements give to it, but for what others have used before while the file loads": {
    move: ["a.ts", "b.ts", "reg"],
    before: `// @filename: a.ts
export const reg: Record<string, number> = { a: 0 };
reg.b = 1;
Object.assign(reg, { a: 5 });
reg.a = 2;
`,
    after: `// @filename: a.ts
import { reg } from "./b";

Object.assign(reg, { a: 5 });
reg.a = 2;
// @filename: b.ts
export const reg: Record<string, number> = { a: 0 };
reg.b = 1;
`,
    warnings: [/^STAYS in a\.ts, and runs only where that is imported: Object\.assign\(reg, \{ a: 5 \}\);/],
  },
  "what others have of a namespace that a barrel imports and exports": {
    move: ["a.ts", "b.ts", "push", "Kind"],
    before: `// @filename: a.ts
export const push = 1;
export type Kind = 1;
export const other = 1;
// @filename: barrel.ts
import * as Actions from "./a";
export { Actions };
// @filename: u.ts
import { Actions } from "./barrel";
export const used: Actions.Kind = Actions.push;
`,
    after: `// @filename: a.ts
export { push, type Kind } from "./b";

export const other = 1;
// @filename: b.ts
export const push = 1;
export type Kind = 1;
`,
    warnings: [/^a\.ts goes on exporting what these have without naming it in a list: barrel\.ts:1 import \*$/],
  },
  "from above a line that would go on with what stands before it": {
    move: ["a.ts", "b.ts", "push"],
    before: `// @filename: a.ts
export const a = 1
export const push = 2;
[a].map(String);
`,
    after: `// @filename: a.ts
export const a = 1;
[a].map(String);
// @filename: b.ts
export const push = 2;
`,
  },
  "into a module that is given away as a whole, here and through a barrel": {
    move: ["a.ts", "b.ts", "push"],
    before: `// @filename: a.ts
export const push = 1;
export const other = 1;
// @filename: b.ts
export const b = 1;
// @filename: all.ts
export * from "./b";
// @filename: u.ts
import * as B from "./b"; import * as All from "./all";
export const used = [Object.keys({ ...B }), All.b];
// @filename: v.ts
import * as All from "./all";
export const keys = Object.keys(All);
`,
    after: `// @filename: a.ts
export const other = 1;
// @filename: b.ts
export const b = 1;
export const push = 1;
`,
    warnings: [/^HAVE IT TOO now, since they take all that b\.ts exports: u\.ts:1; v\.ts:1$/],
  },
  "what runs when it is loaded, by those alone who load the file for that": {
    move: ["plugins.ts", "b.ts", "tables"],
    before: `// @filename: plugin.ts
export const plugin = (name: string) => { console.log(name); return name; };
// @filename: plugins.ts
import { plugin } from "./plugin";
export const markdown = plugin("markdown");
export const tables = plugin("tables");
// @filename: u.ts
import "./plugins";
`,
    after: `// @filename: plugins.ts
import { plugin } from "./plugin";
export { tables } from "./b";
export const markdown = plugin("markdown");
// @filename: b.ts
import { plugin } from "./plugin";

export const tables = plugin("tables");
`,
    warnings: [/^plugins\.ts goes on exporting `tables`: nothing else loads b\.ts, which runs code then\.$/],
  },
  "what runs when it is loaded, for who takes it; what it makes alone may go unloaded": {
    move: ["plugins.ts", "b.ts", "tables", "made"],
    before: `// @filename: plugin.ts
export const plugin = (name: string) => { console.log(name); return name; };
// @filename: plugins.ts
import { plugin } from "./plugin";
export const markdown = plugin("markdown");
plugin("first");
export const made = new Map<string, string>();
export const tables = plugin("tables");
// @filename: u.ts
import { markdown, tables } from "./plugins";
markdown + tables;
`,
    after: `// @filename: plugins.ts
import { plugin } from "./plugin";
export const markdown = plugin("markdown");
plugin("first");
// @filename: b.ts
import { plugin } from "./plugin";

export const made = new Map<string, string>();
export const tables = plugin("tables");
// @filename: u.ts
import { markdown } from "./plugins";
import { tables } from "./b";
markdown + tables;
`,
    warnings: [],
  },
  "what runs when it is loaded, and did so below what the file does": {
    move: ["a.ts", "b.ts", "client"],
    before: `// @filename: state.ts
export const state = { url: "" };
export const configure = (url: string) => { state.url = url; };
export class Client { url = state.url; }
// @filename: a.ts
import { configure, Client } from "./state";
configure("https://x");
export const client = new Client();
export const show = () => client.url;
`,
    after: `// @filename: a.ts
import { configure } from "./state";
import { client } from "./b";
configure("https://x");
export const show = () => client.url;
// @filename: b.ts
import { Client } from "./state";

export const client = new Client();
`,
    warnings: [
      /^RUNS FIRST now, before these of a\.ts above it: LOOK whether it needs them: configure\("https:\/\/x"\);$/,
    ],
  },
  "what reads of others when it is loaded, below what may change that": {
    move: ["a.ts", "b.ts", "client", "port"],
    before: `// @filename: state.ts
export class State { static url = ""; }
// @filename: a.ts
import { State } from "./state";
console.log("starts");
State.url = "https://x";
export const client = State.url;
export const port = globalThis.name;
export const show = () => client + port;
`,
    after: `// @filename: a.ts
import { State } from "./state";
import { client, port } from "./b";
console.log("starts");
State.url = "https://x";
export const show = () => client + port;
// @filename: b.ts
import { State } from "./state";

export const client = State.url;
export const port = globalThis.name;
`,
    warnings: [
      /^RUNS FIRST now, before these of a\.ts above it: LOOK whether it needs them: State\.url = "https:\/\/x";$/,
    ],
  },
  "what runs below it, and behind which it comes to run": {
    move: ["a.ts", "b.ts", "size"],
    before: `// @filename: a.ts
export const log: string[] = [];
log.push("a");
export const size = log.length;
log.push("b");
`,
    after: `// @filename: a.ts
export const log: string[] = [];
log.push("a");
log.push("b");
// @filename: b.ts
import { log } from "./a";

export const size = log.length;
`,
    warnings: [
      /^RUN BEFORE it now, these of a\.ts below it: LOOK whether they change what it reads: log\.push\("b"\);$/,
    ],
  },
  "what comes to be loaded with it": {
    move: ["a.ts", "serve.ts", "a"],
    before: `// @filename: a.ts
export const a = () => 1;
export const k = 2;
// @filename: serve.ts
export const app = { listen() {} };
app.listen();
// @filename: use.ts
import { a } from "./a";
a();
// @filename: with.ts
import "./serve";
import { a } from "./a";
a();
`,
    after: `// @filename: a.ts
export const k = 2;
// @filename: serve.ts
export const app = { listen() {} };
app.listen();
export const a = () => 1;
// @filename: use.ts
import { a } from "./serve";
a();
// @filename: with.ts
import "./serve";
import { a } from "./serve";
a();
`,
    warnings: [/^LOADED by these now, though it does more than declare: serve\.ts: use\.ts$/],
  },
  "what is not exported, and runs where it stands": {
    move: ["part.ts", "server.ts", "server"],
    before: `// @filename: made.ts
export const make = (name: string) => name;
// @filename: part.ts
import { make } from "./made";

const server = make("up");
export const other = 1;
// @filename: main.ts
import { other } from "./part";
other;
`,
    after: `// @filename: part.ts
import "./server";

export const other = 1;
// @filename: server.ts
import { make } from "./made";

const server = make("up");
`,
    warnings: [/^part\.ts imports server\.ts for what runs there: nothing else loads it\.$/],
  },
  "what runs in a file that nothing loads": {
    move: ["run.ts", "late.ts", "late"],
    before: `// @filename: run.ts
const late = setInterval(console.log, 1000);
console.log("run");
export {};
`,
    after: `// @filename: run.ts
import "./late";

console.log("run");
export {};
// @filename: late.ts
const late = setInterval(console.log, 1000);
export {};
`,
    warnings: [/^run\.ts imports late\.ts for what runs there: nothing else loads it\.$/],
  },
  "what others load by a URL, or by a path that they ask for": {
    move: ["a.ts", "b.ts", "moved"],
    before: `// @filename: a.ts
export const moved = 1;
export const other = 1;
// @filename: u.ts
export const one = await import(new URL("./a.ts", import.meta.url).href);
// @filename: v.ts
export const two = await import(import.meta.resolve("./a.ts"));
`,
    after: `// @filename: a.ts
export { moved } from "./b";

export const other = 1;
// @filename: b.ts
export const moved = 1;
`,
    warnings: [
      /^a\.ts goes on exporting what these have without naming it in a list: u\.ts:1 import\(\); v\.ts:1 import\.meta\.resolve\(\)$/,
    ],
  },
  "what a package exports by a name of its own, and what it goes by within": {
    move: ["a.js", "b.js", "moved"],
    before: `// @filename: package.json
{ "name": "x", "type": "module", "exports": { "./a": "./a.js" }, "imports": { "#a": "./a.js" } }
// @filename: a.js
export const moved = 1;
export const other = 1;
// @filename: u.js
import { moved } from "x/a";
moved;
// @filename: v.js
import { moved } from "#a";
moved;
`,
    after: `// @filename: a.js
export { moved } from "./b.js";

export const other = 1;
// @filename: b.js
export const moved = 1;
// @filename: u.js
import { moved } from "./b.js";
moved;
// @filename: v.js
import { moved } from "./b.js";
moved;
`,
    warnings: [/^a\.js is an entry point, and goes on exporting `moved`\.$/],
  },
  "what others may load by a path that they put together": {
    move: ["jobs/a.ts", "jobs/b.ts", "job"],
    before: `// @filename: jobs/a.ts
export const job = 1;
export const other = 1;
// @filename: u.ts
export const run = (name: string) => import(\`./jobs/\${name}.ts\`);
`,
    after: `// @filename: jobs/a.ts
export { job } from "./b";

export const other = 1;
// @filename: jobs/b.ts
export const job = 1;
`,
    warnings: [
      /^jobs\/a\.ts goes on exporting what these have without naming it in a list: u\.ts:1 import\(\.\/jobs\/…\)$/,
    ],
  },
  "what the file has of itself by an import of all": {
    move: ["a.ts", "b.ts", "Text", "make"],
    before: `// @filename: a.ts
import * as API from "./a";
export interface Text { next?: API.Text }
export const make = () => 1;
export namespace Item { export interface Content { text: API.Text; count: number } }
export const item = (): Item.Content => ({ text: {}, count: API.make() });
`,
    after: `// @filename: a.ts
import * as API from "./a";
export { type Text, make } from "./b";
export namespace Item { export interface Content { text: API.Text; count: number } }
export const item = (): Item.Content => ({ text: {}, count: API.make() });
// @filename: b.ts
import * as API from "./a";

export interface Text { next?: API.Text }
export const make = () => 1;
`,
    warnings: [/^a\.ts goes on exporting what these have without naming it in a list: a\.ts:1 import \*$/],
  },
  "what a barrel passes on by name, beside all else": {
    move: ["core/error.ts", "sub.ts", "Sub"],
    before: `// @filename: core/error.ts
export class Base extends Error {}
export class Sub extends Base {}
// @filename: error.ts
export * from "./core/error";
export { Sub } from "./core/error";
// @filename: use.ts
import { Sub } from "./error";
export const sub = new Sub();
`,
    after: `// @filename: core/error.ts
export class Base extends Error {}
// @filename: sub.ts
import { Base } from "./core/error";

export class Sub extends Base {}
// @filename: error.ts
export * from "./core/error";
export { Sub } from "./sub";
`,
  },
  "to a file that imports it, above its use": {
    move: ["a.ts", "b.ts", "Shape"],
    before: `// @filename: a.ts
export const other = 1;
// A shape.
export interface Shape { kind: string }
export const Shape = { circle: "circle" } as const;
// @filename: b.ts
import { other, Shape } from "./a";

export const b = [Shape.circle, other];
// @filename: c.ts
import type { Shape } from "./a";
export type C = Shape["kind"];
`,
    after: `// @filename: a.ts
export const other = 1;
// @filename: b.ts
import { other } from "./a";

// A shape.
export interface Shape { kind: string }
export const Shape = { circle: "circle" } as const;

export const b = [Shape.circle, other];
// @filename: c.ts
import type { Shape } from "./b";
export type C = Shape["kind"];
`,
  },
  "to a file that uses the package it imports as a global, in types": {
    move: ["a.ts", "b.ts", "box"],
    before: `// @filename: a.ts
import * as Ui from 'ui';
export const box: Ui.Box = Ui.make();
// @filename: b.ts
export const old = (one: Ui.Box) => one;
// @filename: node_modules/ui/index.d.ts
export as namespace Ui;
export interface Box { size: number }
export declare function make(): Box;
`,
    after: `// @filename: a.ts
export {};
// @filename: b.ts
import * as Ui from 'ui';

export const old = (one: Ui.Box) => one;
export const box: Ui.Box = Ui.make();
`,
    warnings: [/^Nothing is left in a\.ts/],
  },
  "several at once, what only they share with them": {
    move: ["a.ts", "b.ts", "one", "shared", "two"],
    before: `// @filename: a.ts
import * as util from "./util";
import whole, { part } from "./util";
let shared = 0;
export const one = () => util.part + shared++;
export const two = () => whole + part + shared;
export const three = () => part;
// @filename: util.ts
export const part = 1;
export default 2;
// @filename: b.ts
import { part } from "./util";
export const b = part;
`,
    after: `// @filename: a.ts
import { part } from "./util";
export const three = () => part;
// @filename: b.ts
import { part } from "./util";
import * as util from "./util";
import whole from "./util";
export const b = part;
let shared = 0;
export const one = () => util.part + shared++;
export const two = () => whole + part + shared;
`,
  },
  "who has the whole module goes on having it from there": {
    move: ["a.ts", "b.ts", "f", "g", "T"],
    before: `// @filename: a.ts
export const f = () => 1;
export const g = () => 2;
export type T = 1;
export const stays = 1;
// @filename: whole.ts
import * as a from "./a";
export const whole = a.f() + a.stays;
// @filename: star.ts
export * from "./a";
// @filename: later.ts
export const later = async () => (await import("./a")).g();
`,
    after: `// @filename: a.ts
export { f, g, type T } from "./b";

export const stays = 1;
// @filename: b.ts
export const f = () => 1;
export const g = () => 2;
export type T = 1;
`,
    warnings: [
      /^a\.ts goes on exporting what these have .*: later\.ts:1 import\(\); star\.ts:1 export \*; whole\.ts:1 import \*$/,
    ],
  },
  "lists of exports, and a default that stays": {
    move: ["a.ts", "b.ts", "f", "K"],
    before: `// @filename: a.ts
function f() {}
class K {}
const g = 1;
export { f, g, K as L };
export default f;
// @filename: c.ts
import f2, { f, L } from "./a";
export const c = [f, f2, L];
`,
    after: `// @filename: a.ts
import { f, K } from "./b";

const g = 1;
export { g, K as L };
export default f;
// @filename: b.ts
export function f() {}
export class K {}
// @filename: c.ts
import f2, { L } from "./a";
import { f } from "./b";
export const c = [f, f2, L];
`,
  },
  "an entry point goes on exporting": {
    move: ["index.ts", "b.ts", "f"],
    before: `// @filename: package.json
{ "name": "p", "exports": "./index.ts" }
// @filename: index.ts
export const f = 1;
export const g = 2;
`,
    after: `// @filename: index.ts
export { f } from "./b";

export const g = 2;
// @filename: b.ts
export const f = 1;
`,
    warnings: [/^index\.ts is an entry point, and goes on exporting `f`\.$/],
  },
  "a component, in JavaScript too, with what is written at the top of its file": {
    move: ["a.jsx", "ui/b.jsx", "Button"],
    before: `// @filename: a.jsx
"use client"
import React from './react'
import { size } from './size'

export const Button = () => <button>{size}</button>
export const Other = () => <Button />
// @filename: react.js
export default {}
// @filename: size.js
export const size = 1
`,
    after: `// @filename: a.jsx
"use client"
import React from './react'
import { Button } from './ui/b'

export const Other = () => <Button />
// @filename: ui/b.jsx
"use client"

import React from '../react'
import { size } from '../size'

export const Button = () => <button>{size}</button>
`,
  },
  "by a path as imports are written, and not as references are": {
    move: ["src/a.ts", "src/b.ts", "f"],
    before: `// @filename: env.d.ts
declare const E: string;
// @filename: src/c.ts
export const c = 1;
// @filename: src/b.ts
export const b = 1;
// @filename: src/a.ts
/// <reference path="../env.d.ts" />
import { c } from "./c";

export const f = () => 1;
export const s = f() + c;
`,
    after: `// @filename: src/a.ts
/// <reference path="../env.d.ts" />
import { c } from "./c";
import { f } from "./b";

export const s = f() + c;
// @filename: src/b.ts
export const b = 1;
export const f = () => 1;
`,
  },
  "within a circle, in which a file comes to load before what it extends": {
    move: ["util.js", "child.js", "two"],
    before: `// @filename: package.json
{ "type": "module" }
// @filename: index.js
export * from './all.js'
// @filename: all.js
export * from './util.js'
export * from './base.js'
export { Child } from './child.js'
// @filename: base.js
export class Base {}
// @filename: child.js
import { Base } from './all.js'

/** @typedef {import('./util.js').isBase} Named */
export class Child extends Base {}
// @filename: util.js
import { Base } from './all.js'

export const isBase = (/** @type {unknown} */ x) => x instanceof Base
export const two = () => 2
`,
    after: `// @filename: util.js
import { Base } from './all.js'
export { two } from './child.js'

export const isBase = (/** @type {unknown} */ x) => x instanceof Base
// @filename: child.js
import { Base } from './all.js'

/** @typedef {import('./util.js').isBase} Named */
export class Child extends Base {}
export const two = () => 2
`,
    warnings: [
      /^util\.js goes on exporting/,
      /^FAILS while it loads, since the files of its circle load in another order now: child\.js uses `Base` of base\.js$/,
    ],
  },
  "within a circle, to a file that loads before what the code has while it loads": {
    move: ["late.js", "early.js", "refs"],
    before: `// @filename: package.json
{ "type": "module" }
// @filename: index.js
export * from './all.js'
// @filename: all.js
export { early } from './early.js'
export * from './read.js'
export * from './late.js'
// @filename: early.js
import { read } from './all.js'

export const early = () => read()
// @filename: read.js
import { early } from './all.js'

export const read = () => 1
export const again = () => early()
// @filename: late.js
import { read } from './all.js'

export const refs = [read]
export const use = () => refs
`,
    after: `// @filename: early.js
import { read } from './all.js'

export const early = () => read()

export const refs = [read]
// @filename: late.js
import { refs } from './early.js'
export { refs } from './early.js'

export const use = () => refs
`,
    warnings: [/^late\.js goes on exporting/, /^FAILS while it loads, .*: early\.js uses `read` of read\.js$/],
  },
  "the last of a file, with no blank line left behind": {
    move: ["a.ts", "b.ts", "f", "g"],
    before: `// @filename: a.ts
export const a = 1;

/** Goes. */
export const f = 2;

export const g = 3;
`,
    after: `// @filename: a.ts
export const a = 1;
// @filename: b.ts
/** Goes. */
export const f = 2;

export const g = 3;
`,
  },
  "an import in the place of the only one, which went along: it is written as that was": {
    move: ["a.ts", "b.ts", "f"],
    before: `// @filename: a.ts
import { c } from './c'

export const f = () => c
export const a = () => f()
// @filename: c.ts
export const c = 1
`,
    after: `// @filename: a.ts
import { f } from './b'

export const a = () => f()
// @filename: b.ts
import { c } from './c'

export const f = () => c
`,
  },
  "without semicolons, as a file is written whose comments alone have some": {
    move: ["a.ts", "b.ts", "f"],
    before: `// @filename: a.ts
export const f = () => 1
export const a = 2
// @filename: d.ts
import { a, f } from "./a"

// One;
export const d = [a, f]
`,
    after: `// @filename: a.ts
export const a = 2
// @filename: b.ts
export const f = () => 1
// @filename: d.ts
import { a } from "./a"
import { f } from "./b"

// One;
export const d = [a, f]
`,
  },
  "away from others of its file: beside the import or the export that it leaves, or above stylesheets": {
    move: ["a.ts", "b.ts", "f"],
    before: `// @filename: a.ts
import { c, e } from "./c";
import "./c.css";

export const f = () => c;
export const a = () => [f(), e];
// @filename: c.ts
export const c = 1;
export const e = 2;
// @filename: c.css
// @filename: index.ts
export { a, f } from "./a"; // the first
export { c } from "./c";
export * from "./d";
// @filename: d.ts
import { a, f } from "./a";
import { c } from "./c";
import "./c.css";

export const d = [a, f, c];
`,
    after: `// @filename: a.ts
import { e } from "./c";
import { f } from "./b";
import "./c.css";

export const a = () => [f(), e];
// @filename: b.ts
import { c } from "./c";

export const f = () => c;
// @filename: index.ts
export { a } from "./a"; // the first
export { f } from "./b";
export { c } from "./c";
export * from "./d";
// @filename: d.ts
import { a } from "./a";
import { f } from "./b";
import { c } from "./c";
import "./c.css";

export const d = [a, f, c];
`,
  },
  "to a new file, with the licence at the top of its own": {
    move: ["a.ts", "b.ts", "g"],
    before: `// @filename: a.ts
// Copyright 2024 The Authors.
// All rights reserved.

// What the file is about.

import { size } from "./size";

export const f = 1;
export const g = size;
// @filename: size.ts
export const size = 1;
`,
    after: `// @filename: a.ts
// Copyright 2024 The Authors.
// All rights reserved.

// What the file is about.

export const f = 1;
// @filename: b.ts
// Copyright 2024 The Authors.
// All rights reserved.

import { size } from "./size";

export const g = size;
`,
  },
  "overloads, a decorated class, an enum and a namespace": {
    move: ["a.ts", "b.ts", "f", "K", "E", "N"],
    before: `// @filename: a.ts
export function dec(_: unknown) {}
function f(a: string): void;
function f(a: number): void;
function f(a: unknown) { void a; }
/** Doc. */
@dec
class K {}
enum E { A }
namespace N { export const n = 1; }
export const used = [f, K, E, N];
`,
    after: `// @filename: a.ts
import { f, K, E, N } from "./b";

export function dec(_: unknown) {}
export const used = [f, K, E, N];
// @filename: b.ts
import { dec } from "./a";

export function f(a: string): void;
export function f(a: number): void;
export function f(a: unknown) { void a; }
/** Doc. */
@dec
export class K {}
export enum E { A }
export namespace N { export const n = 1; }
`,
    warnings: [/^IN A CIRCLE now: a\.ts → b\.ts → a\.ts/],
  },
  "imports in the code itself, of data, and of types": {
    move: ["src/a.ts", "src/deep/b.ts", "load", "Of", "data"],
    before: `// @filename: src/a.ts
import json from "./data.json" with { type: "json" };
export const load = () => import("./c");
export type Of = import("./c").C;
export const data = json;
export const stays = 1;
// @filename: src/data.json
{ "a": 1 }
// @filename: src/c.ts
export type C = 1;
export const c = 1;
`,
    after: `// @filename: src/a.ts
export const stays = 1;
// @filename: src/deep/b.ts
import json from "../data.json" with { type: "json" };

export const load = () => import("../c");
export type Of = import("../c").C;
export const data = json;
`,
  },
  "to lists of imports that are there, and away from such": {
    move: ["a.ts", "b.ts", "f"],
    before: `// @filename: a.ts
import type { T } from "./t";
export const f = (t: T) => t;
export const g = 1;
// @filename: t.ts
export type T = 1;
export type U = 2;
// @filename: b.ts
import type { U } from "./t";
export const u: U = 2;
// @filename: c.ts
import {
  f, // the one
  g,
} from "./a";
import {
  u,
} from "./b";
export const c = [f, g, u];
`,
    after: `// @filename: a.ts
export const g = 1;
// @filename: b.ts
import type { U, T } from "./t";
export const u: U = 2;
export const f = (t: T) => t;
// @filename: c.ts
import {
  g,
} from "./a";
import {
  u,
  f,
} from "./b";
export const c = [f, g, u];
`,
  },
  "what a module does when it is loaded is done for who loads the old file, too": {
    move: ["src/a.ts", "src/deep/n.ts", "useReg"],
    before: `// @filename: src/registry.ts
const all: Record<string, number> = {};
Object.assign(globalThis, { all });
export const registered = () => all;
// @filename: src/index.ts
export { registered as passedOn } from "./registry";
// @filename: src/row.ts
export function Row() {}
Row.size = 1;
// @filename: src/a.ts
import { passedOn } from "./index";
import { registered } from "./registry";
import { Row } from "./row";
import type { registered as Registered } from "./registry";

export function useReg(one: typeof Registered = registered) { return [one(), passedOn(), Row.size]; }
export const keep = 1;
// @filename: src/main.ts
import { keep } from "./a";
export const main = keep;
`,
    after: `// @filename: src/a.ts
import "./index";
import "./registry";

export const keep = 1;
// @filename: src/deep/n.ts
import { passedOn } from "../index";
import { registered, type registered as Registered } from "../registry";
import { Row } from "../row";

export function useReg(one: typeof Registered = registered) { return [one(), passedOn(), Row.size]; }
`,
    warnings: [
      /^KEPT in src\/a\.ts, for what is done when it loads and would not be any more: import "\.\/index" \(src\/registry\.ts\); import "\.\/registry" \(src\/registry\.ts\)$/,
    ],
  },
  "what a module does when it is loaded is done by what moved, which all load": {
    move: ["src/a.ts", "src/n.ts", "useReg"],
    before: `// @filename: src/registry.ts
console.log(1);
export const registered = () => 1;
// @filename: src/a.ts
import { registered } from "./registry";

export function useReg() { return registered(); }
export const keep = 1;
// @filename: src/main.ts
import { useReg } from "./a";
import { b } from "./b";
export const main = [b, useReg()];
// @filename: src/b.ts
import { keep } from "./a";
export const b = keep;
`,
    after: `// @filename: src/a.ts
export const keep = 1;
// @filename: src/n.ts
import { registered } from "./registry";

export function useReg() { return registered(); }
// @filename: src/main.ts
import { useReg } from "./n";
import { b } from "./b";
export const main = [b, useReg()];
`,
  },
  "paths that it puts together when it runs": {
    move: ["src/a.ts", "src/deep/n.ts", "load", "all"],
    before: `// @filename: src/types.d.ts
declare const require: { (path: string): unknown; context(path: string): unknown };
// @filename: src/locales/de.json
{}
// @filename: src/a.ts
export const load = (l: string) => import(\`./locales/\${l}.json\`);
export const all = [(y: string) => require("./x/" + y), require.context("./y"), (z: string) => import("z/" + z)];
export const stays = (l: string) => import(\`./stays/\${l}.json\`);
`,
    after: `// @filename: src/a.ts
export const stays = (l: string) => import(\`./stays/\${l}.json\`);
// @filename: src/deep/n.ts
export const load = (l: string) => import(\`./locales/\${l}.json\`);
export const all = [(y: string) => require("./x/" + y), require.context("./y"), (z: string) => import("z/" + z)];
`,
    warnings: [
      /^LOOK AT THESE, whose paths are put together when they run: src\/deep\/n\.ts:1 \.\/locales\/…; src\/deep\/n\.ts:2 \.\/x\/…; src\/deep\/n\.ts:2 \.\/y…$/,
    ],
  },
  "paths that it puts together, in the same folder": {
    move: ["a.ts", "n.ts", "load"],
    before: `// @filename: locales/de.json
{}
// @filename: a.ts
export const load = (l: string) => import(\`./locales/\${l}.json\`);
export const stays = 1;
`,
    after: `// @filename: a.ts
export const stays = 1;
// @filename: n.ts
export const load = (l: string) => import(\`./locales/\${l}.json\`);
`,
  },
  "all of a file": {
    move: ["a.ts", "b.ts", "f"],
    before: `// @filename: a.ts
import "./effect";
export const f = 1;
// @filename: effect.ts
export {};
// @filename: c.ts
import { f } from "./a";
export const c = f;
`,
    after: `// @filename: a.ts
import "./effect";
// @filename: b.ts
export const f = 1;
// @filename: c.ts
import { f } from "./b";
export const c = f;
`,
    warnings: [/^NO LONGER LOADED by these, though it does more than declare: a\.ts: c\.ts$/],
  },
  "all that a file holds": {
    move: ["a.ts", "b.ts", "f"],
    before: `// @filename: a.ts
export const f = 1;
`,
    after: `// @filename: a.ts
export {};
// @filename: b.ts
export const f = 1;
`,
    warnings: [/^Nothing is left in a\.ts: delete it\.$/],
  },
  "mocks are told": {
    move: ["a.ts", "b.ts", "f"],
    before: `// @filename: a.ts
export const f = 1;
export const g = 1;
// @filename: a.test.ts
import { g } from "./a";
declare const vi: { mock(path: string, by?: unknown): void };
vi.mock("./a", () => ({ f: 2 }));
export const t = g;
`,
    after: `// @filename: a.ts
export const g = 1;
// @filename: b.ts
export const f = 1;
`,
    warnings: [/^LOOK AT THESE mocks.*: a\.test\.ts:3$/],
  },
  "what is declared without a value goes along as a copy": {
    move: ["a.ts", "b.ts", "f"],
    before: `// @filename: a.ts
type Mode = "on" | "off";
/** Set by the bundler. */
declare const DEV: Mode;
export const f = () => DEV;
export const g = () => DEV;
`,
    after: `// @filename: a.ts
export type Mode = "on" | "off";
/** Set by the bundler. */
declare const DEV: Mode;
export const g = () => DEV;
// @filename: b.ts
import type { Mode } from "./a";

/** Set by the bundler. */
declare const DEV: Mode;
export const f = () => DEV;
`,
    warnings: [/^EXPORTED from a\.ts now, .*: Mode \(nothing else there does: kart_move it too\)$/],
  },
  "what the other file declares without a value, too": {
    move: ["a.ts", "b.ts", "f"],
    before: `// @filename: a.ts
declare const DEV: boolean;
export const f = () => DEV;
export const g = () => DEV;
// @filename: b.ts
declare const DEV: boolean;
export const b = () => DEV;
`,
    after: `// @filename: a.ts
declare const DEV: boolean;
export const g = () => DEV;
// @filename: b.ts
declare const DEV: boolean;
export const b = () => DEV;
export const f = () => DEV;
`,
  },
  "two of one statement that others come to import": {
    move: ["a.ts", "b.ts", "f"],
    before: `// @filename: a.ts
const x = 1, y = 2;
export const f = () => x + y;
`,
    after: `// @filename: a.ts
export const x = 1, y = 2;
// @filename: b.ts
import { x, y } from "./a";

export const f = () => x + y;
`,
    warnings: [
      /^EXPORTED from a\.ts now, .*: x \(nothing else there does: kart_move it too\); y \(nothing else there does: kart_move it too\)$/,
    ],
  },
  "by several statements of one file": {
    move: ["a.ts", "b.ts", "f", "T"],
    before: `// @filename: a.ts
export const f = 1;
export type T = 1;
export const g = 2;
// @filename: c.ts
import { f, g } from "./a";
import type { T } from "./a";
export { f as first } from "./a";
export type { T as Type } from "./a";
export const c: [T, number, number] = [1, f, g];
`,
    after: `// @filename: a.ts
export const g = 2;
// @filename: b.ts
export const f = 1;
export type T = 1;
// @filename: c.ts
import { g } from "./a";
import { f } from "./b";
import type { T } from "./b";
export { f as first } from "./b";
export type { T as Type } from "./b";
export const c: [T, number, number] = [1, f, g];
`,
  },
  "to a file that imports it and passes it on": {
    move: ["a.ts", "b.ts", "f"],
    before: `// @filename: a.ts
export const f = 1;
export const g = 2;
// @filename: b.ts
import { f } from "./a";

const b = f;
export { b, f };
`,
    after: `// @filename: a.ts
export const g = 2;
// @filename: b.ts
export const f = 1;
const b = f;
export { b };
`,
  },
  "to a file that imports as a type what it needs as a value": {
    move: ["a.ts", "b.ts", "make"],
    before: `// @filename: a.ts
import { K } from "./k";
export const make = () => new K();
export const g = 2;
// @filename: k.ts
export class K {}
export type L = K;
// @filename: b.ts
import type { K, L } from "./k";
export const b = (k: K): L => k;
`,
    after: `// @filename: a.ts
export const g = 2;
// @filename: b.ts
import type { L } from "./k";
import { K } from "./k";
export const b = (k: K): L => k;
export const make = () => new K();
`,
  },
  "in a circle by what the code takes along": {
    move: ["a.js", "b.js", "f"],
    before: `// @filename: a.js
import { c } from "./c";
export const f = () => c;
export const g = 1;
// @filename: b.js
export const b = 1;
// @filename: c.js
import { b } from "./b";
export const c = () => b;
`,
    after: `// @filename: a.js
export const g = 1;
// @filename: b.js
import { c } from "./c";

export const b = 1;
export const f = () => c;
`,
    warnings: [/^IN A CIRCLE now: b\.js → c\.js → b\.js\. /],
  },
  "decorated in front of export": {
    move: ["a.ts", "b.ts", "K"],
    before: `// @filename: a.ts
export function dec(_: unknown) {}
/** Doc. */
@dec
export class K {}
`,
    after: `// @filename: a.ts
export function dec(_: unknown) {}
// @filename: b.ts
import { dec } from "./a";

/** Doc. */
@dec
export class K {}
`,
  },
  "in a circle that will not load": {
    move: ["a.js", "b.js", "f"],
    before: `// @filename: a.js
import { c } from "./c";
export const f = () => c;
export const g = 1;
// @filename: b.js
export class B {}
export function b() {}
// @filename: c.js
import { B, b } from "./b";
b();
export class C extends B {}
export const c = 1;
`,
    after: `// @filename: a.js
import "./c";
export const g = 1;
// @filename: b.js
import { c } from "./c";

export class B {}
export function b() {}
export const f = () => c;
`,
    warnings: [
      /^IN A CIRCLE now: b\.js → c\.js → b\.js\. /,
      /^FAILS where the other one is loaded first, .*: c\.js uses `B` of b\.js$/,
      /^KEPT in a\.js, .*: import "\.\/c" \(c\.js\)$/,
    ],
  },
  "no circle where compilers keep each import that does not say that it is of types": {
    move: ["a.ts", "b.ts", "Sub", "Shape"],
    before: `// @filename: a.ts
export class Base {}
export class Sub extends Base {}
export type Of = Sub | InstanceType<typeof Sub>;
export class Other {}
export const shape = (other: Shape) => other;
export type Shape = { other: Other };
// @filename: u.ts
import { Sub } from "./a";
export const u = new Sub();
`,
    after: `// @filename: a.ts
import type { Sub, Shape } from "./b";

export class Base {}
export type Of = Sub | InstanceType<typeof Sub>;
export class Other {}
export const shape = (other: Shape) => other;
// @filename: b.ts
import { Base, type Other } from "./a";

export class Sub extends Base {}

export type Shape = { other: Other };
// @filename: u.ts
import { Sub } from "./b";
export const u = new Sub();
`,
  },
  "what decorators are told of a type stays": {
    move: ["a.ts", "b.ts", "Service"],
    before: `// @filename: a.ts
declare const Inject: (target: unknown, context: unknown) => void;
export class Service {}
@Inject
export class User { constructor(readonly service: Service) {} }
`,
    after: `// @filename: a.ts
import { Service } from "./b";

declare const Inject: (target: unknown, context: unknown) => void;
@Inject
export class User { constructor(readonly service: Service) {} }
// @filename: b.ts
export class Service {}
`,
  },
  "no circle by types, nor with who no longer imports it": {
    move: ["a.ts", "b.ts", "f", "T"],
    before: `// @filename: a.ts
export class K {}
export type T = 1;
export const f = (k: K) => k;
export const g = () => f;
// @filename: b.ts
import { c } from "./c";
import { f } from "./a";
export const b = () => [f, c];
// @filename: c.ts
import { T } from "./a";
export const c: T = 1;
`,
    after: `// @filename: a.ts
import { f } from "./b";

export class K {}
export const g = () => f;
// @filename: b.ts
import { c } from "./c";
import type { K } from "./a";
export type T = 1;
export const f = (k: K) => k;
export const b = () => [f, c];
// @filename: c.ts
import { T } from "./b";
export const c: T = 1;
`,
  },
  "by `export *` of both files": {
    move: ["a.js", "b.js", "f"],
    before: `// @filename: a.js
export const f = 1;
export const g = 2;
// @filename: b.js
export const b = 1;
// @filename: index.js
export * from "./a";
export * from "./b";
`,
    after: `// @filename: a.js
export const g = 2;
// @filename: b.js
export const b = 1;
export const f = 1;
`,
  },
  "what is done with it when its file loads": {
    move: ["a.js", "b.js", "all"],
    before: `// @filename: a.js
export const all = [];
all.push(1);
export const g = 2;
// @filename: c.js
import { all } from "./a";
export const c = all;
`,
    after: `// @filename: a.js
import { all } from "./b";

all.push(1);
export const g = 2;
// @filename: b.js
export const all = [];
// @filename: c.js
import { all } from "./b";
export const c = all;
`,
    warnings: [/^STAYS in a\.js, and runs only where that is imported: all\.push\(1\);$/],
  },
  "what its JSX is compiled to": {
    move: ["a.jsx", "b.jsx", "F"],
    before: `// @filename: a.jsx
/** @jsx make */
import { make } from "./make";

export const F = () => <div />;
export const g = 2;
// @filename: make.js
export const make = () => 1;
`,
    after: `// @filename: a.jsx
/** @jsx make */
import { make } from "./make";

export const g = 2;
// @filename: b.jsx
/** @jsx make */

import { make } from "./make";

export const F = () => <div />;
`,
  },
  "what actions share, to a file that is none of actions": {
    move: ["a.ts", "b.ts", "k"],
    before: `// @filename: a.ts
"use server";

export async function f() { return k(); }
function k() { return 1; }
`,
    after: `// @filename: a.ts
"use server";

import { k } from "./b";

export async function f() { return k(); }
// @filename: b.ts
export function k() { return 1; }
`,
  },
  "with what others add to it": {
    move: ["a.ts", "b.ts", "X"],
    before: `// @filename: a.ts
export interface X { a: 1 }
export interface Y { a: 1 }
// @filename: adds.ts
import type { Y } from "./a";
declare module "./a" {
  interface X { b: 2 }
}
declare module "./a" {
  interface Y { b: 2 }
}
export type Z = Y;
// @filename: c.ts
import type { X } from "./a";
export const c = (x: X) => x.b;
`,
    after: `// @filename: a.ts
export interface Y { a: 1 }
// @filename: b.ts
export interface X { a: 1 }
// @filename: adds.ts
import type { Y } from "./a";
declare module "./b" {
  interface X { b: 2 }
}
declare module "./a" {
  interface Y { b: 2 }
}
export type Z = Y;
// @filename: c.ts
import type { X } from "./b";
export const c = (x: X) => x.b;
`,
  },
  "where mocks, directives, twins and generated files are told": {
    move: ["a.js", "b.js", "f"],
    before: `// @filename: a.js
"use client";
export const f = 1;
export const g = 1;
// @filename: a.d.ts
export declare const f: number;
export declare const g: number;
// @filename: b.js
// @generated by a program. DO NOT EDIT.
export const b = 1;
// @filename: b.test.js
import { b } from "./b";
vi.mock("./b", () => ({ b: 2 }));
export const t = b;
`,
    after: `// @filename: a.js
"use client";
export const g = 1;
// @filename: b.js
// @generated by a program. DO NOT EDIT.
export const b = 1;
export const f = 1;
`,
    warnings: [
      /^LOOK AT THESE mocks.*: b\.test\.js:2$/,
      /^Only one of a\.js and b\.js says "use client": LOOK /,
      /^LEFT BEHIND: what moved is declared there too: a\.d\.ts$/,
      /^Changed too, though they say that they are generated: .*: b\.js$/,
    ],
  },
  "what nobody has": {
    move: ["a.ts", "b.ts", "f"],
    before: `// @filename: a.ts
export const g = 1;
// @ts-expect-error nobody has it
const f = 1;
`,
    after: `// @filename: a.ts
export const g = 1;
// @filename: b.ts
// @ts-expect-error nobody has it
const f = 1;
export {};
`,
  },
};

/** The same as another editor would have left it. */
const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  "": (text) => text,
  ", with CRLF": (text) => text.replaceAll("\n", "\r\n"),
};

describe("moved and taken back", () => {
  for (const [what, { move, before, after, warnings = [] }] of Object.entries(ROWS))
    for (const [how, spelled] of Object.entries(SPELLINGS))
      test(what + how, async () => {
        const files = (text: string) =>
          Object.fromEntries(
            Object.entries(markedFiles(CONFIG + text)).map(([path, source]) => [path, spelled(source)]),
          );
        const desk = await deskWith(files(before));
        const snapshot = desk.workspace.snapshot();
        const [from, to, ...symbols] = move;
        const symbol = symbols.length === 1 ? symbols[0] : symbols;
        const data = await desk.connection.data<MoveData>("kart_move", { from, to, symbol });
        expect(data.moved).toEqual([{ from, to }]);
        expect(data.warnings.length, data.warnings.join("\n")).toBe(warnings.length);
        for (const [index, pattern] of warnings.entries()) expect(data.warnings[index]).toMatch(pattern);
        const wanted = { ...files(before), ...files(after) };
        expect(
          Object.fromEntries(
            Object.keys(wanted).map((path) => [
              path,
              existsSync(desk.workspace.path(path)) ? desk.workspace.read(path) : "",
            ]),
          ),
        ).toEqual(wanted);
        expect(data.files.map(({ path }) => path).sort()).toEqual(
          Object.keys(wanted)
            .filter((path) => wanted[path] !== files(before)[path])
            .sort(),
        );
        await desk.connection.data("kart_undo");
        expect(desk.workspace.snapshot()).toEqual(snapshot);
      });
});

const A = "export const a = 1;\n";

const REFUSED: Readonly<
  Record<string, readonly [files: Readonly<Record<string, string>>, args: Record<string, unknown>, message: RegExp]>
> = {
  "no such symbol": [{ "a.ts": A }, { to: "b.ts", symbol: "z" }, /^symbol_not_found: No symbol `z` in a\.ts\..*`a`/],
  "no symbol at all": [{ "a.ts": A }, { to: "b.ts", symbol: [] }, /^invalid_argument: .*symbol/],
  "a member": [
    { "a.ts": "export class K { m() {} }\n" },
    { to: "b.ts", symbol: "K.m" },
    /^invalid_argument: `K\.m` is a member/,
  ],
  ...Object.fromEntries(
    ["T", "f"].map((symbol) => [
      `${symbol}, where a name is imported for its type and declared for its value`,
      [
        {
          "a.ts": 'import { T } from "./t";\nexport function T(a: T) { return a; }\nexport const f = () => T(1);\n',
          "t.ts": "export type T = number;\n",
        },
        { to: "b.ts", symbol },
        /^invalid_argument: .*`T` is a type that line 1 imports, and a value that line 2 declares: .*`T as …`/,
      ] as const,
    ]),
  ),
  "one of two that a statement declares": [
    { "a.ts": "export const { a, b } = { a: 1, b: 2 };\n" },
    { to: "b.ts", symbol: "a" },
    /^invalid_argument: The statement at line 1 declares `b` too\./,
  ],
  "a variable that what stays assigns to": [
    { "a.ts": "let a = 1;\nexport const f = () => { a = 2; return a; };\n" },
    { to: "b.ts", symbol: "a" },
    /^invalid_argument: `a` is assigned to/,
  ],
  "what assigns to a variable that stays": [
    { "a.ts": "let a = 1;\nexport const f = () => ++a;\nexport const g = a;\n" },
    { to: "b.ts", symbol: "f" },
    /^invalid_argument: `a` is assigned to/,
  ],
  ...Object.fromEntries(
    ["for (a of [2]);", "[a] = [2];", "({ a } = { a: 2 });", "({ b: [a = 1] } = { b: [] });", "(a) = 2;"].map(
      (code) => [
        `what assigns by ${code}`,
        [
          { "a.js": `let a = 1;\nexport const f = () => { ${code} };\nexport const g = () => a;\n` },
          { from: "a.js", to: "b.js", symbol: "f" },
          /^invalid_argument: `a` is assigned to/,
        ] as const,
      ],
    ),
  ),
  "what assigns to a function that stays": [
    { "a.js": "export const f = () => { a = f; };\nexport function a() {}\n" },
    { from: "a.js", to: "b.js", symbol: "f" },
    /^invalid_argument: `a` is assigned to/,
  ],
  "what is declared without a value, and used by what stays": [
    { "a.ts": "declare const DEV: boolean;\nexport const f = () => DEV;\n" },
    { to: "b.ts", symbol: "DEV" },
    /^invalid_argument: `DEV` has no value of its own/,
  ],
  "what `export *` would bring twice, and so not at all": [
    {
      "a.js": "export const f = 1;\nexport const g = 2;\n",
      "b.js": "export const b = 1;\n",
      "c.js": "export const f = 3;\n",
      "part.js": 'export * from "./b";\n',
      "index.js": 'export * from "./part";\nexport * from "./c";\n',
    },
    { from: "a.js", to: "b.js", symbol: "f" },
    /^already_exists: index\.js has a `f` by `export \*` from c\.js, and would export neither beside that of b\.js\./,
  ],
  "what would be exported for it, beside another one of `export *`": [
    {
      "a.js": "const c = 1;\nexport const f = () => c;\nexport const g = () => c;\n",
      "c.js": "export const c = 3;\n",
      "index.js": 'export * from "./a";\nexport * from "./c";\n',
    },
    { from: "a.js", to: "b.js", symbol: "f" },
    /^already_exists: index\.js has a `c` by `export \*` from c\.js, .*that of a\.js\./,
  ],
  "to a file that has another one by `export *`": [
    { "a.js": "export const f = 1;\n", "b.js": 'export * from "./c";\n', "c.js": "export const f = 3;\n" },
    { from: "a.js", to: "b.js", symbol: "f" },
    /^already_exists: b\.js has a `f` by `export \*` from c\.js, and would no longer pass that one on\./,
  ],
  "what needs at once what would load after it": [
    {
      "a.ts": "export class A {}\nexport class B extends A {}\nexport const make = () => new B();\n",
      "c.ts": 'import { make } from "./a";\nexport const c = make();\n',
    },
    { to: "b.ts", symbol: "B" },
    /^invalid_argument: b\.ts would use `A` of a\.ts while it loads, .*Move `A` along: symbol takes several\.$/,
  ],
  "what calls at once a function that needs what would load after it": [
    {
      "a.ts":
        'export const names: string[] = [];\nconst add = (tag: string) => names.push(tag);\nexport function mark(tag: string) { return more(tag); }\nfunction more(tag: string) { names.push(tag); return tag; }\nexport class B { static field = mark("b"); }\nexport const make = () => new B();\n',
      "c.ts": 'import { make } from "./a";\nexport const c = make();\n',
    },
    { to: "b.ts", symbol: "B" },
    /^invalid_argument: b\.ts would use `names` of a\.ts while it loads, .*Move `names` along: symbol takes several\.$/,
  ],
  "what a function needs that is called at once by what stays": [
    {
      "a.ts":
        "export const tags: string[] = [];\nexport const b = 1;\nexport function mark() { tags.push(String(b)); }\nmark();\nexport const other = 2;\n",
      "c.ts": 'import { other } from "./a";\nimport { tags } from "./a";\nexport const c = [other, tags];\n',
      "b.ts": 'import { other } from "./a";\nexport const late = () => other;\n',
      "d.ts": 'import { late } from "./b";\nexport const d = late;\n',
    },
    { to: "b.ts", symbol: ["tags", "mark"] },
    /^invalid_argument: a\.ts would use `tags` of b\.ts while it loads, /,
  ],
  "the same where that is for `export *` alone, which is named": [
    {
      "a.ts": "export class A {}\nexport class B extends A {}\n",
      "index.ts": 'export * from "./a";\n',
      "c.ts": 'import { B } from "./index";\nexport const c = new B();\n',
    },
    { to: "b.ts", symbol: "B" },
    /Move `A` along: symbol takes several\. Or name `B` beside `export \*` in index\.ts:1 first, in a list from the same file: /,
  ],
  "the same where that is for an entry point alone, which is said": [
    {
      "package.json": '{ "name": "p", "exports": { "./*": "./*" } }',
      "a.ts": "export class A {}\nexport class B extends A {}\n",
    },
    { to: "b.ts", symbol: "B" },
    /Move `A` along: symbol takes several\. a\.ts would import it only since it is an entry point of its package, and goes on exporting `B`\.$/,
  ],
  "what stays and needs it at once, before what it needs itself": [
    {
      "a.ts": "const LIMIT = 3;\nexport const parse = () => LIMIT;\nexport const table = { parse };\n",
      "c.ts": 'import { parse } from "./a";\nexport const c = parse();\n',
    },
    { to: "b.ts", symbol: "parse" },
    /^invalid_argument: a\.ts would use `parse` of b\.ts while it loads, .*Move `LIMIT` along, or what uses it: /,
  ],
  "to a file that has the name of what it imports from nowhere": [
    {
      "a.ts": 'import { ui } from "./ui";\nexport const a = ui;\n',
      "ui.ts": "export const ui = 1;\n",
      "b.ts": "declare global { namespace ui { type T = 1 } }\nexport type X = ui.T;\n",
    },
    { to: "b.ts", symbol: "a" },
    /^already_exists: `ui` means something else in b\.ts/,
  ],
  "what importers of JavaScript have of the declaration file beside it": [
    {
      "a.js": "export class A {}\nexport const other = 1;\n",
      "a.d.ts": "export class A { a: number }\nexport const other: number;\n",
      "u.ts": 'import { A } from "./a.js";\nexport const made = new A();\n',
    },
    { from: "a.d.ts", to: "b.d.ts", symbol: "A" },
    /^still_referenced: It would not compile, .*u\.ts:1 Module /s,
  ],
  "what is another on other platforms": [
    { "a.ts": A, "a.native.ts": "export const a = 2;\n" },
    { to: "b.ts", symbol: "a" },
    /^invalid_argument: What may be loaded in its place has its own, a\.native\.ts:1/,
  ],
  "to a file that git ignores": [
    { "a.ts": A, ".gitignore": "dist\n" },
    { to: "dist/b.ts", symbol: "a" },
    /^invalid_argument: dist\/b\.ts is ignored by git/,
  ],
  "what would become callable from outside": [
    {
      "a.ts":
        '"use server";\nconst key = 1;\nexport async function f() { return key; }\nexport const g = async () => key;\n',
    },
    { to: "b.ts", symbol: "f" },
    /^invalid_argument: "use server" lets whoever asks call what a\.ts exports, and `key` would be exported/,
  ],
  "what is not exported, with what is, of actions": [
    {
      "a.ts":
        '"use server";\nfunction k() { return 1; }\nexport async function f() { return k(); }\nexport const g = async () => k();\n',
    },
    { to: "b.ts", symbol: ["f", "k"] },
    /^invalid_argument: "use server" .* `k` is not exported now\./,
  ],
  "JSX that would be compiled to something else": [
    { "a.jsx": "/** @jsx make */\nexport const F = () => <p />;\n", "b.jsx": A },
    { from: "a.jsx", to: "b.jsx", symbol: "F" },
    /^invalid_argument: The comment at the top of a\.jsx or b\.jsx compiles JSX in another way/,
  ],
  "what others add to together with what stays": [
    {
      "a.ts": "export interface X {}\nexport interface Y {}\n",
      "c.ts": 'export {};\ndeclare module "./a" { interface X { x: 1 } interface Y { x: 1 } }\n',
    },
    { to: "b.ts", symbol: "X" },
    /^invalid_argument: c\.ts:2 adds to `X` in a `declare module` .* it adds to what stays as well/,
  ],
  "to a file that adds to it": [
    {
      "a.ts": "export interface X {}\nexport interface Y {}\n",
      "b.ts": 'export {};\ndeclare module "./a" { interface X { x: 1 } }\n',
    },
    { to: "b.ts", symbol: "X" },
    /^invalid_argument: b\.ts:2 adds to `X` .* it would stand beside it/,
  ],
  "a default export without a name": [
    { "a.ts": "export const b = 1;\nexport default class {}\n", "c.ts": 'import A from "./a";\nnew A();\n' },
    { to: "b.ts", symbol: "default" },
    /^invalid_argument: Line 2 is the default export/,
  ],
  "a default export": [
    { "a.ts": "export default function f() {}\n" },
    { to: "b.ts", symbol: "f" },
    /^invalid_argument: Line 1 is the default export/,
  ],
  "to its own file": [{ "a.ts": A }, { to: "./a.ts", symbol: "a" }, /^invalid_argument: a\.ts is where it stands/],
  "to a folder": [{ "a.ts": A, "d/b.ts": A }, { to: "d", symbol: "a" }, /^not_a_file: /],
  "out of the root": [{ "a.ts": A }, { to: "../b.ts", symbol: "a" }, /^path_outside_root: /],
  "to what is no source": [{ "a.ts": A }, { to: "b.json", symbol: "a" }, /^invalid_argument: b\.json cannot hold/],
  "types to JavaScript": [
    { "a.ts": "export const a: 1 = 1;\n" },
    { to: "b.js", symbol: "a" },
    /^syntax_error: b\.js would not parse/,
  ],
  "to a file that has the name": [
    { "a.ts": A, "b.ts": A },
    { to: "b.ts", symbol: "a" },
    /^already_exists: b\.ts has a `a`/,
  ],
  "to a file that means a global by the name": [
    { "a.ts": "export const fetch = 1;\n", "b.ts": "export const b = fetch;\n" },
    { to: "b.ts", symbol: "fetch" },
    /^already_exists: `fetch` means something else in b\.ts/,
  ],
  "to a file that declares what it means as a global": [
    { "a.ts": "export const a = () => console;\n", "b.ts": "export const console = 1;\n" },
    { to: "b.ts", symbol: "a" },
    /^already_exists: `console` means something else in b\.ts/,
  ],
  "to a file that imports it by another name": [
    { "a.ts": A, "b.ts": 'import { a as c } from "./a";\nexport const b = c;\n' },
    { to: "b.ts", symbol: "a" },
    /^invalid_argument: b\.ts has `a` as `c`/,
  ],
  "of CommonJS to an ES module": [
    { "a.js": "const a = 1;\nexports.a = a;\n", "b.js": "export const b = 1;\n" },
    { from: "a.js", to: "b.js", symbol: "a" },
    /^invalid_argument: Only one of a\.js and b\.js is an ES module/,
  ],
  "of a script": [
    { "a.ts": "const a = 1;\n" },
    { to: "b.ts", symbol: "a" },
    /^invalid_argument: a\.ts is no ES module/,
  ],
  "from a file that does not parse": [
    { "a.ts": `${A}const = 1;\n` },
    { to: "b.ts", symbol: "a" },
    /^syntax_error: a\.ts does not parse/,
  ],
  "what would not compile": [
    {
      "a.ts": 'import { base } from "./c";\nexport const f = base;\n',
      "c.ts": 'import { f } from "./a";\nexport const used = f;\nexport const base = 1;\n',
    },
    { to: "c.ts", symbol: "f" },
    /^still_referenced: It would not compile, by the lines that it would have, with 2 new type errors:\nc\.ts:/s,
  ],
};

describe("refused, with every byte unchanged", () => {
  for (const [what, [files, args, message]] of Object.entries(REFUSED))
    test(what, async () => {
      const desk = await deskWith({ ...markedFiles(CONFIG), ...files });
      expect(await desk.refused("kart_move", { from: "a.ts", ...args })).toMatch(message);
    });
});

test.each([
  ["ts", "js"],
  ["mts", "mjs"],
])("where no import shows how, a .%s of an ES module is imported with its ending", async (ending, written) => {
  await using desk = await Desk.with({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "nodenext", "types": [] } }',
    "package.json": '{ "name": "p", "type": "module" }',
    [`a.${ending}`]: "export const one = () => 1;\nexport const two = () => one() + 1;\n",
  });
  await desk.connection.data("kart_move", { from: `a.${ending}`, to: `b.${ending}`, symbol: "one" });
  expect(desk.workspace.read(`a.${ending}`)).toStartWith(`import { one } from "./b.${written}";\n`);
});

test("a dry run shows all of it and writes nothing", async () => {
  const desk = await deskWith({ ...markedFiles(CONFIG), "a.ts": `${A}export const b = a;\n` });
  const before = desk.workspace.snapshot();
  const { diff } = await desk.connection.data<MoveData>("kart_move", {
    from: "a.ts",
    to: "d/e/c.ts",
    symbol: "a",
    dryRun: true,
  });
  expect(diff).toContain('|import { a } from "./d/e/c";');
  expect(diff).toContain("d/e/c.ts: 1 edit");
  expect(desk.workspace.snapshot()).toEqual(before);
  expect(existsSync(desk.workspace.path("d"))).toBe(false);
});

test("what a new file imports comes first, and code that only went from one file to another is cut in its midst", async () => {
  const body = Array.from({ length: 80 }, (_, at) => `  log(${at});\n`).join("");
  const long = `import { log } from "./log";\n\nexport const c = 1;\nexport function f() {\n${body}}\n`;
  const files = {
    "a.ts": long,
    "log.ts": "export const log = (n: number) => n;\n",
    "u.ts": 'import { f } from "./a";\nf();\n',
  };
  for (const dryRun of [false, true]) {
    const desk = await deskWith({ ...markedFiles(CONFIG), ...files });
    const { diff } = await desk.connection.data<MoveData>("kart_move", {
      from: "a.ts",
      to: "b.ts",
      symbol: "f",
      dryRun,
    });
    expect(diff).toMatch(/^b\.ts: 1 edit\n@@ .*\n\+1:..\|import \{ log \} from "\.\/log";\n/);
    expect(diff).toContain("\na.ts: 2 edits\n");
    expect(diff).toMatch(/\n\+1:..\|import \{ f \} from "\.\/b";/);
    // A dry run has room for all of it.
    if (dryRun) expect(diff).not.toContain("…");
    else
      expect(diff).toMatch(/\n\+… 70 more\n\+83:..\|  log\(79\);\n\+84:..\|\}\n[^]*\n-… 74 more\n-  log\(79\);\n-\}\n/);
  }
});

test("a byte order mark stays where it is", async () => {
  await using desk = await Desk.with({ ...markedFiles(CONFIG), "a.ts": `\ufeff${A}export const b = 2;\n` });
  await desk.connection.data("kart_move", { from: "a.ts", to: "b.ts", symbol: "a" });
  const bytes = (path: string) => Array.from(new Uint8Array(readFileSync(desk.workspace.path(path))).slice(0, 3));
  expect(bytes("a.ts")).toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes("b.ts")).not.toEqual([0xef, 0xbb, 0xbf]);
});

test("a type that needs a package as a whole has it by `import React` as by `import * as React`; a value has not", async () => {
  const esm = "declare const lib: { make(): string };\nexport default lib;\nexport type Node = string;\n";
  await using desk = await Desk.with({
    ...markedFiles(CONFIG),
    ".gitignore": "node_modules\n",
    "node_modules/react/package.json": '{ "name": "react", "types": "index.d.ts" }',
    "node_modules/react/index.d.ts":
      "export = React;\ndeclare namespace React { type Node = string; function make(): Node; }\n",
    "node_modules/esm/package.json": '{ "name": "esm", "types": "index.d.ts" }',
    "node_modules/esm/index.d.ts": esm,
    "a.ts":
      'import React from "react";\nexport interface Props { children: React.Node }\nexport const made = React.make();\n',
    "b.ts": 'import * as React from "react";\nexport const b: React.Node = React.make();\n',
    "c.ts": 'import * as Lib from "esm";\nexport interface Props { children: Lib.Node }\n',
    "d.ts": 'import Lib from "esm";\nexport const d = Lib.make();\n',
  });
  const refused = (from: string, symbol: string, to: string) => desk.refused("kart_move", { from, symbol, to });
  expect(await refused("a.ts", "made", "b.ts")).toStartWith("already_exists: b.ts has a `React` of its own.");
  expect(await refused("c.ts", "Props", "d.ts")).toContain("Cannot find namespace 'Lib'");
  await desk.connection.data("kart_move", { from: "a.ts", symbol: "Props", to: "b.ts" });
  expect(desk.workspace.read("b.ts")).toBe(
    'import * as React from "react";\nexport const b: React.Node = React.make();\nexport interface Props { children: React.Node }\n',
  );
});
