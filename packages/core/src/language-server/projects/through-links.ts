import { dirname, join } from "node:path";
import { isRelative } from "../../modules/import-places.ts";
import { stepsTo } from "../../modules/steps-to.ts";
import { isInstalled } from "../locations.ts";
import type { Place, Questions } from "../questions.ts";

/**
 * Who imports what declares some symbols, or leads there, by a path through a symlink: to TypeScript that is another module, whose uses
 * are none of these. `path:line`, absolute, and why.
 */
export async function throughLinks(questions: Questions, places: readonly Place[]): Promise<string[]> {
  const { root, session } = questions;
  const links = [...session.candidates.links];
  if (links.length === 0) return [];
  const [graph, ...definitions] = await Promise.all([
    session.candidates.kept("module graph", () => questions.moduleGraph()),
    ...places.map((place) => questions.definitions(place)),
  ]);
  const declared = definitions.flat().flatMap((one) => (isInstalled(one) ? [] : (one.path ?? [])));
  const linkAbove = (path: string) => links.find((link) => path === link || path.startsWith(`${link}/`));
  const reached = stepsTo(graph, [...new Set([...places.map(({ path }) => path.relative), ...declared])]);
  const found = Array.from(reached.keys()).flatMap((path) =>
    graph.importsOf(path).flatMap(({ importer, record: { specifier, line } }) => {
      if (!isRelative(specifier)) return [];
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

const ENDING = /\.[cm]?[jt]sx?$/;
