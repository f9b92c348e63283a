import { isBuiltin } from "node:module";
import { join } from "node:path";
import { mayAutoImport } from "../../modules/auto-imports.ts";
import type { ModuleGraph } from "../../modules/module-graph.ts";
import { BySpecifierEnd, endsToOrAround, specifierEnd, specifierPattern } from "../../modules/specifier-end.ts";
import { isAliasAlone, isAliased } from "../../modules/unresolved-imports.ts";
import { wordPattern } from "../../process/ripgrep-pattern.ts";
import { exportsGivenAt } from "../../syntax/common-js/exports-given.ts";
import { templateNames } from "../../syntax/module-records/angular-names.ts";
import { holdsWord } from "../../syntax/scan/source-scan.ts";
import { wordNumber } from "../../syntax/scan/word-table.ts";
import { loadParser, parseSource } from "../../syntax/parser/parse.ts";
import { withHyphenated } from "../../text/hyphenated.ts";
import { nameAt } from "../../text/name-at.ts";
import { splitPackageSpecifier } from "../../workspace/package-manifest.ts";
import { pathCandidates } from "../../workspace/tsconfig.ts";
import type { Place, Questions } from "../questions.ts";
import { mayBeNotInstalled } from "../projects/not-installed.ts";
import { mayBeUnread } from "../projects/unread-javascript.ts";

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
  const inTemplates = new Set([
    ...names,
    ...places.flatMap(({ path, offset }) => {
      const { source } = questions.text(path.absolute);
      return templateNames(source, offset, nameAt(source, offset) ?? "");
    }),
  ]);
  const [{ packages }, components, templates, isTaken, isMocked, isUnread, isNotInstalled] = await Promise.all([
    questions.session.projects.layout(questions.signal),
    candidates.componentsMatching(
      `${specifierPattern(endsToOrAround(paths))}|${IMPORTS_BY_ALIAS}|${wordPattern(withHyphenated(names))}`,
      questions.signal,
    ),
    names.size === 0 ? [] : candidates.templatesMatching(wordPattern(inTemplates), questions.signal),
    candidates.kept(`taken ${[...paths, ...names].join(" ")}`, () => mayBeTaken(questions, paths, names)),
    candidates.kept(`mocked ${[...names].join(" ")}`, () => mayBeMocked(questions, names)),
    mayBeUnread(questions, paths, names),
    mayBeNotInstalled(questions),
  ]);
  // What changes in a component no generation tells.
  if (components.length > 0) return questions.moduleGraph();
  const isAutomatic = paths.some((path) => mayAutoImport(packages, path));
  return templates.length > 0 || isTaken || isMocked || isUnread || isNotInstalled || isAutomatic
    ? candidates.kept("module graph", () => questions.moduleGraph())
    : undefined;
}

/** In a component: it may lead to any file, whose default export goes by another name there. */
const IMPORTS_BY_ALIAS = "\\bfrom\\s*[\"'][@#$][^\"'/\\n]+[\"']";

/** Whether a file may take a whole module, or import one by an alias that leads nowhere, as far as the ends of specifiers tell. */
async function mayBeTaken(
  questions: Questions,
  paths: readonly string[],
  names: ReadonlySet<string>,
): Promise<boolean> {
  const { session, signal } = questions;
  // What CommonJS exports any string may lead to, and who loads it by what is asked of the graph anyway.
  const isCommonJs = (path: string) =>
    /\.[cm]?jsx?$/.test(path) && /\bexports\b/.test(questions.text(join(questions.root.absolute, path)).source);
  if (paths.some(isCommonJs)) return true;
  const [loaded, isNamed, isHeld, given] = await Promise.all([
    loadedEnds(questions),
    mayBeAliased(questions, paths, names),
    session.wholeImports.mayHold(paths, signal),
    Promise.all(paths.map((path) => linesGivingExports(questions, join(questions.root.absolute, path)))),
  ]);
  return given.some((lines) => lines.length > 0) || isHeld || isNamed || !loaded.isDisjointFrom(endsToOrAround(paths));
}

/** Whether a file may name one of some exports in what stands in for their module. */
async function mayBeMocked({ session, reader, signal }: Questions, names: ReadonlySet<string>): Promise<boolean> {
  const { files } = await session.candidates.scanned(signal);
  const named = [...names].map(wordNumber);
  return files.some(
    ({ file, scan }) =>
      named.some((name) => holdsWord(scan, name)) &&
      MOCKING.some((word) => holdsWord(scan, word)) &&
      // A member `mock` of anything else is common.
      MOCKS.test(reader.textOf(file)?.source ?? ""),
  );
}

