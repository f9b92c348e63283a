import { setImmediate } from "node:timers/promises";
import type { Node } from "oxc-parser";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { literal } from "@kart/core/syntax/module-records/module-expressions";
import { type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { childNodes } from "@kart/core/syntax/parser/tree";
import { lastLeading } from "../../planning/moved/requirements.ts";
import { SLICE } from "../read-ahead.ts";

/** A file that another loads, while it loads itself. */
interface Loaded {
  readonly path: string;
  /** Whether nothing but requires stands above, so that the file has exported nothing yet. */
  readonly isLeading: boolean;
}

type Loads = (path: string) => readonly Loaded[];

/** Files that are told apart by what they load. */
const MAX_FILES = 3000;

/** Files that one after another are taken for the one that a program starts with, times the files that it loads then. */
const MAX_STEPS = 2_000_000;

/**
 * What a change would bring of files that require another one that is still loading, so that they get what it has exported by then:
 * `a.js → b.js`. Every file is taken for the one that a program starts with. Undefined where there is too much to tell.
 *
 * @param texts the new ones, by path from the root
 * @param ends what moves was as half made in the one file before as it is in the other then
 * @param targetOf where a specifier will lead
 */
export async function halfMadeAnew(
  oxc: Parser,
  graph: ModuleGraph,
  texts: ReadonlyMap<string, { readonly after: string }>,
  ends: { readonly from: string; readonly to: string },
  targetOf: (importer: string, specifier: string) => string | undefined,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const pauses = new Pauses(signal);
  const old = remembered((path: string) => {
    const node = graph.nodes.get(path);
    const text = node === undefined ? undefined : graph.text(path);
    return node === undefined || text === undefined
      ? []
      : loadedBy(oxc, path, text, (specifier) => graph.targetOf(node, specifier));
  });
  const fresh = remembered((path: string) => {
    const text = texts.get(path);
    return text === undefined ? old(path) : loadedBy(oxc, path, text.after, (specifier) => targetOf(path, specifier));
  });
  const isInCircle = async (loads: Loads) => {
    const led = await ledTo(texts.keys(), [loads], pauses);
    return led === undefined || inCircles(led, loads).size > 0;
  };
  if (!(await isInCircle(fresh)) && !(await isInCircle(old))) return [];
  const starts = new Set(texts.keys());
  for (const path of starts)
    for (const { importer, record } of graph.importsOf(path)) if (!record.typeOnly) starts.add(importer.path);
  const all = await ledTo(starts, [fresh, old], pauses);
  if (all === undefined) return undefined;
  // Only what leads into a circle can come back to a file that is loading.
  const into = leadingTo(all, fresh, inCircles(all, fresh));
  const before = leadingTo(all, old, inCircles(all, old));
  const found = new Set<string>();
  let steps = 0;
  for (const start of starts) {
    if (!into.has(start)) continue;
    await pauses.due();
    const after = halfMadeFrom(start, fresh, into);
    steps += after.steps;
    if (after.found.size === 0) continue;
    const known = halfMadeFrom(graph.nodes.has(start) ? start : ends.from, old, before);
    steps += known.steps;
    for (const [key, one] of after.found)
      if (!known.found.has(key) && !known.found.has(keyOf(asBefore(one, ends, old))))
        found.add(`${one.path} → ${one.of}`);
    if (steps > MAX_STEPS) return undefined;
  }
  return [...found];
}

/** Lets others have their turn, and ends the work when nobody waits for it: thousands of files are parsed. */
class Pauses {
  readonly #signal: AbortSignal;
  #next = performance.now() + SLICE;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  async due(): Promise<void> {
    if (performance.now() < this.#next) return;
    await setImmediate();
    this.#signal.throwIfAborted();
    this.#next = performance.now() + SLICE;
  }
}

/** Some files and all that they lead to; undefined where these are too many. */
async function ledTo(
  starts: Iterable<string>,
  loads: readonly Loads[],
  pauses: Pauses,
): Promise<ReadonlySet<string> | undefined> {
  const all = new Set(starts);
  for (const path of all) {
    for (const one of loads.flatMap((each) => each(path))) all.add(one.path);
    if (all.size > MAX_FILES) return undefined;
    await pauses.due();
  }
  return all;
}

function remembered<T>(make: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    const found = known.get(path) ?? make(path);
    known.set(path, found);
    return found;
  };
}

/** What a file loads while it loads, in that order. */
function loadedBy(
  oxc: Parser,
  path: string,
  text: string,
  targetOf: (specifier: string) => string | undefined,
): Loaded[] {
  const outcome = parseSource(oxc, path, text);
  const program = outcome.ok ? outcome.parsed.program : outcome.recovered?.program;
  if (program === undefined) return [];
  const end = program.body[lastLeading(program)]?.end ?? 0;
  return specifiersOf(program).flatMap(({ specifier, start }) => {
    const target = targetOf(specifier);
    return target === undefined || !/\.[cm]?[jt]sx?$/.test(target) ? [] : [{ path: target, isLeading: start < end }];
  });
}

