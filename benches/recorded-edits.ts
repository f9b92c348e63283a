import { readFileSync } from "node:fs";
import { join } from "node:path";
import { walkDeclarations } from "../packages/core/src/syntax/declaration.ts";
import { declarationsOf } from "../packages/core/src/syntax/declarations.ts";
import { loadParser, parseSource } from "../packages/core/src/syntax/parser/parse.ts";
import { corpus } from "./corpus.ts";

export interface LongSymbol {
  readonly path: string;
  readonly namePath: string;
  readonly source: string;
  /** 1-based */
  readonly firstLine: number;
  readonly lines: readonly string[];
}

/** Symbols of the corpus of that many lines or more, whose name path is theirs alone. */
export async function longSymbols(atLeast: number): Promise<LongSymbol[]> {
  const oxc = await loadParser();
  const found: LongSymbol[] = [];
  const { folder, files } = corpus();
  for (const path of files) {
    const source = readFileSync(join(folder, path), "utf8");
    const outcome = parseSource(oxc, path, source);
    if (!outcome.ok) continue;
    const names = walkDeclarations(declarationsOf(outcome.parsed));
    for (const { declaration } of names) {
      const { span, namePath } = declaration;
      const isUnique = names.filter((other) => other.declaration.namePath === namePath).length === 1;
      const lines = source.slice(span.start, span.end).split("\n");
      if (isUnique && lines.length >= atLeast)
        found.push({ path, namePath, source, firstLine: outcome.parsed.lines.lineAt(span.start), lines });
    }
  }
  return found;
}

/** A one-line change. */
export function changedLine(line: string): string {
  return `${line} // changed`;
}

/** From the first change to the last, with as few lines around as make the old text unique in the file. */
export function oldNewPair(
  { source, lines }: LongSymbol,
  after: readonly string[],
  changed: readonly number[],
): object {
  let from = changed[0] as number;
  let to = (changed.at(-1) as number) + 1;
  const text = (rows: readonly string[]) => rows.slice(from, to).join("\n");
  while (source.split(text(lines)).length > 2 && (from > 0 || to < lines.length)) {
    if (from > 0) from--;
    else to++;
  }
  return { old_string: text(lines), new_string: text(after) };
}
