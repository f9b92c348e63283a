import { allOf, cover, withUnread } from "../projects/cover.ts";
import type { Coverage } from "../projects/projects.ts";
import { keyOf, type SourceLocation, withUses } from "../locations.ts";
import type { Place, Questions } from "../questions.ts";
import { commonJsUses, type CommonJsUses } from "./common-js-uses.ts";
import { composedBaseUses } from "./composed-bases.ts";
import { aliasesOf, PlacesOnce } from "./aliases.ts";
import { filledIn } from "./filled-in.ts";
import { inUses } from "./in-uses.ts";
import { inferredLiterals } from "./inferred-literals.ts";
import { fewIndirectUses } from "./indirect-uses.ts";
import { jsxUses } from "./jsx-uses.ts";
import { keyedUses } from "./keyed-uses.ts";
import { loneDeclarations } from "./lone-names.ts";
import { madeBaseUses } from "./made-bases.ts";
import { type NamedUses, namedUses } from "./named-uses.ts";
import { patternUses } from "./pattern-uses.ts";
import { recordUses } from "./record-uses.ts";
import { renamedClassUses } from "./renamed-classes.ts";
import { ofMemberAlone } from "./shorthand-members.ts";
import { ofVariableAlone, shorthandVariable } from "./shorthand-variables.ts";
import { staticUses } from "./static-ties.ts";
import { untypedGraph } from "./untyped-graph.ts";
import { untypedUses } from "./untyped-uses.ts";

export interface ReferencesOfAll {
  /** In the order of the places. */
  readonly references: readonly (readonly SourceLocation[])[];
  readonly coverage: Coverage;
}

/** What finds uses that the server's own search leaves out, by what that found. */
const SEARCHES: readonly ((
  questions: Questions,
  place: Place,
  direct: Promise<SourceLocation[]>,
) => Promise<CommonJsUses | NamedUses>)[] = [
  commonJsUses,
  namedUses,
  keyedUses,
  patternUses,
  inUses,
  staticUses,
  madeBaseUses,
  recordUses,
  jsxUses,
  renamedClassUses,
  filledIn,
  inferredLiterals,
];

/**
 * Every reference in the workspace to what stands at each of several places; their projects are found and loaded together.
 *
 * @param whenFound called once the server has answered, which is not yet the whole answer
 */
export async function allReferences(
  questions: Questions,
  places: readonly Place[],
  whenFound?: () => void,
): Promise<ReferencesOfAll> {
  const own = await referencesByName(questions, places, whenFound);
  const aliased = await Promise.all(own.references.map((found) => aliasedReferences(questions, found)));
  return {
    references: own.references.map((found, at) => withUses(found, aliased[at]?.found ?? [])),
    coverage: allOf([own.coverage, ...aliased.map(({ coverage }) => coverage)]),
  };
}

/** References to the aliases that are declared for what was found, and to the aliases of these. */
async function aliasedReferences(questions: Questions, found: readonly SourceLocation[]): Promise<NamedUses> {
  const places = new PlacesOnce();
  const answers: ReferencesOfAll[] = [];
  for (let open = places.add(aliasesOf(questions, found)); open.length > 0;) {
    const answer = await referencesByName(questions, open);
    answers.push(answer);
    open = places.add(aliasesOf(questions, answer.references.flat()));
  }
  // An alias is declared where what it stands for is named, which is among the references to that.
  const own = new Set(places.all.map(({ path, offset }) => `${offset} ${path.absolute}`));
  return {
    found: answers.flatMap(({ references }) => references.flat()).filter((one) => !own.has(keyOf(one))),
    coverage: allOf(answers.map(({ coverage }) => coverage)),
  };
}

async function referencesByName(
  questions: Questions,
  places: readonly Place[],
  whenFound?: () => void,
): Promise<ReferencesOfAll> {
  const variables = new Map<Place, SourceLocation>();
  for (const place of places) {
    const own = await shorthandVariable(questions, place);
    if (own === undefined) continue;
    questions.declare(place, own);
    variables.set(place, own);
  }
  // Our own reading and the server's go on side by side.
  const reading = untypedGraph(questions, places);
  reading.catch(() => {});
  const coverage = await cover(questions, places);
  const lone = await loneDeclarations(questions, places);
  const found = places.map((place) => {
    const own = lone.get(place);
    if (own !== undefined) return Promise.resolve([own]);
    const variable = variables.get(place);
    return questions
      .references(place)
      .then((all) => (variable ? ofVariableAlone(questions, variable, all) : ofMemberAlone(questions, place, all)));
  });
  const ofPlace = (place: Place, at: number) => {
    const own = found[at] as Promise<SourceLocation[]>;
    const composed = composedBaseUses(questions, place, own);
    // Keys and patterns are those of all members that override one another.
    const family = composed.then(async (more) => [...(await own), ...more.found]);
    family.catch(() => {});
    return Promise.all([composed, ...SEARCHES.map((search) => search(questions, place, family))]);
  };
  const [direct, more, untyped, beside] = await Promise.all([
    Promise.all(found).finally(whenFound),
    fewIndirectUses(questions, places, found),
    reading.then((graph) => untypedUses(questions, graph, places)),
    Promise.all(places.map(ofPlace)),
  ]);
  const uses = (at: number) => [
    ...(more[at] ?? []),
    ...(untyped[at]?.found ?? []),
    ...(beside[at] ?? []).flatMap((one) => one.found),
  ];
  const references = direct.map((one, at) => withUses(one, uses(at)));
  const whole = allOf([
    coverage,
    ...untyped.map(({ unseen }) => ({ complete: unseen.length === 0, outside: [], unseen })),
    ...beside.flat().map((one) => one.coverage),
  ]);
  return { references, coverage: withUnread(whole, questions.reader.unread) };
}
