import { WHOLE } from "@kart/core/language-server/cover";
import type { LanguageServer, References } from "@kart/core/language-server/language-server";
import type { Place } from "@kart/core/language-server/questions";
import type { SourceFile } from "../source/source-file.ts";

/**
 * What implements or overrides what is declared at a place. Nothing does so to a member of an object literal whose type another
 * declaration gives: asked there, the server answers for that declaration.
 */
export async function implementationsOf(
  place: Place,
  file: SourceFile,
  server: LanguageServer,
  signal: AbortSignal,
): Promise<References> {
  if (isKeyOfLiteral(file, place.offset)) {
    const definitions = await server.definition(place, signal);
    const isOwn = definitions.every((one) => one.file === place.path.absolute && one.span.start === place.offset);
    if (!isOwn) return { references: [], coverage: WHOLE };
  }
  return server.implementations(place, signal);
}

function isKeyOfLiteral(file: SourceFile, offset: number): boolean {
  const around = file.nodesAround(offset);
  return around.some(({ node, span }, at) => {
    if (node.type !== "Property" || around[at - 1]?.node.type !== "ObjectExpression") return false;
    const start = span.start + (node.key.start - node.start);
    return start <= offset && offset <= start + (node.key.end - node.key.start);
  });
}
