import { afterAll, expect, test } from "bun:test";
import { CheckedProject, effort } from "./checked-project.ts";

// Symbols of real code are deleted where nothing refers to them: the compiler must have nothing to say. Where deleting is
// refused, it is done by force, and the compiler must miss something.

const tried = { deleted: 0, refused: 0, missed: 0, harmless: [] as string[], refusals: 0 };
afterAll(() => console.log(`deletes: ${JSON.stringify(tried)}; each as tsc has it`));

const PROJECTS = [
  ["@tanstack/query-core", [], 12, 40],
  ["zod", ["tests", "benchmarks", "v3"], 6, 20],
] as const;

for (const [corpus, leftOut, part, full] of PROJECTS)
  test(`${corpus}: deleted, checked, taken back`, async () => {
    await using project = await CheckedProject.of(corpus, leftOut);
    const { connection, workspace } = project.desk;
    const before = workspace.snapshot();
    const lone = await project.loneSymbols(effort(part / 2, full));
    const chosen = [...(await project.symbols(effort(part, full))), ...lone];
    for (const { path, declaration, line } of chosen) {
      const where = `${path}:${line} ${declaration.kind} ${declaration.namePath}`;
      const args = { file: path, symbol: declaration.namePath, line, lint: false };
      const result = await connection.call("kart_delete", args);
      if (result.isError !== true) {
        tried.deleted++;
        expect(`${where}\n${await project.check()}`).toBe(`${where}\n`);
      } else {
        const message = (result.content as { text: string }[])[0]?.text ?? "";
        if (!message.startsWith("still_referenced: ")) {
          expect(`${where}: ${message}`).toMatch(/: (?:invalid_argument|symbol_ambiguous): /);
          tried.refusals++;
          continue;
        }
        tried.refused++;
        await connection.data("kart_delete", { ...args, force: true });
        if ((await project.check()) === "") tried.harmless.push(where);
        else tried.missed++;
      }
      await connection.data("kart_undo");
      expect({ where, isBack: Bun.deepEquals(workspace.snapshot(), before) }).toEqual({ where, isBack: true });
    }
    // What is referred to by its own implementations, or by overrides alone, the compiler can do without.
    expect(tried.harmless.length).toBeLessThan(tried.missed);
  }, 1_200_000);
