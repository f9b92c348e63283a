import type { TSEnumDeclaration } from "oxc-parser";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import { clip, escapeInvisible } from "@kart/core/text/display";

/** Names shown before the rest is counted. */
const MAX_NAMED = 5;

/**
 * A line about members of enums that have other values after a change though nobody wrote them one: a member without a value counts
 * on from the one before it. The first of each row of these is named.
 */
export function enumWarnings(before: SourceSymbols, after: SourceSymbols): string[] {
  const [were, are] = [enumsOf(before), enumsOf(after)];
  const shifted = [...are].flatMap(([name, declared]) => {
    const old = were.get(name);
    return old === undefined ? [] : shiftedIn(countedValues(old, before), countedValues(declared, after));
  });
  if (shifted.length === 0) return [];
  const shown = shifted.slice(0, MAX_NAMED).map((name) => `\`${clip(escapeInvisible(name), 80)}\``);
  const more = shifted.length > shown.length ? [`${shifted.length - shown.length} more`] : [];
  const them = shifted.length === 1 ? "it" : "them";
  return [`${[...shown, ...more].join(", ")} and those that count on from ${them} have other values now.`];
}

/** By name, and by how many of that name stand before it. */
function enumsOf({ parsed: { program, source } }: SourceSymbols): Map<string, TSEnumDeclaration> {
  const found = new Map<string, TSEnumDeclaration>();
  const counts = new Map<string, number>();
  for (const { index } of source.matchAll(/\benum\b/g)) {
    // Of a large file just that place is looked at.
    for (const node of nodesIn(program, { start: index, end: index + 1 })) {
      if (node.type !== "TSEnumDeclaration" || node.id.start < index) continue;
      const { name } = node.id;
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      found.set(`${name} ${count}`, node);
    }
  }
  return found;
}

interface Member {
  readonly name: string;
  /** As a number where that can be told, otherwise what it counts on from and how far that is. */
  readonly value: string;
  readonly isCounted: boolean;
}

function countedValues({ body }: TSEnumDeclaration, { parsed: { source } }: SourceSymbols): Member[] {
  let from = "0";
  let by = -1;
  return body.members.map(({ id, initializer }) => {
    by += 1;
    if (initializer !== null) {
      from = numberIn(source.slice(initializer.start, initializer.end).replaceAll(/[\s_]/g, ""));
      by = 0;
    }
    const first = Number(from);
    const value = Number.isNaN(first) ? `${from} + ${by}` : String(first + by);
    return { name: source.slice(id.start, id.end), value, isCounted: initializer === null };
  });
}

/** `1<<2` as what it is. */
function numberIn(text: string): string {
  const [, number, by] = /^(\d+)<<(\d+)$/.exec(text) ?? [];
  return number === undefined ? text : String(Number(number) << Number(by));
}

function shiftedIn(were: readonly Member[], are: readonly Member[]): string[] {
  const old = new Map(were.map(({ name, value }) => [name, value]));
  const isShifted = ({ name, value, isCounted }: Member | undefined = NOTHING) =>
    isCounted && old.has(name) && old.get(name) !== value;
  // What counts on from another is spoken of with that.
  return are.flatMap((one, at) => (isShifted(one) && !isShifted(are[at - 1]) ? one.name : []));
}

const NOTHING: Member = { name: "", value: "", isCounted: false };
