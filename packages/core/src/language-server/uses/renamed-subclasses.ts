import type { Node } from "oxc-parser";
import { lastPart } from "../../syntax/last-part.ts";
import {
  EXTENDING,
  mayHoldOddHeirs,
  membersGiven,
  namesGiven,
  type OddHeir,
  oddHeirsIn,
  STANDING_FOR,
} from "../../syntax/odd-heirs.ts";
import { textOf } from "../../text/span.ts";
import { wordsIn } from "../../text/words.ts";
import { allOf, WHOLE } from "../projects/cover.ts";
import { isInstalled, keyOf, type SourceLocation } from "../locations.ts";
import type { Place, Questions } from "../questions.ts";
import { nodesAround, programOf } from "../trees.ts";
import { classAt } from "./classes.ts";
import type { NamedUses } from "./named-uses.ts";

interface HeirAt extends OddHeir {
  readonly at: SourceLocation;
  /** What its bases are called. */
  readonly names: readonly string[];
}

interface OddHeirs {
  readonly heirs: readonly HeirAt[];
  /** The names that are given what a name stands for. */
  readonly given: ReadonlyMap<string, readonly string[]>;
}

/** Variables that stand for one another before a class does. */
const MAX_STEPS = 8;

/**
 * Classes that extend one by another name than its own, at any depth: `extends Alias` of `const Alias = Base`, `extends all.Base` of an
 * object, `extends require("./base")`, and `extends Mixin(Base)`, which gives the members of both. The server's search knows of those
 * alone that name the class.
 *
 * @param direct what that finds below a place
 * @param ask for that, of another place
 */
export async function renamedSubclasses(
  questions: Questions,
  place: Place,
  direct: readonly SourceLocation[],
  ask: (place: Place) => Promise<NamedUses>,
): Promise<NamedUses> {
  const origins = await questions.definitions(place);
  const are = await Promise.all(origins.map((one) => classAt(questions, one)));
  const { heirs, given } = are.some((one) => one !== undefined) ? await oddHeirs(questions) : NONE;
  if (heirs.length === 0) return { found: [], coverage: WHOLE };
  const { root, reader, session, signal } = questions;
  const sourceOf = (file: string) => reader.textOf(file)?.source ?? "";
  const known = new Set<string>();
  const names = new Set<string>();
  const learn = (locations: readonly SourceLocation[]) => {
    const fresh = locations.filter((one) => !known.has(keyOf(one)) && known.add(keyOf(one)).size > 0);
    for (const { file, span } of fresh) names.add(textOf(sourceOf(file), span));
    // A set grows while it is walked.
    for (const name of names) for (const other of given.get(name) ?? []) names.add(other);
    return fresh;
  };
  learn([...origins, ...direct]);
  // Importers choose the name of what is exported without one.
  const isUnnamed = origins.some(({ file }) => /\bexport\s+default\b|\bmodule\s*\.\s*exports\b/.test(sourceOf(file)));
  const isLikely = (heir: HeirAt) => isUnnamed || heir.maker !== undefined || heir.names.some((one) => names.has(one));
  const found: SourceLocation[] = [];
  const unseen: string[] = [];
  const coverages: NamedUses["coverage"][] = [];
  const own = [...names];
  const bases = new Map<HeirAt, ReadonlySet<string>>();
  // What is found may be extended by others that were looked at before.
  for (let size = -1; size < known.size;) {
    size = known.size;
    const likely = heirs.filter((one) => !bases.has(one) && isLikely(one));
    coverages.push(await session.projects.load([...new Set(likely.map(({ at }) => at.file))], signal));
    for (const heir of likely) {
      bases.set(heir, new Set((await basesOf(questions, heir)).map(keyOf)));
      if (await isMadeOf(questions, heir, own))
        unseen.push(`${heir.at.file}:${heir.at.line} (extends what a call gives)`);
    }
    for (const [{ at }, its] of bases) {
      if (known.has(keyOf(at)) || its.isDisjointFrom(known)) continue;
      const below = await ask({ path: root.proveFile(at.path as string), offset: at.span.start });
      coverages.push(below.coverage);
      found.push(...learn([at, ...below.found]));
    }
  }
  return { found, coverage: allOf([...coverages, { ...WHOLE, complete: unseen.length === 0, unseen }]) };
}

