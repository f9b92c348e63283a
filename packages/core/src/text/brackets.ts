/**
 * The bracket that opens around an offset, told by brackets alone: those in strings and comments count. UTF-16 offsets.
 *
 * @param least what stands before it is not looked at
 * @returns -1 where none does
 */
export function openingBefore(source: string, offset: number, least: number): number {
  let depth = 0;
  for (let at = offset - 1; at >= least; at--) {
    const bracket = bracketOf(source.charCodeAt(at));
    if (bracket > 0 && depth === 0) return at;
    depth -= bracket;
  }
  return -1;
}

/** The same of the bracket that closes around it, up to `most`. */
export function closingBehind(source: string, offset: number, most: number): number {
  let depth = 0;
  for (let at = offset; at < most; at++) {
    const bracket = bracketOf(source.charCodeAt(at));
    if (bracket < 0 && depth === 0) return at;
    depth += bracket;
  }
  return -1;
}

/** 1 for a character that opens, -1 for one that closes. Of a large file millions come here. */
function bracketOf(code: number): number {
  switch (code) {
    case OPENING.parenthesis:
    case OPENING.bracket:
    case OPENING.brace:
      return 1;
    case CLOSING.parenthesis:
    case CLOSING.bracket:
    case CLOSING.brace:
      return -1;
    default:
      return 0;
  }
}

/** UTF-16 units. */
const OPENING = { parenthesis: 0x28, bracket: 0x5b, brace: 0x7b };
const CLOSING = { parenthesis: 0x29, bracket: 0x5d, brace: 0x7d };
