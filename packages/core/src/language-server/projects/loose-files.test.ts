import { expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { LanguageWorkspace, never } from "@kart/testkit/language-workspace";
import { ModuleIndex } from "../../modules/module-index.ts";
import { cover } from "./cover.ts";
import { diagnosticsOf } from "../diagnostics.ts";
import { Questions } from "../questions.ts";
import { Session } from "../session/session.ts";
import { Texts } from "../session/texts.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const USERS = 6;

/** JavaScript of no project, that of TypeScript takes none. */
const LOOSE = `// @filename: tsconfig.json
{ "include": ["*.ts"] }
// @filename: main.ts
export const main = 1;
// @filename: hub.js
function [|he/*|*/llo|]() {}
module.exports = { [|hello|] };
${Array.from(
  { length: USERS },
  (_, number) => `// @filename: users/${number} %.js
const { [|hello|] } = require("../hub");
exports.own = () => [|hello|]();
exports.any = (value) => value.hello;
`,
).join("")}`;

test("files in no project are seen and asked about without being opened one by one", async () => {
  using marked = new LanguageWorkspace(LOOSE);
  const { workspace, cursor } = marked;
  const modules = new ModuleIndex(workspace);
  const texts = new Texts();
  using session = await Session.start(workspace, { texts });
  const questions = new Questions(workspace.root, session, texts, () => Promise.resolve(modules), never);
  const paths = Array.from({ length: USERS }, (_, number) => `users/${number} %.js`);
  const { complete, outside } = await cover(questions, [cursor]);
  const relative = outside.map((file) => workspace.root.relative(file)).toSorted();
  expect({ complete, outside: relative }).toEqual({ complete: false, outside: ["hub.js", ...paths] });
  for (const path of paths) {
    const found = await questions.definitions(marked.at(path, "hello }"));
    expect(found.map((one) => one.path)).toContain("hub.js");
  }
  expect([...session.documents.paths()]).toEqual([cursor.path.absolute]);
});

test("every use in them is found", async () => {
  using marked = new LanguageWorkspace(LOOSE);
  expect(await marked.references()).toEqual([...marked.wanted]);
});

test("a text in the place of one is seen by the others, for that question alone", async () => {
  using marked = new LanguageWorkspace(LOOSE);
  const { cursor, server, workspace } = marked;
  await marked.references();
  const user = workspace.root.proveFile("users/3 %.js");
  const problems = async (contents: ReadonlyMap<string, string>) =>
    (await server.diagnosticsOfAll([user], contents, never)).diagnostics
      .flat()
      .filter(({ severity }) => severity === "error")
      .map(({ code }) => code);
  expect(await problems(new Map())).toEqual([]);
  expect(await problems(new Map([[user.absolute, "let a; let a;"]]))).toEqual([2451, 2451]);
  expect(await problems(new Map([[cursor.path.absolute, "let a; let a;"]]))).toEqual([]);
  expect(await problems(new Map())).toEqual([]);
  expect(await marked.references()).toEqual([...marked.wanted]);
});

test("what a change brings is not asked of those in which no types are checked, and is of all others", async () => {
  using marked = new LanguageWorkspace(`${LOOSE}// @filename: users/checked.js
// @TS-check
const { [|hello|] } = require("../hub");
[|hello|](1);
`);
  const { cursor, server, workspace } = marked;
  await marked.references();
  const paths = Array.from({ length: USERS }, (_, number) => `users/${number} %.js`);
  const files = ["hub.js", ...paths, "users/checked.js"].map((path) => workspace.root.proveFile(path));
  const contents = new Map([[cursor.path.absolute, "const hello = 1;\nmodule.exports = { hello };\nlet a; let a;\n"]]);
  const brought = async (ofChange: boolean) => {
    let answers = 0;
    const onAnswer = () => void answers++;
    const { diagnostics } = await server.diagnosticsOfAll(files, contents, never, { ofChange, onAnswer });
    const errors = diagnostics.flat().filter(({ severity }) => severity === "error");
    return { answers, errors: errors.map(({ code, location }) => `${location.path} ${code}`) };
  };
  const errors = ["hub.js 2451", "hub.js 2451", "users/checked.js 2349"];
  expect(await brought(false)).toEqual({ answers: USERS + 2, errors });
  expect(await brought(true)).toEqual({ answers: 2, errors });
});

test("TypeScript without any configuration is asked", async () => {
  using marked = new LanguageWorkspace(`// @filename: hub.ts
export const [|he/*|*/llo|] = () => 1;
// @filename: a.ts
import { [|hello|] } from "./hub";
[|hello|]();
// @filename: b.ts
import { [|hello|] } from "./hub";
[|hello|]();
`);
  const { cursor, server, workspace, wanted } = marked;
  expect(await marked.references()).toEqual([...wanted]);
  const files = ["a.ts", "b.ts"].map((path) => workspace.root.proveFile(path));
  const contents = new Map([[cursor.path.absolute, "export const hello = 1;"]]);
  const { diagnostics } = await server.diagnosticsOfAll(files, contents, never, { ofChange: true });
  expect(diagnostics.map((all) => all.map(({ code }) => code))).toEqual([[2349], [2349]]);
});

test("many that TypeScript's projects neither list nor lead to are asked about unopened, one that they lead to in its project", async () => {
  const untyped = "(value) => value";
  const numbers = Array.from({ length: 12 }, (_, number) => number);
  using marked = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": false }, "include": ["src"] }
// @filename: src/main.ts
export { led } from "../led";
// @filename: led.ts
export const led = ${untyped};
${numbers.map((number) => `// @filename: examples/${number}.ts\nimport { led } from "../led";\nexport const own = ${untyped}, other: typeof led = own;\n`).join("")}`);
  const { workspace } = marked;
  const modules = new ModuleIndex(workspace);
  const texts = new Texts();
  using session = await Session.start(workspace, { texts });
  const questions = new Questions(workspace.root, session, texts, () => Promise.resolve(modules), never);
  const paths = ["led.ts", ...numbers.map((number) => `examples/${number}.ts`)];
  const files = paths.map((path) => workspace.root.proveFile(path));
  const { diagnostics, coverage } = await diagnosticsOf(questions, files, new Map(), {});
  // The default settings are strict; where any is allowed, it is suggested to write the type.
  expect(diagnostics.map((all) => all.map(({ code }) => code))).toEqual([[7044], ...numbers.map(() => [7006])]);
  expect(coverage.outside.map((file) => workspace.root.relative(file)).toSorted()).toEqual(paths.slice(1).toSorted());
  expect([...session.documents.paths()].map((file) => workspace.root.relative(file))).toEqual(["led.ts"]);
});

test("one that goes, comes back, changes, or is taken into a project is seen as it is then", async () => {
  using marked = new LanguageWorkspace(LOOSE);
  const { files, wanted } = marked;
  const without = wanted.filter((one) => !one.startsWith("users/3"));
  expect(await marked.references()).toEqual([...wanted]);
  const text = files.read("users/3 %.js");
  rmSync(files.path("users/3 %.js"));
  expect(await marked.references()).toEqual(without);
  files.write("users/3 %.js", text);
  expect(await marked.references()).toEqual([...wanted]);
  files.write("users/3 %.js", "exports.hello = 1;\n");
  expect(await marked.references()).toEqual(without);
  files.write("users/3 %.js", text);
  files.write("users/tsconfig.json", '{ "compilerOptions": { "lib": ["esnext"], "allowJs": true } }');
  const { references, complete, outside } = await marked.covered();
  expect(references).toEqual([...wanted]);
  expect({ complete, outside }).toEqual({ complete: true, outside: [] });
  rmSync(files.path("users/tsconfig.json"));
  expect((await marked.covered()).outside).toHaveLength(USERS + 1);
  expect(await marked.references()).toEqual([...wanted]);
});

test("one that a project only imports is part of that", async () => {
  using marked = new LanguageWorkspace(`${LOOSE}// @filename: lib/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "checkJs": true }, "files": ["lib.ts"] }
// @filename: lib/lib.ts
import "./imported";
// @filename: lib/imported.js
const { [|hello|] } = require("../hub");
exports.own = [|hello|];
`);
  const { references, outside } = await marked.covered();
  expect(references).toEqual([...marked.wanted]);
  expect(outside).not.toContain("lib/imported.js");
});
