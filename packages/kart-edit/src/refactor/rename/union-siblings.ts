import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled, type SourceLocation } from "@kart/core/language-server/locations";
import type { Place } from "@kart/core/language-server/questions";
import { type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { nodesAround } from "@kart/core/syntax/scope";
import { textOf } from "@kart/core/text/span";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { RenamePlan } from "./rename-plan.ts";
import type { RenameWorld } from "./rename-world.ts";

/**
 * Declarations that a rename leaves, though some of what it changes means them as well: `one.size` of a `Box | Bag` is the `size` of
 * both, and takes another name only if both do. The variable that gives a shorthand its value is no such declaration.
 */
export async function unionSiblings(
  oxc: Parser,
  { planned }: RenamePlan,
  old: string,
  world: RenameWorld,
  server: LanguageServer,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<readonly Place[]> {
  const changed = planned.flatMap(({ path: file, edits }) => {
    const path = root.proveFile(file);
    return edits.map(({ span, text }) => ({ path, offset: span.start, isShorthand: text.includes(":") }));
  });
  const keyOf = ({ path, offset }: Place) => `${offset} ${path.absolute}`;
  const known = new Set(changed.map(keyOf));
  const isNamed = ({ file, span }: SourceLocation) => textOf(world.sourceOf(file) ?? "", span) === old;
  const isMember = membersOf(oxc, world, root);
  const found = await server.definitionsOfAll(changed, signal);
  const meant = found.flatMap((all, at) => {
    if (all.length < 2) return [];
    return changed[at]?.isShorthand === true ? all.filter(isMember) : all;
  });
  const places = meant
    .filter((one) => !isInstalled(one) && isNamed(one))
    .map((one): Place => ({ path: root.proveFile(one.path as string), offset: one.span.start }));
  return [...new Map(places.map((one) => [keyOf(one), one])).values()].filter((one) => !known.has(keyOf(one)));
}

/** Whether it is a member that is declared at a location, rather than a variable. Where the file does not parse it is. */
function membersOf(oxc: Parser, world: RenameWorld, root: WorkspaceRoot): (location: SourceLocation) => boolean {
  const parsed = new Map<string, ReturnType<typeof parseSource>>();
  return ({ file, span }) => {
    const outcome = parsed.get(file) ?? parseSource(oxc, root.relative(file), world.sourceOf(file) ?? "");
    parsed.set(file, outcome);
    if (!outcome.ok) return true;
    const around = nodesAround(outcome.parsed.program, span.start);
    const at = around.findLastIndex((one) => "key" in one && one.key.start <= span.start && span.start < one.key.end);
    if (at !== -1) return around[at - 1]?.type !== "ObjectPattern";
    return around.slice(-3, -1).some(({ type }) => HOLDERS.has(type));
  };
}

/** What declares a member without a key: `constructor(public size = 1)`, `this.size = 1`. */
const HOLDERS: ReadonlySet<string> = new Set(["TSParameterProperty", "TSEnumMember", "MemberExpression"]);
