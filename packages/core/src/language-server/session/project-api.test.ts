import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { LanguageWorkspace, never } from "@kart/testkit/language-workspace";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { Connection } from "./connection.ts";
import { ProjectApi } from "./project-api.ts";
import { serverCommand } from "./server-binary.ts";
import { fileUri } from "./uri.ts";

setDefaultTimeout(90_000);

const TMPDIR = process.env["TMPDIR"];
afterEach(() => {
  if (TMPDIR === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = TMPDIR;
});

const COUNT = 12;

function packageOf(number: number): string {
  return `// @filename: p${number}/package.json
{ "name": "p${number}", "dependencies": { "hub": "*" } }
// @filename: p${number}/tsconfig.json
{}
// @filename: p${number}/p.ts
import { [|hello|] } from "../hub/hub";
[|hello|]();
`;
}

/** So many projects that use what the first declares that they are loaded together. */
const USERS = `// @filename: hub/package.json
{ "name": "hub" }
// @filename: hub/tsconfig.json
{}
// @filename: hub/hub.ts
export function [|he/*|*/llo|]() {}
${Array.from({ length: COUNT }, (_, number) => packageOf(number)).join("")}`;

function whole(workspace: LanguageWorkspace, references = workspace.wanted) {
  return { references: [...references], complete: true, outside: [], unseen: [] };
}

test("every project is loaded, and says what it lists", async () => {
  using files = new TempWorkspace({
    "a/tsconfig.json": "{}",
    "a/a.ts": "export {};",
    "b/tsconfig.json": '{ "files": ["b.ts"] }',
    "b/b.ts": 'import "../a/a";',
    "b/other.ts": "",
    "tmp/keep": "",
  });
  process.env["TMPDIR"] = files.path("tmp");
  using connection = await Connection.start(serverCommand(files.root), files.root);
  using api = new ProjectApi(connection);
  const configs = [files.path("a/tsconfig.json"), files.path("b/tsconfig.json")];
  const listed = await api.load(configs, never);
  expect(listed).toEqual(
    new Map([
      [configs[0] as string, new Set([files.path("a/a.ts")])],
      [configs[1] as string, new Set([files.path("b/b.ts")])],
    ]),
  );
  expect(readdirSync(files.path("tmp"))).toEqual(["keep"]);
});

test("a configuration that is gone, or broken, takes no other along", async () => {
  using files = new TempWorkspace({
    "a/tsconfig.json": "{}",
    "a/a.ts": "",
    "b/tsconfig.json": "{ nonsense",
    "b/b.ts": "",
    "c/tsconfig.json": "{}",
    "c/c.ts": "",
  });
  const configs = ["a", "b", "c"].map((one) => files.path(`${one}/tsconfig.json`));
  using connection = await Connection.start(serverCommand(files.root), files.root);
  using api = new ProjectApi(connection);
  expect([...(await api.load(configs, never)).keys()]).toEqual(configs);
  rmSync(files.path("a"), { recursive: true });
  const rest = configs.slice(1);
  await api.keepOnly(new Set(rest), never);
  expect([...(await api.load(rest, never)).keys()]).toEqual(rest);
});

test("what was loaded before a failure stays loaded, and nothing more is loaded in this way", async () => {
  using files = new TempWorkspace({
    "shared.ts": "export const shared = 1;",
    "a/tsconfig.json": "{}",
    "a/a.ts": 'export { shared } from "../shared";',
    "b/tsconfig.json": "{}",
    "b/b.ts": 'export { shared } from "../shared";',
    "c/tsconfig.json": "{}",
    "c/c.ts": "",
  });
  const [a = "", b = "", c = ""] = ["a", "b", "c"].map((one) => files.path(`${one}/tsconfig.json`));
  using connection = await Connection.start(serverCommand(files.root), files.root);
  using api = new ProjectApi(connection);
  expect([...(await api.load([a, b], never)).keys()]).toEqual([a, b]);
  const shared = { uri: fileUri(files.path("shared.ts")) };
  connection.notify("textDocument/didOpen", {
    textDocument: { ...shared, languageId: "typescript", version: 1, text: "export const shared = 1;" },
  });
  const references = async () => {
    const position = { line: 0, character: 13 };
    const context = { includeDeclaration: true };
    const found = await connection.request(
      "textDocument/references",
      { textDocument: shared, position, context },
      never,
    );
    return (found as { uri: string }[]).map(({ uri }) => uri);
  };
  const users = [shared.uri, fileUri(files.path("a/a.ts")), fileUri(files.path("b/b.ts"))];
  expect((await references()).toSorted()).toEqual(users.toSorted());
  expect(await api.load([a, 1 as unknown as string, b], never)).toEqual(new Map());
  expect(await api.load([c], never)).toEqual(new Map());
  expect((await references()).toSorted()).toEqual(users.toSorted());
});

test("the first answer about what many projects use is whole, and so is the next", async () => {
  using workspace = new LanguageWorkspace(USERS);
  expect(await workspace.covered()).toEqual(whole(workspace));
  expect(await workspace.covered()).toEqual(whole(workspace));
});

test("what changes in projects of which no file was opened is seen", async () => {
  using workspace = new LanguageWorkspace(USERS);
  const { files, wanted } = workspace;
  expect(await workspace.covered()).toEqual(whole(workspace));
  files.write("p3/p.ts", "export {};\n");
  files.write("p4/more.ts", 'import { hello } from "../hub/hub";\n');
  rmSync(files.path("p5"), { recursive: true });
  files.write("new/tsconfig.json", "{}");
  files.write("new/n.ts", 'export { hello } from "../hub/hub";\n');
  const now = [...wanted.filter((one) => !/^p[35]\//.test(one)), "p4/more.ts:1:10", "new/n.ts:1:10"].toSorted();
  expect(await workspace.covered()).toEqual(whole(workspace, now));
});

test("where the server cannot offer it, files are opened one by one", async () => {
  using workspace = new LanguageWorkspace(USERS);
  // No socket has a path as long as that.
  const long = workspace.files.path(`tmp/${"x".repeat(120)}`);
  mkdirSync(long, { recursive: true });
  process.env["TMPDIR"] = long;
  expect(await workspace.covered()).toEqual(whole(workspace));
  expect(readdirSync(long)).toEqual([]);
});

/** Two projects list the files of b, and only one resolves `~`. */
function listedTwice(root: object, own: object): string {
  return `// @filename: tsconfig.json
${JSON.stringify({ compilerOptions: root, include: ["packages/*/src"] })}
// @filename: packages/b/tsconfig.json
${JSON.stringify({ compilerOptions: own, include: ["src"] })}
// @filename: packages/b/src/b.ts
export function [|he/*|*/llo|]() {}
// @filename: packages/b/src/c.ts
import { [|hello|] } from "~/b";
[|hello|]();
`;
}

test("a file that several projects list is searched in each, or said to be unseen where the server cannot offer it", async () => {
  const unlike = listedTwice({ paths: { "~/*": ["./packages/b/src/*"] } }, {});
  using offered = new LanguageWorkspace(unlike);
  expect(await offered.covered()).toEqual(whole(offered));
  using opened = new LanguageWorkspace(listedTwice({}, { paths: { "~/*": ["./src/*"] } }));
  using unseen = new LanguageWorkspace(unlike);
  const long = unseen.files.path(`tmp/${"x".repeat(120)}`);
  mkdirSync(long, { recursive: true });
  process.env["TMPDIR"] = long;
  expect(await unseen.covered()).toMatchObject({ complete: false });
  expect((await opened.covered()).references).toEqual([...opened.wanted]);
});

test("a question that is aborted meanwhile leaves the next one its projects", async () => {
  using workspace = new LanguageWorkspace(USERS);
  const controller = new AbortController();
  const reason = new Error("no longer wanted");
  const question = workspace.server.references(workspace.cursor, controller.signal);
  setTimeout(() => controller.abort(reason), 150);
  await question.catch((error: unknown) => expect(error).toBe(reason));
  expect(await workspace.covered()).toEqual(whole(workspace));
});
