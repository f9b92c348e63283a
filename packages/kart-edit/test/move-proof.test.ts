import { afterAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { CheckedProject, effort, type ProjectSymbol } from "./checked-project.ts";

// Files and folders of real code are moved, the compiler is asked, and they are moved back.

const tried = { files: 0, folders: 0, edits: 0 };
afterAll(() => console.log(`moves: ${JSON.stringify(tried)}; tsc as before, every byte back`));

const PROJECTS = [
  ["@tanstack/query-core", [], 5, 10],
  ["zod", ["tests", "benchmarks", "v3"], 5, 14],
] as const;

for (const [corpus, leftOut, part, full] of PROJECTS)
  test(`${corpus}: moved, checked, moved back`, async () => {
    await using project = await CheckedProject.of(corpus, leftOut);
    const { connection, workspace } = project.desk;
    const before = workspace.snapshot();
    for (const [from, to] of movesOf(project, effort(part, full))) {
      const where = `${from} to ${to}`;
      const { files, warnings } = await connection.data<{ files: { edits: number }[]; warnings: string[] }>(
        "kart_move",
        {
          from,
          to,
        },
      );
      tried.edits += files.reduce((sum, { edits }) => sum + edits, 0);
      if (from.endsWith(".ts")) tried.files++;
      else tried.folders++;
      expect({ where, warnings }).toEqual({ where, warnings: [] });
      expect(`${where}\n${await project.check()}`).toBe(`${where}\n`);
      await connection.data("kart_move", { from: to, to: from });
      const after = workspace.snapshot();
      const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
        (file) => before[file] !== after[file],
      );
      expect({ where, differing }).toEqual({ where, differing: [] });
    }
  }, 1_200_000);

const moved = { symbols: 0, refused: 0 };
afterAll(() => console.log(`symbols moved: ${JSON.stringify(moved)}; tsc as before, every byte back`));

for (const [corpus, leftOut, part, full] of PROJECTS)
  test(`symbols of ${corpus}: moved, checked, taken back`, async () => {
    await using project = await CheckedProject.of(corpus, leftOut);
    const { connection, workspace } = project.desk;
    const before = workspace.snapshot();
    const sources = project.sources();
    const all = await project.symbols(200);
    const symbols = all.filter(({ declaration: { namePath, name } }) => namePath === name && name !== "default");
    const count = effort(part, full);
    for (let index = 0; index < count; index++) {
      const at = Math.floor(((index + 0.5) * symbols.length) / count);
      const { path: from, declaration } = symbols[at] as ProjectSymbol;
      const folder = dirname(from);
      const other = sources.find((path) => path > from && dirname(path) === folder) ?? `${folder}/kart-file.ts`;
      const to = [`${folder}/kart-file.ts`, `${folder}/kart/deep/file.ts`, other][index % 3] as string;
      const where = `${declaration.name} of ${from} to ${to}`;
      const { isError } = await connection.call("kart_move", { from, to, symbol: declaration.name });
      if (isError === true) moved.refused++;
      else moved.symbols++;
      expect(`${where}\n${await project.check()}`).toBe(`${where}\n`);
      if (isError !== true) await connection.data("kart_undo");
      const after = workspace.snapshot();
      expect({ where, isSame: Bun.deepEquals(before, after) }).toEqual({ where, isSame: true });
    }
    expect(moved.symbols).toBeGreaterThan(moved.refused * 2);
  }, 1_200_000);

/** Every other move is one of a folder, where there are any; upwards, downwards, and under another name. */
function movesOf(project: CheckedProject, count: number): (readonly [from: string, to: string])[] {
  const sources = project.sources();
  const folders = [...new Set(sources.map((path) => dirname(path)))].filter((path) => path !== "src").sort();
  const spread = <T>(list: readonly T[], of: number) =>
    Array.from(
      { length: Math.min(of, list.length) },
      (_, at) => list[Math.floor(((at + 0.5) * list.length) / of)] as T,
    );
  const chosen = [...spread(folders, Math.floor(count / 2))];
  chosen.push(...spread(sources, count - chosen.length));
  return chosen.map((from, index) => {
    const name = from.slice(from.lastIndexOf("/") + 1);
    const places = [`${dirname(from)}/kart/deep/${name}`, `src/kart-${name}`, `${dirname(from)}/kart-${name}`];
    return [from, places[index % places.length] as string];
  });
}

test("the folders that moves made are not left behind by taking them back", async () => {
  await using project = await CheckedProject.of("@tanstack/query-core", []);
  const { connection, workspace } = project.desk;
  const list = () => readdirSync(workspace.root, { recursive: true, encoding: "utf8" }).sort();
  const before = list();
  await connection.data("kart_move", { from: "src", to: "lib/deep/src" });
  await connection.data("kart_undo");
  expect(list()).toEqual(before);
});
