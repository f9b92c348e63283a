import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { failure, LanguageWorkspace, never } from "@kart/testkit/language-workspace";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { serverCommand } from "./server-binary.ts";
import { languageServerState } from "./server-state.ts";

setDefaultTimeout(90_000);
afterEach(() => {
  delete process.env["KART_LANGUAGE_SERVER"];
  delete process.env["KART_WORKSPACE_PROGRAMS"];
});

const PACKAGES = join(import.meta.dir, "../../../node_modules");
const NATIVE = `@typescript/typescript-${process.platform}-${process.arch}/lib/tsc`;

test("ours, where the workspace has none or one that is too old", () => {
  using none = new TempWorkspace();
  const ours = serverCommand(none.root);
  expect(ours).toMatchObject({ origin: "shipped", version: "7.0.2", args: ["--lsp", "--stdio"] });
  using old = new TempWorkspace({
    "node_modules/typescript/package.json": '{ "version": "5.9.3" }',
    [`node_modules/${NATIVE}`]: "",
  });
  expect(serverCommand(old.root)).toEqual(ours);
  using broken = new TempWorkspace({ "node_modules/typescript/package.json": "{" });
  expect(serverCommand(broken.root)).toEqual(ours);
  using withoutProgram = new TempWorkspace({ "node_modules/typescript/package.json": '{ "version": "7.1.0" }' });
  expect(serverCommand(withoutProgram.root)).toEqual(ours);
});

test("the workspace's own where it is 7 or newer, behind a symlink too, never one above the root", () => {
  using files = new TempWorkspace({
    "store/node_modules/typescript/package.json": '{ "version": "10.1.0-beta" }',
    [`store/node_modules/${NATIVE}`]: "",
    "app/node_modules/typescript": { symlinkTo: "../../store/node_modules/typescript" },
    "store/inner/a.ts": "",
  });
  expect(serverCommand(files.path("app"))).toMatchObject({
    origin: "workspace",
    version: "10.1.0-beta",
    program: files.path(`store/node_modules/${NATIVE}`),
  });
  expect(serverCommand(files.path("store")).origin).toBe("workspace");
  process.env["KART_WORKSPACE_PROGRAMS"] = "never";
  expect(serverCommand(files.path("store")).origin).toBe("shipped");
  delete process.env["KART_WORKSPACE_PROGRAMS"];
  expect(serverCommand(files.path("store/inner")).origin).toBe("shipped");
});

test("in memory that may grow, up to half of the machine's, and with no other programs", () => {
  using files = new TempWorkspace();
  const { PATH, GOGC, GOMEMLIMIT } = serverCommand(files.root).env ?? {};
  expect({ PATH, GOGC }).toEqual({ PATH: "", GOGC: "200" });
  expect(GOMEMLIMIT).toMatch(/^[1-9]\d{8,}B$/);
  expect(Number.parseInt(GOMEMLIMIT ?? "", 10)).toBeLessThanOrEqual(totalmem() / 2);
});

test("another by its command, parted without a shell", () => {
  process.env["KART_LANGUAGE_SERVER"] = ` "/a b/server" --stdio '$(touch x)' `;
  expect(serverCommand("/")).toEqual({
    program: "/a b/server",
    args: ["--stdio", "$(touch x)"],
    origin: "environment",
  });
});

test("doctor is told of a server that answers, and of what is wrong with one that does not", async () => {
  using files = new TempWorkspace();
  const ours = serverCommand(files.root).program;
  expect(await languageServerState(files.root)).toEqual({
    name: "typescript",
    version: "7.0.2",
    path: ours,
    did: "answers",
  });
  process.env["KART_LANGUAGE_SERVER"] = files.path("none");
  const missing = await languageServerState(files.root);
  expect(missing.problem).toMatch(/could not be started: .*Name another command in KART_LANGUAGE_SERVER/);
  process.env["KART_LANGUAGE_SERVER"] = `"${process.execPath}" --version`;
  expect((await languageServerState(files.root)).problem).toMatch(/does not answer\. The language server ended/);
});

