import { expect, setDefaultTimeout, test } from "bun:test";
import { Reading } from "./reading.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const SOURCE = 'import { one } from "./one";\nexport const two = one + 1;\nexport const three = 3;\n';

async function readingOf(path: string): Promise<Reading> {
  const file = await Reading.of(SOURCE, path);
  file.desk.workspace.write("src/one.ts", "export const one = 1;\n");
  file.desk.workspace.write("use.ts", 'import { two } from "./src/two";\ntwo;\n');
  return file;
}

/** Edits a line by an anchor of the first reading, where the file stands now. */
async function editAt(file: Reading, path: string, line: number, text: string): Promise<readonly string[]> {
  const edits = [file.set(line, text)];
  return (await file.desk.change("kart_edit", { path, edits })).warnings;
}

test("anchors of a file that was moved mean its lines where it is now, but for those that the move rewrote", async () => {
  await using file = await readingOf("src/two.ts");
  const { workspace, connection } = file.desk;
  const { diff } = await connection.data<{ diff: string }>("kart_move", { from: "src/two.ts", to: "lib/three.ts" });
  expect(await editAt(file, "lib/three.ts", 3, "export const three = 4;")).toEqual([]);
  expect(workspace.read("lib/three.ts")).toBe(
    'import { one } from "../src/one";\nexport const two = one + 1;\nexport const three = 4;\n',
  );
  const refused = await file.desk.refused("kart_edit", { path: "lib/three.ts", edits: [file.set(1, "")], lint: false });
  expect(refused).toContain(">>>1:");
  expect(diff).toContain(/(1:..)\|/.exec(refused)?.[1] ?? "none");
});

test("of a folder too, and with kart_undo where it was before", async () => {
  await using file = await readingOf("src/two.ts");
  const { workspace, connection } = file.desk;
  await connection.data("kart_move", { from: "src", to: "lib/src" });
  await connection.data("kart_move", { from: "lib/src/two.ts", to: "two.ts" });
  expect(await editAt(file, "two.ts", 3, "export const three = 33;")).toEqual([]);
  await connection.data("kart_undo", { steps: 2 });
  expect(await editAt(file, "lib/src/two.ts", 3, "export const three = 333;")).toEqual([]);
  await connection.data("kart_undo", { steps: 2 });
  expect(workspace.read("src/two.ts")).toBe(SOURCE);
  for (const line of [1, 2, 3])
    expect(await editAt(file, "src/two.ts", line, SOURCE.split("\n")[line - 1] + " //")).toEqual([]);
});

test("what comes to stand at the old path was never shown, nor what stood at the new one", async () => {
  await using file = await readingOf("src/two.ts");
  const { workspace, connection } = file.desk;
  await connection.data("kart_move", { from: "src/two.ts", to: "src/four.ts" });
  workspace.write("src/two.ts", SOURCE);
  const edits = [file.set(3, "")];
  expect(await file.desk.refused("kart_edit", { path: "src/two.ts", edits, lint: false })).toContain(
    "Nothing of this file was shown",
  );
  await Bun.file(workspace.path("src/two.ts")).delete();
  await Bun.file(workspace.path("src/four.ts")).delete();
  await connection.data("kart_move", { from: "src/one.ts", to: "src/four.ts" });
  expect(await file.desk.refused("kart_edit", { path: "src/four.ts", edits, lint: false })).toContain(
    "Nothing of this file was shown",
  );
});

/** The anchor of the row of a diff that shows a text. */
function anchorOf(diff: string, text: string): string {
  const row = diff.split("\n").find((one) => /^[ +]\d/.test(one) && one.endsWith(`|${text}`));
  return row?.slice(1, row.indexOf("|")) ?? "none";
}

test("the anchors of a diff of several files hold in each of them; those of a dry run and of clipped rows do not", async () => {
  const long = `two; // ${"x".repeat(400)}`;
  await using file = await readingOf("src/two.ts");
  const { desk } = file;
  desk.workspace.write("use.ts", 'import { two } from "./src/two";\ntwo;\n// end\n');
  desk.workspace.write("long.ts", `import { two } from "./src/two";\n${long}\n`);
  const args = { file: "src/two.ts", symbol: "two", newName: "deux" };
  const diffOf = async (tool: string, more: Record<string, unknown>) =>
    (await desk.connection.data<{ diff: string }>(tool, more)).diff;
  const set = (path: string, anchor: string, new_text: string) => ({
    path,
    edits: [{ set_line: { anchor, new_text } }],
    lint: false,
  });
  const planned = await diffOf("kart_rename", { ...args, dryRun: true });
  expect(await desk.refused("kart_edit", set("use.ts", anchorOf(planned, "// end"), ""))).toContain(
    "Nothing of this file was shown",
  );
  const renamed = await diffOf("kart_rename", args);
  await desk.change("kart_edit", set("use.ts", anchorOf(renamed, "deux;"), "deux + 1;"));
  const clipped = /\+(2:..)\|deux; \/\/ x/.exec(renamed)?.[1] ?? "none";
  expect(await desk.refused("kart_edit", set("long.ts", clipped, ""))).toContain("stale: ");
  const moved = await diffOf("kart_move", { from: "src/two.ts", to: "two.ts" });
  await desk.change("kart_edit", set("two.ts", anchorOf(moved, 'import { one } from "./src/one";'), "const one = 1;"));
  expect(desk.workspace.read("two.ts")).toStartWith("const one = 1;\nexport const deux = one + 1;\n");
});
