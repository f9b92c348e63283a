import { NAME_PART } from "../../text/name-at.ts";
import { occurrences } from "../../text/occurrences.ts";

/**
 * Where a name is that of a member of some value: behind a dot, or in a pattern that takes it out of one. Left out are members of
 * imported namespaces and, where `this` has a type, of `this`, since what these are is always known, and most comments. UTF-16 offsets.
 */
export function memberPlaces(source: string, name: string, hasTypedThis: boolean): number[] {
  const found: number[] = [];
  let namespaces: ReadonlySet<string> | undefined;
  for (const at of occurrences(source, name)) {
    const end = at + name.length;
    if (NAME_PART.test(source[end] ?? "")) continue;
    const before = source.slice(Math.max(0, at - LONGEST), at);
    if (COMMENT.test(before)) continue;
    if (!DOT.test(before)) {
      if (isTaken(before, source.slice(end, end + LONGEST))) found.push(at);
      continue;
    }
    const object = OBJECT.exec(before)?.[1];
    namespaces ??= new Set(Array.from(source.matchAll(NAMESPACE), ([, local = ""]) => local));
    if (object === undefined || !(namespaces.has(object) || (hasTypedThis && object === "this"))) found.push(at);
  }
  return found;
}

/** UTF-16 units beside a name that are looked at. */
const LONGEST = 200;

/** The start of a line that is one, as most comments are. */
const COMMENT = /(?:^|[\r\n])[ \t]*(?:\/\/|\/?\*)[^\r\n]*$/;

const DOT = /(?<!\.)\.\s*$/;

/** A name that stands before the dot, and is no member itself. */
const OBJECT = /(?<![\p{ID_Continue}$#.]|\.\s+)([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*\??\.\s*$/u;

const NAMESPACE = /\bimport\s+(?:type\s+)?\*\s*as\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/gu;

/** Whether a key seems to be one of `const { name } =`, or of a parameter: those of object literals take nothing. */
function isTaken(before: string, after: string): boolean {
  if (!/[{,]\s*$/.test(before) || !/^\s*[,}=:]/.test(after)) return false;
  if (/\b(?:const|let|var)\s*\{[^{}]*$/.test(before)) return true;
  return (
    /\((?:[^(){}]*,)?\s*\{[^{}]*$/.test(before) &&
    /^[^{}]*\}(?:\s*[:=,][^(){}]*|\s*=\s*\{\s*\})?\s*\)\s*(?:=>|\{)/.test(after)
  );
}

/**
 * Whether TypeScript may have values of type any: where that, or what gives it, is written in code, or a function has a parameter
 * without a type. Most files that are strict have none, and asking the server about them costs it more than the search for uses.
 */
export function mayHoldAny(source: string): boolean {
  // Most files have none of these in comments either.
  return MAYBE_ANY.test(source) && MAYBE_ANY.test(source.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, ""));
}

const MAYBE_ANY =
  /\bany\b|\bJSON\s*\.\s*parse\b|\.json\(|\brequire\(|\bfunction\b[^(){}]*\(\s*[\w$]+\s*[,)]|^\s+(?!(?:if|for|while|switch|catch|with)\b)(?:async\s+)?[\w$]+\(\s*[\w$]+\s*(?:,[^(){}]*)?\)\s*\{|=\s*(?:async\s*)?(?:\(\s*[\w$]+\s*(?:,[^(){}]*)?\)|[\w$]+)\s*=>/m;
