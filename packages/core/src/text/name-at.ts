/** Words that stand where a symbol has no name of its own, or one that importers do not write. Members may be called by them. */
const NO_NAMES = new Set(["default", "function", "class", "constructor", "export", "import", "new", "this", "super"]);

/** One character that a name may go on with. */
export const NAME_PART = /[\p{ID_Continue}$\u200c\u200d]/u;

/**
 * The identifier that an offset (UTF-16) lies in or touches, a private one with its `#`: no other name is used for it. Undefined for
 * a keyword that is not the name of a member, a part of a string, or nothing.
 */
export function nameAt(source: string, offset: number): string | undefined {
  let start = source[offset] === "#" && before(source, offset) === 0 ? offset + 1 : offset;
  let end = start;
  for (let length = before(source, start); length > 0; length = before(source, start)) start -= length;
  for (let length = after(source, end); length > 0; length = after(source, end)) end += length;
  const name = source.slice(start, end);
  if (name === "" || /^\d/.test(name) || (NO_NAMES.has(name) && !isMember(source, start, end))) return undefined;
  if (source[start - 1] === "#" && before(source, start - 1) === 0) start--;
  // A key in quotes may be written without them elsewhere, but only where it is a name as a whole.
  const [left, right] = [source[start - 1] ?? "", source[end] ?? ""];
  const isQuoted = (quote: string) => `"'\``.includes(quote) && quote !== "";
  if (isQuoted(left) !== isQuoted(right)) return undefined;
  return source.slice(start, end);
}

/** Whether what looks like a keyword is the name of a member: behind a dot, in quotes, or as a key. */
function isMember(source: string, start: number, end: number): boolean {
  const [ahead, behind] = [source.slice(Math.max(0, start - LONGEST), start), source.slice(end, end + LONGEST)];
  if (/(?:^|[^.])\.\s*$|["'`]$/.test(ahead)) return true;
  const word = source.slice(start, end);
  // A parameter may be called `this`, and is no member.
  if (/^\s*[?!]?\s*:/.test(behind)) return word !== "this" && word !== "super";
  return word === "default" && /^\s*[=(]/.test(behind) && !/\bexport\s*$/.test(ahead);
}

/** UTF-16 units around a word that are looked at. */
const LONGEST = 40;

function before(source: string, at: number): number {
  if (at <= 0) return 0;
  const isPair = at > 1 && /[\uDC00-\uDFFF]/.test(source[at - 1] as string);
  const length = isPair ? 2 : 1;
  return NAME_PART.test(source.slice(at - length, at)) ? length : 0;
}

function after(source: string, at: number): number {
  const point = source.codePointAt(at);
  if (point === undefined) return 0;
  const character = String.fromCodePoint(point);
  return NAME_PART.test(character) ? character.length : 0;
}
