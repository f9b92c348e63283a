import { ToolError } from "@kart/core/mcp/tool-error";
import { type JsDocImport, jsDocImports } from "@kart/core/syntax/comments/jsdoc-imports";
import { isOfTypesAlone } from "@kart/core/syntax/comments/jsdoc-types";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { startOf } from "@kart/core/syntax/parser/tree";
import { escapeInvisible } from "@kart/core/text/display";
import { endingAt, lineEnd, lineStart } from "@kart/core/text/lines";
import { contains, type Span, textOf } from "@kart/core/text/span";
import { applyEdits, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { wordsIn } from "@kart/core/text/words";
import type { CommentName } from "./comment-names.ts";
import { commentUses, parametersIn } from "./comment-uses.ts";
import { cut, cutWithLines } from "../list-removal.ts";
import { indentationAt, startsLine } from "../content.ts";
import { isJavaScript } from "@kart/core/syntax/parser/source-language";

/** A type that comments of a file are to have from another. */
export interface TakenType extends Omit<CommentName, "specifier"> {
  readonly specifier: string;
}

/**
 * A text whose comments import types: in the list of a tag that imports others from there, or else by comments behind the last that
 * import, or on top.
 *
 * @param hasTags whether they may be `@import`, which TypeScript has known since 5.5; `@typedef {import()}` else, where that can say it
 * @param quote that of other imports
 */
export function withTypesTaken(
  source: SourceSymbols,
  taken: readonly TakenType[],
  hasTags: boolean,
  quote: string,
): string {
  const { parsed } = source;
  const tags = jsDocImports(parsed);
  const edits: TextEdit[] = [];
  const comments: string[] = [];
  for (const [specifier, names] of Map.groupBy(taken, (one) => one.specifier)) {
    const from = `${quote}${specifier}${quote}`;
    const isListed = (one: TakenType) => /^\.[\p{ID_Continue}$]+$/u.test(one.what) && (hasTags || one.isGeneric);
    const listed = names.filter((one) => isListed(one) && one.what !== ".default");
    const entries = listed.map(({ what, name }) => (what === `.${name}` ? name : `${what.slice(1)} as ${name}`));
    const joined = entries.length === 0 ? undefined : joiningEdit(source, tags, specifier, entries);
    if (joined !== undefined) edits.push(joined);
    else if (entries.length > 0) comments.push(`/** @import { ${entries.join(", ")} } from ${from} */`);
    for (const one of names.filter((each) => !listed.includes(each)))
      comments.push(commentOf(one, isListed(one), from));
  }
  if (comments.length > 0) edits.push(insertion(source, tags, comments));
  return applyEdits(parsed.source, textEdits(edits) as TextEdits);
}

function commentOf({ name, what }: TakenType, isTag: boolean, from: string): string {
  if (what === "*") return `/** @import * as ${name} from ${from} */`;
  if (isTag) return `/** @import ${name} from ${from} */`;
  const [, kind = "", rest = ""] = /^(typeof )?(.*)$/.exec(what) ?? [];
  return `/** @typedef {${kind}import(${from})${rest}} ${name} */`;
}

function joiningEdit(
  { parsed: { source } }: SourceSymbols,
  tags: readonly JsDocImport[],
  specifier: string,
  entries: readonly string[],
): TextEdit | undefined {
  const tag = tags.find((one) => one.list !== undefined && one.names.length > 0 && one.specifier === specifier);
  if (tag?.list === undefined) return undefined;
  const list = textOf(source, tag.list).replace(/[\s*]+$/, "");
  if (list === "") return undefined;
  const at = tag.list.start + list.length;
  const lastStart = /[^\s,*][^,]*,?$/.exec(list)?.index ?? 0;
  const line = source.lastIndexOf("\n", tag.list.start + lastStart) + 1;
  const before = source.slice(line, tag.list.start + lastStart);
  const isOnLine = /^[\s*]*$/.test(before) && line > tag.list.start;
  const separator = isOnLine ? endingAt(source, at) + before : " ";
  const isEnded = list.endsWith(",");
  const text = entries.map((one, index) => `${index === 0 && isEnded ? "" : ","}${separator}${one}`).join("");
  return { span: { start: at, end: at }, text: isEnded ? `${text},` : text };
}

function insertion(
  { parsed, leads }: SourceSymbols,
  tags: readonly JsDocImport[],
  comments: readonly string[],
): TextEdit {
  const { source, program } = parsed;
  const ending = endingAt(source, 0);
  // One that documents a declaration must stay right above it.
  const last = tags.findLast((tag) => isOfTypesAlone(tag.comment))?.comment;
  if (
    last !== undefined &&
    source.slice(last.end, lineEnd(source, last.end)).trim() === "" &&
    startsLine(source, last.start)
  )
    return insertAt(last.end, comments.map((one) => ending + indentationAt(source, last.start) + one).join(""));
  const first = program.body.find((one) => !("directive" in one && one.directive !== null));
  if (first === undefined) return insertAt(source.length, comments.map((one) => one + ending).join(""));
  const start = startOf(first);
  const at = leads.before(start)?.start ?? start;
  const apart = first.type === "ImportDeclaration" ? ending : ending + ending;
  return insertAt(at, comments.join(ending) + apart);
}

function insertAt(at: number, text: string): TextEdit {
  return { span: { start: at, end: at }, text };
}

/**
 * Takes the types out of a file's import tags that nothing there names.
 *
 * @param names those that may go
 * @param removed what goes of the file besides
 */
export function cutTypes(source: SourceSymbols, names: ReadonlySet<string>, removed: readonly Span[] = []): TextEdit[] {
  const { parsed } = source;
  const isRemoved = (span: Span) => removed.some((one) => contains(one, span));
  const tags = jsDocImports(parsed).filter((tag) => !isRemoved(tag));
  const without = [...removed, ...tags]
    .map(({ start, end }) => cut(start, end))
    .toSorted((a, b) => a.span.start - b.span.start);
  const rest = applyEdits(parsed.source, textEdits(without) as TextEdits);
  return tags.flatMap((tag): TextEdit[] => {
    const isUnused = (name: string) => names.has(name) && !isWord(rest, name);
    return tag.names.some(({ local }) => isUnused(local)) ? cutNames(source, tag, tags, isUnused) : [];
  });
}

/** Takes names out of a tag, or all of it. Nothing where that is not certain. */
export function cutNames(
  source: SourceSymbols,
  tag: JsDocImport,
  tags: readonly JsDocImport[],
  isCut: (local: string) => boolean,
): TextEdit[] {
  return tag.names.every(({ local }) => isCut(local))
    ? cutTag(source, tag, tags)
    : cutListed(source.parsed.source, tag, isCut);
}

/** With its comment, where that says nothing else, or with the lines that it has for itself. */
function cutTag(source: SourceSymbols, tag: JsDocImport, tags: readonly JsDocImport[]): TextEdit[] {
  const { source: text } = source.parsed;
  const { comment } = tag;
  const isAlone = tags.every((one) => one === tag || one.comment.start !== comment.start);
  if (isAlone && /^\/\*\*[\s*]*@import\b[^@]*\*\/$/.test(textOf(text, comment))) return [cutWithLines(source, comment)];
  const start = lineStart(text, tag.start);
  const end = lineEnd(text, tag.end);
  const isOnLines =
    contains(comment, { start: start - 1, end: end + 1 }) &&
    /^[\s*]*$/.test(text.slice(start, tag.start)) &&
    /^;?\s*$/.test(text.slice(tag.end, end));
  const above = text.slice(0, start).replace(/\r\n$|[\r\n]$/, "");
  return isOnLines ? [cut(above.length, end)] : [];
}

/** The types that comments in some spans name. */
export function typesNamedIn({ parsed }: SourceSymbols, spans: readonly Span[]): Set<string> {
  if (!isJavaScript(parsed.language)) return new Set();
  const uses = commentUses(parsed);
  const named = spans.flatMap((span) => {
    const within = uses.filter(({ start }) => contains(span, { start, end: start }));
    // What a class declares for its own types, the comments of its members name.
    const own = parametersIn(textOf(parsed.source, span));
    return within.flatMap(({ name, isOfValue }) => (isOfValue || own.has(name) ? [] : name));
  });
  return new Set(named);
}

/** Takes names out of the list of a tag; none of a list that would be empty, beside a default that stays. */
function cutListed(source: string, { list, names }: JsDocImport, isCut: (local: string) => boolean): TextEdit[] {
  if (list === undefined) return [];
  const entries = Array.from(
    textOf(source, list).matchAll(ENTRY),
    ({ index, 0: text, 1: imported = "", 2: local = imported }) => ({
      start: list.start + index,
      end: list.start + index + text.length,
      isCut: isCut(local),
    }),
  );
  if (entries.every((one) => one.isCut) || names.length < entries.length) return [];
  const lastKept = entries.findLastIndex((one) => !one.isCut);
  const within = entries.flatMap((one, index) => {
    const next = entries[index + 1];
    return one.isCut && next !== undefined && index < lastKept ? [cut(one.start, next.start)] : [];
  });
  const [kept, last] = [entries[lastKept], entries.at(-1)];
  return kept === undefined || last === undefined || kept === last ? within : [...within, cut(kept.end, last.end)];
}

const ENTRY = /([\p{ID_Continue}$]+)(?:\s+as\s+([\p{ID_Continue}$]+))?/gu;

/** A member behind a dot is another; what is spread behind three is not. */
function isWord(text: string, name: string): boolean {
  return wordsIn(text, name).some((at) => !/(?<!\.\.)\.$/.test(text.slice(Math.max(0, at - 3), at)));
}

/** For a name that means something else where it would come to stand. */
export function otherMeaning(name: string, path: string): ToolError {
  return new ToolError(
    "invalid_argument",
    `Comments of it name the type \`${escapeInvisible(name)}\`, which is another one in ${path}. Give one of the two another name first.`,
  );
}
