import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled, type SourceLocation } from "@kart/core/language-server/locations";
import type { Place } from "@kart/core/language-server/questions";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { SourceFile } from "../source/source-file.ts";
import type { SourceFiles } from "../source/source-files.ts";

/**
 * References to what stands at some places; of a variable that `const { a } = o` declares, those that lead to it. The server
 * answers for the property `a` as well.
 *
 * @param references for each place, as the server gives them
 * @param isVariable whether the variable is meant where a place is that of both
 */
export async function variablesAlone(
  places: readonly Place[],
  references: readonly (readonly SourceLocation[])[],
  isVariable: (place: Place) => boolean,
  sources: SourceFiles,
  server: LanguageServer,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<readonly (readonly SourceLocation[])[]> {
  const leadsTo = async ({ path, offset }: Place, found: readonly SourceLocation[]) => {
    const isItself = ({ file, span }: SourceLocation) => file === path.absolute && span.start === offset;
    const own = found.filter((one) => !isInstalled(one));
    const asked = own.map((one) => ({ path: root.proveFile(one.path as string), offset: one.span.start }));
    const definitions = await server.definitionsOfAll(asked, signal);
    return own.filter((one, at) => isItself(one) || definitions[at]?.some(isItself));
  };
  const answers = places.map(async (place, at) => {
    const found = references[at] ?? [];
    const file = isVariable(place) ? sources.at(place.path.absolute) : undefined;
    return file !== undefined && isTakenOut(file, place.offset) ? leadsTo(place, found) : found;
  });
  return Promise.all(answers);
}

/** Whether a name is that of a variable and of the property it is taken from. */
function isTakenOut(file: SourceFile, offset: number): boolean {
  const around = file.nodesAround(offset);
  const property = around.findLastIndex(({ node }) => node.type === "Property" && node.shorthand);
  return around[property]?.span.start === offset && around[property - 1]?.node.type === "ObjectPattern";
}
