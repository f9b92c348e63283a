import { expect, setDefaultTimeout, test } from "bun:test";
import { lineHash } from "@kart/core/text/line-hash";
import { Desk } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

test("calls that are sent at once are carried out in their order", async () => {
  await using desk = await Desk.with({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true } }',
  });
  const { connection, workspace } = desk;
  const texts = await Promise.all([
    connection.text("kart_write", { path: "n.ts", content: "export const n = 1;\n" }),
    connection.text("kart_insert_after", { file: "n.ts", content: "export const m = n;" }),
    connection.text("kart_rename", { file: "n.ts", symbol: "n", newName: "k" }),
    connection.text("kart_read", { path: "n.ts" }),
  ]);
  expect(workspace.read("n.ts")).toBe("export const k = 1;\nexport const m = k;\n");
  expect(texts[3]).toContain("export const m = k;");
});

test("several renames at once are all made", async () => {
  const names = ["one", "two", "three"];
  await using desk = await Desk.with({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true } }',
    "a.ts": names.map((name) => `export function ${name}() {}\n`).join("\n"),
    "b.ts": `import { ${names.join(", ")} } from "./a";\nexport const all = [${names.join(", ")}];\n`,
  });
  const renames = names.map((symbol) =>
    desk.connection.text("kart_rename", { file: "a.ts", symbol, newName: `${symbol}X` }),
  );
  for (const text of await Promise.all(renames)) expect(text).toContain("3 edits in 2 files");
  expect(desk.workspace.read("b.ts")).toContain("[oneX, twoX, threeX]");
});

test("an anchor of a call that was sent before another was answered means what had been shown by then", async () => {
  await using desk = await Desk.with({ "a.txt": "a\nx\n}\nb\n}\nend\n" });
  const { connection, workspace } = desk;
  await connection.text("kart_read", { path: "a.txt" });
  const after = (line: number, text: string, lines: string) =>
    connection.text("kart_edit", {
      path: "a.txt",
      edits: [{ insert_after: { anchor: `${line}:${lineHash(text)}`, text: lines } }],
    });
  const [, second] = await Promise.allSettled([after(2, "x", "1\n2"), after(5, "}", "behind b")]);
  const text = workspace.read("a.txt");
  // Where it is, or not at all: never behind the other one.
  expect(text).toContain("x\n1\n2\n}\nb\n}\n");
  expect(second?.status === "fulfilled" ? text : "b\n}\nbehind b\n").toContain("b\n}\nbehind b\n");
});
