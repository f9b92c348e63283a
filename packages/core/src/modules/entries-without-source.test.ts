import { expect, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { Workspace } from "../workspace/workspace.ts";
import { entriesWithoutSource } from "./entries-without-source.ts";
import { ModuleIndex } from "./module-index.ts";

async function lost(manifest: object, ...sources: readonly string[]): Promise<string[]> {
  const files = Object.fromEntries(sources.map((path) => [path, "export {};"]));
  using tree = new TempWorkspace({ ...files, "package.json": JSON.stringify({ name: "p", ...manifest }) });
  const graph = await new ModuleIndex(new Workspace(tree.root)).graph(new AbortController().signal);
  return entriesWithoutSource(graph).map((one) => one.replace("package.json ", ""));
}

test("the other forms of an entry are built from the source that one form names", async () => {
  const types = "./lib/typescript/src/index.d.ts";
  const forms = { source: "./src/index.tsx", types, default: "./made/module/index.js" };
  expect(await lost({ types, main: "./made/module/index.js", exports: { ".": forms } }, "src/index.tsx")).toEqual([]);
  expect(await lost({ source: "code/a.ts", unpkg: "made/a.min.js", typings: "made/a.d.ts" }, "code/a.ts")).toEqual([]);
});

test("another entry, and one for another platform, is not", async () => {
  const exports = {
    ".": { source: "./code/a.ts", browser: "./made/b.js", default: "./made/a.js" },
    "./sub": { types: "./made/sub.d.ts", import: "./made/sub.js" },
  };
  expect(await lost({ exports }, "code/a.ts")).toEqual(["made/b.js", "made/sub.d.ts", "made/sub.js"]);
  expect(await lost({ bin: { a: "./code/a.ts", b: "./made/b.js" } }, "code/a.ts")).toEqual(["made/b.js"]);
  expect(await lost({ main: "./code/a.ts", "react-native": "made/n.js" }, "code/a.ts")).toEqual(["made/n.js"]);
});
