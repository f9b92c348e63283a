import { serverContract } from "@kart/testkit/contract";

const dryRun = { dryRun: true, lint: false };

serverContract({
  name: "kart-edit",
  command: [process.execPath, `${import.meta.dir}/../src/main.ts`],
  // 9,000 were for nine tools, of which each costs about as much as the three that came later.
  listBudget: 10_500,
  files: { "src/a.ts": "export const a = 1;\n\nexport class K {\n  m() {\n    return a;\n  }\n}\n" },
  calls: {
    kart_replace: { path: "src/a.ts", symbol: "K.m", content: "m() {\n  return 2;\n}", ...dryRun },
    kart_insert_after: { file: "src/a.ts", symbol: "a", content: "export const b = 2;", ...dryRun },
    kart_insert_before: { file: "src/a.ts", symbol: "K", content: "export const b = 2;", ...dryRun },
    kart_patch: { file: "src/a.ts", symbol: "K", chunks: [{ oldLines: ["    return a;"], newLines: [] }], ...dryRun },
    kart_delete: { file: "src/a.ts", symbol: "K", ...dryRun },
    kart_rename: { file: "src/a.ts", symbol: "K", newName: "Kind", ...dryRun },
    kart_move: { from: "src/a.ts", to: "src/new/b.ts", ...dryRun },
    kart_read: { path: "src/a.ts", symbol: "K" },
    kart_grep: { pattern: "return", path: "src", pre: 1 },
    kart_edit: { path: "src/a.ts", edits: [{ replace: { old_text: "return a;", new_text: "return 2;" } }], ...dryRun },
    kart_write: { path: "src/new/b.ts", content: "export const b = 2;\n", ...dryRun },
    kart_undo: {},
  },
  first: {
    kart_undo: ["kart_replace", { file: "src/a.ts", symbol: "a", content: "export const a = 3;", lint: false }],
  },
  endless(workspace) {
    workspace.write("a.ts", "let a;\n");
    // The workspace's own linter is asked first, and this one never ends.
    workspace.write(
      "node_modules/oxlint/package.json",
      '{ "name": "oxlint", "version": "1.0.0", "bin": "bin/oxlint" }',
    );
    workspace.write("node_modules/oxlint/bin/oxlint", "setInterval(() => {}, 1000);\n");
    return {
      tool: "kart_insert_after",
      args: { file: "a.ts", content: "let b;" },
      deadline: "KART_LINT_TIMEOUT_MS",
      answerAtDeadline: "took longer than 700 ms",
    };
  },
});