test("nothing is installed, and no program run, for JavaScript without types", async () => {
  using workspace = new LanguageWorkspace(`// @filename: package.json
{ "dependencies": { "lodash": "4.0.0" } }
// @filename: jsconfig.json
{ "typeAcquisition": { "enable": true }, "exclude": ["loose"] }
// @filename: a.js
const lodash = require("lodash");
// @filename: loose/b.js
const lodash = require("lodash");
`);
  const { files, server } = workspace;
  const path = process.env["PATH"] ?? "";
  files.write("bin/npm", `#!/bin/sh\ntouch '${files.path("marker")}'\n`);
  chmodSync(files.path("bin/npm"), 0o755);
  process.env["PATH"] = `${files.path("bin")}:${path}`;
  try {
    // What would be installed is looked for between one question and the next.
    for (let round = 0; round < 40; round++)
      for (const file of ["a.js", "loose/b.js"]) {
        files.write(file, `const lodash = require("lodash"); const n = ${round};`);
        expect((await server.hover(workspace.at(file, "n ="), never))?.markdown).toContain(`const n: ${round}`);
      }
  } finally {
    process.env["PATH"] = path;
  }
  expect(existsSync(files.path("marker"))).toBe(false);
});

test("typescript-language-server works too, on a workspace of TypeScript 5", async () => {
  using workspace = new LanguageWorkspace(`// @filename: a/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "types": [] } }
// @filename: a/a.ts
export const [|he/*|*/llo|] = "😀"; export const n = [|hello|];
// @filename: a b/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "types": [] } }
// @filename: a b/b.ts
import { [|hello|] } from "../a/a";
`);
  workspace.files.write("node_modules/typescript", { symlinkTo: join(PACKAGES, "typescript-5") });
  const program = join(PACKAGES, "typescript-language-server/lib/cli.mjs");
  process.env["KART_LANGUAGE_SERVER"] = `"${process.execPath}" "${program}" --stdio`;
  expect(await workspace.covered()).toMatchObject({ references: workspace.wanted, complete: true });
  const hover = (content?: string) =>
    workspace.server.hover({ ...workspace.cursor, ...(content !== undefined && { content }) }, never);
  const [changed, own] = await Promise.all([hover("export const hello = 1;"), hover()]);
  expect(changed?.markdown).toContain("const hello: 1");
  expect(own?.markdown).toContain('const hello: "😀"');
  workspace.files.write("a b/b.ts", 'import { hello } from "../a/a";\nhello;');
  expect(await workspace.references()).toHaveLength(workspace.wanted.length + 1);
  expect(await failure(workspace.diagnostics(workspace.cursor))).toContain("does not check a file when asked");
  const { files } = await workspace.server.rename(workspace.cursor, "greet", never);
  expect(files.flatMap(({ edits }) => edits)).toHaveLength(4);
});

test("typescript-language-server answers the first hover with types of other files", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "types": [], "target": "esnext" } }
// @filename: a.ts
import { make } from "./b";
export const hel/*|*/lo = [make()];
// @filename: b.ts
export const make = () => new Map<string, number>();
`);
  workspace.files.write("node_modules/typescript", { symlinkTo: join(PACKAGES, "typescript-5") });
  const program = join(PACKAGES, "typescript-language-server/lib/cli.mjs");
  process.env["KART_LANGUAGE_SERVER"] = `"${process.execPath}" "${program}" --stdio`;
  const hover = await workspace.server.hover(workspace.cursor, never);
  expect(hover?.markdown).toContain("const hello: Map<string, number>[]");
});

test("a hover of a long type is whole", async () => {
  const members = Array.from({ length: 100 }, (_, n) => `member${n}: { inner: [${n}] }`).join(", ");
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "types": [] } }
// @filename: a.ts
export const lo/*|*/ng = { ${members} };
`);
  const hover = await workspace.server.hover(workspace.cursor, never);
  expect(hover?.markdown).toContain("member99: {");
  expect(hover?.markdown).not.toContain("...");
});
