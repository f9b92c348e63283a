import { expect, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { Workspace } from "../workspace/workspace.ts";
import { importersOfAbsent } from "./importers-of-absent.ts";
import { ModuleIndex } from "./module-index.ts";

const FILES = {
  "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./over/*", "./src/*"], "one": ["./over/x.ts"] } } }',
  "package.json":
    '{ "name": "own", "imports": { "#x": ["./over/x.ts", "./src/x.ts"] }, "exports": { "./x": { "types": "./over/x.ts", "default": "./src/x.ts" } } }',
  "src/x.ts": "export const x = 1;\n",
  "src/x/index.ts": "export const x = 1;\n",
  "src/lib/package.json": '{ "main": "./main.js" }',
  "src/lib/index.ts": "export const lib = 1;\n",
  "src/relative.ts": 'import { x } from "./x";\n',
  "src/relative-js.ts": 'export * from "./x.js";\n',
  "src/alias.ts": 'import { x } from "@/x";\n',
  "src/exact.ts": 'import { x } from "one";\n',
  "src/hash.ts": 'import { x } from "#x";\n',
  "src/self.ts": 'import { x } from "own/x";\n',
  "src/folder.ts": 'import { lib } from "./lib";\n',
  "src/data.ts": 'import data from "@/data.json";\n',
  "src/other.ts": 'import { x } from "../other/x";\nimport react from "react";\nimport "./x.css";\n',
};

test.each([
  ["over/x.ts", "alias exact hash self"],
  ["src/x.tsx", "alias relative relative-js self"],
  ["src/x.d.ts", "alias hash relative relative-js self"],
  ["src/x/index.js", "alias relative self"],
  ["src/x.test.ts", ""],
  ["src/lib/main.ts", "folder"],
  ["over/data.json", "data"],
  ["data.json", ""],
])("were %s there, it would be imported by: %s", async (path, wanted) => {
  using files = new TempWorkspace(FILES);
  const workspace = new Workspace(files.root);
  const graph = await new ModuleIndex(workspace).graph(new AbortController().signal);
  const found = (await importersOfAbsent(workspace.root, graph, [path])).get(path) ?? [];
  const names = Array.from(found, (one) => one.replaceAll(/^src\/|\.ts$/g, ""));
  expect(names.sort().join(" ")).toBe(wanted);
});
