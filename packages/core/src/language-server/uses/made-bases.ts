import { nameAt } from "../../text/name-at.ts";
import { WHOLE } from "../projects/cover.ts";
import { keyOf, type SourceLocation } from "../locations.ts";
import type { Place, Questions } from "../questions.ts";
import { declaredAmong } from "./declared-members.ts";
import { isDeclaredAtTop, isNoMember } from "./module-exports.ts";
import type { NamedUses } from "./named-uses.ts";

const NONE: NamedUses = { found: [], coverage: WHOLE };

/**
 * References to the members that override one, where a class may implement those by a type that is made of theirs, `implements
 * Pick<Heir, "save">`: from there the server's search goes no further up than to the heir.
 *
 * @param direct what was found already
 */
export async function madeBaseUses(
  questions: Questions,
  place: Place,
  direct: Promise<readonly SourceLocation[]>,
): Promise<NamedUses> {
  const { session, reader, root, signal } = questions;
  const name = nameAt(questions.text(place.path.absolute).source, place.offset);
  if (name === undefined || name.startsWith("#") || (await isDeclaredAtTop(questions, place))) return NONE;
  const [holding, implementing] = await Promise.all([
    session.candidates.holding(new Set([name]), signal),
    session.candidates.matching("\\bimplements\\s[^{]*<", signal, ["implements"]),
  ]);
  const likely = new Set(holding).intersection(new Set(implementing));
  const given = new Set([...likely].flatMap((file) => givenIn(reader.textOf(file)?.source ?? "")));
  if (given.size === 0 || (await isNoMember(questions, place))) return NONE;
  const own = new Set((await questions.definitions(place)).map(keyOf));
  const others = (await direct).filter((one) => !own.has(keyOf(one)));
  const declaring = new RegExp(
    `\\b(?:class|interface)\\s+(?:${Array.from(given, (one) => RegExp.escape(one)).join("|")})\\b`,
  );
  const ofHeirs = others.filter(({ file }) => declaring.test(reader.textOf(file)?.source ?? ""));
  const heirs = (await declaredAmong(questions, ofHeirs)).filter(({ owner = "" }) => given.has(owner));
  const places = heirs.map((one) => ({
    path: root.proveFile(one.place.path as string),
    offset: one.place.span.start,
  }));
  const found = await Promise.all(places.map((one) => questions.references(one)));
  return { found: found.flat(), coverage: WHOLE };
}

/** The names in the types that classes give to those which they implement. */
function givenIn(text: string): string[] {
  return [...text.matchAll(/\bimplements\s[^{]*?<([^{]*)/g)].flatMap(([, types = ""]) => types.match(NAMES) ?? []);
}

const NAMES = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;
