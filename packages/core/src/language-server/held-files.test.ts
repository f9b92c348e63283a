import { expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { failure, LanguageWorkspace, never } from "@kart/testkit/language-workspace";
import { ModuleIndex } from "../modules/module-index.ts";
import { cover } from "./projects/cover.ts";
import { Questions } from "./questions.ts";
import { Session } from "./session/session.ts";
import { Texts } from "./session/texts.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const COUNT = 12;

/** So many projects that they are loaded together, and none of them by a file that is open. */
const USERS = `// @filename: hub/package.json
{ "name": "hub" }
// @filename: hub/tsconfig.json
{}
// @filename: hub/hub.ts
export function he/*|*/llo() {}
export const again = hello;
${Array.from(
  { length: COUNT },
  (_, number) => `// @filename: p${number}/package.json
{ "name": "p${number}", "dependencies": { "hub": "*" } }
// @filename: p${number}/tsconfig.json
{}
// @filename: p${number}/p.ts
import { hello } from "../hub/hub";
export function own${number}() { hello(); }
// @filename: p${number}/q.ts
import { own${number} } from "./p";
own${number}();
`,
).join("")}`;

test("files of projects that are held are asked about without being opened", async () => {
  using marked = new LanguageWorkspace(USERS);
  const { workspace, cursor, files } = marked;
  const modules = new ModuleIndex(workspace);
  const texts = new Texts();
  using session = await Session.start(workspace, { texts });
  const questions = new Questions(workspace.root, session, texts, () => Promise.resolve(modules), never);
  expect(await cover(questions, [cursor])).toMatchObject({ complete: true });
  expect([...session.documents.paths()]).toEqual([cursor.path.absolute]);
  for (let number = 0; number < COUNT; number++) {
    const place = marked.at(`p${number}/q.ts`, `own${number}()`);
    expect(await cover(questions, [place])).toMatchObject({ complete: true });
    expect((await questions.definitions(place)).map(({ path }) => path)).toEqual([`p${number}/p.ts`]);
    expect((await questions.references(place)).map(({ path }) => path)).toHaveLength(3);
  }
  const more = marked.at("hub/hub.ts", "again");
  expect((await questions.references(more)).map(({ path }) => path)).toEqual(["hub/hub.ts"]);
  expect([...session.documents.paths()]).toEqual([cursor.path.absolute]);
  files.write("loose/loose.ts", "export const loose = 1;\n");
  session.refresh(never);
  await cover(questions, [marked.at("loose/loose.ts", "loose")]);
  expect([...session.documents.paths()]).toContain(files.path("loose/loose.ts"));
});

test("what changes in them is seen by the next question", async () => {
  using marked = new LanguageWorkspace(USERS);
  const { files, server } = marked;
  await marked.references();
  const definition = async (path: string, text: string) => {
    const found = await server.definition(marked.at(path, text), never);
    return found.map((one) => `${one.path}:${one.line}:${one.column}`);
  };
  expect(await definition("p3/q.ts", "own3()")).toEqual(["p3/p.ts:2:17"]);
  files.write("p3/q.ts", '\uFEFF// 😀\r\n/* 😀 */ import { own3 as mine } from "./p"; mine();\r\n');
  expect(await definition("p3/q.ts", "mine()")).toEqual(["p3/p.ts:2:17"]);
  files.write("p3/p.ts", `${"\n".repeat(7)}export function own3() {}\n`);
  expect(await definition("p3/q.ts", "mine()")).toEqual(["p3/p.ts:8:17"]);
  expect(await marked.references(marked.at("p3/p.ts", "own3"))).toEqual([
    "p3/p.ts:8:17",
    "p3/q.ts:2:19",
    "p3/q.ts:2:27",
    "p3/q.ts:2:46",
  ]);
  const gone = marked.at("p4/q.ts", "own4()");
  rmSync(gone.path.absolute);
  expect(await failure(server.definition(gone, never))).toContain("p4/q.ts cannot be read as text");
  expect(await marked.references(marked.at("p4/p.ts", "own4"))).toEqual(["p4/p.ts:2:17"]);
  files.write("p5/new.ts", 'import { own5 } from "./p";\nown5;\n');
  expect(await definition("p5/new.ts", "own5;")).toEqual(["p5/p.ts:2:17"]);
  // Then the project lists the file no more.
  files.write("p6/tsconfig.json", '{ "files": ["p.ts"] }');
  expect(await definition("p6/q.ts", "own6()")).toEqual(["p6/p.ts:2:17"]);
  expect(await marked.references()).toHaveLength(2 * COUNT);
});

test("the text of a file that is not open is read anew once it is told that it changed", async () => {
  using marked = new LanguageWorkspace(USERS);
  const { workspace, files } = marked;
  const texts = new Texts();
  using session = await Session.start(workspace, { texts });
  const path = files.path("p3/p.ts");
  const before = texts.at(path);
  expect(texts.at(path)).toBe(before as NonNullable<typeof before>);
  // Within one tick of its clock a file may keep its size and its times.
  session.documents.tell([{ path, type: 2 }], new Set());
  expect(texts.at(path)).not.toBe(before);
  expect(texts.at(path)?.source).toBe(before?.source as string);
});

/** Which files a server has open after it was asked about others beside some that are open. */
async function openedBeside(
  text: string,
  first: readonly string[],
  ...others: readonly string[]
): Promise<{ readonly opened: readonly string[]; readonly hovers: readonly unknown[] }> {
  using marked = new LanguageWorkspace(text);
  const { workspace } = marked;
  const modules = new ModuleIndex(workspace);
  using session = await Session.start(workspace, { texts: new Texts() });
  const questions = new Questions(workspace.root, session, new Texts(), () => Promise.resolve(modules), never);
  const places = first.map((path) => marked.at(path, 0));
  await cover(questions, places);
  while (!places.every(({ path }) => session.projects.isHeld(path.absolute))) await setImmediate();
  const hovers = [];
  for (const one of others) hovers.push(await questions.at("hover", marked.at(one, "value")));
  return { opened: [...session.documents.paths()].map((path) => workspace.root.relative(path)), hovers };
}

test("of a project that a file keeps loaded no other is opened", async () => {
  const files = `// @filename: tsconfig.json
{}
// @filename: a.ts
import "./b";
// @filename: b.ts
export const value = 1;
`;
  const { opened, hovers } = await openedBeside(files, ["a.ts"], "b.ts");
  expect(opened).toEqual(["a.ts"]);
  expect(JSON.stringify(hovers)).toContain("const value: 1");
});

test("a file that another project holds too, which only imports it, is opened in its own", async () => {
  const files = `// @filename: p/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true } }
// @filename: p/b.ts
import "../q/c";
// @filename: q/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": false } }
// @filename: q/c.ts
export const value = [1].find((one) => one > 0);
// @filename: q/d.ts
export {};
`;
  const { opened, hovers } = await openedBeside(files, ["p/b.ts", "q/d.ts"], "q/c.ts");
  expect(opened).toEqual(["p/b.ts", "q/d.ts", "q/c.ts"]);
  expect(JSON.stringify(hovers)).toContain("const value: number");
  expect(JSON.stringify(hovers)).not.toContain("undefined");
});

test("a file that is opened in another project than the one that is held is opened", async () => {
  const files = `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": false } }
// @filename: a.ts
import "./p/b";
import "./q/c";
// @filename: p/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true } }
// @filename: p/b.ts
export const value = [1].find((one) => one > 0);
// @filename: q/c.ts
export const value = [1].find((one) => one > 0);
`;
  const { opened, hovers } = await openedBeside(files, ["a.ts"], "p/b.ts", "q/c.ts");
  expect(opened).toEqual(["a.ts", "p/b.ts"]);
  expect(JSON.stringify(hovers[0])).toContain("const value: number | undefined");
  expect(JSON.stringify(hovers[1])).toContain("const value: number");
  expect(JSON.stringify(hovers[1])).not.toContain("undefined");
});
