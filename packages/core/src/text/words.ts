import { NAME_PART } from "./name-at.ts";
import { occurrences } from "./occurrences.ts";

/** Where a name stands as a word, up to a number of times; no name stands nowhere. UTF-16 offsets. */
export function wordsIn(source: string, name: string, most = Infinity): number[] {
  const found: number[] = [];
  for (const at of occurrences(source, name)) {
    if (found.length >= most) break;
    if (!NAME_PART.test(source[at - 1] ?? "") && !NAME_PART.test(source[at + name.length] ?? "")) found.push(at);
  }
  return found;
}

/** Whether a place (UTF-16) lies in the braces of an import or of a list of exports. */
export function isSpecifier(source: string, offset: number): boolean {
  return SPECIFIER.test(source.slice(Math.max(0, offset - LONGEST), offset));
}

/** Whether the name at an offset (UTF-16), or around it, stands behind a dot: it is a member's. */
export function isBehindDot(source: string, offset: number): boolean {
  return /\.\s*[\p{ID_Continue}$#]*$/u.test(source.slice(Math.max(0, offset - 200), offset));
}

/** Whether those braces are an export's. */
export function isExportSpecifier(source: string, offset: number): boolean {
  return EXPORT_SPECIFIER.test(source.slice(Math.max(0, offset - LONGEST), offset));
}

const EXPORT_SPECIFIER = /\bexport\s*(?:type\s*)?\{[^{}]*$/;

const SPECIFIER = /\b(?:import\s*(?:type\s*)?(?:[\p{ID_Continue}$]+\s*,\s*)?|export\s*(?:type\s*)?)\{[^{}]*$/u;

/** UTF-16 units of a list that are looked at. */
const LONGEST = 4000;
