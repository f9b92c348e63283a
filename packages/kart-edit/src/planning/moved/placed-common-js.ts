import { isFailure, type Parser } from "@kart/core/syntax/parser/parse";
import { ToolError } from "@kart/core/mcp/tool-error";
import { type SourceSymbols, sourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeName } from "@kart/core/text/display";
import { endedAs, endingAt, withEnding } from "@kart/core/text/lines";
import { contains } from "@kart/core/text/span";
import { applyEdits, type TextEdit } from "@kart/core/text/text-edit";
import type { Declaration } from "@kart/core/syntax/declaration";
import { type ExportStyle, withEntries, withoutExports } from "./common-js-exports.ts";
import { joined } from "../delete.ts";
import { headLike } from "./file-head.ts";
import { planFileInsertion, planStatementInsertion } from "../insert.ts";
import { keptSemicolons } from "../kept-semicolons.ts";
import { cut, cutAllWithLines, cutFromCommaList, cutWithLines } from "../list-removal.ts";
import type { MovedCommonJs } from "./moved-common-js.ts";
import {
  applied,
  lastLeading,
  type Requirement,
  styleOf,
  type WantedRequirement,
  withRequired,
} from "./requirements.ts";

/**
 * What is left of a CommonJS file whose symbols moved: without them, the entries that export them, and what was required for them
 * alone; with a requirement of those that it goes on using or exporting.
 *
 * @param kept names that it goes on exporting
 * @param loaded specifiers of modules that it goes on loading, for what they do
 */
export function remainderOfCommonJs(
  oxc: Parser,
  path: string,
  source: SourceSymbols,
  { moved, style, entries, usedByRest, unneeded }: MovedCommonJs,
  kept: ReadonlySet<string>,
  specifier: string,
  loaded: ReadonlySet<string>,
): string {
  const gone = [...entries].flatMap(([name, entry]) => (kept.has(name) ? [] : [entry]));
  const cuts = joined([
    ...cutAllWithLines(
      source,
      moved.statements.map(({ span }) => span),
    ),
    ...withoutExports(source, style, gone),
    ...withoutRequirements(
      source,
      unneeded.filter((one) => !loaded.has(one.specifier)),
    ),
    ...withoutVariables(unneeded.filter((one) => loaded.has(one.specifier))),
  ]);
  const text = source.parsed.source;
  const rest = applyEdits(text, joined([...keptSemicolons(source.parsed, cuts), ...cuts]));
  const ended = /[\r\n]\s*[\r\n]$/.test(text) ? rest : rest.replace(/(\S[^\S\r\n]*(?:\r\n|\n|\r))\s+$/, "$1");
  const after = /^\s/.test(text) ? ended : ended.replace(/^\s+(?=\S)/, "");
  const used = [...moved.names].filter((name) => usedByRest.has(name) || (kept.has(name) && entries.has(name)));
  const wanted = used.map((name) => ({ specifier, behind: "", key: name, local: name }));
  const whole = withRequired(oxc, path, (now) => parsedAnew(oxc, path, now), after, wanted, source);
  return endedAs(text, after, whole);
}

/** Takes variables out of what a file requires, and statements of which none is left. */
function withoutRequirements(source: SourceSymbols, gone: readonly Requirement[]): TextEdit[] {
  return [...Map.groupBy(gone, ({ declaration }) => declaration)].flatMap(([declaration, some]) => {
    const isGone = (item: object) => some.some((one) => one.item === item);
    const declarators = declaration.declarations.filter(
      (one) => isGone(one) || (one.id.type === "ObjectPattern" && one.id.properties.every(isGone)),
    );
    if (declarators.length === declaration.declarations.length)
      return [cutWithLines(source, { start: declaration.start, end: declaration.end })];
    const within = declaration.declarations.flatMap((one) =>
      one.id.type !== "ObjectPattern" || declarators.includes(one) || !one.id.properties.some(isGone)
        ? []
        : cutFromCommaList(source, one.id.properties, isGone),
    );
    return [
      ...within,
      ...cutFromCommaList(source, declaration.declarations, (item) => declarators.includes(item as never)),
    ];
  });
}

/** Leaves `require("./a")` of `const a = require("./a")`. What is declared among others stays, since only their order tells when it is loaded. */
function withoutVariables(loaded: readonly Requirement[]): TextEdit[] {
  return [...new Set(loaded.map(({ declaration }) => declaration))].flatMap(({ start, declarations }) => {
    const [first, ...others] = declarations;
    const init = others.length === 0 ? first?.init : undefined;
    return init === undefined || init === null ? [] : [cut(start, init.start)];
  });
}

