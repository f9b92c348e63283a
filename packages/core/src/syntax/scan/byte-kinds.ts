// What a byte is: a bit for each kind that matters between words, nothing for spaces, then words, and what ASCII does not tell.
export const NEWLINE = 1;
export const SLASH = 2;
export const EQUALS = 4;
export const LESS = 8;
const OTHER = 16;
export const WORD = 64;
export const WIDE = 128;
export const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 0x80 ? kindOf(byte) : WIDE));

function kindOf(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (/[\p{ID_Continue}$\u200c\u200d]/u.test(character)) return WORD;
  if (/[\n\r\u2028\u2029]/.test(character)) return NEWLINE;
  if (/\s/.test(character)) return 0;
  return { "/": SLASH, "=": EQUALS, "<": LESS }[character] ?? OTHER;
}

/** Of characters beyond ASCII that were met. */
const wideKinds = new Map<number, number>();

/** The kind of a character beyond ASCII. */
function wideKindOf(codePoint: number): number {
  const known = wideKinds.get(codePoint);
  if (known !== undefined) return known;
  const kind = codePoint > 0x10ffff ? OTHER : kindOf(codePoint);
  wideKinds.set(codePoint, kind);
  return kind;
}

/** The kind of the character beyond ASCII in UTF-8 that a byte is of. */
export function wideKindAt(bytes: Uint8Array, at: number): number {
  let first = at;
  while (first > at - 3 && first > 0 && ((bytes[first] as number) & 0xc0) === 0x80) first--;
  const lead = bytes[first] as number;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  // What is no UTF-8 is a sign.
  if (lead < 0xc0 || at >= first + length) return OTHER;
  let codePoint = lead & (0xff >> (length + 1));
  for (let next = first + 1; next < first + length; next++) codePoint = (codePoint << 6) | ((bytes[next] ?? 0) & 0x3f);
  return wideKindOf(codePoint);
}
