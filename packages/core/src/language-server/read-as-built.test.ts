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
  const workspace = new Workspace(files.root);
  const modules = new ModuleIndex(workspace);
  const { signal } = new AbortController();
  const texts = new Texts();
  using session = await Session.start(workspace, { texts });
  const questions = new Questions(workspace.root, session, texts, () => Promise.resolve(modules), signal);
  const path = workspace.root.proveFile("packages/a/src/index.ts");
  const found = await readAsBuilt(questions, [{ path, offset: "export const ".length }]);
  expect(found).toEqual(["what reads @x/a as built (packages/a/dist/index.d.ts): packages/b/src/use.ts"]);
  expect([...session.documents.paths()]).toEqual([path.absolute]);
});
