import { importersOf } from "@kart/core/modules/importers";
import { mayLeadTo, type ModuleGraph } from "@kart/core/modules/module-graph";
import { isComponent, sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { posix } from "node:path";
import type { Link } from "./report.ts";

/** Answers from one module graph. Paths are relative to the graph's root, with `/`. */
export class ImportLinks {
  readonly #graph: ModuleGraph;
  readonly #unread: ReadonlySet<string>;
  readonly #importers = new Map<string, ReadonlySet<string>>();
  #folders: ReadonlyMap<string, Folder> | undefined;

  constructor(graph: ModuleGraph) {
    this.#graph = graph;
    const unresolved = graph.unresolved().filter(({ looksLikePackage }) => !looksLikePackage);
    this.#unread = new Set([...graph.unparsed, ...unresolved].map(({ path }) => path));
  }

  ofFiles(a: string, b: string): Link {
    if (this.#importersOf(a).has(b) || this.#importersOf(b).has(a)) return "import";
    if (!isCode(a) || !isCode(b)) return "no-code";
    return this.#maySeeAll(a, [b]) && this.#maySeeAll(b, [a]) ? "hidden" : "unknown";
  }

  /** Folders are linked where any file that lies right in one imports any that lies right in the other. */
  ofFolders(a: string, b: string): Link {
    const folders = (this.#folders ??= this.#readFolders());
    const [inA, inB] = [folders.get(a), folders.get(b)];
    if (inA === undefined || inB === undefined) return "no-code";
    if (inA.importedBy.has(b) || inB.importedBy.has(a)) return "import";
    const sees = (from: Folder, to: Folder) => from.files.every((file) => this.#maySeeAll(file, to.files));
    return sees(inA, inB) && sees(inB, inA) ? "hidden" : "unknown";
  }

  #importersOf(path: string): ReadonlySet<string> {
    let importers = this.#importers.get(path);
    if (importers === undefined) {
      const result = importersOf(this.#graph, { path, depth: 1 });
      importers = new Set(result.status === "found" ? result.importers.map((one) => one.path) : []);
      this.#importers.set(path, importers);
    }
    return importers;
  }

  /** Whether all that a file imports was read, as far as it could lead to one of `targets`. */
  #maySeeAll(path: string, targets: readonly string[]): boolean {
    const node = this.#graph.nodes.get(path);
    if (node === undefined || this.#unread.has(path)) return false;
    return !node.record.computed.some((one) => targets.some((target) => mayLeadTo(path, one, target)));
  }

  #readFolders(): ReadonlyMap<string, Folder> {
    const folders = new Map<string, { files: string[]; importedBy: Set<string> }>();
    for (const path of this.#graph.nodes.keys()) {
      const name = posix.dirname(path);
      const folder = folders.get(name) ?? { files: [], importedBy: new Set() };
      folders.set(name, folder);
      folder.files.push(path);
      for (const importer of this.#importersOf(path)) folder.importedBy.add(posix.dirname(importer));
    }
    return folders;
  }
}

interface Folder {
  readonly files: readonly string[];
  readonly importedBy: ReadonlySet<string>;
}

/** `.mdx` is prose, of which nobody expects an import. */
function isCode(path: string): boolean {
  return sourceLanguage(path) !== undefined || (isComponent(path) && !path.endsWith(".mdx"));
}
