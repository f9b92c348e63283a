import { isRelative } from "../../modules/import-places.ts";
import type { ReadModule } from "../../modules/read-module.ts";
import { endsToOrAround, specifierEnd } from "../../modules/specifier-end.ts";
import { nameAt } from "../../text/name-at.ts";
import { splitPackageSpecifier } from "../../workspace/package-manifest.ts";
import type { Place, Questions } from "../questions.ts";
import { type Giver, LONGEST_GAP } from "./common-js-users.ts";
import { isExportedAlone, isTopLevel, isUnexported, moduleExports } from "./module-exports.ts";

/** Files that load modules by `require()` and may load one of a path from the root, or what is around it, as the ends of specifiers tell. */
async function requiringOf({ session, root, signal }: Questions, path: string): Promise<ReadonlySet<string>> {
  const requiring = await session.candidates.scannedAs("requires", signal);
  if (requiring.size === 0) return requiring;
  const [{ files }, { packages }] = await Promise.all([
    session.candidates.scanned(signal),
    session.projects.layout(signal),
  ]);
  const ends = endsToOrAround([path]);
  const mayLead = (file: string, specifier: string) => {
    if (ends.has(specifierEnd(specifier))) return true;
    if (isRelative(specifier)) return false;
    // What is no name of a package, as `#own`, may be that of any file.
    const parts = splitPackageSpecifier(specifier);
    return parts === undefined || packages.named(parts.name, root.relative(file)) !== undefined;
  };
  return new Set(
    files.flatMap(({ file, scan }) =>
      requiring.has(file) && scan.specifiers.some((one) => mayLead(file, one)) ? [file] : [],
    ),
  );
}

/** Those that require modules in code: a text may hold a whole library as a string. */
async function requiringInCode(questions: Questions, files: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const modules = await Promise.all(
    Array.from(files, async (file) => ({ file, module: await questions.moduleAt(file) })),
  );
  const requires = ({ record }: ReadModule) =>
    record.computed.length > 0 || record.imports.some(({ dynamic }) => dynamic);
  return new Set(modules.flatMap(({ file, module }) => (module === undefined || requires(module) ? [file] : [])));
}

/** What an ES module exports at a place, where files that load some module by `require()` hold its name. */
export async function requiredExport(questions: Questions, place: Place): Promise<Giver | undefined> {
  const { session, signal } = questions;
  const { path, offset } = place;
  const { source } = questions.text(path.absolute);
  const name = nameAt(source, offset);
  if (name === undefined || !/\bexport\b/.test(source)) return undefined;
  const requiring = await requiringOf(questions, path.relative);
  if (requiring.size === 0) return undefined;
  const own = await exportedAs(questions, place, name);
  const holding = await session.candidates.holding(new Set(own.map((one) => one.name)), signal);
  const among = await requiringInCode(questions, new Set(holding).intersection(requiring));
  const names = own.flatMap(({ name: as, starts }) =>
    starts.map((start) => ({ name: as, span: { start, end: start + (nameAt(source, start)?.length ?? 0) } })),
  );
  return among.size === 0 ? undefined : { file: path.absolute, path: path.relative, names, among };
}

interface ExportedAs {
  readonly name: string;
  /** Where the file names what it exports by that, UTF-16. */
  readonly starts: readonly number[];
}

/** The names under which an ES module exports what it declares, or lists, at a place. */
async function exportedAs(questions: Questions, place: Place, name: string): Promise<ExportedAs[]> {
  const { path, offset } = place;
  if (await isExportedAlone(questions, place)) return [{ name, starts: [offset] }];
  if (await isUnexported(questions, place)) return [];
  const { source } = questions.text(path.absolute);
  // A list names what is declared elsewhere in the file once more, or twice: `export { a as b }`.
  const given = (await moduleExports(questions, path.absolute)).flatMap(
    ({ name: as, local, start, from, commonJs }) => {
      if (local === undefined || from !== undefined || commonJs === true) return [];
      const alias = /^[\p{ID_Continue}$]+\s+as\s+/u.exec(source.slice(start, start + LONGEST_GAP));
      const starts = alias === null ? [start] : [start, start + alias[0].length];
      return [{ name: as, local, starts }];
    },
  );
  const here = given.find(({ starts }) => starts.includes(offset))?.local;
  const local = here ?? ((await isTopLevel(questions, path.absolute, offset)) ? name : undefined);
  return given.filter((one) => one.local === local);
}
