import { expect, setDefaultTimeout, test } from "bun:test";
import { renameSync, rmSync } from "node:fs";
import { gitIn } from "@kart/testkit/git";
import { failure, LanguageWorkspace, never } from "@kart/testkit/language-workspace";
import { LanguageServer } from "./language-server.ts";

setDefaultTimeout(90_000);

function opened(): LanguageWorkspace {
  return new LanguageWorkspace(`// @filename: tsconfig.json
{}
// @filename: a.ts
export const he/*|*/llo = 1;
// @filename: b.ts
import { hello } from "./a";
`);
}

test("a file that another program changed a moment ago, again and again, at the same length", async () => {
  using workspace = opened();
  expect(await workspace.references()).toEqual(["a.ts:1:14", "b.ts:1:10"]);
  for (let round = 0; round < 30; round++) {
    // The same size, and mostly the same tick of the file system's clock.
    const isUsed = round % 2 === 1;
    workspace.files.write("b.ts", `import { ${isUsed ? "hello" : "other"} } from "./a";\n`);
    expect(await workspace.references()).toEqual(isUsed ? ["a.ts:1:14", "b.ts:1:10"] : ["a.ts:1:14"]);
  }
});

test("one call's questions share a look at the disk where they may; those of the next call look", async () => {
  using workspace = opened();
  const modules = () => Promise.reject(new Error("not asked"));
  using server = new LanguageServer(workspace.workspace, { modules, lookMs: 60_000 });
  const asked = async (call: AbortSignal) => {
    const { references } = await server.references(workspace.cursor, call);
    return references.map(({ path }) => path);
  };
  const [call, next] = [new AbortController().signal, new AbortController().signal];
  expect(await asked(call)).toEqual(["a.ts", "b.ts"]);
  workspace.files.write("c.ts", 'import { hello } from "./a";\n');
  expect(await asked(call)).toEqual(["a.ts", "b.ts"]);
  expect(await asked(next)).toEqual(["a.ts", "b.ts", "c.ts"]);
  rmSync(workspace.files.path("b.ts"));
  expect(await asked(call)).toEqual(["a.ts", "c.ts"]);
});

test("a file whose text was tried, and that came while nobody looked: changed since, or gone again", async () => {
  using workspace = opened();
  const modules = () => Promise.reject(new Error("not asked"));
  using server = new LanguageServer(workspace.workspace, { modules, lookMs: 60_000 });
  const asked = async (by: AbortSignal) => {
    const { files } = await server.rename(workspace.cursor, "other", by);
    return files.map(({ file, edits }) => `${workspace.workspace.root.relative(file)} ${edits.length}`).sort();
  };
  const content = 'import { hello } from "./a";\nexport const c = hello;\n';
  const come = async (name: string) => {
    const call = new AbortController().signal;
    const path = { relative: name, absolute: workspace.files.path(name), kind: "file" } as const;
    await server.diagnosticsOfAll([path], new Map([[path.absolute, content]]), call);
    workspace.files.write(name, content);
    // The server reads on by itself when it has answered; here it is made to.
    expect(await asked(call)).toContain(`${name} 2`);
    return path.absolute;
  };
  rmSync(await come("c.ts"));
  expect(await asked(new AbortController().signal)).toEqual(["a.ts 1", "b.ts 1"]);
  await come("d.ts");
  workspace.files.write("d.ts", `${content}export const more = [hello, hello];\n`);
  expect(await asked(new AbortController().signal)).toEqual(["a.ts 1", "b.ts 1", "d.ts 4"]);
  rmSync(workspace.files.path("d.ts"));
  expect(await asked(new AbortController().signal)).toEqual(["a.ts 1", "b.ts 1"]);
  workspace.files.write("d.ts", content);
  expect(await asked(new AbortController().signal)).toEqual(["a.ts 1", "b.ts 1", "d.ts 2"]);
});

test("the file that is asked about itself", async () => {
  using workspace = opened();
  const typeOf = async () => (await workspace.server.hover(workspace.at("a.ts", "hello"), never))?.markdown;
  for (const value of ["1", "2", "'x'"]) {
    workspace.files.write("a.ts", `export const hello = ${value};\n`);
    expect(await typeOf()).toContain(`const hello: ${value.replaceAll("'", '"')}`);
  }
});

