import { expect, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { Workspace } from "../workspace/workspace.ts";
import { holdersOf } from "./holders.ts";
import { ModuleIndex } from "./module-index.ts";

const HOLDERS: Readonly<Record<string, string>> = {
  'import * as a from "./a"; export const c = a;': "it is a value",
  'import * as a from "./a"; export { a };': "",
  'import * as a from "./a"; a.hello; a["hello"];': "",
  'import * as a from "./a"; a[name];': "a member is computed",
  'import { hello } from "./a"; export const c = hello;': "",
  'export * from "./a";': "",
  'export const c = () => import("./a");': "it is a promise of it",
  'const { hello } = await import("./a");': "",
  'const a = require("./a"); module.exports = { a };': "it is required",
  'import type * as a from "./a"; export type C = typeof a;': "it is a type",
  'import "./a";': "",
};

for (const [source, why] of Object.entries(HOLDERS))
  test(`${source} ${why === "" ? "holds nothing" : `holds the module: ${why}`}`, async () => {
    using files = new TempWorkspace({
      "a.ts": "export const hello = 1;",
      "c.ts": source,
      "d.ts": 'import "./c";',
      "e.ts": 'import "./d";',
      "f.ts": 'import { hello } from "./a";',
    });
    const graph = await new ModuleIndex(new Workspace(files.root)).graph(new AbortController().signal);
    expect([...holdersOf(graph, "a.ts", ["hello"])].toSorted()).toEqual(why === "" ? [] : ["c.ts", "d.ts", "e.ts"]);
  });
