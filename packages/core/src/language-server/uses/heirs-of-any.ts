import { isRelative } from "../../modules/import-places.ts";
import { nameAt } from "../../text/name-at.ts";
import { isInstalled, keyOf, type SourceLocation } from "../locations.ts";
import type { Place, Questions } from "../questions.ts";
import { nodesAround } from "../trees.ts";
import { isClass } from "./classes.ts";
import { heirsWith, type LikelyHeir } from "./composed-bases.ts";
import { implementations } from "./implementations.ts";
import { isNoMember } from "./module-exports.ts";
import { answersOf, type Probe } from "./probes.ts";

/** Heirs that the server is asked about. */
const MAX_ASKED = 200;

/**
 * Where classes declare a member of a name that extend a value of type any, or what a call makes of its class without types,
 * `extends mixin(Base)` in JavaScript: it may override one, and no type tells whether it does. None of what extends a class of a package
 * that is no part of the workspace.
 *
 * @param definitions of the member; those of classes alone can be overridden
 * @param known what was found already, by {@link keyOf}
 * @returns `unasked` are classes that were not looked at, there being too many
 */
export async function heirsOfAny(
  questions: Questions,
  name: string,
  definitions: readonly SourceLocation[],
  known: ReadonlySet<string>,
): Promise<{ readonly found: readonly SourceLocation[]; readonly unasked: number }> {
  const likely = await heirsLeft(questions, name, known);
  const owners = likely.length === 0 ? [] : await ownersOf(questions, definitions);
  if (owners.length === 0) return { found: [], unasked: 0 };
  const below = await heirsBelow(questions, likely, owners);
  const asked = [...below, ...likely.filter((one) => !below.includes(one))].slice(0, MAX_ASKED + below.length);
  const ofAny = await extendingAny(
    questions,
    asked.filter((heir) => !below.includes(heir)),
  );
  const found = likely.filter((heir) => below.includes(heir) || ofAny.includes(heir));
  return { found: found.flatMap((heir) => namesOf(questions, heir)), unasked: likely.length - asked.length };
}

/** Those of the heirs of a member's class that declare a member of its name, though no type tells that it overrides that. */
export async function membersBelow(
  questions: Questions,
  place: Place,
  found: readonly SourceLocation[],
): Promise<SourceLocation[]> {
  const name = nameAt(questions.text(place.path.absolute).source, place.offset);
  if (name === undefined || name.startsWith("#") || (await isNoMember(questions, place))) return [];
  const definitions = await questions.definitions(place);
  const likely = await heirsLeft(questions, name, new Set([...found, ...definitions].map(keyOf)));
  const owners = likely.length === 0 ? [] : await ownersOf(questions, definitions);
  return (await heirsBelow(questions, likely, owners)).flatMap((heir) => namesOf(questions, heir));
}

/** Heirs with a member of a name that is not known, and with a base that may be made of others. */
async function heirsLeft(questions: Questions, name: string, known: ReadonlySet<string>): Promise<LikelyHeir[]> {
  const heirs = await heirsWith(questions, name, false);
  const left = heirs.filter(
    ({ file, names, bases }) =>
      bases.some(({ isValue }) => isValue) && !names.some((span) => known.has(keyOf({ file, span }))),
  );
  if (left.length === 0) return [];
  const { projects } = questions.session;
  const loaded = await projects.loadedAmong([...new Set(left.map(({ file }) => file))], questions.signal);
  return left.filter(({ file }) => loaded.has(file));
}

/** Those that extend one of some classes. */
async function heirsBelow(
  questions: Questions,
  heirs: readonly LikelyHeir[],
  owners: readonly Place[],
): Promise<LikelyHeir[]> {
  if (heirs.length === 0) return [];
  const classes = await Promise.all(owners.map((owner) => implementations(questions, owner)));
  const ends = await Promise.all(
    classes
      .flatMap(({ references }) => references)
      .map(async ({ file, span }) => {
        const own = (await nodesAround(questions, file, span.start)).findLast(isClass);
        return `${own?.body.end} ${file}`;
      }),
  );
  return heirs.filter(({ file, heir }) => ends.includes(`${heir.end + 1} ${file}`));
}

