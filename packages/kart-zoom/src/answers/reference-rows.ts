import { clip, collapse, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import type { Reference } from "../reach/references.ts";
import { MODULE } from "../reach/symbol-node.ts";

/** Longest context, in UTF-16 units. */
const MAX_CONTEXT = 120;

/** A reference as data. */
export function referenceData({ file, offset: _offset, line, column, via, enclosing }: Reference) {
  return {
    path: file.path,
    line,
    column,
    context: clip(escapeInvisible(collapse(file.lines.textOf(line))), MAX_CONTEXT),
    enclosing: enclosing.map(({ namePath }) => namePath).join(", ") || MODULE,
    via,
  };
}

/**
 * @param shown how many of all are told of
 * @param isAllTyped whether all that could be found by its type was
 */
export function headline(
  what: string,
  total: number,
  files: number,
  shown: number,
  complete: boolean,
  isAllTyped: boolean,
): string {
  if (total === 0) {
    if (complete) return `No references to ${what}: every project that could hold one was searched.`;
    return isAllTyped
      ? `No use of ${what} found by its type, INCOMPLETE.`
      : `No use of ${what} found, INCOMPLETE: not all that could hold one was searched.`;
  }
  const all = `${count(total, "reference")} to ${what} in ${count(files, "file")}${complete ? ", complete" : ", INCOMPLETE"}`;
  return shown < total ? `${all}. The first ${shown}; raise limit for more.` : all;
}

/**
 * `19 call in Router.match: return parse(x)`, below the file's path; ` ×2` behind how, where the line has it twice.
 *
 * @param room most text, in UTF-16 units, though there is a row where there is a reference
 * @returns also how many references the rows tell of
 */
export function rows(shown: readonly Reference[], room: number): { readonly rows: string[]; readonly number: number } {
  const told: string[] = [];
  let left = room;
  let number = 0;
  for (const [path, list] of Map.groupBy(shown, ({ file }) => file.path)) {
    const sites = Map.groupBy(list.map(referenceData), ({ line, via, enclosing }) => `${line} ${via} ${enclosing}`);
    let above = [escapeName(path)];
    for (const site of sites.values()) {
      const fresh = [...above, rowOf(site)];
      left -= fresh.join("\n").length + 1;
      if (left < 0 && number > 0) return { rows: told, number };
      told.push(...fresh);
      above = [];
      number += site.length;
    }
  }
  return { rows: told, number };
}

function rowOf([one, ...more]: readonly ReturnType<typeof referenceData>[]): string {
  const { line, via, enclosing, context } = one as ReturnType<typeof referenceData>;
  const times = more.length === 0 ? "" : ` ×${more.length + 1}`;
  return ` ${line} ${via}${times}${enclosing === MODULE ? "" : ` in ${escapeInvisible(enclosing)}`}: ${context}`;
}
