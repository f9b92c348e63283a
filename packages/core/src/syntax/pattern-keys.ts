import type { Node, PropertyKey } from "oxc-parser";
import { childNodes } from "./parser/tree.ts";
import { wordNumber } from "./scan/word-table.ts";
import type { ParsedSource } from "./parser/parse.ts";
import { openingBefore } from "../text/brackets.ts";
import { occurrences } from "../text/occurrences.ts";
import { firstIndex } from "../text/sorted.ts";
import { type Span, textOf } from "../text/span.ts";
import type { TextEdit } from "../text/text-edit.ts";

/** A key by which a pattern takes a member. */
export interface NamedKey {
  readonly name: string;
  /** Of the name, without quotes. UTF-16. */
  readonly span: Span;
}

/** One that TypeScript's language server leads nowhere from, or to itself, and what it leads from. */
export interface PatternKey extends NamedKey {
  /** Edits of the text around it, for this key or for several at once, and where the name stands in what the first of them writes. */
  readonly probe: { readonly edits: readonly TextEdit[]; readonly at: number };
}

/**
 * The keys of assignments, `({ area: a } = plain)`, and those of declarations that are strings, `{ ["area"]: a }`. Of an assignment the
 * probe takes the member in front of the value: `({ area: a } = ((plain)!["area"], plain))`.
 *
 * @param places offsets (UTF-16) of which each key that is wanted holds one: the rest of the tree is not looked at
 * @param isWanted which of them: a probe holds the value again
 */
export function patternKeys(
  { source, program }: Pick<ParsedSource, "source" | "program">,
  places: readonly number[],
  isWanted: (key: NamedKey) => boolean,
): PatternKey[] {
  const found: PatternKey[] = [];
  const sorted = places.toSorted((a, b) => a - b);
  const assigned = new Set<Node>();
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const child of childNodes(node)) {
      const first = sorted[firstIndex(sorted, (at) => at >= child.start)];
      if (first !== undefined && first <= child.end) pending.push(child);
    }
    if (node.type === "AssignmentExpression") inAssigned(node.left, node.right, "", "");
    if (node.type === "ForOfStatement" && !node.await) inAssigned(node.left, node.right, "[...", "]![0]");
    // What stands above a pattern was seen before it.
    if (node.type === "ObjectPattern" && !assigned.has(node)) inDeclared(node);
  }
  return found.toSorted((a, b) => a.span.start - b.span.start);

  /** @param before what stands before the value, and `behind` what behind it, to come to what the target takes apart */
  function inAssigned(target: Node, value: Node, before: string, behind: string): void {
    if (target.type === "AssignmentPattern") return inAssigned(target.left, value, before, behind);
    if (target.type === "ArrayPattern") {
      for (const [index, element] of target.elements.entries())
        if (element !== null) inAssigned(element, value, before, `${behind}![${index}]`);
      return;
    }
    if (target.type !== "ObjectPattern") return;
    assigned.add(target);
    for (const property of target.properties) {
      if (property.type !== "Property") continue;
      const key = property.computed ? quotedName(property.key) : plainKey(property.key);
      const step = key === undefined ? textOf(source, property.key) : JSON.stringify(key.name);
      const taken = () => `${before}(${textOf(source, value)})${behind}![`;
      if (key !== undefined && isWanted(key)) {
        const start = `(${taken()}`;
        const edits = [inserted(value.start, `${start}${step}], `), inserted(value.end, ")")];
        found.push({ ...key, probe: { edits, at: start.length + 1 } });
      }
      inAssigned(property.value, value, before, `${behind}![${step}]`);
    }
  }

  function inDeclared({ properties }: Extract<Node, { type: "ObjectPattern" }>): void {
    for (const property of properties) {
      const key =
        property.type === "Property"
          ? (quotedName(property.key) ?? (property.computed ? undefined : numberOf(property.key)))
          : undefined;
      if (property.type !== "Property" || key === undefined || !isWanted(key)) continue;
      const span = { start: property.start, end: property.value.start };
      found.push({ ...key, probe: { edits: [{ span, text: `${JSON.stringify(key.name)}: ` }], at: 1 } });
    }
  }
}

function inserted(at: number, text: string): TextEdit {
  return { span: { start: at, end: at }, text };
}

