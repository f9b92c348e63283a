import { type Declaration, type SymbolKind, walkDeclarations } from "./declaration.ts";

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

/** Kinds that a namespace of their name adds to, whatever it holds. */
const HOLDERS: ReadonlySet<SymbolKind> = new Set(["class", "enum", "function"]);

/**
 * The declaration that stands for several of one name that are one symbol: a class and its interface, parts of an interface or a
 * namespace, a class, an enum or a function and its namespace, a getter and its setter, members of one union. A type and a value that
 * share their name are two, and so is what an interface shares with neither.
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
  if (apartFrom(first, others, meaningsAsked).length > 0) return undefined;
  return declarations.find(({ kind }) => kind !== "interface" && kind !== "namespace") ?? first;
}

/**
 * The declarations that stand for the symbols of one name at the top of a file, of which each means something else: a type and a value,
 * whatever importers of the name use of them. The value goes first. Undefined where they are one symbol, or where nothing tells whether
 * they are.
 *
 * @param declarations in the order of the source
 */
export function mainsOfApart(declarations: readonly Declaration[]): readonly Declaration[] | undefined {
  const { name, namePath } = declarations[0] ?? {};
  if (name !== namePath || declarations.some((one) => one.namePath !== namePath)) return undefined;
  const meaningsIn = (one: Declaration) => PLAIN.get(one.kind) ?? meaningsAsked(one);
  const mains: Declaration[] = [];
  for (let left = declarations; left[0] !== undefined;) {
    const [first, ...others] = left;
    const apart = apartFrom(first, others, meaningsIn);
    const alike = left.filter((one) => !apart.includes(one));
    const main = alike.length === 1 && meaningsIn(first).length > 0 ? first : mainOfMerged(alike);
    if (main === undefined) return undefined;
    mains.push(main);
    left = apart;
  }
  if (mains.length < 2) return undefined;
  return mains.sort((a, b) => Number(OF_TYPES.has(a.kind)) - Number(OF_TYPES.has(b.kind)));
}

/** Kinds that no other declaration is merged with. */
const PLAIN = new Map<SymbolKind, readonly Meaning[]>([
  ["const", ["value"]],
  ["let", ["value"]],
  ["var", ["value"]],
  ["type", ["type"]],
]);

/**
 * What the compiler has to be asked about besides a declaration for all uses of its symbol: of a class and of a namespace that holds
 * nothing but types it answers for each alone, though `Boom.Parameters` names both.
 *
 * @param all of the file
 */
export function askedBeside(all: readonly Declaration[], declaration: Declaration): Declaration | undefined {
  if (declaration.kind !== "namespace" && !HOLDERS.has(declaration.kind)) return undefined;
  const { name, namePath } = declaration;
  // A walk through all of a large file takes as long as the rest of what is done for it.
  const near = name === namePath ? all : walkDeclarations(all).map((one) => one.declaration);
  const named = near.filter((one) => one.namePath === namePath);
  if (named.length < 2 || mainOfMerged(named) === undefined) return undefined;
  const others = named.filter((one) => one !== declaration);
  return apartFrom(declaration, others, meaningsOf)[0];
}

/** Those that share no meaning with a declaration, nor with what shares one with it: each adds its own. */
function apartFrom(
  declaration: Declaration,
  others: readonly Declaration[],
  meaningsIn: (one: Declaration) => readonly Meaning[],
): readonly Declaration[] {
  const known = new Set(meaningsIn(declaration));
  for (let left = others; ;) {
    const next = left.filter((one) => !meaningsIn(one).some((each) => known.has(each)));
    if (next.length === left.length) return left;
    for (const one of left) if (!next.includes(one)) for (const each of meaningsIn(one)) known.add(each);
    left = next;
  }
}

function meaningsAsked(declaration: Declaration): readonly Meaning[] {
  return HOLDERS.has(declaration.kind) ? [...meaningsOf(declaration), "namespace"] : meaningsOf(declaration);
}

/** What the compiler takes a declaration for. */
function meaningsOf({ kind, children }: Declaration): readonly Meaning[] {
  if (kind !== "namespace") return MEANINGS.get(kind) ?? [];
  return children.every((one) => OF_TYPES.has(one.kind)) ? ["namespace"] : ["namespace", "value"];
}
