import { nameAt } from "../../text/name-at.ts";
import { isSpecifier } from "../../text/words.ts";
import { isInstalled, keyOf, type SourceLocation, unique } from "../locations.ts";
import type { Place, Questions } from "../questions.ts";
import { nodesAround } from "../trees.ts";

/**
 * Those of the references to a place that mean the member which a shorthand makes there: `{ get }` names a variable as well, whose uses
 * are no uses of the member, and the server names both. Of any other place all of them, as of what CommonJS exports in this way.
 */
export async function ofMemberAlone(
  questions: Questions,
  place: Place,
  found: SourceLocation[],
): Promise<SourceLocation[]> {
  const { path, offset } = place;
  const own = found.find(({ file, span }) => file === path.absolute && span.start <= offset && offset <= span.end);
  if (own === undefined || !(await isShorthandMember(questions, own))) return found;
  const definitions = await questions.locations("definition", place);
  const typed = await filtered(definitions, ({ file, span }) => isMember(questions, file, span.start));
  const places = placesOf(questions, typed);
  if (places.length === 0) {
    // What packages declare cannot be asked about there.
    const declared = new Set([own, ...typed].map(keyOf));
    return filtered(
      found,
      async (one) => one === own || (await definitionsOf(questions, one)).some((each) => declared.has(keyOf(each))),
    );
  }
  // The type of the literal declares the member.
  const all = await Promise.all(places.map((one) => questions.references(one)));
  const variables = new Set(definitions.filter((one) => !typed.includes(one)).map(keyOf));
  return filtered(unique([own, ...all.flat()]), async (one) => {
    const means = one === own ? [] : await definitionsOf(questions, one);
    return means.length === 0 || !means.every((each) => variables.has(keyOf(each)));
  });
}

/** Nothing for what packages declare. */
async function definitionsOf(questions: Questions, location: SourceLocation): Promise<readonly SourceLocation[]> {
  const [place] = isInstalled(location) ? [] : placesOf(questions, [location]);
  return place === undefined ? [] : questions.definitions(place);
}

function placesOf({ root }: Questions, locations: readonly SourceLocation[]): Place[] {
  return locations.flatMap(({ path, span }) =>
    path === undefined ? [] : [{ path: root.proveFile(path), offset: span.start }],
  );
}

/** Whether a name stands behind a dot, in quotes, or in braces. */
function mayMeanMember({ reader }: Questions, { file, span }: SourceLocation): boolean {
  const { source = "" } = reader.textOf(file) ?? {};
  return (
    /[.{,"'`]\s*$|\*\/\s*$/.test(source.slice(Math.max(0, span.start - NEAR), span.start)) &&
    !isSpecifier(source, span.start)
  );
}

/** UTF-16 units beside a name that are looked at. */
const NEAR = 80;

/** Whether a name is that of a variable and of the member that an object literal has of it, other than what CommonJS exports. */
export async function isShorthandMember(questions: Questions, location: SourceLocation): Promise<boolean> {
  const { file, span } = location;
  const source = questions.reader.textOf(file)?.source ?? "";
  // Few places look like one: most files need not be parsed to see that.
  if (!mayMeanMember(questions, location) || !/^\s*(?:[,}/]|$)/.test(source.slice(span.end, span.end + NEAR)))
    return false;
  const around = await nodesAround(questions, file, span.start);
  const at = around.findLastIndex(({ type }) => type === "Property");
  const [property, literal, holder] = [around[at], around[at - 1], around[at - 2]];
  if (property?.type !== "Property" || !property.shorthand || literal?.type !== "ObjectExpression") return false;
  return (
    holder?.type !== "AssignmentExpression" || !/\bexports$/.test(source.slice(holder.left.start, holder.left.end))
  );
}

/** Those members that a place is or leads to, by its definitions, which shorthands make of variables. */
export async function shorthandMembers(
  questions: Questions,
  { path: { absolute }, offset }: Place,
  definitions: readonly SourceLocation[],
): Promise<SourceLocation[]> {
  if (definitions.length === 0) return [];
  const { source } = questions.text(absolute);
  const start =
    offset - (/[\p{ID_Continue}$]*$/u.exec(source.slice(Math.max(0, offset - NEAR), offset))?.[0].length ?? 0);
  const end = start + (nameAt(source, start)?.length ?? 0);
  const own = questions.reader.located(absolute, { start, end });
  return filtered(own === undefined ? definitions : [own, ...definitions], (one) => isShorthandMember(questions, one));
}

/** What declares the member that stands at a place: of a shorthand itself and what its type declares, rather than the variable. */
export async function memberDefinitions(questions: Questions, place: Place): Promise<readonly SourceLocation[]> {
  const definitions = await questions.definitions(place);
  const own = await shorthandMembers(questions, place, definitions);
  if (own.length === 0) return definitions;
  return unique([...own, ...(await filtered(definitions, ({ file, span }) => isMember(questions, file, span.start)))]);
}

/** Whether an offset is that of the name of a member, which a type, a class or a literal declares by itself. */
async function isMember(questions: Questions, file: string, offset: number): Promise<boolean> {
  const node = (await nodesAround(questions, file, offset)).findLast((one) => "key" in one);
  if (node === undefined || !("key" in node) || (node.type === "Property" && node.shorthand)) return false;
  return node.key.start <= offset && offset < node.key.end;
}

async function filtered<T>(list: readonly T[], test: (one: T) => Promise<boolean>): Promise<T[]> {
  const kept = await Promise.all(list.map(test));
  return list.filter((_, at) => kept[at]);
}
