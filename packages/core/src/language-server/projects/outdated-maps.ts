import { SourceMap } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { isRecord } from "../../text/is-record.ts";
import { LineIndex, type Position } from "../../text/line-index.ts";
import type { Span } from "../../text/span.ts";
import { isBehindDot, wordsIn } from "../../text/words.ts";
import { leaves, type WorkspacePackage } from "../../workspace/package-manifest.ts";
import { readTextFile } from "../../workspace/read-file.ts";
import { type Declaration, overloadsOf, walkDeclarations } from "../../syntax/declaration.ts";
import { declarationsOf } from "../../syntax/declarations.ts";
import { loadParser, parseSource } from "../../syntax/parser/parse.ts";
import { withoutEnding } from "../../syntax/parser/source-language.ts";
import { nameAt } from "../../text/name-at.ts";
import { isInstalled, type SourceLocation } from "../locations.ts";
import type { Place, Questions } from "../questions.ts";
import { entriesOf } from "../session/seen.ts";
import { mayBeReadAsBuilt } from "./built-packages.ts";
import type { Layout } from "./project-reach.ts";

/**
 * Whether what was built of a package is of another text than a file that declares some name has now, as far as the maps of its
 * declarations tell: what these lead to in the source is something else then, or nothing.
 *
 * @param owner the package that the file is of
 * @param file absolute
 */
export async function isOfOtherText(
  questions: Questions,
  layout: Layout,
  owner: WorkspacePackage,
  file: string,
  name: string,
): Promise<boolean> {
  const maps = await questions.kept(`maps of ${owner.folder}`, () => Promise.resolve(mapsIn(owner, layout)));
  const paths = maps.get(withoutEnding(basename(file))) ?? [];
  const read = paths.map((path) => questions.kept(`map ${path} ${file}`, () => Promise.resolve(mapOf(path, file))));
  const own = (await Promise.all(read)).filter((one) => one !== undefined);
  if (own.length === 0) return false;
  // Of overloads none but the implementation is not among what was built.
  const declared = new Set((await namedIn(questions, file, name)).flatMap(({ places }) => places));
  return !own.some((one) => one.placesOf(name).some((place) => declared.has(place)));
}

interface Named {
  readonly nameRange: Span;
  /** Where it stands, and in its signatures: `line:column`. */
  readonly places: readonly string[];
  readonly isMember: boolean;
}

/** What a file declares by a name. */
async function namedIn(questions: Questions, file: string, name: string): Promise<readonly Named[]> {
  const all = await questions.kept(`declared by name ${file}`, async () => {
    const outcome = parseSource(await loadParser(), file, questions.reader.textOf(file)?.source ?? "");
    if (!outcome.ok) return new Map<string, Named[]>();
    const { parsed } = outcome;
    const placeOf = ({ nameRange }: Declaration) => shown(parsed.lines.positionAt(nameRange.start));
    const declared = [...walkDeclarations(declarationsOf(parsed))];
    const named = declared.map(({ declaration, depth }) => ({
      name: declaration.name,
      nameRange: declaration.nameRange,
      places: [declaration, ...overloadsOf(declaration)].map(placeOf),
      isMember: depth > 0,
    }));
    return Map.groupBy(named, (one) => one.name);
  });
  return all.get(name) ?? [];
}

/**
 * What declares the name at a place: where a map leads to another symbol, since the source was changed after it was built, the one that
 * goes by the name now.
 */
export async function asWrittenNow(
  questions: Questions,
  place: Place,
  found: SourceLocation[],
): Promise<SourceLocation[]> {
  const { path, offset } = place;
  const { session, reader, signal } = questions;
  const isElsewhere = (one: SourceLocation) =>
    one.path !== undefined && one.path !== path.relative && !isInstalled(one);
  if (!found.some(isElsewhere)) return found;
  const layout = await session.projects.layout(signal);
  const { packages, sources } = layout;
  const own = packages.packageOf(path.relative);
  /** The package that a location is read of as built, perhaps. */
  const ownerOf = (one: SourceLocation) => {
    const owner = isElsewhere(one) ? packages.packageOf(one.path as string) : undefined;
    return owner === own || owner === undefined || !mayBeReadAsBuilt(owner, sources) ? undefined : owner;
  };
  const asked = found.some(ownerOf) ? await importedName(questions, place) : undefined;
  if (asked === undefined) return found;
  const isMember = isBehindDot(questions.text(path.absolute).source, offset);
  return Promise.all(
    found.map(async (one) => {
      const owner = ownerOf(one);
      if (owner === undefined) return one;
      const source = reader.textOf(one.file)?.source ?? "";
      const isKeyword = /^(?:constructor|default)\b/.test(source.slice(one.span.start));
      // A class may be meant by its constructor.
      const name = isKeyword ? asked : nameAt(source, one.span.start);
      if (name === asked && !isKeyword) return one;
      if (name !== undefined && !(await isOfOtherText(questions, layout, owner, one.file, name))) return one;
      const declared = (await namedIn(questions, one.file, asked)).filter((each) => each.isMember === isMember);
      const [named, ...more] = declared;
      return (named && more.length === 0 ? reader.located(one.file, named.nameRange) : undefined) ?? one;
    }),
  );
}

