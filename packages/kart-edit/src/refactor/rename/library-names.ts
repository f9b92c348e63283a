import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled } from "@kart/core/language-server/locations";
import { isScript } from "@kart/core/syntax/module-records/is-script";
import type { Span } from "@kart/core/text/span";
import { editedSpans } from "@kart/core/text/text-edit";
import type { ChangedFile } from "../../change/change-files.ts";
import { ownerOf, type Target } from "../../planning/plan.ts";
import { type Collision, collisionAt } from "./collisions.ts";
import type { RenameSubject } from "./rename-subject.ts";

/** The compiler's numbers for two declarations of one name: 2300 and 2451 of all kinds, the others of those that may merge. */
const DECLARED_TWICE = new Set<number | string | undefined>([2300, 2403, 2428, 2451, 2567]);

/**
 * Where a symbol that is global would be given a name of TypeScript's library, or of a package's global types: it would merge with
 * what has that name, or stand beside it.
 */
export async function takenByLibrary(
  { target, path }: RenameSubject,
  files: readonly ChangedFile[],
  server: LanguageServer,
  signal: AbortSignal,
): Promise<Collision[]> {
  if (!isGlobal(target, path.relative)) return [];
  const file = files.find((one) => one.path === path.relative);
  const at = file?.edits.findIndex(({ span }) => span.start === target.declaration.nameRange.start) ?? -1;
  if (file === undefined || at < 0) return [];
  const { start } = editedSpans(file.edits)[at] as Span;
  const { text } = file.after;
  const [[declared], { diagnostics }] = await Promise.all([
    server.definitionsIn(path, text, [start], signal),
    server.diagnosticsOfAll([path], new Map([[path.absolute, text]]), signal),
  ]);
  const isTaken =
    declared?.some(isInstalled) === true ||
    diagnostics[0]?.some(({ code, location }) => DECLARED_TWICE.has(code) && location.span.start === start) === true;
  const collision = collisionAt(path.relative, text, start);
  return isTaken
    ? [{ ...collision, text: `${collision.text} (declared for all files elsewhere, as by the library)` }]
    : [];
}

/** What TypeScript's own lib files are called, whose place on this machine is of no use to anybody. */
export const LIBRARY = "TypeScript's library";

/** Whether other files see it without importing it: of a TypeScript file that is no module, or in `declare global`. */
function isGlobal(target: Target, path: string): boolean {
  const owner = ownerOf(target);
  if (owner !== undefined) return owner.name === "global" && owner.kind === "namespace";
  return /\.[cm]?tsx?$/.test(path) && isScript(target.source.parsed);
}
