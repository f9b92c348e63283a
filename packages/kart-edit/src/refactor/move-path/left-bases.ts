import type { ModuleGraph } from "@kart/core/modules/module-graph";

/** Configurations that extend what leads nowhere after a move, and led somewhere before. */
export function leftBases(before: ModuleGraph, after: ModuleGraph, moved: (path: string) => string): string[] {
  const lost = (graph: ModuleGraph) => graph.resolver.problems.filter(({ message }) => message.startsWith("extends "));
  const known = new Set(lost(before).map(({ path, message }) => `${moved(path)} ${message}`));
  return lost(after).flatMap(({ path, message }) => {
    const line = `${path} ${message}`;
    return known.has(line)
      ? []
      : [line.replace(/, which was not found in the workspace$/, ", which would lead nowhere")];
  });
}
