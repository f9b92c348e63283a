import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled } from "@kart/core/language-server/locations";
import { moduleRecord } from "@kart/core/syntax/module-record";
import { applyEdits, editedSpans } from "@kart/core/text/text-edit";
import type { Parser } from "@kart/core/syntax/parse";
import type { PlannedFile } from "../change/change-files.ts";
import { ownerOf } from "../planning/plan.ts";
import { type Collision, collisionAt } from "./collisions.ts";
import type { RenameSubject } from "./rename-subject.ts";

/** The compiler's numbers for two declarations of one name: 2300 and 2451 of all kinds, the others of those that may merge. */
const DECLARED_TWICE = new Set<number | string | undefined>([2300, 2403, 2428, 2451, 2567]);

/**
 * Where a symbol that is global would be given a name of TypeScript's library, or of a package's global types: it would merge with
 * what has that name, or stand beside it.
 */
export async function takenByLibrary(
  oxc: Parser,
  subject: RenameSubject,
  planned: readonly PlannedFile[],
  server: LanguageServer,
  signal: AbortSignal,
): Promise<Collision[]> {
  const { target, path } = subject;
  const file = planned.find((one) => one.path === path.relative);
  const at = file?.edits.findIndex(({ span }) => span.start === target.declaration.nameRange.start) ?? -1;
  if (file === undefined || at < 0 || !isGlobal(oxc, subject)) return [];
  const content = applyEdits(file.text, file.edits);
  const { start } = editedSpans(file.edits)[at] ?? { start: 0 };
  const [[declared], { diagnostics }] = await Promise.all([
    server.definitionsIn(path, content, [start], signal),
    server.diagnosticsOfAll([path], new Map([[path.absolute, content]]), signal),
  ]);
  const isTaken =
    declared?.some(isInstalled) === true ||
    diagnostics[0]?.some(({ code, location }) => DECLARED_TWICE.has(code) && location.span.start === start) === true;
  return isTaken ? [collisionAt(path.relative, content, start)] : [];
}

/** Whether other files see it without importing it: of a TypeScript file that is no module, or in `declare global`. */
function isGlobal(oxc: Parser, { target, path }: RenameSubject): boolean {
  const owner = ownerOf(target);
  if (owner !== undefined) return owner.name === "global" && owner.kind === "namespace";
  if (!/\.[cm]?tsx?$/.test(path.relative)) return false;
  const read = moduleRecord(oxc, path.relative, target.source.parsed.source);
  if (!read.ok) return false;
  const { imports, exports, stars } = read.record;
  return imports.every(({ dynamic }) => dynamic) && exports.length === 0 && stars.length === 0;
}
