import { withoutLongStrings } from "./long-strings.ts";
import { SourceScanner } from "./source-scanner.ts";
import { renamed, whole } from "./word-table.ts";

/**
 * What a source file holds, as one pass over its bytes tells: never less than there is, and sometimes more. But for two things: a line of a
 * template literal that looks like the start of a comment hides imports, and namespaces that stand alone, up to what looks like its end;
 * and what a very long string holds is left out.
 */
export interface SourceScan {
  /** Sorted: a number for every word, and others for what is said of some words. */
  readonly numbers: Int32Array;
  /** A comment stands where a name may be given another, and hides which. */
  readonly isUnclear: boolean;
  /** `import * as name from`, and `export * as name from`. */
  readonly namespaces: readonly ScannedNamespace[];
  /** Specifiers of all imports, each once. */
  readonly specifiers: readonly string[];
  /** Those that exports are passed on from: `export * from`. */
  readonly passing: readonly string[];
  /** Those that are loaded by a call, or may be: `import()`, `require()`, `require.resolve()`. */
  readonly loaded: readonly string[];
  /** It calls `require`, or may do so by another name. */
  readonly requires: boolean;
  /** It declares what another module exports: `declare module "x"`. */
  readonly hasAmbient: boolean;
  /** It declares a component or a directive of Angular: `@Component()`. */
  readonly hasComponent: boolean;
  /** A merge left it in conflict. */
  readonly conflicted: boolean;
}

export interface ScannedNamespace {
  readonly name: string;
  readonly specifier: string;
  readonly isPassedOn: boolean;
}

/** Whether a text is one word to scans. */
export function isWord(text: string): boolean {
  return /^[\p{ID_Continue}$\u200c\u200d]+$/u.test(text);
}

/** Whether a file holds a word, be it in a comment or a string that is not very long. */
export function holdsWord({ numbers }: SourceScan, word: number): boolean {
  return includes(numbers, word);
}

/** Whether a file may give a name another: `name as other`, `export default name`, `export = name`. */
export function mayRename({ numbers, isUnclear }: SourceScan, word: number): boolean {
  return includes(numbers, renamed(word)) || (isUnclear && includes(numbers, word));
}

/** Whether a file may use one of its namespaces otherwise than by a member. Comments that start a line do not count. */
export function mayUseWhole({ numbers }: SourceScan, word: number): boolean {
  return includes(numbers, whole(word));
}

function includes(sorted: Int32Array, number: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < number) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === number;
}

/** Scans source text in UTF-8, or in UTF-16 with a byte order mark. */
export function scanSource(bytes: Uint8Array): SourceScan {
  const source = withoutLongStrings(inUtf8(bytes));
  return new SourceScanner(source, true).scan() ?? (new SourceScanner(source, false).scan() as SourceScan);
}

function inUtf8(bytes: Uint8Array): Uint8Array {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (mark !== 0xfffe && mark !== 0xfeff) return bytes;
  return new TextEncoder().encode(new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(bytes));
}
