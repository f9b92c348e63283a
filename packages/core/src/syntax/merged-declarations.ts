import type { Declaration, SymbolKind } from "./declaration.ts";

/** What a name stands for: a value, a type, or what other names stand in. */
type Meaning = "value" | "type" | "namespace";

const MEANINGS = new Map<SymbolKind, readonly Meaning[]>([
  ["class", ["value", "type"]],
  ["enum", ["value", "type"]],
  ["function", ["value"]],
  ["interface", ["type"]],
]);

/** Kinds that leave a namespace without a value. */
const OF_TYPES: ReadonlySet<SymbolKind> = new Set(["interface", "type"]);

/**
 * The declaration that stands for several of one name, where the compiler takes them for one symbol whichever is asked about: a class
 * and its interface, parts of an interface or a namespace, a function and what hangs on it, a getter and its setter, members of one
 * union. A type and a
 * value that share their name are two, and so is what an interface shares with neither.
 *
 * @param declarations in the order of the source; of one name and one owner
 */
export function mainOfMerged(declarations: readonly Declaration[]): Declaration | undefined {
  const [first, ...others] = declarations;
  if (first === undefined || others.some((one) => one.namePath !== first.namePath)) return undefined;
  if (declarations.every(({ kind }) => kind === "getter" || kind === "setter")) return first;
  const isNamedToo = (one: Declaration) =>
    first.otherNames?.some(({ start }) => start === one.nameRange.start) === true;
  if (others.every(isNamedToo)) return first;
  const meanings = declarations.map(meaningsOf);
  const known = new Set(meanings[0]);
  // What shares a meaning with those before it adds its own.
  for (let left = meanings.slice(1); left.length > 0;) {
    const next = left.filter((one) => !one.some((each) => known.has(each)));
    if (next.length === left.length) return undefined;
    for (const one of left) if (!next.includes(one)) for (const each of one) known.add(each);
    left = next;
  }
  return declarations.find(({ kind }) => kind !== "interface" && kind !== "namespace") ?? first;
}

function meaningsOf({ kind, children }: Declaration): readonly Meaning[] {
  if (kind !== "namespace") return MEANINGS.get(kind) ?? [];
  return children.every((one) => OF_TYPES.has(one.kind)) ? ["namespace"] : ["namespace", "value"];
}
