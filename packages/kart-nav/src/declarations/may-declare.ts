/** How a name is compared with the wanted one. Substring ignores case; the others do not. */
export type NameMatch = "substring" | "exact" | "prefix";

/**
 * Whether a source text may declare a symbol of that name: a look at each place that holds it, a hundred times faster
 * than parsing. `value.name`, `name.value`, `return name` and import lists declare nothing.
 *
 * The law, checked over every declaration of three packages: a text that declares the name passes. More may pass.
 */
export function mayDeclare(source: string, name: string, match: NameMatch): boolean {
  if (!/^#?[\w$]+$/.test(name)) return true;
  const places = new RegExp(name.replace(/[$]/g, "\\$&"), match === "substring" ? "gi" : "g");
  for (let place = places.exec(source); place !== null; place = places.exec(source)) {
    const start = match === "substring" ? wordStart(source, place.index) : place.index;
    const end = match === "exact" ? place.index + name.length : wordEnd(source, place.index + name.length);
    const isWhole = !isWordPart(source.charCodeAt(start - 1)) && !isWordPart(source.charCodeAt(end));
    if (isWhole ? mayStandForDeclaration(source, start, end) : match === "substring") return true;
    if (isInQuotedOrComputedName(source, place.index, place.index + name.length)) return true;
  }
  return false;
}

/** Words that may stand right before a declared name, or before the quotes or brackets around one. */
const MODIFIERS = new Set(
  "function class interface type enum namespace module const let var using get set static async public private protected readonly abstract override declare accessor default export of".split(" "),
);

function mayStandForDeclaration(source: string, start: number, end: number): boolean {
  return mayStandBefore(source, start, end) && mayStandBehind(source, end);
}

function mayStandBefore(source: string, start: number, end: number): boolean {
  if (source[start - 1] === "#") start--;
  const at = lastVisible(source, start - 1);
  if (at < 0) return true;
  const character = source[at] as string;
  if (character === ".") return source.startsWith("...", at - 2);
  if ("{,".includes(character) && isInImportOrExportList(source, at)) return false;
  // Above the line anything may stand: a statement can end without a semicolon.
  if (hasLineBreak(source, at + 1, start)) return true;
  if ("{}[,;)*/>".includes(character)) return true;
  // `{ old: name }` in a pattern; a type annotation goes on otherwise.
  if (character === ":") return /^\s*(?:[=,}\]/]|$)/m.test(source.slice(end, end + 80));
  return isWordPart(source.charCodeAt(at)) && MODIFIERS.has(source.slice(wordStart(source, at), at + 1));
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

/** `"content-type": …`, `[Symbol.iterator]() …`: the name may be a part of a longer one that is no identifier. */
function isInQuotedOrComputedName(source: string, start: number, end: number): boolean {
  const lineStart = Math.max(source.lastIndexOf("\n", start - 1), start - 200) + 1;
  const before = source.slice(lineStart, start);
  if (/\[[^\]]*$/.test(before)) return true;
  const opening = /(["'`])[^"'`]*$/.exec(before);
  if (opening === null) return false;
  const closing = source.indexOf(opening[1] as string, end);
  if (closing === -1 || closing - end > 200) return false;
  const quote = lineStart + opening.index;
  return !/\b(?:from|import|require\()\s*$/.test(source.slice(Math.max(0, quote - 12), quote)) && mayStandBehind(source, closing + 1);
}

function isWordPart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 36 || (code > 127 && /[\p{ID_Continue}\u200c\u200d]/u.test(String.fromCharCode(code)));
}

function wordStart(source: string, from: number): number {
  let at = from;
  while (at > 0 && isWordPart(source.charCodeAt(at - 1))) at--;
  return at;
}

function wordEnd(source: string, from: number): number {
  let at = from;
  while (at < source.length && isWordPart(source.charCodeAt(at))) at++;
  return at;
}

function lastVisible(source: string, from: number): number {
  let at = from;
  while (at >= 0 && (source[at] as string).trim() === "") at--;
  return at;
}

function hasLineBreak(source: string, start: number, end: number): boolean {
  return /[\r\n\u2028\u2029]/.test(source.slice(start, end));
}
