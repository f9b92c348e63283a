import { closingBehind, openingBefore } from "../../text/brackets.ts";
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
      if (isTaken(source, at, end)) found.push(at);
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

/**
 * Whether a key seems to be one of a pattern, at any depth: of `const { name } =`, of a parameter, of an assignment or a loop. Those of
 * object literals take nothing. Told by brackets alone.
 */
function isTaken(source: string, at: number, end: number): boolean {
  const [before, after] = [source.slice(Math.max(0, at - LONGEST), at), source.slice(end, end + LONGEST)];
  if (!/[{,]\s*$/.test(before) || !/^\s*[,}=:]/.test(after)) return false;
  return isTakenFlat(before, after) || isInPattern(source, at, end);
}

/** Whether nothing but other keys stands between it and what tells: a bracket in a string or a comment is none. */
function isTakenFlat(before: string, after: string): boolean {
  if (/\b(?:const|let|var)\s*\{[^{}]*$/.test(before)) return true;
  return (
    /\((?:[^(){}]*,)?\s*\{[^{}]*$/.test(before) &&
    /^[^{}]*\}(?:\s*[:=,][^(){}]*|\s*=\s*\{\s*\})?\s*\)\s*(?:=>|\{)/.test(after)
  );
}

function isInPattern(source: string, at: number, end: number): boolean {
  const [least, most] = [Math.max(0, at - FAR), Math.min(source.length, end + FAR)];
  let [open, close] = [openingBefore(source, at, least), closingBehind(source, end, most)];
  while (open !== -1 && close !== -1 && source[open] !== "(") {
    const before = source.slice(Math.max(0, open - LONGEST), open);
    const after = source.slice(close + 1, close + 1 + LONGEST);
    if (/\b(?:const|let|var)\s*$/.test(before) || /^\s*(?:=(?![=>])|(?:of|in)\b)/.test(after)) return true;
    const outer = openingBefore(source, open, least);
    // What stands behind a colon in parentheses is a type.
    if (outer === -1 || !(source[outer] === "(" ? PARAMETER : PART).test(before)) return false;
    [open, close] = [outer, closingBehind(source, close + 1, most)];
  }
  return open !== -1 && close !== -1 && BODY.test(source.slice(close + 1, close + 1 + LONGEST));
}

const PARAMETER = /[(,]\s*(?:\.\.\.\s*)?$/;

const PART = /[[,:]\s*(?:\.\.\.\s*)?$/;

/** What follows the parameters of a function. */
const BODY = /^\s*(?:=>|\{|:[^;{}]*(?:=>|\{))/;

/** UTF-16 units beside a name in which the brackets around it are looked for. */
const FAR = 1_000;

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