/** Functions are left out, but for those that are called where they stand. */
function specifiersOf(node: Node): { readonly specifier: string; readonly start: number }[] {
  if (/^(?:Import|ExportNamed|ExportAll)Declaration$/.test(node.type) && "source" in node && node.source !== null)
    return isOfTypes(node)
      ? []
      : [{ specifier: String((node.source as { value?: unknown }).value), start: node.start }];
  if (node.type === "CallExpression") {
    const { callee } = node;
    const [first] = node.arguments;
    const specifier = callee.type === "Identifier" && callee.name === "require" && first && literal(first);
    if (typeof specifier === "string") return [{ specifier, start: node.start }];
    const inner = callee.type === "ParenthesizedExpression" ? callee.expression : callee;
    const called = inner.type === "MemberExpression" ? inner.object : inner;
    const own = called.type === "ParenthesizedExpression" ? called.expression : called;
    if (/^(?:Arrow)?FunctionExpression$/.test(own.type))
      return [...childNodes(own), ...node.arguments].flatMap(specifiersOf);
  }
  if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return [];
  return childNodes(node)
    .toSorted((a, b) => a.start - b.start)
    .flatMap(specifiersOf);
}

function isOfTypes(node: Node): boolean {
  return ("importKind" in node && node.importKind === "type") || ("exportKind" in node && node.exportKind === "type");
}

/** Those of some files that lead back to themselves, by Tarjan's algorithm. */
function inCircles(paths: ReadonlySet<string>, loads: Loads): ReadonlySet<string> {
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found = new Set<string>();
  const visit = (path: string): number => {
    const number = numbers.size;
    numbers.set(path, number);
    let low = number;
    open.push(path);
    isOpen.add(path);
    for (const { path: next } of loads(path)) {
      if (next === path) found.add(path);
      if (!numbers.has(next)) low = Math.min(low, visit(next));
      else if (isOpen.has(next)) low = Math.min(low, lowest.get(next) ?? (numbers.get(next) as number));
    }
    lowest.set(path, low);
    if (low !== number) return low;
    const part = open.splice(open.indexOf(path));
    for (const one of part) {
      isOpen.delete(one);
      if (part.length > 1) found.add(one);
    }
    return low;
  };
  for (const path of paths) if (!numbers.has(path)) visit(path);
  return found;
}

/** Those of some files that lead to one of others, these included. */
function leadingTo(paths: ReadonlySet<string>, loads: Loads, ends: ReadonlySet<string>): ReadonlySet<string> {
  const by = new Map<string, string[]>();
  for (const path of paths) for (const { path: next } of loads(path)) by.set(next, [...(by.get(next) ?? []), path]);
  const found = new Set(ends);
  for (const path of found) for (const one of by.get(path) ?? []) found.add(one);
  return found;
}

/** A file that requires one that is still loading, and is about to load another one, or has exported nothing yet. */
interface HalfMade {
  readonly path: string;
  readonly of: string;
  readonly at: string;
}

function keyOf({ path, of, at }: HalfMade): string {
  return [path, of, at].join("\0");
}

/** What it was before, where that is what one of both files did not require until what moves came to stand in the other. */
function asBefore(one: HalfMade, { from, to }: { readonly from: string; readonly to: string }, old: Loads): HalfMade {
  const isNew = !old(one.path).some(({ path }) => path === one.of);
  if (!isNew) return one;
  const moved = (path: string) => (path === to ? from : path);
  return { ...one, path: moved(one.path), of: moved(one.of) };
}

/** Who requires what is still loading, by who, what, and how far that has come. */
function halfMadeFrom(
  start: string,
  loads: Loads,
  among: ReadonlySet<string>,
): { readonly found: ReadonlyMap<string, HalfMade>; readonly steps: number } {
  const found = new Map<string, HalfMade>();
  const done = new Set<string>();
  /** What each file that is loading is about to load. */
  const loading = new Map<string, Loaded>();
  let steps = 0;
  const load = (path: string) => {
    done.add(path);
    for (const next of loads(path)) {
      steps++;
      loading.set(path, next);
      const at = loading.get(next.path);
      if (at !== undefined) {
        const one = { path, of: next.path, at: at.isLeading ? "" : at.path };
        found.set(keyOf(one), one);
      } else if (among.has(next.path) && !done.has(next.path)) load(next.path);
    }
    loading.delete(path);
  };
  load(start);
  return { found, steps };
}
