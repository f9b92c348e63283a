import type { SourceLocation } from "@kart/core/language-server/locations";
import type { Place } from "@kart/core/language-server/questions";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { Declaration } from "@kart/core/syntax/declaration";
import { contains } from "@kart/core/text/span";
import { readTextFile } from "@kart/core/workspace/read-file";
import { SOURCE_GLOBS } from "@kart/core/workspace/workspace";
import { isExport, type Target } from "../../planning/plan.ts";
import type { EditServices } from "../../services.ts";
import { type NewErrors, newErrors } from "../new-errors.ts";
import { placeOf } from "../symbol-place.ts";
import { filesHolding } from "../word-files.ts";

/**
 * The members that one of several declarations of a symbol alone has, at any depth, where other files have the rest: a part of
 * `Window`, of a namespace or of another module leaves the others, and with them all that names the whole. Undefined for what
 * only its own file declares.
 */
export async function membersOfPart(
  target: Target,
  place: Place,
  { services, signal }: ToolContext<EditServices>,
): Promise<readonly Target[] | undefined> {
  const { kind, name } = target.declaration;
  const kinds = MERGING.get(kind);
  const isAmbient = name === "global" || name.startsWith('"');
  // What augments an export leaves nothing of it without the module's own declaration.
  if (kinds === undefined || (isExport(target) && !isAmbient)) return undefined;
  const server = await services.languageServer();
  const file = place.path.absolute;
  const definitions = name === "global" ? [] : await server.definition(place, signal);
  // Another part of a module that is named in quotes is a file.
  const isOther = (one: SourceLocation) => one.file !== file && (isAmbient || declares(one, kinds));
  if (name !== "global" && !definitions.some(isOther)) return undefined;
  const lone = async (members: readonly Declaration[]): Promise<Target[]> => {
    const found = members.map(async (declaration) => {
      const member = { source: target.source, declaration, span: declaration.span };
      const at = placeOf(place.path, member);
      if (at === undefined) return [];
      const all = await server.definition(at, signal);
      const isOwn = all.every((one) => one.file === file && contains(target.span, one.span));
      return isOwn ? [member] : lone(declaration.children);
    });
    return (await Promise.all(found)).flat();
  };
  return lone(target.declaration.children);
}

/** How the other parts are declared. */
const MERGING = new Map<Declaration["kind"], RegExp>([
  ["interface", /\b(?:interface|class)\s+$/],
  ["namespace", /\b(?:namespace|module)\s+$/],
]);

function declares({ file, span }: SourceLocation, kinds: RegExp): boolean {
  const outcome = readTextFile(file);
  return outcome.status === "read" && kinds.test(outcome.text.slice(Math.max(0, span.start - 40), span.start));
}

/** The compiler's complaints without such members, where their names stand or the rest of the symbol is used. */
export async function brokenWithout(
  members: readonly Target[],
  place: Place,
  contents: ReadonlyMap<string, string>,
  context: ToolContext<EditServices>,
): Promise<NewErrors> {
  const { workspace, services, signal } = context;
  const names = new Set(members.map(({ declaration }) => declaration.name));
  const search = (name: string) => filesHolding(workspace, name, SOURCE_GLOBS, signal);
  const holding = (await Promise.all(Array.from(names, search))).flat();
  const { references } = await (await services.languageServer()).references(place, signal);
  const users = references.map(({ file }) => file);
  return newErrors([place.path.absolute, ...holding], users, contents, context);
}
