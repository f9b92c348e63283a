import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CHANGED, LISTED, RENAMED, SEARCHED, TYPED, USED } from "./asked.ts";
import type { Project } from "./project.ts";

/** What is right, found without any of the programs that are asked: by the compiler, and by reading every line. */
export interface Truths {
  /** `path:line`. */
  readonly declared: string;
  /** `path:line` of each line that uses the symbol, its declaration left out. */
  readonly uses: ReadonlySet<string>;
  /** `path:line` of each matching line. */
  readonly matches: ReadonlySet<string>;
  readonly entries: ReadonlySet<string>;
  /** Without white space. */
  readonly type: string;
  /** Words that a rename changes. */
  readonly renamed: number;
}

/** Leaves the project changed. */
export function truthsOf(project: Project): Truths {
  const declared = linesThat(project, (line) => line.includes(`export function ${USED.symbol}<`));
  if (declared.size !== 1) throw new Error(`${USED.symbol} is declared ${declared.size} times`);
  const matches = linesThat(project, (line) => line.includes(SEARCHED));
  const entries = new Set(readdirSync(project.path(LISTED)));
  const type = declaredType(project);
  const [declaration] = [...declared] as [string];
  const missed = missedByCompiler(project, [USED, RENAMED]);
  return {
    declared: declaration,
    uses: new Set(missed.get(USED.symbol)),
    matches,
    entries,
    type,
    renamed: (missed.get(RENAMED.symbol) as string[]).length + 1,
  };
}

/** What {@link CHANGED} should be after a change of that one line. */
export function changedText(before: string, round: number): string {
  const lines = before.split("\n");
  lines[CHANGED.line - 1] = CHANGED.text(round);
  return lines.join("\n");
}

function linesThat(project: Project, test: (line: string) => boolean): Set<string> {
  const places = project.files.flatMap((path) =>
    project
      .read(path)
      .split("\n")
      .flatMap((line, index) => (test(line) ? [`${path}:${index + 1}`] : [])),
  );
  return new Set(places);
}

/** As the compiler writes it into a declaration file. */
function declaredType(project: Project): string {
  const out = project.path("declarations");
  const errors = project.compile("--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--outDir", out);
  if (errors !== "") throw new Error(`the project does not compile: ${errors}`);
  const file = join(out, TYPED.path.replace("src/", "").replace(/\.ts$/, ".d.ts"));
  const line = readFileSync(file, "utf8")
    .split("\n")
    .find((text) => text.includes(`function ${TYPED.symbol}(`));
  if (line === undefined) throw new Error(`${basename(file)} does not declare ${TYPED.symbol}`);
  return withoutSpace(line.replace(/^export declare function /, "").replace(/;$/, ""));
}

export function withoutSpace(text: string): string {
  return text.replaceAll(/\s/g, "");
}

/**
 * Gives declarations other names, then every place where the compiler misses an old one, until it misses nothing. Those places
 * are all that refer to them.
 */
function missedByCompiler(
  project: Project,
  declarations: readonly { path: string; symbol: string }[],
): Map<string, string[]> {
  for (const { path, symbol } of declarations) {
    const head = `export function ${symbol}`;
    project.write(path, project.read(path).replace(head, `${head}Gone`));
  }
  const places = new Map(declarations.map(({ symbol }) => [symbol, [] as string[]]));
  for (;;) {
    const errors = project.compile();
    if (errors === "") return places;
    const at = [...errors.matchAll(/^([^\s(][^(]*)\((\d+),(\d+)\): error/gm)].map(([, file, line, column]) => ({
      file: file as string,
      line: Number(line),
      column: Number(column),
    }));
    let given = 0;
    // From the end of a line to its start, so that columns hold.
    for (const { file, line, column } of at.toSorted((a, b) => b.column - a.column)) {
      const lines = project.read(file).split("\n");
      const [before = "", after = ""] = [lines[line - 1]?.slice(0, column - 1), lines[line - 1]?.slice(column - 1)];
      // Other errors only follow from what is missing.
      const [symbol = ""] = /^[\w$]+/.exec(after) ?? [];
      const found = places.get(symbol);
      if (found === undefined) continue;
      lines[line - 1] = `${before}${symbol}Gone${after.slice(symbol.length)}`;
      project.write(file, lines.join("\n"));
      found.push(`${file}:${line}`);
      given++;
    }
    if (given === 0) throw new Error(`the compiler misses something else: ${errors.slice(0, 500)}`);
  }
}