/** What the file that code moves to gets. */
export interface CommonJsArrival {
  readonly code: string;
  /** What it is to export. */
  readonly names: readonly string[];
  readonly wanted: readonly WantedRequirement[];
  /** The file that the code comes from. */
  readonly like: SourceSymbols;
}

/** A new CommonJS file of moved code, which exports as the file does that the code comes from. */
export function placedAloneCommonJs(
  oxc: Parser,
  path: string,
  { code, names, wanted, like }: CommonJsArrival,
  style: ExportStyle,
): string {
  const ending = endingAt(like.parsed.source, 0);
  const { end } = styleOf(like, like);
  const exported =
    style.kind === "list"
      ? [`module.exports = { ${names.join(", ")} }${end}`]
      : names.map((name) => `${style.kind === "names" ? style.prefix : "exports."}${name} = ${name}${end}`);
  const head = headLike(like, { isJsx: false, isAction: true });
  const parts = [withEnding(head, ending), withEnding(code, ending), names.length === 0 ? "" : exported.join(ending)];
  const text = `${parts.filter((one) => one !== "").join(ending + ending)}${ending}`;
  return withRequired(oxc, path, (now) => parsedAnew(oxc, path, now), text, wanted, like);
}

/**
 * A CommonJS file with moved code, what that requires, and its exports: in front of the list of them, at the end of one that has none,
 * and right behind what the file requires where it uses the code itself while it loads.
 *
 * @param had what the file required of the moved code
 * @param needed what it declares, and the code uses while it loads: it has to stand above
 */
export function placedInCommonJs(
  oxc: Parser,
  path: string,
  before: SourceSymbols,
  { code, names, wanted, like }: CommonJsArrival,
  styleIn: (source: SourceSymbols) => ExportStyle,
  { had, isFirst, needed }: { had: readonly Requirement[]; isFirst: boolean; needed: ReadonlySet<string> },
): string {
  const source = parsedAnew(oxc, path, applyEdits(before.parsed.source, joined(withoutRequirements(before, had))));
  const style = styleIn(source);
  if (style.kind === "other")
    throw new ToolError(
      "invalid_argument",
      `${escapeName(path)} exports all at once, or in a way that nothing can be added to. Name a file that exports by \`module.exports = { … }\` or \`exports.name = …\`, or a new one.`,
    );
  const { body } = source.parsed.program;
  const list = style.kind === "list" ? body.indexOf(style.statement) - 1 : body.length - 1;
  const index = isFirst ? Math.min(lastLeading(source.parsed.program), list) : list;
  const late = source.declarations.find((one) => needed.has(one.name) && !isAbove(one, body.slice(0, index + 1)));
  if (late !== undefined)
    throw new ToolError(
      "invalid_argument",
      `It uses \`${late.name}\` while it loads, which ${escapeName(path)} declares below where it would stand. Move that up first, or name another file.`,
    );
  const { end } = styleOf(source, like);
  const prefix = style.kind === "list" ? "" : style.prefix;
  const exported = style.kind === "list" ? [] : names.map((name) => `${prefix}${name} = ${name}${end}`);
  const all = exported.length === 0 ? code : `${code}\n\n${exported.join("\n")}`;
  const plan =
    index === body.length - 1
      ? planFileInsertion(oxc, path, source, "after", all)
      : planStatementInsertion(oxc, path, source, index, all);
  const entries = style.kind === "list" && names.length > 0 ? [withEntries(source, style.list, names)] : [];
  const text = applied(source.parsed.source, [...plan.edits, ...entries]);
  return withRequired(oxc, path, (now) => parsedAnew(oxc, path, now), text, wanted, like);
}

function isAbove({ span }: Declaration, above: readonly { readonly start: number; readonly end: number }[]): boolean {
  return above.some((statement) => contains(statement, span));
}

/** Throws `syntax_error` for a text that is none of its file's language. */
function parsedAnew(oxc: Parser, path: string, text: string): SourceSymbols {
  const source = sourceSymbols(oxc, path, text);
  if (!isFailure(source)) return source;
  throw new ToolError(
    "syntax_error",
    `${escapeName(path)} would not parse: line ${source.line}: ${source.message}. Move the code with kart_patch.`,
  );
}
