import { mkdirSync } from "node:fs";
import { serverContract } from "@kart/testkit/contract";
import { COMMAND } from "./ask.ts";

const target = { path: "src/a.ts", symbol: "hello" };

serverContract({
  name: "kart-zoom",
  command: COMMAND,
  listBudget: 9000,
  files: {
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true } }',
    "src/a.ts": "export const hello = 1;\nexport interface Shape { area: number }\n",
    "src/b.ts": 'import { hello } from "./a";\nexport const twice = hello * 2;\n',
  },
  calls: {
    kart_zoom: target,
    kart_impact: target,
    kart_deps: { path: "src/b.ts", symbol: "twice" },
    kart_definition: { path: "src/b.ts", line: 2, column: 22 },
    kart_references: target,
    kart_implementations: { path: "src/a.ts", symbol: "Shape" },
    kart_hover: target,
    kart_completions: { path: "src/b.ts", line: 2, column: 24 },
    kart_check: { paths: ["src"] },
  },
  endless(workspace) {
    // git waits for the other end of this before it knows the repository.
    mkdirSync(workspace.path(".git"));
    Bun.spawnSync(["mkfifo", workspace.path(".git/HEAD")]);
    Bun.spawnSync(["mkfifo", workspace.path(".git/config")]);
    workspace.write(".git/objects/x", "");
    workspace.write(".git/refs/x", "");
    return { tool: "kart_check", args: {} };
  },
});
