import { importsUnderConditions, mayHaveTwins } from "@kart/core/modules/conditional-twins";
import { NEEDING_CONFIG, needingConfig } from "@kart/core/modules/needing-config";
import type { ModuleIndex } from "@kart/core/modules/module-index";
import { importsMocked, isManualMock } from "@kart/core/modules/manual-mocks";
import { importsForPlatforms, mayBeForPlatforms } from "@kart/core/modules/platforms";
import { unnamedCallers } from "@kart/core/syntax/called-unnamed";
import { isTakenByJsx, RUNTIME_NAMES } from "@kart/core/syntax/module-records/jsx-runtime";
import type { Declaration } from "@kart/core/syntax/declaration";
import { nameSpan } from "@kart/core/syntax/name-span";
import type { SourceFile } from "../source/source-file.ts";
import { type Coverage, IN_NO_PROJECT } from "@kart/core/language-server/projects/projects";
import { notSeen } from "@kart/core/language-server/projects/read-as-built";
import { gapNote } from "@kart/core/text/gap-note";
import { nearestFirst } from "@kart/core/text/nearest-first";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";

/** Whether an answer holds all there is, and if not, what may be missing. */
export interface Completeness {
  readonly complete: boolean;
  readonly notes: readonly string[];
}

/** A symbol whose uses are asked for. */
interface SymbolOfFile {
  readonly file: SourceFile;
  readonly declaration: Declaration;
}

/**
 * A coverage of uses that holds neither for what {@link withoutComputed} says nor for members that the language calls where no code
 * names them, as `JSON.stringify` does `toJSON`, and JSX the types of its elements, nor for what JSX gives without its name.
 */
export function withoutUnnamed(coverage: Coverage, symbols: readonly SymbolOfFile[]): Coverage {
  const names = symbols.flatMap(({ file, declaration }) => {
    if (isTakenByJsx(declaration, declaration.name) || mayBeOfRuntime(file, declaration))
      return [`JSX that takes ${declaration.namePath}, which does not name it`];
    if (mayBeContent(file, declaration))
      return ["JSX elements with content, which is given as children without that name"];
    const callers = unnamedCallers(file.outline.declarations, declaration);
    return callers === undefined ? [] : [`calls of ${declaration.namePath} by ${callers}, which do not name it`];
  });
  return without(withoutComputed(coverage, symbols), names);
}

/** Whether it may be what an element is given between its tags, by where props of components are declared. */
function mayBeContent({ path, text }: SourceFile, { name, kind }: Declaration): boolean {
  return (
    name === "children" && kind === "property" && (/\.[jt]sx$/.test(path) || /\b(?:JSX|React|ReactNode)\b/.test(text))
  );
}

/** Whether compilers may import it for the JSX of a file: most runtimes stand in a file of their name. */
function mayBeOfRuntime({ path }: SourceFile, { name, exported }: Declaration): boolean {
  return exported && RUNTIME_NAMES.has(name) && /(?:^|\/)jsx-(?:dev-)?runtime[./]/.test(path);
}

/**
 * A coverage that does not hold for symbols whose name is computed, since nobody can tell who writes it, nor for what
 * TypeScript does not follow.
 */
export function withoutComputed(coverage: Coverage, symbols: readonly SymbolOfFile[]): Coverage {
  const names = symbols.flatMap(({ file, declaration }) => {
    const isComputed = nameSpan(file.text, declaration) === undefined;
    const isEmpty = declaration.name === "";
    if (declaration.isExports === true)
      return [`uses of all that ${file.path} exports, which ${declaration.namePath} stands for`];
    if (!isComputed && !isEmpty && declaration.isUntracked !== true) return [];
    const why = isComputed
      ? "whose name is computed"
      : isEmpty
        ? "whose name is empty"
        : "which TypeScript does not follow";
    return [`uses of ${declaration.namePath}, ${why}`];
  });
  return without(coverage, names);
}

function without(coverage: Coverage, names: readonly string[]): Coverage {
  if (names.length === 0) return coverage;
  return { ...coverage, complete: false, unseen: [...coverage.unseen, ...names] };
}

const LOOSE = `INCOMPLETE: ${NEEDING_CONFIG}`;

const FOR_PLATFORMS =
  "INCOMPLETE: on some platforms these imports lead here, and TypeScript follows them to the file of another: ask there too";

const UNDER_CONDITIONS =
  "INCOMPLETE: under some conditions of package.json these imports lead here, and TypeScript follows them to another file: ask there too";

const MOCKED =
  "INCOMPLETE: where tests mock it, these imports lead here, and TypeScript follows them to what is mocked: ask there too";

const CROWDED =
  "INCOMPLETE: in no tsconfig.json or jsconfig.json, and too many to be searched without, these lead there";

/**
 * What a coverage means for references to symbols of some files. Files of no project were seen with the default settings, under
 * which an import by a tsconfig path leads nowhere: one that depends on a declaring file in such a way by our own module graph,
 * and in which nothing was found, makes the answer incomplete. So does an import that leads to a declaring file on some platform
 * or under some condition alone.
 *
 * @param declaring files that declare what was asked about, from the root
 * @param found files in which references were found, from the root
 * @param asked files that declare what was asked about itself, from the root: of what is missing that which is nearest comes first
 */
export async function completenessOf(
  coverage: Coverage,
  declaring: ReadonlySet<string>,
  found: ReadonlySet<string>,
  root: WorkspaceRoot,
  modules: () => Promise<ModuleIndex>,
  signal: AbortSignal,
  asked = declaring,
): Promise<Completeness> {
  const { complete, outside } = coverage;
  const platforms = [...declaring].some((path) => mayBeForPlatforms(`${root.absolute}/${path}`))
    ? importsForPlatforms(await (await modules()).graph(signal), declaring)
    : [];
  const conditions = [...declaring].some((path) => mayHaveTwins(`${root.absolute}/${path}`))
    ? importsUnderConditions(await (await modules()).graph(signal), declaring)
    : [];
  const mocked = [...declaring].some(isManualMock)
    ? importsMocked(await (await modules()).graph(signal), declaring)
    : [];
  if (complete && platforms.length + conditions.length + mocked.length === 0) return { complete, notes: [] };
  const loose = outside.map((file) => root.relative(file)).filter((path) => !found.has(path) && !declaring.has(path));
  const doubtful = loose.length === 0 ? [] : needingConfig(await (await modules()).graph(signal), loose, declaring);
  const paths = notSeen(coverage).map((file) => (root.holds(file) ? root.relative(file) : file));
  const unopened = paths.filter((one) => one.endsWith(IN_NO_PROJECT));
  const note = (what: string, names: readonly string[]) => gapNote(what, nearestFirst(names, asked));
  const notes = [
    ...note(FOR_PLATFORMS, platforms),
    ...note(UNDER_CONDITIONS, conditions),
    ...note(MOCKED, mocked),
    ...note(LOOSE, doubtful),
    ...note(
      CROWDED,
      unopened.map((one) => one.slice(0, -IN_NO_PROJECT.length)),
    ),
    ...note(
      "INCOMPLETE: not searched",
      paths.filter((one) => !unopened.includes(one)),
    ),
  ];
  return { complete: notes.length === 0, notes };
}
