import { ToolError } from "@kart/core/mcp/tool-error";
import { jsDocImports } from "@kart/core/syntax/comments/jsdoc-imports";
import type { ImportRecord } from "@kart/core/syntax/module-records/module-record";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import { contains } from "@kart/core/text/span";
import type { TextEdit } from "@kart/core/text/text-edit";
import { cutNames, type TakenType } from "../scopes/comment-imports.ts";
import { specifierEdit } from "../paths/specifiers.ts";

/** Exports of a module that others are to have from another one. */
export interface LedNames {
  readonly names: ReadonlySet<string>;
  /** What leads to that other one in the place of a specifier. */
  readonly fresh: (specifier: string) => string;
  /** Whether it is this file itself, which imports none of them then. */
  readonly isHere: boolean;
}

/** What leads the types of a file to another module. */
export interface LedTypes {
  readonly edits: readonly TextEdit[];
  /** Where the imports start that need no more. UTF-16 offsets. */
  readonly done: ReadonlySet<number>;
  /** What it no longer imports then, and is to import anew. */
  readonly taken: readonly TakenType[];
  /** That of the imports that it had of these. */
  readonly quote: string;
}

/**
 * Leads types to another module that a file has by `import("./a").T`, of TypeScript or in comments of JavaScript, and by
 * `@import { T } from "./a"`.
 *
 * @param records imports of the module
 * @returns what cannot be rewritten with certainty stays. Throws `invalid_argument` where the file itself has one by another name than it
 *   is to have there.
 */
export function typesLed(
  path: string,
  source: SourceSymbols,
  records: readonly ImportRecord[],
  { names, fresh, isHere }: LedNames,
): LedTypes {
  const { parsed } = source;
  const tags = jsDocImports(parsed);
  const done = new Set<number>();
  const edits: TextEdit[] = [];
  const taken: TakenType[] = [];
  const quotes: string[] = [];
  for (const record of records) {
    const tag = tags.find(({ start }) => start === record.start);
    const moving = record.names.filter(({ imported }) => names.has(imported));
    if (moving.length === 0) continue;
    const other = moving.find(({ imported, local }) => imported !== local);
    if (tag !== undefined && isHere && other !== undefined)
      throw new ToolError(
        "invalid_argument",
        `${escapeName(path)} has \`${escapeInvisible(other.imported)}\` as \`${escapeInvisible(other.local)}\`, by @import. Give it one name first.`,
      );
    const specifier = fresh(record.specifier);
    const isWhole = moving.length === record.names.length;
    const isCut = isHere || !isWhole || tags.some((one) => one.list !== undefined && one.specifier === specifier);
    const isMoving = (local: string) => moving.some((one) => one.local === local);
    const cuts = tag === undefined || !isCut ? [] : cutNames(source, tag, tags, isMoving);
    const isLed = tag === undefined ? isImportType(source, record) : isWhole && !isHere;
    const led = cuts.length === 0 && isLed ? [specifierEdit(parsed.source, record, specifier) ?? []].flat() : cuts;
    if (led.length === 0) continue;
    edits.push(...led);
    done.add(record.start);
    if (cuts.length === 0 || isHere) continue;
    quotes.push(parsed.source.slice(record.end - 1, record.end));
    for (const { imported, local } of moving)
      taken.push({ name: local, what: `.${imported}`, isGeneric: true, specifier });
  }
  return { edits, done, taken, quote: quotes[0] ?? '"' };
}

/** Whether it is `import("./a").T`, and no text that looks like it. */
function isImportType({ parsed }: SourceSymbols, record: ImportRecord): boolean {
  const { language, comments, source } = parsed;
  const isRead = language !== "jsx" || comments.some((comment) => contains(comment, record));
  return isRead && record.typeOnly && !record.dynamic && /^import\s*\(/.test(source.slice(record.start, record.end));
}
