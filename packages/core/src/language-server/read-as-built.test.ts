import { expect, setDefaultTimeout, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { ModuleIndex } from "../modules/module-index.ts";
import { Workspace } from "../workspace/workspace.ts";
import { Questions } from "./questions.ts";
import { readAsBuilt } from "./read-as-built.ts";
import { Session } from "./session.ts";
import { Texts } from "./texts.ts";

// A busy machine is no failure.
setDefaultTimeout(60_000);

const CONFIG = '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" }, "include": ["src"] }';

test("asking where imports of a package lead opens no file of those who import it", async () => {
  using files = new TempWorkspace({
    "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
    "packages/a/package.json": '{ "name": "@x/a", "types": "dist/index.d.ts" }',
    "packages/a/tsconfig.json": CONFIG,
    "packages/a/src/index.ts": "export const a = 1;\n",
    "packages/a/dist/index.d.ts": "export declare const a = 1;\n",
    "packages/b/package.json": '{ "name": "@x/b", "dependencies": { "@x/a": "*" } }',
    "packages/b/tsconfig.json": CONFIG,
    "packages/b/src/use.ts": 'import { a } from "@x/a";\nexport const b = a;\n',
    "node_modules/@x/a": { symlinkTo: "../../packages/a" },
    ".gitignore": "node_modules\ndist\n",
  });
  using asked = await askedIn(files);
  expect(await asked.readAsBuilt("packages/a/src/index.ts")).toEqual([
    "what reads @x/a as built (packages/a/dist/index.d.ts): packages/b/src/use.ts",
  ]);
  expect([...asked.session.documents.paths()]).toEqual([files.path("packages/a/src/index.ts")]);
});

test("of many files that read the root's own package as built it is said that they are the root's", async () => {
  const users = Array.from({ length: 6 }, (_, number) => [`src/${number}.ts`, 'import { a } from "x";\na;\n'] as const);
  using files = new TempWorkspace({
    "package.json": '{ "name": "x", "exports": { ".": { "types": "./dist/index.d.ts" } } }',
    "tsconfig.json": CONFIG,
    "src/index.ts": "export const a = 1;\n",
    "dist/index.d.ts": "export declare const a = 1;\n",
    ".gitignore": "dist\n",
    ...Object.fromEntries(users),
  });
  using asked = await askedIn(files);
  expect(await asked.readAsBuilt("src/index.ts")).toEqual([
    "what reads x as built (dist/index.d.ts): the root package (6 files)",
  ]);
});

async function askedIn(files: TempWorkspace) {
  const workspace = new Workspace(files.root);
  const modules = new ModuleIndex(workspace);
  const texts = new Texts();
  const session = await Session.start(workspace, { texts });
  const { signal } = new AbortController();
  const questions = new Questions(workspace.root, session, texts, () => Promise.resolve(modules), signal);
  return {
    session,
    readAsBuilt: (path: string) =>
      readAsBuilt(questions, [{ path: workspace.root.proveFile(path), offset: "export const ".length }]),
    [Symbol.dispose]: () => session[Symbol.dispose](),
  };
}
