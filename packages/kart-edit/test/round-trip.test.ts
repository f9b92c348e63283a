import { expect, setDefaultTimeout, test } from "bun:test";
import { walkDeclarations, type WalkedDeclaration } from "@kart/core/syntax/declaration";
import { withNestedMembers } from "@kart/core/syntax/nested-members";
import { isFailure, loadParser } from "@kart/core/syntax/parser/parse";
import { siblingList } from "@kart/core/syntax/sibling-list";
import { sourceSymbols } from "@kart/core/syntax/source-symbols";
import { textOf } from "@kart/core/text/span";
import { connectStdio } from "@kart/testkit/connect";
import { corpusFiles } from "@kart/testkit/corpora";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { Desk } from "./ask.ts";

setDefaultTimeout(90_000);

const oxc = await loadParser();

/** Symbols of each file that are tried, spread evenly. */
const A_FILE = 4;

interface Tried {
  readonly file: string;
  readonly namePath: string;
  readonly line: number;
  readonly body: string;
  /** What can stand beside it. */
  readonly neighbour: string | undefined;
}

function symbolsOf(file: string, source: string): Tried[] {
  const symbols = sourceSymbols(oxc, file, source);
  if (isFailure(symbols)) return [];
  const all = walkDeclarations(withNestedMembers(symbols.parsed, symbols.declarations)).filter(isAlone);
  const stride = Math.max(1, Math.floor(all.length / A_FILE));
  return all
    .filter((_, index) => index % stride === 0)
    .map(({ declaration: { namePath, span, statement } }) => ({
      file,
      namePath,
      line: symbols.parsed.lines.lineAt(span.start),
      body: textOf(source, span),
      neighbour: NEIGHBOURS[siblingList(symbols.parsed.program, statement ?? span)?.kind ?? "none"],
    }));
}

const NEIGHBOURS: Readonly<Record<string, string>> = {
  statements: "export const kart = 1;",
  signatures: "kart: 1;",
  object: "kart: 1",
};

/** Nested members may share a path and a line. */
function isAlone({ declaration }: WalkedDeclaration, index: number, all: readonly WalkedDeclaration[]): boolean {
  return all.every(
    (other, at) =>
      at === index ||
      other.declaration.namePath !== declaration.namePath ||
      Math.abs(other.declaration.span.start - declaration.span.start) > 200,
  );
}

test("on disk: replaced by itself, changed, broken, inserted beside, and taken back", async () => {
  const files = Object.fromEntries(
    Array.from(corpusFiles("@tanstack/query-core"), ({ path, source }) => [path, source]),
  );
  await using desk = await Desk.with(files);
  const pristine = desk.workspace.snapshot();
  const isPristine = (what: string) => expect(desk.workspace.snapshot(), what).toEqual(pristine);
  let tried = 0;
  for (const { file, namePath: symbol, line, body, neighbour } of Object.entries(files).flatMap(([path, source]) =>
    symbolsOf(path, source),
  )) {
    const where = { file, symbol, line };
    const what = `${file} ${symbol}`;
    await desk.change("kart_replace", { ...where, content: body });
    isPristine(`${what} replaced by itself`);
    await desk.refused("kart_replace", { ...where, content: `${body} ({` });
    if (neighbour === undefined) continue;
    for (const [tool, args] of [
      ["kart_replace", { ...where, content: `/* kart */ ${body}` }],
      ["kart_insert_before", { ...where, content: neighbour }],
      ["kart_insert_after", { ...where, content: neighbour }],
    ] as const) {
      await desk.change(tool, args);
      expect(desk.workspace.read(file)).not.toBe(files[file] as string);
      await desk.connection.data("kart_undo");
      isPristine(`${what} ${tool} and undo`);
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(100);
}, 30_000);

const COMMAND = [process.execPath, `${import.meta.dir}/../src/main.ts`] as const;

test("two servers that edit one file at once lose no edit without a word", async () => {
  const count = 12;
  const lines = Array.from({ length: count }, (_, index) => `export const x${index} = 0;`);
  using workspace = new TempWorkspace({ "a.ts": `${lines.join("\n")}\n` });
  const connect = () => connectStdio({ command: COMMAND, root: workspace.root, output: "both" });
  await using one = await connect();
  await using two = await connect();
  const outcomes = await Promise.all(
    lines.map(async (_, index) => {
      const content = `export const x${index} = 1;`;
      const server = index % 2 === 0 ? one : two;
      const result = await server.call("kart_replace", { file: "a.ts", symbol: `x${index}`, content, lint: false });
      const text = JSON.stringify(result.content);
      if (result.isError === true) expect(text).toMatch(/"(stale|timeout): REJECTED, nothing written/);
      return { content, isDone: result.isError !== true };
    }),
  );
  const after = workspace.read("a.ts");
  for (const { content, isDone } of outcomes)
    expect({ content, isThere: after.includes(content) }).toEqual({ content, isThere: isDone });
  expect(outcomes.some(({ isDone }) => isDone)).toBe(true);
});

test("calls that one client sends at once are made one after the other", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `x${index}`);
  using workspace = new TempWorkspace({ "a.ts": names.map((name) => `let ${name} = 0;\n`).join("") });
  await using server = await connectStdio({ command: COMMAND, root: workspace.root });
  await Promise.all(
    names.map((symbol) =>
      server.text("kart_replace", { file: "a.ts", symbol, content: `let ${symbol} = 1;`, lint: false }),
    ),
  );
  expect(workspace.read("a.ts")).toBe(names.map((name) => `let ${name} = 1;\n`).join(""));
});