function namesOf({ reader }: Questions, { file, names }: LikelyHeir): SourceLocation[] {
  return names.flatMap((span) => reader.located(file, span) ?? []);
}

/** The classes of the workspace whose instances have one of some members. */
async function ownersOf(questions: Questions, definitions: readonly SourceLocation[]): Promise<Place[]> {
  const owners = definitions.map(async (one): Promise<Place[]> => {
    if (isInstalled(one)) return [];
    const around = await nodesAround(questions, one.file, one.span.start);
    const member = around.findLast((node) => "static" in node && "key" in node && node.key.start <= one.span.start);
    const owner = around.findLast(isClass);
    if (member === undefined || !("static" in member) || member.static || owner === undefined) return [];
    const path = questions.root.proveFile(one.path as string);
    return [{ path, offset: owner.id?.start ?? owner.start }];
  });
  return (await Promise.all(owners)).flat();
}

/** Those of a value without a type. Every class has a constructor, which is declared somewhere where the type of the class is known. */
async function extendingAny(questions: Questions, heirs: readonly LikelyHeir[]): Promise<LikelyHeir[]> {
  const ofPackages = await Promise.all(heirs.map((heir) => isOfPackage(questions, heir)));
  const files = Map.groupBy(
    heirs.filter((_, at) => ofPackages[at] !== true),
    ({ file }) => file,
  );
  const asked = Array.from(files, ([file, ones]) => ({ file, probes: ones.map(constructorOfBase) }));
  const answers = await answersOf(questions, asked, true);
  return [...files.values()].flatMap((ones, file) => ones.filter((_, at) => answers[file]?.[at]?.length === 0));
}

function constructorOfBase({ heir: { end } }: LikelyHeir): Probe {
  const before = ";[0](){super.";
  return { edits: [{ span: { start: end, end }, text: `${before}constructor}` }], at: before.length };
}

/** Whether what a class extends comes from a package that is no part of the workspace, and that may not be installed. */
async function isOfPackage(questions: Questions, { file, bases }: LikelyHeir): Promise<boolean> {
  const { source = "" } = questions.reader.textOf(file) ?? {};
  const { start, end } = bases.find(({ isValue }) => isValue)?.span ?? { start: 0, end: 0 };
  const text = source.slice(start, end);
  const required = /^require\s*\(\s*["']([^"']+)["']\s*\)/.exec(text)?.[1];
  const specifier = required ?? (await specifierOf(questions, file, { name: NAME.exec(text)?.[0], offset: start }));
  if (specifier === undefined || isRelative(specifier)) return false;
  const graph = await questions.moduleGraph();
  const node = graph.nodes.get(questions.root.relative(file));
  return node !== undefined && graph.targetsOf(node, specifier).length === 0;
}

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*/u;

/** What gives a name to a file, or to the variable that it is taken out of: `const { Base } = all`. */
async function specifierOf(
  questions: Questions,
  file: string,
  { name, offset }: { readonly name: string | undefined; readonly offset: number },
): Promise<string | undefined> {
  const imports = (await questions.moduleAt(file))?.record.imports ?? [];
  const giving = (local: string) => imports.find(({ names }) => names.some((one) => one.local === local))?.specifier;
  const own = name === undefined ? undefined : giving(name);
  if (own !== undefined || name === undefined) return own;
  const path = questions.root.proveFile(questions.root.relative(file));
  const declared = (await questions.locations("definition", { path, offset })).filter((one) => one.file === file);
  for (const { span } of declared) {
    const holder = (await nodesAround(questions, file, span.start)).findLast(
      ({ type }) => type === "VariableDeclarator",
    );
    const init = holder?.type === "VariableDeclarator" ? holder.init : null;
    const found = init?.type === "Identifier" ? giving(init.name) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