const NONE: OddHeirs = { heirs: [], given: new Map() };

/** Those of the workspace, and what is called by other names there. */
function oddHeirs(questions: Questions): Promise<OddHeirs> {
  const { session, reader, signal } = questions;
  const { candidates } = session;
  return candidates.kept("odd heirs", async () => {
    const [classes, standing] = await Promise.all([
      candidates.matching(EXTENDING, signal),
      candidates.matching(STANDING_FOR, signal),
    ]);
    const sourceOf = (file: string) => reader.textOf(file)?.source ?? "";
    const pairs = [...new Set([...classes, ...standing])].flatMap((file) => namesGiven(sourceOf(file)));
    const others = new Set(pairs.map(([, other]) => other));
    const isGiven = (name: string) => others.has(name);
    const found = classes.map(async (file) => {
      const source = sourceOf(file);
      const program = mayHoldOddHeirs(source, isGiven) ? await programOf(questions, file) : undefined;
      return (program === undefined ? [] : oddHeirsIn(program, isGiven)).flatMap((heir) => {
        const at = reader.located(file, heir.span);
        return at === undefined ? [] : [{ ...heir, at, names: heir.bases.map((one) => textOf(source, one)) }];
      });
    });
    const heirs = (await Promise.all(found)).flat();
    const members = new Set(heirs.flatMap(({ isOfMember, names }) => (isOfMember ? names : [])));
    const holding = members.size === 0 ? [] : await candidates.holding(members, signal);
    const all = [...pairs, ...holding.flatMap((file) => membersGiven(sourceOf(file), members))];
    const given = Array.from(
      Map.groupBy(all, ([name]) => name),
      ([name, list]) => [name, list.map(([, other]) => other)] as const,
    );
    return { heirs, given: new Map(given) };
  });
}

/** Where the classes are declared that it may extend. */
async function basesOf(questions: Questions, { at, bases }: HeirAt): Promise<SourceLocation[]> {
  const { root } = questions;
  const found: SourceLocation[] = [];
  const open = bases.map(({ start }) => ({ path: root.proveFile(at.path as string), offset: start }));
  for (let steps = 0; open.length > 0 && steps < MAX_STEPS; steps++) {
    const definitions = (await Promise.all(open.splice(0).map((one) => questions.definitions(one)))).flat();
    found.push(...definitions);
    for (const one of definitions) {
      if (one.path === undefined || isInstalled(one)) continue;
      const value = valueGiven(await nodesAround(questions, one.file, one.span.start), one.span.start);
      if (value !== undefined) open.push({ path: root.proveFile(one.path), offset: value });
    }
  }
  return found;
}

/** Where the name stands of what a variable or a property is given, that the last of some nodes names. */
function valueGiven(around: readonly Node[], start: number): number | undefined {
  const node = around.findLast(
    ({ type }) => type === "VariableDeclarator" || type === "Property" || type === "PropertyDefinition",
  );
  const [name, value] =
    node?.type === "VariableDeclarator"
      ? [node.id, node.init]
      : node?.type === "Property" || node?.type === "PropertyDefinition"
        ? [node.key, node.value]
        : [];
  if (name?.start !== start || value === null || value === undefined) return undefined;
  const given = lastPart(value);
  return given === undefined || (given.start === start && node?.type !== "Property") ? undefined : given.start;
}

/** Whether what it extends is given by a function whose text holds one of some names. */
async function isMadeOf(questions: Questions, { at, maker }: HeirAt, names: readonly string[]): Promise<boolean> {
  if (maker === undefined) return false;
  const path = questions.root.proveFile(at.path as string);
  const makers = (await questions.definitions({ path, offset: maker })).map(async ({ file, span }) => {
    const around = await nodesAround(questions, file, span.start);
    const { source = "" } = questions.reader.textOf(file) ?? {};
    const whole = around.findLast(({ type }) =>
      /^(?:FunctionDeclaration|VariableDeclarator|MethodDefinition|Property)$/.test(type),
    );
    const text = whole === undefined ? "" : textOf(source, whole);
    return names.some((name) => wordsIn(text, name, 1).length > 0);
  });
  return (await Promise.all(makers)).includes(true);
}