/** Of `vi.mock`, `jest.doMock`, `jest.setMock` and `jest.unstable_mockModule`, and of `mock.module`. */
const MOCKING = ["mock", "doMock", "setMock", "unstable_mockModule"].map(wordNumber);
const MOCKS = /\b(?:(?:jest|vi|vitest)\s*\.\s*\w*[mM]ock(?:Module)?|mock\s*\.\s*module)\b/;

/** The 1-based lines where a CommonJS file gives all that it exports to a call. */
export async function linesGivingExports(questions: Questions, file: string): Promise<readonly number[]> {
  const source = questions.reader.textOf(file)?.source ?? "";
  if (!/\bexports\b/.test(source)) return [];
  return questions.kept(`exports given ${file}`, async () => {
    const outcome = parseSource(await loadParser(), file, source);
    return outcome.ok ? exportsGivenAt(outcome.parsed).map((at) => outcome.parsed.lines.lineAt(at)) : [];
  });
}

/** The ends of all specifiers that are loaded by a call. */
export function loadedEnds({ session, signal }: Questions): Promise<ReadonlySet<string>> {
  const { candidates } = session;
  return candidates.kept("loaded", async () => {
    const { files } = await candidates.scanned(signal);
    return new Set(files.flatMap(({ scan }) => scan.loaded.map(specifierEnd)));
  });
}

/** Whether one of some files may be imported by an alias that no configuration of TypeScript knows, as far as the names of packages tell. */
async function mayBeAliased(
  questions: Questions,
  paths: readonly string[],
  names: ReadonlySet<string>,
): Promise<boolean> {
  const { session, root, signal } = questions;
  const aliases = await aliasImports(questions);
  const ends = new Set(paths.flatMap((path) => path.split("/").map(specifierEnd)));
  const holding = aliases.plain.length === 0 ? [] : await session.candidates.holding(names, signal);
  const taking = new Set(holding);
  const found = [...aliases.alone, ...aliases.byEnd.of(ends), ...aliases.plain.filter(({ file }) => taking.has(file))];
  if (found.length === 0) return false;
  const { configs, roots, packages } = await session.projects.layout(signal);
  const byPath = new Map(configs.map((one) => [one.path, one]));
  const owned = new Set(packages.all.flatMap(({ name }) => name ?? []));
  for (const { file, specifier } of found) {
    const { name = "" } = splitPackageSpecifier(specifier) ?? {};
    // From the top of a web page's package bundlers alone follow it.
    const isOther = isAliased(specifier) || specifier.startsWith("/");
    if (!isOther || owned.has(name)) continue;
    if (name !== "" && packages.declares(root.relative(file), name)) continue;
    if (!(await isWritten(questions, file, specifier))) continue;
    const isKnown = roots.listing(file).some((one) => {
      const config = byPath.get(one);
      return config !== undefined && pathCandidates(config, specifier).length > 0;
    });
    if (!isKnown) return true;
  }
  return false;
}

interface AliasImport {
  readonly file: string;
  readonly specifier: string;
}

interface AliasImports {
  /** By what is all alias, and may lead to any file. */
  readonly alone: readonly AliasImport[];
  /** By what looks like a package, and leads there by the names that it takes. */
  readonly plain: readonly AliasImport[];
  readonly byEnd: BySpecifierEnd<AliasImport>;
}

/** Imports by what is no path. */
function aliasImports({ session, signal }: Questions): Promise<AliasImports> {
  const { candidates } = session;
  return candidates.kept("aliases", async () => {
    const alone: AliasImport[] = [];
    const plain: AliasImport[] = [];
    const byEnd = new BySpecifierEnd<AliasImport>();
    for (const { file, scan } of (await candidates.scanned(signal)).files)
      for (const specifier of scan.specifiers)
        if (isAliasAlone(specifier)) alone.push({ file, specifier });
        // `~models` may stand for `models.ts`.
        else if (ALIAS.test(specifier)) byEnd.add(specifier.replace(/^[~#$@]/, ""), { file, specifier });
        else if (/^\w[\w.-]*$/.test(specifier) && !isBuiltin(specifier)) {
          byEnd.add(specifier, { file, specifier });
          plain.push({ file, specifier });
        }
    return { alone, plain, byEnd };
  });
}

const ALIAS = /^(?:[~#$@]|[^.\s][^\s]*\/)\S*$/;

/** Whether a file imports by a specifier, rather than hold code that does in a string or a comment. */
async function isWritten(questions: Questions, file: string, specifier: string): Promise<boolean> {
  const module = await questions.moduleAt(file);
  return module === undefined || module.record.imports.some((one) => one.specifier === specifier);
}