test("files that come and go, in new folders too, and one that is replaced by another", async () => {
  using workspace = opened();
  const { files } = workspace;
  await workspace.references();
  files.write("new/deep/c.ts", 'import { hello } from "../../a";');
  expect(await workspace.references()).toEqual(["a.ts:1:14", "b.ts:1:10", "new/deep/c.ts:1:10"]);
  rmSync(files.path("b.ts"));
  expect(await workspace.references()).toEqual(["a.ts:1:14", "new/deep/c.ts:1:10"]);
  rmSync(files.path("new"), { recursive: true });
  expect(await workspace.references()).toEqual(["a.ts:1:14"]);
  files.write("empty/x.txt", "");
  await workspace.references();
  files.write("empty/c.ts", '\nimport { hello } from "../a";');
  expect(await workspace.references()).toEqual(["a.ts:1:14", "empty/c.ts:2:10"]);
  files.write("other.ts", '\n\nimport { hello } from "../a";');
  renameSync(files.path("other.ts"), files.path("empty/c.ts"));
  expect(await workspace.references()).toEqual(["a.ts:1:14", "empty/c.ts:3:10"]);
});

test("another branch: many files at once", async () => {
  using workspace = opened();
  for (let file = 0; file < 200; file++) workspace.files.write(`src/${file}.ts`, 'import { hello } from "../a";');
  expect(await workspace.references()).toHaveLength(202);
  for (let file = 0; file < 200; file++) {
    if (file % 2 === 0) rmSync(workspace.files.path(`src/${file}.ts`));
    else workspace.files.write(`src/${file}.ts`, 'import { hello } from "../a";\nhello;');
  }
  for (let file = 0; file < 50; file++) workspace.files.write(`lib/${file}.ts`, 'import { hello } from "../a";');
  expect(await workspace.references()).toHaveLength(2 + 200 + 50);
});

test("a file of another project that has just begun to import what is asked about", async () => {
  using workspace = new LanguageWorkspace(`// @filename: a/tsconfig.json
{}
// @filename: a/a.ts
export const he/*|*/llo = 1;
// @filename: b/tsconfig.json
{}
// @filename: b/b.ts
import { hello } from "../a/a";
hello;
`);
  const used = ["b/b.ts:1:10", "b/b.ts:2:1"];
  const { files } = workspace;
  expect(await workspace.references()).toEqual(["a/a.ts:1:14", ...used]);
  for (let round = 0; round < 3; round++) {
    files.write("b/b.ts", "export {};\n");
    expect(await workspace.references()).toEqual(["a/a.ts:1:14"]);
    files.write("b/b.ts", 'import { hello } from "../a/a";\nhello;\n');
    expect(await workspace.references()).toEqual(["a/a.ts:1:14", ...used]);
  }
});

test("a file that its project imports no more is in no project", async () => {
  using workspace = new LanguageWorkspace(`// @filename: a/a.ts
export const he/*|*/llo = 1;
// @filename: b/tsconfig.json
{ "files": ["index.ts"] }
// @filename: b/index.ts
import "./b";
// @filename: b/b.ts
import { hello } from "../a/a";
`);
  expect(await workspace.covered()).toMatchObject({ outside: [] });
  workspace.files.write("b/index.ts", "export {};\n");
  expect(await workspace.covered()).toMatchObject({ complete: false, outside: ["a/a.ts", "b/b.ts"] });
});

test("a file of a solution is checked by its own project, whoever else imports it", async () => {
  using workspace = new LanguageWorkspace(`// @filename: own/tsconfig.json
{ "files": [], "references": [{ "path": "./tsconfig.lib.json" }] }
// @filename: own/tsconfig.lib.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true }, "include": ["src"] }
// @filename: own/src/a.ts
export function he/*|*/llo(a) { return a; }
// @filename: b/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": false }, "include": ["src"] }
// @filename: b/src/b.ts
import { hello } from "../../own/src/a";
hello(1);
`);
  const { path } = workspace.cursor;
  const problems = async () => (await workspace.diagnostics({ path })).filter(({ severity }) => severity === "error");
  expect(await problems()).toHaveLength(1);
  for (let round = 0; round < 3; round++) {
    expect(await workspace.references()).toHaveLength(3);
    expect(await problems()).toHaveLength(1);
  }
});

