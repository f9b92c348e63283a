import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { Desk } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const config = (more: object, paths: object) =>
  JSON.stringify({
    compilerOptions: { strict: true, noEmit: true, module: "esnext", moduleResolution: "bundler", types: [], paths },
    ...more,
  });

const API = `export interface User { id: string }
export const fetchUser = (id: string): User => ({ id });
`;

/** In the project of the tests `~/api` is a mock, for all that they import. */
const desk = await Desk.with({
  "tsconfig.json":
    '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.spec.json" }] }',
  "tsconfig.app.json": config({ include: ["src"], exclude: ["**/*.spec.ts"] }, { "~/*": ["./src/*"] }),
  "tsconfig.spec.json": config(
    { include: ["src/**/*.spec.ts", "test"] },
    { "~/api": ["./test/api.mock.ts"], "~/alone": ["./test/alone.mock.ts"], "~/*": ["./src/*"] },
  ),
  "src/api.ts": API,
  "test/api.mock.ts": API,
  "src/app.ts":
    'import { fetchUser, type User } from "~/api";\nexport const app = (u: User) => fetchUser("1").id + u.id;\n',
  "src/app.spec.ts": 'import { app } from "./app";\nimport { fetchUser } from "~/api";\napp(fetchUser("x"));\n',
  "src/alone.ts": "export const alone = 1;\n",
  "test/alone.mock.ts": "export const alone = 2;\n",
  "src/untested.ts": 'import { alone } from "~/alone";\nexport const two = alone;\n',
});
afterAll(() => desk[Symbol.asyncDispose]());

const warningsOf = async (tool: string, args: object) =>
  (await desk.connection.data<{ warnings: string[] }>(tool, { ...args, dryRun: true })).warnings;

test.each([
  ["src/api.ts", "fetchUser", "test/api.mock.ts:2"],
  ["src/api.ts", "User.id", "test/api.mock.ts:1"],
  ["test/api.mock.ts", "fetchUser", "src/api.ts:2"],
])("what another project has in the place of a module is named: %s %s", async (file, symbol, twin) => {
  const warnings = await warningsOf("kart_rename", { file, symbol, newName: "fresh" });
  expect(warnings.join()).toContain(
    `what may be loaded in its place exports \`${symbol.split(".").at(-1)}\` too: ${twin}`,
  );
});

test("nothing stands in for a module where the other project does not hold who imports it", async () => {
  expect(await warningsOf("kart_rename", { file: "src/alone.ts", symbol: "alone", newName: "fresh" })).toEqual([]);
});

test("a symbol stays where it has a stand-in, and a file that moves out of its reach is told", async () => {
  const moving = desk.connection.data("kart_move", { from: "src/api.ts", to: "src/fetch.ts", symbol: "fetchUser" });
  expect(moving).rejects.toThrow("What may be loaded in its place has its own, test/api.mock.ts:2");
  await moving.catch(() => {});
  expect(desk.workspace.read("src/api.ts")).toBe(API);
  expect(await warningsOf("kart_move", { from: "src/api.ts", to: "src/deep/api.ts" })).toEqual([
    "NOT AS BEFORE: src/app.ts:1 imported test/api.mock.ts in tsconfig.spec.json by ~/api, and would not any more",
  ]);
  // Here the configuration goes along.
  expect(await warningsOf("kart_move", { from: "test/api.mock.ts", to: "test/deep/api.mock.ts" })).toEqual([]);
  expect(await warningsOf("kart_move", { from: "src/app.ts", to: "src/deep/app.ts" })).toEqual([]);
});

test.each([
  ["its tests", ["."]],
  ["the sources too", [".", "../src"]],
])("the other project may stand in a folder of its own, and list %s", async (_, include) => {
  await using other = await Desk.with({
    "tsconfig.json": config({ include: ["src"] }, { "~/*": ["./src/*"] }),
    "test/tsconfig.json": config({ include }, { "~/api": ["./api.mock.ts"], "~/*": ["../src/*"] }),
    "src/api.ts": API,
    "test/api.mock.ts": API,
    "src/app.ts": 'import { fetchUser } from "~/api";\nexport const app = fetchUser("1");\n',
    "test/app.test.ts": 'import { app } from "../src/app";\napp;\n',
  });
  for (const [file, twin] of [
    ["src/api.ts", "test/api.mock.ts:2"],
    ["test/api.mock.ts", "src/api.ts:2"],
  ]) {
    const args = { file, symbol: "fetchUser", newName: "fresh", dryRun: true };
    const { warnings } = await other.connection.data<{ warnings: string[] }>("kart_rename", args);
    expect(warnings.join()).toContain(`what may be loaded in its place exports \`fetchUser\` too: ${twin}`);
  }
});
