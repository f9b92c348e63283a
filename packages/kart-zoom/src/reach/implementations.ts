import { WHOLE } from "@kart/core/language-server/projects/cover";
import type { LanguageServer, References } from "@kart/core/language-server/language-server";
import type { SourceLocation } from "@kart/core/language-server/locations";
import type { Place } from "@kart/core/language-server/questions";
import { type Declaration, isValueMember, ownerOf } from "@kart/core/syntax/declaration";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { SourceFile } from "../source/source-file.ts";
import { isKeyOfLiteral } from "../source/literal-key.ts";
import type { SourceFiles } from "../source/source-files.ts";
import { Heritage } from "./heritage.ts";
import { withCommentedClasses } from "./implementing-comments.ts";
import { isKeyOf } from "./implementing-literals.ts";
import { referencesIn } from "./references.ts";

/**
 * What implements or overrides what is declared at a place. Nothing does so to a member of an object literal whose type another
 * declaration gives: asked there, the server answers for that declaration.
 */
export async function implementationsOf(
  place: Place,
  file: SourceFile,
  server: LanguageServer,
  sources: SourceFiles,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<References> {
  if (isKeyOfLiteral(file, place.offset)) {
    const definitions = await server.definition(place, signal);
    const isOwn = definitions.every((one) => one.file === place.path.absolute && one.span.start === place.offset);
    if (!isOwn) return { references: [], coverage: WHOLE };
  }
  return withCommentedClasses(await server.implementations(place, signal), server, sources, root, signal);
}

/**
 * The members that override or implement one of a class or an interface, as far as the heritage of their owners tells. Those that are
 * abstract, have no value or belong to an interface are among them, which the server leaves out, and so are the keys of literals, in the
 * place of variables that have these names.
 */
export async function overridingMembers(
  place: Place,
  file: SourceFile,
  member: Declaration,
  server: LanguageServer,
  sources: SourceFiles,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<References> {
  if (!isValueMember(file.outline.declarations, member)) return { references: [], coverage: WHOLE };
  const { references, coverage } = await server.references(place, signal);
  const tied = referencesIn(sources, references, [place], [member]).filter(({ via }) => via === "override");
  const heritage = new Heritage(server, sources, root, signal);
  const told = tied.map(async (one) => {
    const isMeant = await heritage.isOverriding(one, file, member);
    return isMeant === true ? [`${one.file.path}\0${one.offset}`] : [];
  });
  const statics = (await server.staticTies(place, signal)).below.map(({ path, span }) => `${path}\0${span.start}`);
  const meant = new Set([...(await Promise.all(told)).flat(), ...statics]);
  const owner = ownerOf(file.outline.declarations, member);
  const isKey = async (one: SourceLocation) => {
    if (owner === undefined || !/^(?:interface|type)$/.test(owner.kind)) return false;
    const source = sources.at(one.file);
    if (source === undefined || !isKeyOfLiteral(source, one.span.start)) return false;
    return isKeyOf(owner, place, one, server, root, signal);
  };
  const are = await Promise.all(references.map(isKey));
  return {
    references: references.filter((one, at) => meant.has(`${one.path}\0${one.span.start}`) || are[at] === true),
    coverage,
  };
}
