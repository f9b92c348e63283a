import { afterAll, expect, test } from "bun:test";
import { CheckedProject, effort } from "./checked-project.ts";

// Symbols of every kind in real code are renamed, the compiler is asked, and they are renamed back.

const tried = { renames: 0, edits: 0, refusals: 0 };
afterAll(() => console.log(`renames: ${JSON.stringify(tried)}; tsc as before, every byte back`));

/** What has no name that could be another one, or is not TypeScript's to rename. */
const UNRENAMABLE = /^(?:invalid_argument|path_outside_root|symbol_ambiguous|still_referenced): /;

const PROJECTS = [
  ["@tanstack/query-core", [], 14, 40],
  ["zod", ["tests", "benchmarks", "v3"], 8, 30],
] as const;

for (const [corpus, leftOut, part, full] of PROJECTS)
  test(`${corpus}: renamed, checked, renamed back`, async () => {
    await using project = await CheckedProject.of(corpus, leftOut);
    const { connection, workspace } = project.desk;
    const before = workspace.snapshot();
    for (const { path, declaration, line } of await project.symbols(effort(part, full))) {
      const { namePath, name, kind } = declaration;
      const where = `${path}:${line} ${kind} ${namePath}`;
      if (/^\[|^"|^default$|^constructor$/.test(name)) continue;
      const newName = `${name}Kart`;
      const result = await connection.call("kart_rename", { file: path, symbol: namePath, newName, line });
      if (result.isError === true) {
        const [message] = result.content as { readonly text: string }[];
        expect(`${where}: ${message?.text}`).toMatch(new RegExp(`^[^]*: (?:${UNRENAMABLE.source.slice(1)})`));
        tried.refusals++;
        continue;
      }
      tried.renames++;
      const { totalEdits, complete, warnings } = result.structuredContent as {
        totalEdits: number;
        complete: boolean;
        warnings: string[];
      };
      tried.edits += totalEdits;
      // That a name is public is no gap.
      const gaps = warnings.filter((one) => !one.startsWith("PUBLIC: "));
      expect({ where, complete, gaps }).toEqual({ where, complete: true, gaps: [] });
      expect(`${where}\n${await project.check()}`).toBe(`${where}\n`);
      const renamed = `${namePath.slice(0, namePath.length - name.length)}${newName}`;
      await connection.data("kart_rename", { file: path, symbol: renamed, newName: name, line });
      const after = workspace.snapshot();
      const differing = Object.keys(before).filter((file) => before[file] !== after[file]);
      expect({ where, differing }).toEqual({ where, differing: [] });
    }
  }, 1_200_000);
