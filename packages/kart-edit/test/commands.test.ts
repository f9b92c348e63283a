import { expect, setDefaultTimeout, test } from "bun:test";
import { Desk } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const FILES = {
  "package.json": '{ "name": "p", "bin": { "cli": "bin/cli" } }\n',
  "src/a.js": "exports.a = () => 1;\nexports.b = 2;\n",
  "src/c.ts": "export const c = 1;\nexport class K { run() {} }\n",
  "bin/cli": "#!/usr/bin/env node\nconst { a } = require('../src/a.js');\na();\n",
  "bin/tool": "#!/usr/bin/env bun\nimport { c, K } from '../src/c';\nnew K().run(c as number);\n",
};

test("commands without an ending: what they use is not deleted, renamed without a word, or moved away from them", async () => {
  await using desk = await Desk.with(FILES);
  const before = desk.workspace.snapshot();
  expect(await desk.connection.error("kart_delete", { file: "src/a.js", symbol: "a" })).toContain(
    "bin/cli:2 const { a } = require('../src/a.js');",
  );
  expect(await desk.connection.error("kart_delete", { file: "src/c.ts", symbol: "K.run" })).toContain("bin/tool:3");
  expect(desk.workspace.snapshot()).toEqual(before);
  const renamed = await desk.connection.data("kart_rename", {
    file: "src/c.ts",
    symbol: "K.run",
    newName: "go",
  });
  expect(renamed).toMatchObject({ complete: false, warnings: [expect.stringContaining("bin/tool:3")] });
  await desk.connection.data("kart_undo");
  await desk.connection.data("kart_rename", { file: "src/c.ts", symbol: "c", newName: "d" });
  expect(desk.workspace.read("bin/tool")).toContain("import { d as c, K } from '../src/c';");
  await desk.connection.data("kart_undo");
  expect(desk.workspace.snapshot()).toEqual(before);
});

test("commands without an ending are led to what moves, and lead on where they move themselves", async () => {
  await using desk = await Desk.with(FILES);
  await desk.connection.data("kart_move", { from: "src", to: "lib/src" });
  expect(desk.workspace.read("bin/cli")).toContain("require('../lib/src/a.js')");
  expect(desk.workspace.read("bin/tool")).toContain("from '../lib/src/c'");
  await desk.connection.data("kart_move", { from: "bin/cli", to: "bin/deep/cli" });
  expect(desk.workspace.read("bin/deep/cli")).toContain("require('../../lib/src/a.js')");
  expect(desk.workspace.read("package.json")).toContain('"cli": "bin/deep/cli"');
});
