import { posix } from "node:path";
import { importersOf } from "../../modules/importers.ts";
import { isInBuildFolder } from "../../modules/source-twin.ts";
import { type Declaration, isNamedAt, walkDeclarations, type WalkedDeclaration } from "../../syntax/declaration.ts";
import { declarationsOf } from "../../syntax/declarations.ts";
import { loadParser, parseSource } from "../../syntax/parser/parse.ts";
import { withNestedMembers } from "../../syntax/nested-members.ts";
import type { WorkspacePath } from "../../workspace/workspace-path.ts";
import { mayBeReadAsBuilt } from "./built-packages.ts";
import { type BuiltReader, byPackage, type ReadAsBuilt } from "./built-readers.ts";
import type { SourceLocation } from "../locations.ts";
import { isOfOtherText } from "./outdated-maps.ts";
import type { Layout } from "./project-reach.ts";
import type { Coverage } from "./projects.ts";
import type { Place, Questions } from "../questions.ts";
import { programOf } from "../trees.ts";
import { contains } from "../../text/span.ts";
import { BuiltSearch } from "./built-search.ts";

/**
 * Who may use what stands at some places, and is not searched, since it sees that as built. What a declaration map leads back to
 * the sources from is searched.
 */
export async function readAsBuilt(questions: Questions, places: readonly Place[]): Promise<Gap> {
  const layout = await questions.session.projects.layout(questions.signal);
  // Most workspaces have no such package.
  if (!layout.packages.all.some((one) => mayBeReadAsBuilt(one, layout.sources))) return { unseen: [], asBuilt: [] };
  const found = await Promise.all(places.map((place) => usersOf(questions, layout, place)));
  const origins = new Set(found.flatMap(({ origins: built }) => built));
  return {
    unseen: Array.from(origins, (path) => `the sources that ${path} is built from`),
    asBuilt: found.flatMap(({ readers }) => readers),
  };
}

type Gap = Required<Pick<Coverage, "unseen" | "asBuilt">>;

/**
 * What a coverage does not hold for, each a line for a reader. All who read a package as built are one, of however many answers
 * the coverage is; one that is named already, by its import of a package that is not installed, is not named again.
 */
export function notSeen({ unseen, asBuilt = [] }: Pick<Coverage, keyof Gap>): readonly string[] {
  const isNamed = ({ path, name }: BuiltReader) =>
    unseen.some(
      (one) => one.includes(`/${path}:`) && [`(by "${name}"`, `(by "${name}/`].some((by) => one.includes(by)),
    );
  const readers = asBuilt.filter((one) => !isNamed(one));
  return [...unseen, ...byPackage(readers).map(({ read, by }) => `what reads ${read}: ${by}`)];
}

/** As {@link readAsBuilt}, among all that depends on some files: what they are checked against, mapped or not. */
export async function dependentsOnBuilt(
  questions: Questions,
  on: readonly WorkspacePath[],
  among: readonly WorkspacePath[],
): Promise<readonly ReadAsBuilt[]> {
  const layout = await questions.session.projects.layout(questions.signal);
  // Where nothing is built the compiler itself complains.
  const search = new BuiltSearch(questions, layout, ({ kind, built }) => kind !== "source" && built !== undefined);
  const meant = new Set(among.map(({ relative }) => relative));
  const byOwner = Map.groupBy(on, ({ relative }) => layout.packages.packageOf(relative));
  const found = Array.from(byOwner.values(), (list) =>
    search.of(
      list.map(({ relative }) => relative),
      [...meant],
      () => ({ meant }),
    ),
  );
  return byPackage((await Promise.all(found)).flat());
}

interface Users {
  /** Built files that declare it themselves, from the root. */
  readonly origins: readonly string[];
  readonly readers: readonly BuiltReader[];
}

async function usersOf(questions: Questions, layout: Layout, place: Place): Promise<Users> {
  const { session, root, signal, reader } = questions;
  const key = `as built ${place.offset} ${place.path.absolute}`;
  return session.candidates.kept(key, async () => {
    const origins: string[] = [];
    const readers: BuiltReader[] = [];
    for (const definition of await questions.definitions(place)) {
      const { path } = definition;
      const owner = path === undefined ? undefined : layout.packages.packageOf(path);
      if (path === undefined || owner === undefined || !mayBeReadAsBuilt(owner, layout.sources)) continue;
      const { declaration, depth } = (await declaredAt(definition, reader.textOf(definition.file)?.source ?? "")) ?? {};
      if (!layout.sources.has(path) && isInBuildFolder(posix.relative(owner.folder, path))) {
        origins.push(path);
        continue;
      }
      // What is local to a function nobody else uses.
      if (declaration === undefined) continue;
      const { name, span, nameRange } = declaration;
      const before = (reader.textOf(definition.file)?.source ?? "").slice(span.start, nameRange.start);
      if (depth !== 0 && (name.startsWith("#") || /\bprivate\s/.test(before))) continue;
      const isOther =
        (await isOfDefaultValue(questions, definition.file, declaration)) ||
        (await isOfOtherText(questions, layout, owner, definition.file, mappedName(declaration)));
      const search = new BuiltSearch(
        questions,
        layout,
        ({ kind }) => kind === "built" || (kind === "mapped" && isOther),
      );
      const isNamed = /^[\p{ID_Start}$_]/u.test(name) && name !== "default" && name !== "constructor";
      const of = () => session.candidates.of(new Set([name]), new Set([definition.file]), signal);
      const holding = isNamed ? (await of()).files : "any";
      const candidates = holding === "any" ? holding : holding.map((file) => root.relative(file));
      readers.push(
        ...(await search.of([path], candidates, (graph) => {
          if (depth !== 0) return { meant: candidates === "any" ? candidates : new Set(candidates) };
          const result = importersOf(graph, { path, symbol: name, depth: 1 }, signal);
          const importers = result.status === "found" ? result.importers : [];
          const meant = new Set(importers.map((one) => one.path));
          return { meant, passing: meant.union(new Set(importers.flatMap(({ via }) => via))) };
        })),
      );
    }
    return { origins, readers };
  });
}

/** The name that maps lead to: a constructor has none of its own. */
function mappedName({ name, namePath }: Declaration): string {
  return name === "constructor" ? (/([^.]+)\.constructor$/.exec(namePath)?.[1] ?? name) : name;
}

/**
 * Whether something is what `export default name`, `export default { … }` or an unnamed class exports, or of it: of the value that is
 * declared for that no map leads back.
 */
async function isOfDefaultValue(
  questions: Questions,
  file: string,
  { name, namePath, nameRange }: Declaration,
): Promise<boolean> {
  const program = await programOf(questions, file);
  const statement = program?.body.find((one) => one.type === "ExportDefaultDeclaration");
  if (statement?.type !== "ExportDefaultDeclaration") return false;
  const { declaration } = statement;
  if (declaration.type === "Identifier") return /^[^.[]*/.exec(namePath)?.[0] === declaration.name;
  return "id" in declaration
    ? declaration.id === null && name === "default"
    : name === "default" || contains(declaration, nameRange);
}

async function declaredAt({ file, span }: SourceLocation, source: string): Promise<WalkedDeclaration | undefined> {
  const outcome = parseSource(await loadParser(), file, source);
  const parsed = outcome.ok ? outcome.parsed : outcome.recovered;
  if (parsed === undefined) return undefined;
  const all = walkDeclarations(withNestedMembers(parsed, declarationsOf(parsed)));
  return all.findLast((one) => isNamedAt(one.declaration, span.start));
}
