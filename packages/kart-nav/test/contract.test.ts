import { mkdirSync } from "node:fs";
import { serverContract } from "@kart/testkit/contract";

serverContract({
  name: "kart-nav",
  command: [process.execPath, `${import.meta.dir}/../src/main.ts`],
  listBudget: 7000,
  files: {
    "src/a.ts": 'import { b } from "./b.ts";\nexport const a = b + 1;\n',
    "src/b.ts": "export const b = 1;\nexport const unused = 2;\n",
  },
  calls: {
    kart_find: { name: "a", path: "src/a.ts", body: true },
    kart_search: { pattern: "b", context: 1 },
    kart_list: { path: "src" },
    kart_imports: { path: "src/a.ts" },
    kart_importers: { path: "src/b.ts" },
    kart_unused_exports: { path: "src" },
  },
  endless(workspace) {
    // ripgrep waits for the other end of this before it reads the folder.
    mkdirSync(workspace.path("stuck"));
    Bun.spawnSync(["mkfifo", workspace.path("stuck/.gitignore")]);
    return { tool: "kart_search", args: { pattern: "a" } };
  },
});
