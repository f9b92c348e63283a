import type { ModuleGraph } from "../modules/module-graph.ts";
import { specifierPattern } from "../modules/specifier-pattern.ts";
import { isAliased } from "../modules/unresolved-imports.ts";
import { alternatives, wordPattern } from "../process/ripgrep-pattern.ts";
import { splitPackageSpecifier } from "../workspace/package-manifest.ts";
import { pathCandidates } from "../workspace/tsconfig.ts";
import { nameAt } from "./name-at.ts";
import type { Place, Questions } from "./questions.ts";

/**
 * The imports of all files, where some file of the workspace may use what stands at some places in a way that no types lead to.
 * Reading them takes longer than most questions: only where a text holds what such a use takes.
 */
export async function untypedGraph(questions: Questions, places: readonly Place[]): Promise<ModuleGraph | undefined> {
  const { candidates } = questions.session;
  const paths = places.map(({ path }) => path.relative);
  const names = new Set(
    places.flatMap(({ path, offset }) => nameAt(questions.text(path.absolute).source, offset) ?? []),
  );
  const words = wordPattern(names);
  const [components, templates, isTaken] = await Promise.all([
    candidates.componentsMatching(`${specifierPattern(paths)}|${words}`, questions.signal),
    names.size === 0 ? [] : candidates.templatesMatching(words, questions.signal),
    candidates.kept(`taken ${paths.join(" ")}`, () => mayBeTaken(questions, paths)),
  ]);
  // What changes in a component no generation tells.
  if (components.length > 0) return questions.moduleGraph();
  return templates.length > 0 || isTaken ? candidates.kept("module graph", () => questions.moduleGraph()) : undefined;
}

/** Whether a file may take a whole module, or import one by an alias that leads nowhere, as far as the ends of specifiers tell. */
async function mayBeTaken(questions: Questions, paths: readonly string[]): Promise<boolean> {
  const { session, signal } = questions;
  // One pattern for all of it takes ripgrep ten times as long as each of them.
  const [loading, isNamed, isHeld] = await Promise.all([
    session.candidates.matching(`${LOADING}${specifierPattern(paths)}`, signal),
    mayBeAliased(questions, paths),
    new Set(paths).size <= MAX_HELD && session.wholeImports.mayHold(paths, signal),
  ]);
  return isHeld || isNamed || loading.length > 0;
}

/** Files that are asked about at once: of more, as in the depth of an impact, most texts of the workspace would have to be read. */
const MAX_HELD = 4;

const LOADING = "(?:^|[^\\w$.])(?:import|require)\\s*\\([^\"'`)]*";

/** Whether one of some files may be imported by an alias that no configuration of TypeScript knows, as far as the names of packages tell. */
async function mayBeAliased({ session, reader, root, signal }: Questions, paths: readonly string[]): Promise<boolean> {
  const found = await session.candidates.capturing(aliasPattern(paths), signal);
  if (found.length === 0) return false;
  const { configs, roots, packages } = await session.projects.layout(signal);
  const byPath = new Map(configs.map((one) => [one.path, one]));
  const owned = new Set(packages.all.flatMap(({ name }) => name ?? []));
  return found.some(({ file, text: specifier }) => {
    const { name = "" } = splitPackageSpecifier(specifier) ?? {};
    if (!isAliased(specifier) || owned.has(name)) return false;
    if (name !== "" && packages.declares(root.relative(file), name)) return false;
    if (!isWritten(reader.textOf(file)?.source ?? "", specifier)) return false;
    return !roots.listing(file).some((one) => {
      const config = byPath.get(one);
      return config !== undefined && pathCandidates(config, specifier).length > 0;
    });
  });
}

/** The specifier of an import that is no path and ends as one to a file, or to a folder around it, may. */
function aliasPattern(paths: readonly string[]): string {
  const parts = paths.flatMap((path) => path.split("/"));
  const ends = new Set(parts.map((part) => part.replace(/^(.+?)\..*$/, "$1")));
  const specifier = `(?:[~#$@]|[^."'\`\\s][^"'\`\\s]*/)${alternatives(ends)}(?:\\.\\w+)*/?`;
  return `\\b(?:from|import|require)\\b[\\s(]*["'\`](${specifier})["'\`]`;
}

/** Whether a text imports by a specifier, rather than hold code that does in a string. */
function isWritten(source: string, specifier: string): boolean {
  const quoted = `["'\`]${RegExp.escape(specifier)}["'\`]`;
  return new RegExp(`^\\s*(?:(?:import|export)\\b|\\}).*${quoted}|\\(\\s*${quoted}`, "m").test(source);
}
