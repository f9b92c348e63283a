import { join, relative } from "node:path";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";
import { type FileContent, TempWorkspace } from "@kart/testkit/temp-workspace";
import { ModuleIndex } from "../../modules/module-index.ts";
import { Sources } from "../../modules/sources.ts";
import { WorkspacePackages } from "../../workspace/package-manifest.ts";
import { listProjectFiles, readManifest } from "../../workspace/project-files.ts";
import { ProjectRoots } from "../../workspace/project-roots.ts";
import { TsConfigs } from "../../workspace/tsconfig.ts";
import { Workspace } from "../../workspace/workspace.ts";
import { projectsReaching } from "./project-reach.ts";

setDefaultTimeout(90_000);

type Files = Readonly<Record<string, FileContent>>;

const TWO: Files = {
  "a/tsconfig.json": "{}",
  "a/a.ts": "export const hello = 1;",
  "b/tsconfig.json": "{}",
  "b/b.ts": "export const hello = 2;",
};

describe("reach of a/a.ts, beside b, which holds the same name", () => {
  const CASES: Readonly<Record<string, readonly [more: Files, wanted: readonly string[] | "all"]>> = {
    "no import": [{}, ["a"]],
    "an import": [{ "b/b.ts": 'import "../a/a";' }, ["a", "b"]],
    "a type import": [{ "b/b.ts": 'import type { hello } from "../a/a";' }, ["a", "b"]],
    "an import type": [{ "b/b.ts": 'export type B = typeof import("../a/a").hello;' }, ["a", "b"]],
    "an import in a comment of JavaScript": [
      { "b/jsconfig.json": "{}", "b/b.js": '/** @type {import("../a/a").A} */ let a;' },
      ["a", "b"],
    ],
    "a reference path": [{ "b/b.ts": '/// <reference path="../a/a.ts" />' }, ["a", "b"]],
    "a reference to types": [
      { "a/package.json": '{ "name": "own", "types": "a.ts" }', "b/b.ts": '/// <reference types="own" />' },
      ["a", "b"],
    ],
    "another file of the project that imports": [{ "b/other.ts": 'import "../a/a";' }, ["a", "b"]],
    "a file between, of a third project": [
      { "c/tsconfig.json": "{}", "c/c.ts": 'export * from "../a/a";', "b/b.ts": 'import "../c/c";' },
      ["a", "b", "c"],
    ],
    "a file between, of no project": [
      { "c/c.ts": 'export * from "../a/a";', "b/b.ts": 'import "../c/c";' },
      ["a", "b"],
    ],
    "the other way round": [{ "a/a.ts": 'import "../b/b"; export const hello = 1;' }, ["a"]],
    "a project that lists the file itself": [{ "b/tsconfig.json": '{ "include": ["../a", "."] }' }, ["a", "b"]],
    "a path of a tsconfig": [
      {
        "b/tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "paths": { "#a": ["../a/a.ts"] } } }',
        "b/b.ts": 'import "#a";',
      },
      ["a", "b"],
    ],
    "an import that leads to no file": [{ "b/b.ts": 'import "./missing";' }, ["a", "b"]],
    "an import of a package that is not installed": [{ "b/b.ts": 'import "missing";' }, ["a"]],
    "a file that cannot be parsed": [{ "b/b.ts": "export const = ;" }, ["a", "b"]],
    "an import of what git ignores": [
      { ".gitignore": "made.ts", "b/made.ts": 'import "../a/a";', "b/b.ts": 'import "./made";' },
      ["a", "b"],
    ],
    "an installed package that depends on one of the workspace": [
      {
        "a/package.json": '{ "name": "a" }',
        "b/b.ts": 'import "far"; import "near";',
        "node_modules/far/package.json": '{ "name": "far", "dependencies": { "near": "1" } }',
        "node_modules/near/package.json": '{ "name": "near", "peerDependencies": { "a": "1", "far": "1" } }',
      },
      ["a", "b"],
    ],
    "installed packages that depend on each other, and one of them on the workspace": [
      {
        "a/package.json": '{ "name": "a" }',
        "b/b.ts": 'import "near";',
        "c/tsconfig.json": "{}",
        "c/c.ts": 'import "far";',
        "node_modules/far/package.json": '{ "name": "far", "dependencies": { "near": "1" } }',
        "node_modules/near/package.json": '{ "name": "near", "peerDependencies": { "far": "1", "a": "1" } }',
      },
      ["a", "b", "c"],
    ],
    "an installed package that does not": [
      {
        "a/package.json": '{ "name": "a" }',
        "b/b.ts": 'import "far";',
        "node_modules/far/package.json": '{ "name": "far", "dependencies": { "near": "1" } }',
        "node_modules/near/package.json": '{ "name": "near", "devDependencies": { "a": "1" } }',
      },
      ["a"],
    ],
    "types of the workspace that a tsconfig brings": [
      {
        "a/package.json": '{ "name": "a" }',
        "b/tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "types": ["a/sub"] } }',
      },
      "all",
    ],
    "types of an extended tsconfig": [
      {
        "base.json": '{ "compilerOptions": { "lib": ["esnext"], "types": ["./a/a"] } }',
        "b/tsconfig.json": '{ "extends": "../base.json", "compilerOptions": { "lib": ["esnext"], "types": ["node"] } }',
      },
      "all",
    ],
    "types that are installed": [
      {
        "b/tsconfig.json":
          '{ "compilerOptions": { "lib": ["esnext"], "types": ["node", "*"], "typeRoots": ["../node_modules/@types"], "jsxImportSource": "react" } }',
      },
      ["a"],
    ],
    "folders of types": [
      { "b/tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "typeRoots": ["../a"] } }' },
      "all",
    ],
    "a package of types": [{ "a/package.json": '{ "name": "@types/a" }' }, "all"],
    "a runtime of JSX": [{ "a/jsx-runtime.ts": 'export * from "./a";' }, "all"],
  };
  for (const [what, [more, wanted]] of Object.entries(CASES))
    test(what, async () => {
      expect(await reachOf({ ...TWO, ...more }, "a/a.ts")).toEqual(wanted);
    });

  test("a file that is not in the graph", async () => {
    expect(await reachOf({ ...TWO, ".gitignore": "a.ts" }, "a/a.ts")).toBe("all");
  });
});

/** Folders of the projects that reach a file. */
async function reachOf(files: Files, path: string): Promise<readonly string[] | "all"> {
  using folder = new TempWorkspace(files);
  const workspace = new Workspace(folder.root);
  const { root } = workspace;
  const listed = await listProjectFiles(workspace, never);
  const packages = new WorkspacePackages(listed.manifests.flatMap((one) => readManifest(root, one, [])));
  const configs = new TsConfigs(root, packages, listed.configs).all();
  const layout = { root, packages, sources: new Sources(listed.sources), configs, roots: new ProjectRoots(configs) };
  const graph = await new ModuleIndex(workspace).graph(never);
  const reached = projectsReaching(graph, [join(root.absolute, path)], layout);
  if (reached === "all") return "all";
  return [...reached].map((config) => relative(root.absolute, join(config, ".."))).toSorted();
}

/** Projects that hold the name and lead nowhere, so many that none is loaded for it. */
const BYSTANDERS = Array.from(
  { length: 12 },
  (_, number) => `// @filename: bystander${number}/tsconfig.json
{}
// @filename: bystander${number}/b.ts
export const hello = ${number};
`,
).join("");

test("among many projects that hold the name, those that lead to it are found, by any way", async () => {
  using workspace = new LanguageWorkspace(`// @filename: a/tsconfig.json
{}
// @filename: a/a.ts
export const [|he/*|*/llo|] = 1;
// @filename: b/tsconfig.json
{}
// @filename: b/b.ts
export * from "../a/a";
// @filename: c/tsconfig.json
{}
// @filename: c/c.ts
import * as b from "../b/b";
export type C = typeof import("../a/a").[|hello|];
b.[|hello|];
// @filename: d/tsconfig.json
{ "files": ["d.ts"] }
// @filename: d/d.ts
import { [|hello|] } from "./loose";
// @filename: d/loose.ts
export { [|hello|] } from "../a/a";
${BYSTANDERS}`);
  const first = await workspace.covered();
  expect(first).toEqual({ references: [...workspace.wanted], complete: true, outside: [], unseen: [] });
  expect(await workspace.covered()).toEqual(first);
});

test("among many projects: a member that overrides another, used where only that other is known", async () => {
  using workspace = new LanguageWorkspace(`// @filename: base/tsconfig.json
{}
// @filename: base/base.ts
export interface Base { [|hello|](): void }
// @filename: a/tsconfig.json
{}
// @filename: a/a.ts
import type { Base } from "../base/base";
export class A implements Base { [|he/*|*/llo|]() {} }
// @filename: user/tsconfig.json
{}
// @filename: user/user.ts
import type { Base } from "../base/base";
export const use = (base: Base) => base.[|hello|]();
${BYSTANDERS}`);
  const first = await workspace.covered();
  expect(first).toEqual({ references: [...workspace.wanted], complete: true, outside: [], unseen: [] });
});

test("among many projects: what extends an implementation of an interface", async () => {
  using workspace = new LanguageWorkspace(`// @filename: a/tsconfig.json
{}
// @filename: a/a.ts
export interface he/*|*/llo {}
// @filename: b/tsconfig.json
{}
// @filename: b/b.ts
import type { hello } from "../a/a";
export class [|B|] implements hello {}
// @filename: c/tsconfig.json
{}
// @filename: c/c.ts
import { B } from "../b/b";
export class [|C|] extends B {}
${BYSTANDERS}`);
  const { references } = await workspace.server.implementations(workspace.cursor, never);
  expect(locations(references)).toEqual([...workspace.wanted]);
});
