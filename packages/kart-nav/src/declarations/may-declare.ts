/** How a name is compared with the wanted one. Substring ignores case; the others do not. */
export type NameMatch = "substring" | "exact" | "prefix";

/**
 * Whether a source text may declare a symbol of that name: a look at each place that holds it, a hundred times faster
 * than parsing. `value.name`, `name.value`, `return name` and import lists declare nothing;
 * `exports.name = …` and `Thing.name = …` do.
 *
 * The law, checked over every declaration of three packages: a text that declares the name passes. More may pass.
 */
export function mayDeclare(source: string, name: string, match: NameMatch): boolean {
  if (!/^#?[\w$]+$/.test(name)) return true;
  const places = new RegExp(name.replaceAll("$", "\\$"), match === "substring" ? "gi" : "g");
  let looked = 0;
  let lineStart = 0;
  for (let place = places.exec(source); place !== null; place = places.exec(source)) {
    // Parsing is quicker than looking at that many.
    if (++looked > MAX_PLACES) return true;
    lineStart = lineStartAt(source, place.index, lineStart);
    const stringEnd = endOfLongString(source, place.index, lineStart);
    if (stringEnd !== undefined) {
      places.lastIndex = stringEnd;
      continue;
    }
    const { start, end } = wordAround(source, place.index, place.index + name.length);
    if (
      isNamed(place.index - start, end - place.index - name.length, match) &&
      mayStandForDeclaration(source, start, end) &&
      !isInComment(source, start)
    )
      return true;
    if (isInQuotedName(source, start, end, place.index, name.length, match)) return true;
    if (match === "substring" && isInComputedName(source, start, end)) return true;
  }
  return false;
}

/**
 * The same of what is no symbol: declarations inside of functions, members that are assigned, what comments of JSDoc declare. The
 * law holds for these as well.
 */
export function mayDeclareLocally(source: string, name: string, match: NameMatch): boolean {
  if (mayDeclare(source, name, match) || /@(?:typedef|callback)\b/.test(source)) return true;
  const assigned = `\\.\\s*[\\w$]*${RegExp.escape(name)}[\\w$]*\\s*=(?![=>])`;
  return new RegExp(assigned, match === "substring" ? "i" : "").test(source);
}

/** Places looked at in one text. */
const MAX_PLACES = 2000;

/** The start of the line of a place, known that of a place before it: lines of megabytes are not gone through again. */
function lineStartAt(source: string, place: number, known: number): number {
  let start = known;
  for (let end = source.indexOf("\n", start); end !== -1 && end < place; end = source.indexOf("\n", start))
    start = end + 1;
  return start;
}

/** @param before units of the word before the wanted name; @param after units of it behind the name */
function isNamed(before: number, after: number, match: NameMatch): boolean {
  return match === "substring" || (before === 0 && (after === 0 || match === "prefix"));
}

/** Words that may stand right before a declared name, or before the quotes or brackets around one. */
const MODIFIERS = new Set(
  "function class interface type enum namespace module const let var using get set static async public private protected readonly abstract override declare accessor default export of".split(
    " ",
  ),
);

function mayStandForDeclaration(source: string, start: number, end: number): boolean {
  if (mayStandBefore(source, start, end) && mayStandBehind(source, end)) return true;
  return isInNamespacePath(source, start, end) || isDefaultExport(source, start, end);
}

/** `namespace Outer.Inner {`, any part of it. */
function isInNamespacePath(source: string, start: number, end: number): boolean {
  const at = nextVisible(source, end);
  if (source[at] !== "{" && source[at] !== ".") return false;
  const before = lastVisible(source, start - 1);
  // Most names before a dot stand behind something else, and are not worth more of a look.
  if (before < 0 || !(source[before] === "." || "em".includes(source[before] as string))) return false;
  return /(?:namespace|module)\s(?:\s*[\w$]+\s*\.)*\s*$/.test(source.slice(Math.max(0, start - MAX_ODD_NAME), start));
}

/** `export default [`: a value that has no name but this. */
function isDefaultExport(source: string, start: number, end: number): boolean {
  return (
    source.startsWith("default", start) &&
    end - start === 7 &&
    /export\s+$/.test(source.slice(Math.max(0, start - 80), start))
  );
}

function mayStandBefore(source: string, start: number, end: number): boolean {
  const at = lastVisible(source, start - 1);
  if (at < 0) return true;
  const character = source[at] as string;
  if ("{,".includes(character) && isInImportOrExportList(source, at)) return false;
  if (hasLineBreak(source, at + 1, start)) return mayEndLine(source, at);
  if (character === ".") return source.startsWith("...", at - 2) || isAssigned(source, at, end);
  if (character === "/") return source[at - 1] === "*";
  if ("{}[,;)*".includes(character)) return true;
  // `{ old: name }` in a pattern; a type annotation goes on otherwise.
  if (character === ":") return /^[ \t]*(?:[=,}\]/\r\n]|$)/.test(source.slice(end, end + 80));
  if (!isWordPart(source.charCodeAt(at))) return false;
  const { start: wordStart } = wordAround(source, at, at);
  return MODIFIERS.has(source.slice(wordStart, at + 1)) || isInDecorator(source, wordStart);
}

