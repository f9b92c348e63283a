/** A node of a graph as it was first reached. */
export interface Reached<Node, Edge> {
  readonly node: Node;
  /** How its parent leads to it; of the strongest kind where there are several. Undefined for the root. */
  readonly via?: Edge;
  /** Nodes it leads to, those included that are shown elsewhere; undefined where it was not looked at. */
  readonly fanOut?: number;
  /** Those that were reached from here first. */
  readonly next: readonly Reached<Node, Edge>[];
}

export interface Step<Node, Edge> {
  readonly node: Node;
  readonly via: Edge;
}

/** What is walked, one level at a time. */
export interface Graph<Node, Edge> {
  /** Alike for nodes that are the same. */
  readonly key: (node: Node) => string;
  /** Where each of some nodes leads, each target once. */
  readonly expand: (nodes: readonly Node[]) => Promise<readonly (readonly Step<Node, Edge>[])[]>;
  /** Whether a step is the last of its way. What other steps lead to as well is looked at for those. */
  readonly isLast?: (step: Step<Node, Edge>) => boolean;
  /** Whether what stopped a level beyond the first leaves what was found so far an answer. */
  readonly isLate?: (error: unknown) => boolean;
}

export interface Walk<Node, Edge> {
  readonly root: Reached<Node, Edge>;
  /** Without the root. */
  readonly total: number;
  /** The greatest distance from the root at which there is a node. */
  readonly maxDepth: number;
  /** Whether nodes were left out for the limit. */
  readonly isCut: boolean;
  /** Nodes at the greatest distance were not looked into, since that took too long. */
  readonly isLate?: boolean;
}

interface Mutable<Node, Edge> {
  readonly node: Node;
  readonly via?: Edge;
  fanOut?: number;
  readonly next: Mutable<Node, Edge>[];
}

/**
 * Walks a graph breadth first, so that every node stands at its least distance from the root, and once.
 *
 * @param depth greatest distance from the root
 * @param limit most nodes beside the root
 */
export async function breadthFirst<Node, Edge>(
  start: Node,
  { key, expand, isLast = () => false, isLate = () => false }: Graph<Node, Edge>,
  depth: number,
  limit: number,
): Promise<Walk<Node, Edge>> {
  const root: Mutable<Node, Edge> = { node: start, next: [] };
  const seen = new Map([[key(start), root]]);
  const ends = new Set<Mutable<Node, Edge>>();
  let level = [root];
  let maxDepth = 0;
  let isCut = false;
  for (let distance = 1; distance <= depth && level.length > 0; distance++) {
    const expanded = await expand(level.map(({ node }) => node)).catch((error: unknown) => {
      if (distance === 1 || !isLate(error)) throw error;
      return undefined;
    });
    if (expanded === undefined) return { root, total: seen.size - 1, maxDepth, isCut, isLate: true };
    const nextLevel: typeof level = [];
    const before = seen.size;
    for (const [at, from] of level.entries()) {
      const steps = expanded[at] ?? [];
      from.fanOut = steps.length;
      for (const step of steps) {
        const known = seen.get(key(step.node));
        if (known !== undefined) {
          if (isLast(step) || !ends.delete(known)) continue;
          delete known.fanOut;
          nextLevel.push(known);
          continue;
        }
        if (seen.size > limit) {
          isCut = true;
          break;
        }
        const reached: Mutable<Node, Edge> = { ...step, next: [] };
        seen.set(key(step.node), reached);
        from.next.push(reached);
        if (isLast(step)) {
          reached.fanOut = 0;
          ends.add(reached);
        } else nextLevel.push(reached);
      }
    }
    if (nextLevel.length > 0 || seen.size > before) maxDepth = distance;
    level = isCut ? [] : nextLevel;
  }
  return { root, total: seen.size - 1, maxDepth, isCut };
}

/** Every node that was reached, parents first; the root is left out. */
export function* reachedNodes<Node, Edge>({ next }: Reached<Node, Edge>): Generator<Reached<Node, Edge>> {
  for (const one of next) {
    yield one;
    yield* reachedNodes(one);
  }
}
