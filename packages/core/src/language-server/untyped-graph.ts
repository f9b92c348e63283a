import type { ModuleGraph } from "../modules/module-graph.ts";
import { specifierPattern } from "../modules/specifier-pattern.ts";
import { isAliased } from "../modules/unresolved-imports.ts";
import { alternatives, wordPattern } from "../process/ripgrep-pattern.ts";
import { mayHandOn } from "../syntax/handed-on.ts";
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

/** Modules that pass on the exports of one another are followed that far. */
const MAX_DEPTH = 4;

/**
 * Whether a file may take a whole module, or import one by an alias that leads nowhere: some files, or those that pass on what they
 * export, as far as the ends of specifiers tell.
 */
async function mayBeTaken(questions: Questions, paths: readonly string[]): Promise<boolean> {
  const { session, reader, root, signal } = questions;
  const aliased = aliasPattern(paths);
  const reached = new Set(paths);
  const passedOn = new Set<string>();
  for (let level = [...paths], depth = 0; level.length > 0 && depth < MAX_DEPTH; depth++) {
    const ending = specifierPattern(level);
    const [loading, passing, naming] = [LOADING + ending, PASSING + ending, namingPattern(passedOn) + ending];
    const all = [loading, passing, naming, ...(depth === 0 ? [aliased] : [])];
    const files = await session.candidates.matching(all.join("|"), signal);
    const [isLoading, isPassing, named] = [new RegExp(loading, "m"), new RegExp(passing), new RegExp(naming, "g")];
    level = [];
    for (const file of files) {
      const source = reader.textOf(file)?.source ?? "";
      if (isLoading.test(source)) return true;
      const path = root.relative(file);
      const isNew = !reached.has(path);
      if (isNew && isPassing.test(source)) level.push(path);
      reached.add(path);
      for (const [whole, ...names] of source.matchAll(named)) {
        const name = names.findLast((one) => one !== undefined) ?? "";
        if (standsAlone(source, name) && mayHandOn(source, name)) return true;
        // `export * as name`, which others import by that name.
        if (isNew && whole.startsWith("*") && isPassing.test(source)) passedOn.add(name);
      }
    }
    if (depth === 0 && (await areAliased(questions, files, aliased))) return true;
  }
  return false;
}

const LOADING = "(?:^|[^\\w$.])(?:import|require)\\s*\\([^\"'`)]*";
const PASSING = "\\bexport\\s*(?:type\\s*)?(?:\\*[^;\"'`()]*|\\{[^{}\"'`]*\\}\\s*)\\bfrom\\s*";

/** An import of all of a module, or of what passes one on by a name: the last group that matches is the name here. */
function namingPattern(passedOn: ReadonlySet<string>): string {
  const whole = "\\*\\s*as\\s+([^\\s]+)\\s+from\\s*";
  if (passedOn.size === 0) return whole;
  const listed = `\\{(?:[^{}]*[\\s,])?(${alternatives(passedOn)})(?:\\s+as\\s+([^\\s,}]+))?[^{}]*\\}\\s*from\\s*`;
  return `(?:${whole}|${listed})`;
}

/** Whether a name stands anywhere but in front of a dot and in its import: most do not, and need no closer look. */
function standsAlone(source: string, name: string): boolean {
  let alone = 0;
  for (let at = source.indexOf(name); at !== -1 && alone < 2; at = source.indexOf(name, at + name.length))
    if (!/[.\w$]/.test(source[at + name.length] ?? "")) alone++;
  return alone > 1;
}

/** Whether a specifier that a pattern matches is an alias that no configuration of TypeScript knows, as far as the names of packages tell. */
async function areAliased(
  { session, reader, root, signal }: Questions,
  files: readonly string[],
  pattern: string,
): Promise<boolean> {
  const written = new RegExp(pattern, "g");
  const found = files.flatMap((file) =>
    Array.from((reader.textOf(file)?.source ?? "").matchAll(written), ([text]) => ({
      file,
      specifier: text.slice(text.search(/["'`]/) + 1, -1),
    })),
  );
  if (found.length === 0) return false;
  const { configs, roots, packages } = await session.projects.layout(signal);
  const byPath = new Map(configs.map((one) => [one.path, one]));
  const owned = new Set(packages.all.flatMap(({ name }) => name ?? []));
  return found.some(({ file, specifier }) => {
    const { name = "" } = splitPackageSpecifier(specifier) ?? {};
    if (!isAliased(specifier) || owned.has(name)) return false;
    if (name !== "" && packages.declares(root.relative(file), name)) return false;
    return !roots.listing(file).some((one) => {
      const config = byPath.get(one);
      return config !== undefined && pathCandidates(config, specifier).length > 0;
    });
  });
}

/** An import by a specifier that is no path and ends as one to a file, or to a folder around it, may. */
function aliasPattern(paths: readonly string[]): string {
  const parts = paths.flatMap((path) => path.split("/"));
  const ends = new Set(parts.map((part) => part.replace(/^(.+?)\..*$/, "$1")));
  const specifier = `["'\`](?:[~#$@]|[^."'\`\\s][^"'\`\\s]*/)${alternatives(ends)}(?:\\.\\w+)*/?["'\`]`;
  return `(?:\\bfrom|\\bimport|\\brequire)\\s*\\(?\\s*${specifier}`;
}