/** The name at a place, as the module that it is imported from knows it; none of what has no name there. */
async function importedName(questions: Questions, { path, offset }: Place): Promise<string | undefined> {
  const { source } = questions.text(path.absolute);
  const name = nameAt(source, offset);
  if (name === undefined || isBehindDot(source, offset)) return name;
  const imports = (await questions.moduleAt(path.absolute))?.record.imports ?? [];
  const taken = imports.flatMap(({ names }) => names).find(({ local }) => local === name);
  if (taken === undefined) return name;
  return /^(?:\*|default|export=)$/.test(taken.imported) ? undefined : taken.imported;
}

/** Maps of declarations by the name of what they are of, without its ending. Absolute paths. */
function mapsIn(owner: WorkspacePackage, layout: Layout): ReadonlyMap<string, readonly string[]> {
  const folder = join(layout.root.absolute, owner.folder);
  const found = new Map<string, string[]>();
  let left = MAX_ENTRIES;
  const enter = (at: string) => {
    for (const entry of entriesOf(at)) {
      if (--left < 0) return;
      if (entry.isDirectory() && entry.name !== "node_modules") enter(join(at, entry.name));
      else if (MAP.test(entry.name))
        found.getOrInsertComputed(entry.name.replace(MAP, ""), () => []).push(join(at, entry.name));
    }
  };
  for (const output of outputsOf(owner, layout)) enter(join(folder, output));
  return found;
}

const MAP = /\.d\.[cm]?ts\.map$/;

/** Files and folders of one package that are looked through. */
const MAX_ENTRIES = 20_000;

/** The folders that a manifest or a configuration has declarations in, within the package. */
function outputsOf({ folder, manifest }: WorkspacePackage, { root, configs }: Layout): ReadonlySet<string> {
  const own = join(root.absolute, folder, "/");
  const targets = [manifest["types"], manifest["typings"], manifest["main"], manifest["exports"]]
    .flatMap((field) => leaves(field, new Set()))
    .map((target) => target.replace(/^\.\//, ""));
  const outputs = configs
    .flatMap(({ outDir, declarationDir }) => [outDir ?? [], declarationDir ?? []].flat())
    .flatMap((output) => (output.startsWith(own) ? [`${output.slice(own.length)}/`] : []));
  return new Set([...targets, ...outputs].flatMap((path) => /^([^/]+)\//.exec(path)?.[1] ?? []));
}

interface DeclarationMap {
  /** The places in the source, `line:column`, that a name leads to from where it stands. */
  placesOf(name: string): string[];
}

/** Undefined where it is none of a file. */
function mapOf(path: string, file: string): DeclarationMap | undefined {
  const declarations = path.replace(/\.map$/, "");
  const [read, written] = [readTextFile(path), readTextFile(declarations)];
  if (read.status !== "read" || written.status !== "read") return undefined;
  const json = jsonIn(read.text);
  const folder = resolve(dirname(path), json?.sourceRoot ?? "");
  const number = json?.sources.findIndex((one) => resolve(folder, one) === file) ?? -1;
  const map = json === undefined || number === -1 ? undefined : parsedMap(json);
  if (json === undefined || map === undefined) return undefined;
  const lines = new LineIndex(written.text);
  return {
    placesOf: (name) =>
      wordsIn(written.text, name).flatMap((offset) => {
        const at = lines.positionAt(offset);
        const entry = map.findEntry(at.line - 1, at.column - 1);
        const isThere = "originalLine" in entry && entry.originalSource === json.sources[number];
        // What is not mapped itself goes with what stands before it.
        return isThere && entry.generatedLine === at.line - 1 && entry.generatedColumn === at.column - 1
          ? [shown({ line: entry.originalLine + 1, column: entry.originalColumn + 1 })]
          : [];
      }),
  };
}

function shown({ line, column }: Position): string {
  return `${line}:${column}`;
}

type Payload = ConstructorParameters<typeof SourceMap>[0];

/** What a map says, as far as that is wanted. */
function jsonIn(text: string): Payload | undefined {
  try {
    const json: unknown = JSON.parse(text);
    if (!isRecord(json)) return undefined;
    const { mappings, sources, sourceRoot = "" } = json;
    if (!Array.isArray(sources) || !sources.every((one) => typeof one === "string")) return undefined;
    if (typeof mappings !== "string" || typeof sourceRoot !== "string") return undefined;
    return { version: 3, file: "", names: [], sourcesContent: [], sources, sourceRoot, mappings };
  } catch {
    return undefined;
  }
}

/** Undefined where its mappings are none. */
function parsedMap(json: Payload): SourceMap | undefined {
  try {
    return new SourceMap(json);
  } catch {
    return undefined;
  }
}
