import { expect, test } from "bun:test";
import { connectInMemory } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { navServer } from "../src/server.ts";

test("a command without an ending imports, as its first line says", async () => {
  using files = new TempWorkspace({
    "src/a.js": "exports.a = 1;\nexports.b = 2;\n",
    "src/c.ts": "export const c = 1;\n",
    "bin/cli": "#!/usr/bin/env node\nconst { a } = require('../src/a.js');\na;\n",
    "bin/tool": "#!/usr/bin/env -S bun run\nimport { c } from '../src/c';\nc as number;\n",
    "bin/shell": "#!/bin/sh\nrequire('../src/a.js').b\n",
    LICENSE: "require('../src/a.js').b\n",
  });
  await using connection = await connectInMemory(navServer, { root: files.root });
  const ask = (tool: string, args: object) => connection.text(tool, args as Record<string, unknown>);
  expect(await ask("kart_importers", { path: "src/a.js" })).toBe("1 file imports src/a.js\nbin/cli:2 { a }");
  expect(await ask("kart_importers", { path: "src/c.ts", symbol: "c" })).toBe(
    "1 file imports c of src/c.ts\nbin/tool:2 { c }",
  );
  expect(await ask("kart_imports", { path: "bin/tool" })).toBe("bin/tool: 1 import\n2 { c } from ../src/c -> src/c.ts");
  expect(await ask("kart_unused_exports", {})).toBe(
    [
      "1 of 3 exports unused in 4 files",
      "src/a.js",
      "2 const b",
      "Entry points, whose exports count as used: bin/cli (shebang), bin/tool (shebang)",
    ].join("\n"),
  );
  files.write("bin/cli", "#!/usr/bin/env node\n");
  expect(await ask("kart_importers", { path: "src/a.js" })).toStartWith("Nothing imports src/a.js");
});