test("generated code that git ignores", async () => {
  using workspace = new LanguageWorkspace(`// @filename: .gitignore
made
// @filename: tsconfig.json
{}
// @filename: made/m.ts
export const made: number = 1;
// @filename: a.ts
import { made } from "./made/m";
export const a: number = made;
`);
  const { path } = workspace.at("a.ts", 0);
  const problems = async () => (await workspace.diagnostics({ path })).map(({ code }) => String(code)).join();
  expect(await problems()).toBe("");
  workspace.files.write("made/m.ts", 'export const made: string = "";\n');
  expect(await problems()).toContain("2322");
  rmSync(workspace.files.path("made"), { recursive: true });
  expect(await problems()).toContain("2307");
});

test("sources that git comes to ignore, and no longer does", async () => {
  using workspace = new LanguageWorkspace(`// @filename: a/tsconfig.json
{}
// @filename: a/a.ts
export const he/*|*/llo = 1;
// @filename: b/tsconfig.json
{}
// @filename: b/b.ts
import { hello } from "../a/a";
`);
  const both = ["a/a.ts:1:14", "b/b.ts:1:10"];
  for (let round = 0; round < 2; round++) {
    expect(await workspace.covered()).toMatchObject({ references: both, complete: true });
    workspace.files.write(".gitignore", "/b\n");
    using fresh = workspace.newServer();
    expect(await workspace.covered(workspace.cursor, fresh)).toMatchObject({
      references: ["a/a.ts:1:14"],
      complete: true,
    });
    expect(await workspace.covered()).toMatchObject({ references: ["a/a.ts:1:14"], complete: true });
    workspace.files.write(".gitignore", "");
  }
});

test("sources that the repository's own configuration comes to ignore", async () => {
  using workspace = new LanguageWorkspace(`// @filename: a/tsconfig.json
{}
// @filename: a/a.ts
export const he/*|*/llo = 1;
// @filename: b/tsconfig.json
{}
// @filename: b/b.ts
import { hello } from "../a/a";
// @filename: rules
/b
`);
  gitIn(workspace.files.root, "init", "-q");
  expect(await workspace.references()).toEqual(["a/a.ts:1:14", "b/b.ts:1:10"]);
  gitIn(workspace.files.root, "config", "core.excludesFile", "rules");
  expect(await workspace.references()).toEqual(["a/a.ts:1:14"]);
});

test("settings: a tsconfig, and what it extends", async () => {
  using workspace = opened();
  const { files } = workspace;
  const problems = async () =>
    (await workspace.diagnostics(workspace.at("c.ts", 0))).map(({ code, severity }) => `${severity} ${code}`);
  files.write("c.ts", "export function f(x) { return x; }\n");
  files.write("tsconfig.json", '{ "extends": "./base.json", "compilerOptions": {} }');
  files.write("base.json", '{ "compilerOptions": { "lib": ["esnext"], "strict": false } }');
  expect(await problems()).not.toContain("error 7006");
  files.write("base.json", '{ "compilerOptions": { "lib": ["esnext"], "strict": true } }');
  expect(await problems()).toContain("error 7006");
});

test("packages that are installed", async () => {
  using workspace = opened();
  const { files, server } = workspace;
  files.write("c.ts", 'import { p } from "p";\nexport const q = p;\n');
  const typeOf = async () => (await server.hover(workspace.at("c.ts", "q ="), never))?.markdown;
  expect(await typeOf()).toContain("const q: any");
  files.write("node_modules/p/index.d.ts", "export declare const p: 1;");
  expect(await typeOf()).toContain("const q: 1");
  files.write("node_modules/p/index.d.ts", "export declare const p: 2;");
  files.write("node_modules/.package-lock.json", "{}");
  expect(await typeOf()).toContain("const q: 2");
});

test("a file that cannot be read is said to be so, and the next question is answered", async () => {
  using workspace = opened();
  const gone = workspace.at("b.ts", 0);
  await workspace.references();
  rmSync(workspace.files.path("b.ts"));
  expect(await failure(workspace.server.hover(gone, never))).toContain("b.ts cannot be read");
  expect(await workspace.references()).toEqual(["a.ts:1:14"]);
});
