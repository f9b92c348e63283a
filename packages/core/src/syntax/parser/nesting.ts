/**
 * Whether a source text nests so deep that parsing it could overflow the parser's native stack, which ends the process and
 * cannot be caught.
 *
 * Measured with oxc-parser 0.158 on a stack of 8 MB: 5,000 nested functions, 10,000 nested brackets and 20,000 operators in
 * a row are parsed, twice as many may crash. What is refused here stays well below; no file written by people comes near.
 * Strings and comments are stepped over by their looks, so that a text made to deceive this count may still crash.
 */
export function isTooDeep(source: string): boolean {
  // Each level takes a character at least.
  if (source.length <= MAX_RUN / 2) return false;
  const runs = new Uint32Array(MAX_DEPTH + 1);
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const kind = classOf(source.charCodeAt(at));
    if (kind === BLANK) continue;
    switch (kind) {
      case WORD:
        while (classOf(source.charCodeAt(at + 1)) === WORD) at++;
        runs[depth] = (runs[depth] as number) + 1;
        break;
      case QUOTE:
        at = endOfString(source, at);
        break;
      case SLASH:
        at = endOfComment(source, at);
        runs[depth] = (runs[depth] as number) + 1;
        break;
      case OPENING:
        if (++depth > MAX_DEPTH) return true;
        runs[depth] = 0;
        break;
      case CLOSING:
        depth = Math.max(0, depth - 1);
        runs[depth] = (runs[depth] as number) + 1;
        if (source.charCodeAt(at) === CLOSING_BRACE && !goesOn(source, at + 1)) runs[depth] = 0;
        break;
      case SEPARATOR:
        if (!isElse(source, at + 1)) runs[depth] = 0;
        break;
      default:
        runs[depth] = (runs[depth] as number) + 1;
    }
    if ((runs[depth] as number) > MAX_RUN) return true;
  }
  return false;
}

/** Brackets in brackets. */
const MAX_DEPTH = 2000;

/** Words and operators in a row, at one depth, with nothing that ends an operand or a statement. */
const MAX_RUN = 20_000;

const OPERATOR = 0;
const BLANK = 1;
const WORD = 2;
const QUOTE = 3;
const SLASH = 4;
const OPENING = 5;
const CLOSING = 6;
const SEPARATOR = 7;
const CLOSING_BRACE = 125;

const CLASSES = classes();

function classes(): Uint8Array {
  const table = new Uint8Array(128);
  const set = (characters: string, value: number) => {
    for (const character of characters) table[character.charCodeAt(0)] = value;
  };
  set(" \t\n\r\f\v", BLANK);
  set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$#", WORD);
  set("\"'`", QUOTE);
  set("/", SLASH);
  set("([{", OPENING);
  set(")]}", CLOSING);
  set(",;", SEPARATOR);
  return table;
}

function classOf(code: number): number {
  return code < 128 ? (CLASSES[code] as number) : Number.isNaN(code) ? BLANK : WORD;
}

const NEWLINE = 10;
const DOLLAR = 36;
const BACKSLASH = 92;
const BACKTICK = 96;
const OPENING_BRACE = 123;

/** The closing quote on the same line, or the opening one where there is none: an apostrophe, or a template of many lines. */
function endOfString(source: string, start: number): number {
  const quote = source.charCodeAt(start);
  for (let at = start + 1; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code === quote) return at;
    if (code === BACKSLASH) at++;
    else if (code === NEWLINE) return start;
    else if (code === OPENING_BRACE && quote === BACKTICK && source.charCodeAt(at - 1) === DOLLAR) return start;
  }
  return start;
}

function endOfComment(source: string, start: number): number {
  const next = source[start + 1];
  if (next !== "/" && next !== "*") return start;
  const end = source.indexOf(next === "/" ? "\n" : "*/", start + 2);
  return end === -1 ? source.length : next === "/" ? end : end + 1;
}

/** Whether an operator or `else` follows, so that a brace ends no statement. */
function goesOn(source: string, from: number): boolean {
  let at = from;
  while (classOf(source.charCodeAt(at)) === BLANK && at < source.length) at++;
  const kind = classOf(source.charCodeAt(at));
  return kind === OPERATOR || kind === OPENING || (kind === WORD && isElse(source, at));
}

function isElse(source: string, from: number): boolean {
  let at = from;
  while (classOf(source.charCodeAt(at)) === BLANK && at < source.length) at++;
  return source.startsWith("else", at);
}