/** `@observable name` and `@lib.field().of name`; a decorator with arguments ends as statements do. */
function isInDecorator(source: string, wordStart: number): boolean {
  if (source[wordStart - 1] === "@") return true;
  if (source[wordStart - 1] !== ".") return false;
  const line = source.slice(Math.max(0, wordStart - MAX_ODD_NAME), wordStart);
  return /@[\w$]+(?:\.[\w$]+|\([^;{}]*\))*\.$/.test(line);
}

/** `exports.name = …` and `Thing.prototype.name = …`, of which CommonJS is made, and `Thing.name = …` where a statement may start. */
function isAssigned(source: string, dot: number, end: number): boolean {
  if (!/^\s*=(?![=>])/.test(source.slice(end, end + 80))) return false;
  if (/(?:exports|prototype|\[\s*["'`]exports["'`]\s*\])\s*$/.test(source.slice(Math.max(0, dot - 40), dot)))
    return true;
  const { start } = wordAround(source, dot, dot);
  const before = lastVisible(source, start - 1);
  return before < 0 || ";}/".includes(source[before] as string) || hasLineBreak(source, before + 1, start);
}

/** Above the line may stand whatever ends a statement, which needs no semicolon, or a comment; not what asks for an operand. */
function mayEndLine(source: string, at: number): boolean {
  const asks = (ASKING.includes(source[at] as string) && !mayEnd(source, at)) || source.startsWith("=>", at - 1);
  return (
    !asks || source.slice(Math.max(source.lastIndexOf("\n", at), source.lastIndexOf("\r", at)) + 1, at).includes("//")
  );
}

const ASKING = ".(=+-|&<?";

/** Whether what mostly asks for an operand may end a statement: `n++`, `name?` of a type, `1.`. */
function mayEnd(source: string, at: number): boolean {
  const [here, before = ""] = [source[at] as string, source[at - 1]];
  if (here === "+" || here === "-") return before === here;
  if (here === ".") return before >= "0" && before <= "9";
  return here === "?" && (isWordPart(source.charCodeAt(at - 1)) || "]\"'".includes(before));
}

function mayStandBehind(source: string, end: number): boolean {
  let at = end;
  while (source[at] === " " || source[at] === "\t") at++;
  const character = source[at];
  if (character === undefined || "(<:;,})]{/*!\r\n\u2028\u2029\"'`".includes(character)) return true;
  // `==`, `=>`, `?.` and `??` use the name.
  if (character === "=") return source[at + 1] !== "=" && source[at + 1] !== ">";
  if (character === "?") return source[at + 1] !== "." && source[at + 1] !== "?";
  return at > end && (isWordPart(source.charCodeAt(at)) || character.trim() === "");
}

/** `import { a, |`, `export { a, |` and `export type { a as |`. */
function isInImportOrExportList(source: string, from: number): boolean {
  let at = from;
  while (at >= 0 && source[at] !== "{") {
    if (!/[\w$,\s]/.test(source[at] as string)) return false;
    at--;
  }
  return /(?:^|[\s;}])(?:import|export)(?:\s+type)?(?:\s+[\w$]+\s*,)?\s*$/.test(source.slice(Math.max(0, at - 60), at));
}

/** `"content-type": …`: the name may be a part of a longer one that is no identifier. */
function isInQuotedName(
  source: string,
  wordStart: number,
  wordEnd: number,
  place: number,
  length: number,
  match: NameMatch,
): boolean {
  const opening = lastOnLine(source, wordStart, QUOTES);
  if (opening === -1) return false;
  const closing = source.indexOf(source[opening] as string, wordEnd);
  if (closing === -1 || closing - wordEnd > MAX_ODD_NAME) return false;
  if (!isNamed(place - opening - 1, closing - place - length, match)) return false;
  return mayStandForDeclaration(source, opening, closing + 1) && !isInComment(source, opening);
}

/** `[Symbol.iterator]() …`; brackets may stand in brackets, so each pair around the place is asked. */
function isInComputedName(source: string, wordStart: number, wordEnd: number): boolean {
  let opening = lastOnLine(source, wordStart, "[");
  for (; opening !== -1 && wordStart - opening <= MAX_ODD_NAME; opening = lastOnLine(source, opening, "[")) {
    let closing = source.indexOf("]", wordEnd);
    for (; closing !== -1 && closing - wordEnd <= MAX_ODD_NAME; closing = source.indexOf("]", closing + 1)) {
      if (mayStandForDeclaration(source, opening, closing + 1) && !isInComment(source, opening)) return true;
    }
  }
  return false;
}

const QUOTES = `"'`;

/** Longest part of a quoted or computed name on each side of a match, in UTF-16 units. */
const MAX_ODD_NAME = 200;

/** Where one of the characters stands last before `end`, on its line and not too far; -1 for nowhere. */
function lastOnLine(source: string, end: number, characters: string): number {
  for (let at = end - 1; at >= 0 && end - at <= MAX_ODD_NAME; at--) {
    const here = source[at] as string;
    if (here === "\n" || here === "\r") return -1;
    if (characters.includes(here)) return at;
  }
  return -1;
}

/** Units of a line before a place from which on it is worth asking whether they are one string. */
const LONG_STRING = 500;

/** Where a string ends that starts its line and holds the place: bundled scripts are megabytes of it. */
function endOfLongString(source: string, place: number, lineStart: number): number | undefined {
  if (place - lineStart < LONG_STRING) return undefined;
  const opening = /^[\w\s$=:(.+]*(["'`])/.exec(source.slice(lineStart, lineStart + LONG_STRING));
  if (opening === null) return undefined;
  const quote = opening[1] as string;
  let at = lineStart + opening[0].length - 1;
  do {
    at = source.indexOf(quote, at + 1);
  } while (at !== -1 && isEscaped(source, at));
  return at > place ? at : undefined;
}

function isEscaped(source: string, at: number): boolean {
  let first = at;
  while (source[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}

/** Whether the line is one of a comment, as most lines with words are: `// …`, or `* …` below a `/*`. */
function isInComment(source: string, at: number): boolean {
  for (let end = at, isFirst = true; ; isFirst = false) {
    const [start, line] = lineBefore(source, end);
    if (isFirst && line.startsWith("//")) return true;
    if (line.startsWith("/*")) return !line.includes("*/");
    if (!line.startsWith("*") || line.includes("*/") || start === 0) return false;
    end = start - (source.startsWith("\r\n", start - 2) ? 2 : 1);
  }
}

/** Where the line of an offset starts, and what stands on it before that, without the blanks in front. */
function lineBefore(source: string, end: number): readonly [start: number, line: string] {
  const feed = source.lastIndexOf("\n", end - 1) + 1;
  const line = source.slice(feed, end);
  const lone = line.lastIndexOf("\r") + 1;
  return [feed + lone, line.slice(lone).trimStart()];
}

function isWordPart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    (code > 127 && /[\p{ID_Continue}\u200c\u200d]/u.test(String.fromCharCode(code)))
  );
}

/** The whole word around a part of it, with the `#` of a private name. */
function wordAround(source: string, from: number, to: number): { readonly start: number; readonly end: number } {
  let start = from;
  let end = to;
  while (start > 0 && isWordPart(source.charCodeAt(start - 1))) start--;
  while (end < source.length && isWordPart(source.charCodeAt(end))) end++;
  return { start: source[start - 1] === "#" ? start - 1 : start, end };
}

function lastVisible(source: string, from: number): number {
  let at = from;
  while (at >= 0 && isSpace(source.charCodeAt(at))) at--;
  return at;
}

function nextVisible(source: string, from: number): number {
  let at = from;
  while (at < source.length && isSpace(source.charCodeAt(at))) at++;
  return at;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || (code > 127 && String.fromCharCode(code).trim() === "");
}

function hasLineBreak(source: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ("\r\n\u2028\u2029".includes(source[at] as string)) return true;
  return false;
}
