import type { Node } from "oxc-parser";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled, type SourceLocation } from "@kart/core/language-server/locations";
import type { Place } from "@kart/core/language-server/questions";
import type { Span } from "@kart/core/text/span";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { namedAt, nameIn } from "../source/asked-place.ts";
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
  const leadsTo = async (place: Place, file: SourceFile, found: readonly SourceLocation[]) => {
    const { absolute } = place.path;
    const isItself = (one: SourceLocation) => one.file === absolute && one.span.start === place.offset;
    const own = found.filter((one) => !isInstalled(one));
    const asked = own.map((one) => ({ path: root.proveFile(one.path as string), offset: one.span.start }));
    const definitions = await server.definitionsOfAll(asked, signal);
    const here = new Set(own.flatMap((one) => (one.file === absolute ? [one.span.start] : [])));
    // What a variable takes out of a CommonJS module the server says to be declared there, wherever it is used.
    const uses = usesOfVariable(file, place.offset, here);
    const isUse = (one: SourceLocation) => one.file === absolute && uses.has(one.span.start);
    const meant = own.filter((one, at) => isItself(one) || isUse(one) || definitions[at]?.some(isItself));
    const seed = asked[own.findIndex((one) => meant.includes(one) && !isItself(one))];
    if (seed === undefined || namedAt(file.outline.declarations, place.offset)?.exported !== true) return meant;
    const { references: others } = await server.references(seed, signal);
    return [...meant, ...others.filter((one) => one.file !== absolute && !isInstalled(one))];
  };
  const answers = places.map(async (place, at) => {
    const found = references[at] ?? [];
    const file = isVariable(place) ? sources.at(place.path.absolute) : undefined;
    return file !== undefined && isTakenOut(file, place.offset) ? leadsTo(place, file, found) : found;
  });
  return Promise.all(answers);
}

/**
 * Those of some names of a file, all of one meaning, that are the variable's that a pattern declares there: by name and scope.
 * UTF-16 offsets.
 */
function usesOfVariable(file: SourceFile, declared: number, offsets: ReadonlySet<number>): ReadonlySet<number> {
  const name = nameIn(file, declared);
  const alike = [...offsets].filter((offset) => nameIn(file, offset) === name);
  const scope = scopeAt(file, declared);
  const others = alike.filter((offset) => offset !== declared && isTakenOut(file, offset));
  const inner = others.flatMap((offset) => scopeAt(file, offset) ?? []).filter((one) => !holds(one, declared));
  return new Set(
    alike.filter(
      (offset) =>
        !others.includes(offset) &&
        !isProperty(file, offset) &&
        // A function may have a variable of that name to give for the property.
        (scope === undefined ? !file.isLocalAt(offset, name) : holds(scope, offset)) &&
        !inner.some((one) => holds(one, offset)),
    ),
  );
}

/** The innermost block or function around an offset; none at the top of a file. */
function scopeAt(file: SourceFile, offset: number): Span | undefined {
  return file.nodesAround(offset).findLast(({ node }) => /^(?:Block|For|Switch)|Function|^StaticBlock/.test(node.type))
    ?.span;
}

function isProperty(file: SourceFile, offset: number): boolean {
  return file.nodesAround(offset).some(({ node, span }) => {
    const isAt = (name: Node) => name.start - node.start + span.start === offset;
    if (node.type === "MemberExpression") return !node.computed && isAt(node.property);
    return node.type === "Property" && !node.shorthand && !node.computed && isAt(node.key);
  });
}

function holds({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset < end;
}

/** Whether a name is that of a variable and of the property it is taken from. */
function isTakenOut(file: SourceFile, offset: number): boolean {
  const around = file.nodesAround(offset);
  const property = around.findLastIndex(({ node }) => node.type === "Property" && node.shorthand);
  return around[property]?.span.start === offset && around[property - 1]?.node.type === "ObjectPattern";
}
