import { dirname, join } from "node:path";
import { isRelative } from "../../modules/import-places.ts";
import { importersOf } from "../../modules/importers.ts";
import type { ModuleGraph } from "../../modules/module-graph.ts";
import { stepsTo } from "../../modules/steps-to.ts";
import { nameAt } from "../../text/name-at.ts";
import { isInstalled } from "../locations.ts";
import { isTopLevel } from "../uses/module-exports.ts";
import type { Place, Questions } from "../questions.ts";

/**
 * Who imports what declares some symbols, or leads there, by a path through a symlink: to TypeScript that is another module, whose uses
 * are none of these. `path:line`, absolute, and why.
 */
export async function throughLinks(questions: Questions, places: readonly Place[]): Promise<string[]> {
  const { root, session, signal } = questions;
  const links = [...session.candidates.links];
  if (links.length === 0) return [];
  const [graph, ...definitions] = await Promise.all([
    session.candidates.kept("module graph", () => questions.moduleGraph()),
    ...places.map((place) => questions.definitions(place)),
  ]);
  const declared = definitions.flat().flatMap((one) => (isInstalled(one) ? [] : (one.path ?? [])));
  const linkAbove = (path: string) => links.find((link) => path === link || path.startsWith(`${link}/`));
  const nameOf = ({ path, offset }: Place) => nameAt(questions.text(path.absolute).source, offset);
  const paths = [...new Set([...places.map(({ path }) => path.relative), ...declared])];
  const areOfModules = await Promise.all(
    definitions.flat().map(({ file, span }) => isTopLevel(questions, file, span.start)),
  );
  // What stands at the top of a module is had by its name alone; values lead to members.
  const names = new Set(places.map(nameOf));
  const reached = areOfModules.every(Boolean)
    ? new Set(paths.flatMap((path) => [...names].flatMap((name) => takingByName(graph, path, name, signal))))
    : new Set(stepsTo(graph, paths).keys());
  const found = [...reached].flatMap((path) =>
    graph.importsOf(path).flatMap(({ importer, record: { specifier, line } }) => {
      if (!isRelative(specifier) || !reached.has(importer.path)) return [];
      const file = join(root.absolute, importer.path);
      const named = join(dirname(file), specifier);
      const link = linkAbove(named) ?? links.find((one) => one.replace(ENDING, "") === named.replace(ENDING, ""));
      return link === undefined
        ? []
        : [`${file}:${line} (through the symlink ${root.relative(link)}, another module to TypeScript)`];
    }),
  );
  return [...new Set(found)];
}

/** A file, those that take what it declares by a name, whatever they call it, and those that they have it through. */
function takingByName(graph: ModuleGraph, path: string, name: string | undefined, signal: AbortSignal): string[] {
  const symbol = name === undefined ? {} : ({ symbol: name, byDeclaration: true } as const);
  const result = importersOf(graph, { path, ...symbol, depth: 1 }, signal);
  if (result.status !== "found") return [];
  return [path, ...result.importers.flatMap((importer) => [importer.path, ...importer.via])];
}

const ENDING = /\.[cm]?[jt]sx?$/;
