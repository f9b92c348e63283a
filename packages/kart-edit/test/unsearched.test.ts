import { expect, setDefaultTimeout, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connectInMemory } from "@kart/testkit/connect";
import { editServer } from "../src/server.ts";

setDefaultTimeout(90_000);

test("what all files are searched for says which of them could not be searched", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true }, "files": ["src/a.ts"] }',
    "src/a.ts": "export const a = 1;\nexport const other = 2;\n",
    "src/use.ts": "import { a } from './a';\nexport const b = a;\n",
  });
  Bun.spawnSync(["sh", "-c", `cp src/use.ts "$(printf 'src/c\\377.ts')"`], { cwd: files.root });
  await using asked = await connectInMemory(editServer, { root: files.root });
  const named = "src/c\ufffd.ts: the name is not UTF-8";
  const dryRun = { dryRun: true };
  expect(await asked.text("kart_rename", { file: "src/a.ts", symbol: "other", newName: "fresh", ...dryRun })).toContain(
    `NOT SEEN, and may use the old name: ${named}`,
  );
  expect(await asked.text("kart_move", { from: "src/a.ts", to: "src/z.ts", ...dryRun })).toContain(
    `NOT SEARCHED: ${named}`,
  );
  expect(await asked.text("kart_move", { from: "src/a.ts", to: "src/z.ts", symbol: "a", ...dryRun })).toContain(
    `NOT SEARCHED: ${named}`,
  );
  const before = files.read("src/a.ts");
  const deleting = asked.text("kart_delete", { file: "src/a.ts", symbol: "other" });
  expect(deleting).rejects.toThrow(`NOT SEEN: ${named}`);
  await deleting.catch(() => {});
  expect(files.read("src/a.ts")).toBe(before);
});
