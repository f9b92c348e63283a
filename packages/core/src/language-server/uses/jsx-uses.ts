import { join } from "node:path";
import type { ModuleGraph } from "../../modules/module-graph.ts";
import { factoriesIn, jsxTaking } from "../../syntax/jsx-calls.ts";
import { type Factory, jsxFactories, type JsxFactories, jsxPragmas } from "../../syntax/module-records/jsx-factory.ts";
import { sourceLanguage } from "../../syntax/parser/source-language.ts";
import { scopeOf } from "../../syntax/scope.ts";
import { nameAt } from "../../text/name-at.ts";
import { WHOLE } from "../projects/cover.ts";
import type { KnownPlace } from "./indirect-uses.ts";
import { keyOf, type SourceLocation } from "../locations.ts";
import type { NamedUses } from "./named-uses.ts";
import { probe } from "./jsx-taken.ts";
import { answersOf } from "./probes.ts";
import type { Place, Questions } from "../questions.ts";
import { nodesAround, programOf } from "../trees.ts";

export interface JsxUses extends NamedUses {
  /** By which of their names JSX takes it, in files that are absolute. */
  readonly factories: ReadonlyMap<string, Factory>;
}

/** Files of which the server is asked what their JSX calls. */
const MAX_ASKED = 500;

const NONE: JsxUses = { found: [], coverage: WHOLE, factories: new Map() };

/**
 * Elements and fragments of JSX that are compiled to calls of what stands at a place, or are elements of it: no code names it there,
 * and TypeScript's search passes by them. Found at their first character.
 *
 * @param direct what was found already
 */
export async function jsxUses(
  questions: Questions,
  place: Place,
  direct: Promise<readonly KnownPlace[]> | readonly KnownPlace[],
): Promise<JsxUses> {
  const { reader } = questions;
  const name = nameAt(questions.text(place.path.absolute).source, place.offset);
  if (name === undefined) return NONE;
  const known = await knownFactories(questions);
  const own = { file: place.path.absolute, span: { start: place.offset, end: place.offset + name.length } };
  const bound = boundIn(questions, [own, ...(await direct)], known);
  const mayBeMember = known.some((one) => one.length > 1 && one.at(-1) === name);
  if (bound.size === 0 && !mayBeMember) return NONE;
  const graph = await questions.moduleGraph();
  const members = mayBeMember ? await takenAsMember(questions, graph, place, name) : { taking: [], unseen: [] };
  const taking = [...(await takenByName(questions, graph, bound)), ...members.taking];
  const found: SourceLocation[] = [];
  for (const { file, factory, all } of taking) {
    const program = await programOf(questions, file);
    const starts = program === undefined ? [] : jsxTaking(program, factory, all);
    found.push(...starts.flatMap((start) => reader.located(file, { start, end: start + 1 }) ?? []));
  }
  const { unseen } = members;
  return {
    found,
    coverage: { ...WHOLE, complete: unseen.length === 0, unseen },
    factories: new Map(taking.map(({ file, factory }) => [file, factory])),
  };
}

/** A file, and by which of all the names that its JSX takes it may take what is asked about. */
interface Taking {
  readonly file: string;
  readonly factory: Factory;
  readonly all: readonly JsxFactories[];
}

/** What any JSX of the workspace may call, by its configurations and by comments. */
async function knownFactories({ session, reader, signal }: Questions): Promise<readonly Factory[]> {
  return session.candidates.kept("jsx factories", async () => {
    const { configs } = await session.projects.layout(signal);
    const saying = await session.candidates.holding(new Set(["jsx", "jsxFrag"]), signal);
    const pragmas = saying.flatMap((file) => jsxPragmas(reader.textOf(file)?.source ?? "") ?? []);
    return factoriesIn(
      [{}, ...pragmas].flatMap((said) => [{}, ...configs].flatMap((one) => jsxFactories(said, one) ?? [])),
    );
  });
}

/** Of places those that may give a file of JSX the name that this takes, by the file. */
function boundIn(
  { reader }: Questions,
  places: readonly KnownPlace[],
  known: readonly Factory[],
): ReadonlyMap<string, readonly KnownPlace[]> {
  const roots = new Set(known.flatMap((one) => (one.length === 1 ? one[0] : [])));
  if (roots.size === 0) return new Map();
  const likely = places.filter(({ file, span }) => {
    if (!/x$|^js/.test(sourceLanguage(file) ?? "")) return false;
    const source = reader.textOf(file)?.source ?? "";
    return roots.has(localAt(source, span)) && jsxPragmas(source) !== undefined;
  });
  return Map.groupBy(likely, ({ file }) => file);
}

/** The name that a file has for what stands at a place: `b` of `a as b`. */
function localAt(source: string, { start, end }: KnownPlace["span"]): string {
  return (
    /^\s+as\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/u.exec(source.slice(end, end + 200))?.[1] ??
    source.slice(start, end)
  );
}

/** Files whose top level declares or imports it by a name that their JSX takes. */
async function takenByName(
  questions: Questions,
  graph: ModuleGraph,
  bound: ReadonlyMap<string, readonly KnownPlace[]>,
): Promise<Taking[]> {
  const taking: Taking[] = [];
  for (const [file, places] of bound) {
    const all = graph.nodes.get(questions.root.relative(file))?.factories ?? [];
    const source = questions.reader.textOf(file)?.source ?? "";
    for (const factory of factoriesIn(all)) {
      const named = factory.length > 1 ? [] : places.filter(({ span }) => localAt(source, span) === factory[0]);
      const chains = await Promise.all(named.map(({ span }) => nodesAround(questions, file, span.start)));
      if (chains.some((chain) => chain.length > 0 && scopeOf(chain, factory[0]) === undefined))
        taking.push({ file, factory, all });
    }
  }
  return taking;
}

/** Files whose JSX takes it as a member of what they import from the workspace. */
async function takenAsMember(
  questions: Questions,
  graph: ModuleGraph,
  place: Place,
  name: string,
): Promise<{ readonly taking: readonly Taking[]; readonly unseen: readonly string[] }> {
  const { root, reader } = questions;
  const likely = [...graph.nodes.values()].flatMap(({ path, record, targets, factories: all = [] }) => {
    const isOwn = (local: string) =>
      record.imports.some(
        ({ names, specifier }) => targets.get(specifier)?.kind === "source" && names.some((one) => one.local === local),
      );
    const members = factoriesIn(all).filter((one) => one.length > 1 && one.at(-1) === name && isOwn(one[0]));
    return members.map((factory): Taking => ({ file: join(root.absolute, path), factory, all }));
  });
  const asked = likely.slice(0, MAX_ASKED);
  const probes = asked.map(({ file, factory }) => ({
    file,
    probes: [probe(reader.textOf(file)?.source ?? "", factory)],
  }));
  const [answers, definitions] = await Promise.all([answersOf(questions, probes), questions.definitions(place)]);
  const meant = new Set(definitions.map(keyOf));
  const isMeant = (_: Taking, at: number) => answers[at]?.[0]?.some((one) => meant.has(keyOf(one))) ?? false;
  return { taking: asked.filter(isMeant), unseen: likely.slice(MAX_ASKED).map(({ file }) => file) };
}
