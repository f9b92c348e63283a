import type { Step } from "./breadth-first.ts";
import type { Via } from "./references.ts";
import { nodeKey, type SymbolNode } from "./symbol-node.ts";

/** How a symbol depends on another. */
export type Dependence = Exclude<Via, "import" | "definition" | "mention">;

/** The strongest first. */
const STRENGTH: readonly Dependence[] = [
  "extends",
  "implements",
  "override",
  "call",
  "jsx",
  "reference",
  "type",
  "re-export",
];

/** Steps from one symbol, each target once, by the strongest way it is used. */
export class Steps {
  readonly #steps = new Map<string, Step<SymbolNode, Dependence>>();

  add(node: SymbolNode, via: Dependence): void {
    const key = nodeKey(node);
    const known = this.#steps.get(key);
    if (known === undefined || STRENGTH.indexOf(via) < STRENGTH.indexOf(known.via))
      this.#steps.set(key, { node: known?.node ?? node, via });
  }

  has(node: SymbolNode): boolean {
    return this.#steps.has(nodeKey(node));
  }

  /** The paths of all targets. */
  paths(): Set<string> {
    return new Set(Array.from(this.#steps.values(), ({ node }) => node.path));
  }

  /** By path and line; packages last. */
  sorted(): Step<SymbolNode, Dependence>[] {
    return [...this.#steps.values()].sort(({ node: a }, { node: b }) => {
      if ((a.package === undefined) !== (b.package === undefined)) return a.package === undefined ? -1 : 1;
      return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
    });
  }
}
