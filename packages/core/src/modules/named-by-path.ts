import type { ModuleGraph, ModuleNode } from "./module-graph.ts";

/** A string in a file that may be the path by which it loads another. */
export interface NamedByPath {
  readonly importer: ModuleNode;
  readonly text: string;
  /** Where it leads from there, from the root; undefined where that is no source. */
  readonly target: string | undefined;
}

/** Strings that end as the path of a file does, and that no import names where they stand: `proxyquire("./b", { "./a": {} })`. */
export function namedByPath(graph: ModuleGraph, path: string): NamedByPath[] {
  const stem = (text: string) => text.replace(/^.*\//, "").replace(/\.[cm]?js$/, "");
  return [...graph.nodes.values()].flatMap((importer) =>
    (importer.record.paths ?? []).flatMap((text) => {
      if (stem(text) !== stem(path)) return [];
      const found = graph.resolver.resolve(importer.path, text);
      return [{ importer, text, target: found.kind === "source" ? found.path : undefined }];
    }),
  );
}
