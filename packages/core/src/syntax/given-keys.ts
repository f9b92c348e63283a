import { openingBefore } from "../text/brackets.ts";
import { codeBefore } from "../text/code-before.ts";
import { wordsIn } from "../text/words.ts";

/** A key of an object literal that a call is given, at any depth. */
export interface GivenKey {
  /** Where its name stands, within quotes. UTF-16 offset. */
  readonly offset: number;
  /** The last name of what is called. */
  readonly callee: string;
}

/** The keys of some name in literals that calls are given, as far as what stands around them tells without a syntax tree. */
export function givenKeys(source: string, name: string): GivenKey[] {
  return wordsIn(source, name).flatMap((offset) => {
    const isQuoted = /["']/.test(source[offset - 1] ?? "") && source[offset + name.length] === source[offset - 1];
    const [start, end] = isQuoted ? [offset - 1, offset + name.length + 1] : [offset, offset + name.length];
    if (!BEHIND_KEY.test(source.slice(end, end + NEAR))) return [];
    if (!standsAsKey(source, start)) return [];
    const callee = calleeAround(source, start);
    return callee === undefined ? [] : [{ offset, callee }];
  });
}

/** UTF-16 units beside a name or a bracket that are looked at, and those around a name in which a call may begin. */
const NEAR = 100;
const FAR = 4_000;

const BEHIND_KEY = /^\s*[:,}(]/;

/** Whether a key may begin at an offset, a modifier of its method before it. */
function standsAsKey(source: string, offset: number): boolean {
  const before = codeBefore(source, offset);
  const modifier = /(?<![\p{ID_Continue}$.])(?:async|get|set)$|\*$/u.exec(before);
  const code = modifier === null ? before : codeBefore(before, modifier.index);
  return /[{,]$/.test(code);
}

function calleeAround(source: string, offset: number): string | undefined {
  const least = Math.max(0, offset - FAR);
  let open = openingBefore(source, offset, least);
  if (source[open] !== "{") return undefined;
  for (; open !== -1; open = openingBefore(source, open, least)) {
    const before = source.slice(Math.max(0, open - NEAR), open);
    const callee = source[open] === "(" ? CALLEE.exec(before)?.[1] : undefined;
    if (callee !== undefined) return NO_CALLEE.test(callee) ? undefined : callee;
    if (!WITHIN_VALUE.test(before)) return undefined;
  }
  return undefined;
}

const CALLEE = /([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*!?\s*(?:<[^()]*>\s*)?(?:\?\.\s*)?$/u;
const NO_CALLEE =
  /^(?:if|for|while|switch|catch|with|function|return|typeof|await|yield|throw|void|of|in|case|as|satisfies)$/;

/** Before a bracket that is a part of a value which stands in another. */
const WITHIN_VALUE = /(?:[([,:?]|=>|\.\.\.|&&|\|\||\?\?)\s*$/;
