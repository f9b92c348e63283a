import { type Declaration, isNoOwner } from "./declaration.ts";
import type { LineIndex } from "../text/line-index.ts";
import { nearNames } from "../text/near-names.ts";
import type { Span } from "../text/span.ts";

/** How a caller names a symbol: `Router.match`, `Api/Client/#token`, `f[1]`. */
export interface NamePath {
  readonly parts: readonly string[];
  /** Picks one of several with the same path, or one overload; from 0. */
  readonly index?: number;
}

/** A name as a part of a name path, as in `headers."content.type"`: one that would read as several parts, or as an index, is quoted. */
export function formatNamePart(name: string): string {
  return needsQuotes(name) ? JSON.stringify(name) : name;
}

/** Joins parts with dots: `headers."content.type"`. */
export function formatNamePath(parts: readonly string[]): string {
  return parts.map(formatNamePart).join(".");
}

function needsQuotes(part: string): boolean {
  if (/^[\w$#]+$/.test(part)) return false;
  if (part === "" || /^".*"$|^\[.*\]$/s.test(part)) return part === "";
  return /[./"[\]\s]/.test(part);
}

/**
 * Reads a name path. `.` and `/` separate, except inside quotes and brackets. Any string is a name path: what looks
 * malformed simply names nothing.
 */
export function parseNamePath(text: string): NamePath {
  const indexed = /^(.+)\[(\d+)\]$/s.exec(text);
  const parts = splitParts(indexed?.[1] ?? text);
  return indexed === null ? { parts } : { parts, index: Number(indexed[2]) };
}

/**
 * A name without what models write around it: `format()`, `function format(a: string)`, `new Cart<T>()`, and `Cart.add` for the `Cart#add` of
 * docs and stack traces, or `add` for the `.add` of a call. A quoted one stays.
 */
export function bareName(text: string): string {
  const name = text
    .replaceAll(/^[\s`]+|[\s`;]+$/g, "")
    .replace(DECLARING, "")
    .replace(/^(?:\?\.|::|[./])(?=[\p{ID_Start}$_])/u, "")
    .replace(
      /^([\p{ID_Continue}$.]*[\p{ID_Continue}$])(?:#|::)(?=[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\(.*\))?$)/u,
      "$1.",
    );
  return /^([\p{ID_Continue}$#./]+)(?:\s*[(<]|\s+=)/u.exec(name)?.[1] ?? name.replace(/(?<=.)\(\)$/, "");
}

/** Keywords before a declared name. */
const DECLARING =
  /^(?:(?:export|default|declare|abstract|async|function|class|interface|type|enum|namespace|const|let|var|public|private|protected|static|readonly|override|get|set|new)\s+|function\s*\*\s*)+(?=[\p{ID_Start}$_#[])/u;

function splitParts(text: string): string[] {
  const parts: string[] = [];
  // A part in quotes, one in brackets (nested ones too, two deep), or a run without separators.
  const pattern = /\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[(?:[^[\]]|\[[^[\]]*\])*\]|[^./]+)\s*(?:[./]|$)/gy;
  let end = 0;
  for (let match = pattern.exec(text); match !== null && end < text.length; match = pattern.exec(text)) {
    parts.push((match[1] as string).trim());
    end = pattern.lastIndex;
  }
  return end === text.length && parts.length > 0 ? parts : [text];
}

/** Whether a part, as a caller wrote it, names a declaration: quotes are the caller's choice. */
export function partNames(part: string, name: string): boolean {
  return part === name || unquoted(part) === unquoted(name);
}

/** What stands in quotes, as {@link formatNamePart} puts it there; any other text as it is. */
export function unquoted(text: string): string {
  if (!/^(["']).*\1$/s.test(text)) return text;
  if (!text.startsWith('"') || !text.includes("\\")) return text.slice(1, -1);
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}

/** A declaration, or one overload of it. */
export interface SymbolMatch {
  readonly declaration: Declaration;
  /** The declaration's span, or the overload's where one was picked. */
  readonly span: Span;
  /** Which overload, from 0, where one was picked. */
  readonly overload?: number;
}

export type SymbolResolution =
  | { readonly status: "found"; readonly match: SymbolMatch }
  | { readonly status: "ambiguous"; readonly candidates: readonly Declaration[] }
  | { readonly status: "missing"; readonly similar: readonly Declaration[] };

/**
 * Finds the one declaration that a name path means. The full path wins over a bare last part, so that a top-level
 * `parse` can be named beside `Url.parse`; several at the same rank are ambiguous, and nothing is picked.
 *
 * @param line a 1-based line of the symbol: the innermost of that name there is meant
 */
export function resolveNamePath(
  declarations: readonly Declaration[],
  text: string,
  lines: LineIndex,
  line?: number,
): SymbolResolution {
  const all = [...flatten(declarations)];
  const { parts, index } = parseNamePath(text);
  const named = all.filter(({ path }) => matchesEnd(path, parts));
  const exact = all.filter(
    ({ path, declaration }) => declaration.namePath === text || (path.length === 1 && declaration.name === text),
  );
  // A name with dots in it, written without its quotes.
  const literal = exact.length > 0 || named.length > 0 ? exact : all.filter(({ path }) => spells(path, text));
  if (named.length === 0 && literal.length === 0) {
    const bare = bareName(text);
    return bare === text
      ? { status: "missing", similar: similarTo(all, parts) }
      : resolveNamePath(declarations, bare, lines, line);
  }
  const sameLength = named.filter(({ path }) => path.length === parts.length);
  const best = literal.length > 0 ? literal : sameLength.length > 0 ? sameLength : named;
  const candidates = best.map(({ declaration }) => declaration);
  if (index !== undefined && literal.length === 0) return pick(candidates, index, lines, line);
  if (line !== undefined) {
    const wanted = (named.length > 0 ? named : literal).map(({ declaration }) => declaration);
    const there = innermost(wanted, lines, line);
    // Of several on one line the full path tells, as it does without the line.
    const [only, ...others] = there.length > 1 ? there.filter((one) => candidates.includes(one)) : there;
    return only !== undefined && others.length === 0
      ? { status: "found", match: whole(only) }
      : { status: "ambiguous", candidates: wanted };
  }
  return candidates.length === 1
    ? { status: "found", match: whole(candidates[0] as Declaration) }
    : { status: "ambiguous", candidates };
}

interface Named {
  readonly declaration: Declaration;
  readonly path: readonly string[];
}

function* flatten(declarations: readonly Declaration[], owners: readonly string[] = []): Generator<Named> {
  for (const declaration of declarations) {
    const { name, memberOf = [] } = declaration;
    const path = [...owners, ...memberOf, name];
    yield { declaration, path };
    yield* flatten(declaration.children, isNoOwner(declaration) ? owners : path);
  }
}

function matchesEnd(path: readonly string[], parts: readonly string[]): boolean {
  const from = path.length - parts.length;
  return from >= 0 && parts.every((part, index) => partNames(part, path[from + index] as string));
}

/** Whether a text is the end of a path, whatever is in quotes or brackets. */
function spells(path: readonly string[], text: string): boolean {
  return `.${bared(path.join("."))}`.endsWith(`.${bared(text)}`);
}

function bared(text: string): string {
  return text.replaceAll(/\[(["'])(.*?)\1\]/g, ".$2").replaceAll(/["'`]/g, "");
}

/** The index counts declarations of the same path, and the overloads of each; a line must be one of what it picks. */
function pick(candidates: readonly Declaration[], index: number, lines: LineIndex, line?: number): SymbolResolution {
  const matches = candidates.flatMap((declaration): SymbolMatch[] =>
    declaration.overloads === undefined
      ? [whole(declaration)]
      : declaration.overloads.map(({ span }, overload) => ({ declaration, span, overload })),
  );
  const match = matches[index];
  if (match === undefined) return { status: "missing", similar: candidates };
  const isThere =
    line === undefined || (lines.lineAt(match.span.start) <= line && line <= lines.lineAt(match.span.end));
  return isThere ? { status: "found", match } : { status: "ambiguous", candidates };
}

function whole(declaration: Declaration): SymbolMatch {
  return { declaration, span: declaration.span };
}

function innermost(declarations: readonly Declaration[], lines: LineIndex, line: number): Declaration[] {
  const holding = declarations.filter((one) => isOnLine(one, lines, line));
  return holding.filter((outer) => !holding.some((inner) => inner !== outer && isInside(inner.span, outer.span)));
}

/** Whether a line (1-based) is one of a declaration's own, those of its lead included. */
export function isOnLine({ span, lead }: Declaration, lines: LineIndex, line: number): boolean {
  return lines.lineAt(lead?.start ?? span.start) <= line && line <= lines.lineAt(span.end);
}

function isInside(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end && inner.end - inner.start < outer.end - outer.start;
}

/** Up to five declarations that may be meant: by the last part, which is misspelled, or a part of theirs; else theirs a part of it. */
function similarTo(all: readonly Named[], parts: readonly string[]): Declaration[] {
  const wanted = unquoted(parts.at(-1) ?? "").toLowerCase();
  if (wanted.length < 2) return [];
  const declarations = all.map(({ declaration }) => declaration);
  const longer = declarations.filter(({ name }) => name.toLowerCase().includes(wanted));
  const close = [...new Set([...nearNames(wanted, declarations, ({ name }) => unquoted(name)), ...longer])];
  if (close.length > 0) return close.slice(0, 5);
  return declarations.filter(({ name }) => name.length > 2 && wanted.includes(name.toLowerCase())).slice(0, 5);
}
