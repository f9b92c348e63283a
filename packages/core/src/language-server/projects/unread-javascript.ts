import { existsSync } from "node:fs";
import { declarationTwin, possibleTwins } from "../../modules/declaration-twin.ts";
import type { ModuleGraph } from "../../modules/module-graph.ts";
import { endsTo, specifierEnd } from "../../modules/specifier-end.ts";
import { sourceLanguage } from "../../syntax/parser/source-language.ts";
import { takesKind } from "../../workspace/project-roots.ts";
import type { Layout } from "./project-reach.ts";
import type { Questions } from "../questions.ts";

/**
 * Why TypeScript does not read a file of JavaScript for one that leads to it: a declaration file stands beside it, or the projects
 * of the other take no JavaScript, so that all it gives is any. Undefined where it reads it.
 *
 * @param path of a source file, from the root
 * @param importer the same, of a file that leads there
 */
export function whyUnread(graph: ModuleGraph, layout: Layout, path: string, importer: string): string | undefined {
  if (!isJavaScript(path)) return undefined;
  const twin = declarationTwin(graph, path);
  if (twin !== undefined) return `TypeScript reads ${twin} in its place`;
  return isWithoutJavaScript(layout, `${layout.root.absolute}/${importer}`)
    ? "TypeScript does not read the JavaScript that it leads to"
    : undefined;
}

/**
 * Whether one of some files stands beside a declaration file, or another may lead to one that TypeScript does not read for it, as far as
 * names and the ends of specifiers tell.
 */
export async function mayBeUnread(
  { session, root, signal }: Questions,
  paths: readonly string[],
  names: ReadonlySet<string>,
): Promise<boolean> {
  if (paths.flatMap(possibleTwins).some((one) => existsSync(`${root.absolute}/${one}`))) return true;
  const scripts = paths.filter(isJavaScript);
  if (scripts.length === 0) return false;
  const { candidates, projects } = session;
  const layout = await projects.layout(signal);
  const typed = await candidates.kept("without JavaScript", async () => {
    const { files } = await candidates.scanned(signal);
    return files.filter(({ file }) => isWithoutJavaScript(layout, file));
  });
  if (typed.length === 0) return false;
  const holding = new Set(await candidates.holding(names, signal));
  const ends = endsTo(scripts);
  return typed.some(
    ({ file, scan }) => holding.has(file) || scan.specifiers.some((specifier) => ends.has(specifierEnd(specifier))),
  );
}

/** Whether the projects that list a file take no JavaScript. One in no project is seen with settings that do. */
function isWithoutJavaScript({ configs, roots }: Layout, file: string): boolean {
  if (isJavaScript(file)) return false;
  const listing = new Set(roots.listing(file));
  return listing.size > 0 && configs.every((one) => !listing.has(one.path) || !takesKind(one, "a.js"));
}

function isJavaScript(path: string): boolean {
  return sourceLanguage(path) === "jsx";
}
