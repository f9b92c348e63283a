import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { moduleRecord, type ModuleRecord } from "@kart/core/syntax/module-records/module-record";
import type { Parser } from "@kart/core/syntax/parser/parse";

/** Files by which others come to a circle that are started from. */
const MAX_STARTS = 20;

/** What loads what when a program starts, before a change and after it. Paths from the root. */
export class LoadOrder {
  readonly #graph: ModuleGraph;
  readonly #isCommonJs: boolean;
  readonly #after: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #before = new Map<string, ReadonlySet<string>>();
  readonly #ways = new Map<string, Ways>();

  /**
   * @param texts of the files that change, as they will be
   * @param targetOf where a specifier will lead
   * @param isLoaded whether a file that will import another loads it, rather than having types of it
   * @param isCommonJs whether files load others by `require()`
   */
  constructor(
    oxc: Parser,
    graph: ModuleGraph,
    texts: Iterable<readonly [path: string, text: string]>,
    targetOf: (importer: string, specifier: string) => string | undefined,
    isLoaded: (importer: string, target: string, wasLoaded: boolean) => boolean,
    isCommonJs = false,
  ) {
    this.#graph = graph;
    this.#isCommonJs = isCommonJs;
    this.#after = new Map(
      Array.from(texts, ([path, text]) => {
        const outcome = moduleRecord(oxc, path, text);
        const before = this.#loadedBefore(path);
        const all = outcome.ok ? this.#loadedBy(outcome.record, (specifier) => targetOf(path, specifier)) : [...before];
        return [path, new Set(all.filter((target) => isLoaded(path, target, before.has(target))))];
      }),
    );
  }

  /** The files that come to stand between a file and itself, that one first and last. Undefined where none do that did not before. */
  newCircle(): readonly string[] | undefined {
    for (const [path, targets] of this.#after)
      for (const target of targets) {
        if (this.#loadedBefore(path).has(target)) continue;
        const back = this.way(target, path);
        if (back !== undefined && !this.wasInCircle(path, target)) return [path, ...back];
      }
    return undefined;
  }

  /** The files by which the first will load the last, both included; the shortest way. */
  way(start: string, end: string): readonly string[] | undefined {
    return wayTo(this.#waysAfter(start), end);
  }

  /** All files that a file will load, itself included: in the order of their distance. */
  loadedWith(start: string): readonly string[] {
    return [...this.#waysAfter(start).keys()];
  }

  /** Whether a file may be loaded before another one that loads it: by a third, or as what nothing loads and a program starts with. */
  isLoadedFirst(path: string, other: string): boolean {
    const importers = this.#graph.importsOf(path).map(({ importer }) => importer.path);
    const isStart = importers.length === 0 && this.#graph.nodes.has(path);
    const all = [...this.#after.keys(), ...importers];
    return isStart || all.some((importer) => importer !== other && this.#loadedAfter(importer).has(path));
  }

  /** Whether a file imported another before, so that it was loaded. */
  did(path: string, target: string): boolean {
    return this.#loadedBefore(path).has(target);
  }

  /** Whether a file led to another before. */
  led(path: string, target: string): boolean {
    return waysFrom(path, (one) => this.#loadedBefore(one)).has(target);
  }

  /** All files that will lead to a file and be led to by it. */
  around(path: string): ReadonlySet<string> {
    const led = waysFrom(path, (one) => this.#loadedAfter(one));
    const importers = new Map<string, Set<string>>();
    for (const importer of led.keys())
      for (const target of this.#loadedAfter(importer)) {
        const known = importers.get(target);
        if (known === undefined) importers.set(target, new Set([importer]));
        else known.add(importer);
      }
    return new Set(waysFrom(path, (one) => importers.get(one) ?? new Set()).keys());
  }

  /**
   * The orders in which files that lead to each other, and all that they load, ran and will run: one for each of them by which others come
   * to them, since the first that is asked for runs last.
   *
   * @param files all that {@link around} tells
   */
  runs(files: ReadonlySet<string>): readonly Runs[] {
    const isOutside = (path: string) => !files.has(path);
    const comeTo = [...files].filter(
      (path) =>
        this.#graph.importsOf(path).some(({ importer }) => isOutside(importer.path)) ||
        this.#after.entries().some(([importer, targets]) => isOutside(importer) && targets.has(path)),
    );
    return (comeTo.length > 0 ? comeTo : [...files]).slice(0, MAX_STARTS).map((path) => ({
      before: ranFrom(path, (one) => this.#loadedBefore(one)),
      after: ranFrom(path, (one) => this.#loadedAfter(one)),
    }));
  }

  /** Whether two files led to each other before. */
  wasInCircle(one: string, other: string): boolean {
    const before = (path: string) => this.#loadedBefore(path);
    return waysFrom(one, before).has(other) && waysFrom(other, before).has(one);
  }

  #waysAfter(start: string): Ways {
    let ways = this.#ways.get(start);
    if (ways === undefined) this.#ways.set(start, (ways = waysFrom(start, (path) => this.#loadedAfter(path))));
    return ways;
  }

  #loadedAfter(path: string): ReadonlySet<string> {
    return this.#after.get(path) ?? this.#loadedBefore(path);
  }

  #loadedBefore(path: string): ReadonlySet<string> {
    const known = this.#before.get(path);
    if (known !== undefined) return known;
    const node = this.#graph.nodes.get(path);
    const found = new Set(
      node === undefined ? [] : this.#loadedBy(node.record, (specifier) => this.#graph.targetOf(node, specifier)),
    );
    this.#before.set(path, found);
    return found;
  }

  #loadedBy({ imports }: ModuleRecord, targetOf: (specifier: string) => string | undefined): string[] {
    return imports.flatMap(({ specifier, typeOnly, dynamic, call }) =>
      typeOnly || (dynamic && !(this.#isCommonJs && call === "require")) ? [] : (targetOf(specifier) ?? []),
    );
  }
}

/** Places in an order by path, before a change and after it; none of what was not loaded. */
export interface Runs {
  readonly before: ReadonlyMap<string, number>;
  readonly after: ReadonlyMap<string, number>;
}

/** What a module loads runs before it, but for what is being loaded already: https://tc39.es/ecma262/#sec-innermoduleevaluation. */
function ranFrom(start: string, next: (path: string) => ReadonlySet<string>): ReadonlyMap<string, number> {
  const begun = new Set<string>();
  const ran = new Map<string, number>();
  const run = (path: string) => {
    if (begun.has(path)) return;
    begun.add(path);
    for (const target of next(path)) run(target);
    ran.set(path, ran.size);
  };
  run(start);
  return ran;
}

/** By what each file is loaded that one leads to, on the shortest way. */
type Ways = ReadonlyMap<string, string | undefined>;

function waysFrom(start: string, next: (path: string) => ReadonlySet<string>): Ways {
  const ways = new Map<string, string | undefined>([[start, undefined]]);
  for (const path of ways.keys()) for (const target of next(path)) if (!ways.has(target)) ways.set(target, path);
  return ways;
}

function wayTo(ways: Ways, end: string): readonly string[] | undefined {
  if (!ways.has(end)) return undefined;
  const found = [end];
  for (let at = ways.get(end); at !== undefined; at = ways.get(at)) found.unshift(at);
  return found;
}