function plainKey(key: PropertyKey): NamedKey | undefined {
  return key.type === "Identifier"
    ? { name: key.name, span: { start: key.start, end: key.end } }
    : (quotedName(key) ?? numberOf(key));
}

/** The number that a key is, where that is written as the name is. */
function numberOf({ type, start, end, ...key }: PropertyKey): NamedKey | undefined {
  const name = type === "Literal" && "value" in key && typeof key.value === "number" ? `${key.value}` : "";
  return name === "" || end - start !== name.length ? undefined : { name, span: { start, end } };
}

/** The string that a key is, as long as nothing is escaped in it. */
export function quotedName(key: Node): NamedKey | undefined {
  if (key.type === "TSAsExpression" || key.type === "TSSatisfiesExpression" || key.type === "ParenthesizedExpression")
    return quotedName(key.expression);
  const name =
    key.type === "TemplateLiteral" && key.expressions.length === 0
      ? key.quasis[0]?.value.cooked
      : key.type === "Literal"
        ? key.value
        : undefined;
  if (typeof name !== "string" || key.end - key.start !== name.length + 2) return undefined;
  return { name, span: { start: key.start + 1, end: key.end - 1 } };
}

/**
 * The names that such keys of a text may have, seen without a tree: words of what seems to be assigned, and strings where a key may stand.
 * As numbers: parts of a text keep all of it in memory.
 */
export function likelyKeys(source: string): ReadonlySet<number> {
  const words = assignedPatterns(source).flatMap((span) => textOf(source, span).match(WORD) ?? []);
  const quoted = Array.from(source.matchAll(QUOTED), ([, , name = ""]) => name);
  const numbers = Array.from(source.matchAll(NUMBERED), ([, name = ""]) => name);
  return new Set([...words, ...quoted, ...numbers].map(wordNumber));
}

/** Where a text may have such keys of one name. UTF-16 offsets. */
export function likelyPlaces(source: string, name: string): number[] {
  const assigned = assignedPatterns(source).flatMap((span) =>
    Array.from(occurrences(textOf(source, span), name), (at) => span.start + at),
  );
  const quoted = Array.from(source.matchAll(QUOTED)).filter(([, , one]) => one === name);
  const numbered = Array.from(source.matchAll(NUMBERED)).filter(([, one]) => one === name);
  return [
    ...assigned,
    ...quoted.map(({ index, 0: { length } }) => index + length - 1 - name.length),
    ...numbered.map(({ index, 0: { length } }) => index + length - name.length),
  ];
}

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;
const NUMBERED = /[{,/]\s*(\d{1,15})(?=\s*:)/g;
const QUOTED = /[{,/]\s*(?:\[[\s(]*)?(["'`])((?:(?!\1)[^\\\n]){1,200})\1/g;

/**
 * Where a text seems to take a value apart by an assignment, seen without a tree: at least all of each such pattern, the end of a
 * long one. Most brackets in front of `=` end a type, an index or a declaration.
 */
export function assignedPatterns(source: string): Span[] {
  const looped = Array.from(source.matchAll(/\bfor\s*\(\s*(?=[{[])/g), ({ index, 0: { length } }) => {
    const start = index + length;
    return { start, end: Math.min(source.length, start + LONGEST) };
  });
  const assigned = Array.from(source.matchAll(/[}\]]\s*=(?![=>])/g), ({ index }) => index).flatMap((close) => {
    const start = openingOf(source, close);
    const before = source.slice(Math.max(0, start - NEAR), start);
    const isPattern =
      !/[\p{ID_Continue}$)\]!.:]\s*$/u.test(before) || /\b(?:return|yield|await|else|do|of|in|case)\s*$/.test(before);
    return isPattern ? [{ start, end: close }] : [];
  });
  return [...looped, ...assigned];
}

/** UTF-16 units in front of a bracket that are looked at. */
const NEAR = 40;

/** UTF-16 units of a pattern. */
const LONGEST = 4_000;

/** Where the bracket opens that closes at an offset, as far as brackets tell; where that is far, as far back as is looked. */
function openingOf(source: string, close: number): number {
  const least = Math.max(0, close - LONGEST);
  const open = openingBefore(source, close, least);
  return open === -1 ? least : open;
}
