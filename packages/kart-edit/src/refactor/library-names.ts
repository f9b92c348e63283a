import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled, type SourceLocation } from "@kart/core/language-server/locations";
import { isScript } from "@kart/core/syntax/is-script";
import { type Span, textOf } from "@kart/core/text/span";
import { escapeInvisible } from "@kart/core/text/display";
import { applyEdits, editedSpans, textEdits, type TextEdits } from "@kart/core/text/text-edit";
import { placeInPackage } from "@kart/core/workspace/installed-package";
import type { ChangedFile } from "../change/change-files.ts";
import { inheritedMember } from "../planning/inherited-member.ts";
import { isMemberOfValues, ownerOf, type Target } from "../planning/plan.ts";
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

/**
 * Where a member would be given the name of another that its owner inherits from a package or TypeScript's library: whoever means
 * that one would have this one. What the workspace declares itself is found by asking for the old name back.
 *
 * @param sourceOf the text of a file, absolute, as it was first read
 */
export async function takenByInherited(
  { target, path, names: { fresh } }: RenameSubject,
  sourceOf: (file: string) => string | undefined,
  server: LanguageServer,
  signal: AbortSignal,
): Promise<Collision[]> {
  const { parsed } = target.source;
  const { nameRange } = target.declaration;
  if (!isMemberOfValues(target) || fresh.startsWith("#")) return [];
  const asked = inheritedMember(parsed, nameRange, fresh);
  if (asked === undefined) return [];
  const definitions = await server.definitionsIn(path, asked.text, asked.offsets, signal);
  // Any name is one of a type that takes all names.
  const isNamed = ({ file, span }: SourceLocation) => textOf(sourceOf(file) ?? "", span).includes(fresh);
  const other = definitions.flat().find((one) => isInstalled(one) && isNamed(one));
  if (other === undefined) return [];
  const from = isOfLibrary(other.file) ? LIBRARY : (placeInPackage(other.file)?.name ?? "a package");
  const after = applyEdits(parsed.source, textEdits([{ span: nameRange, text: fresh }]) as TextEdits);
  const collision = collisionAt(path.relative, after, nameRange.start);
  return [{ ...collision, text: `(its owner inherits \`${escapeInvisible(fresh)}\` from ${from}) ${collision.text}` }];
}

/** What TypeScript's own lib files are called, whose place on this machine is of no use to anybody. */
export const LIBRARY = "TypeScript's library";

/** @param file absolute */
export function isOfLibrary(file: string): boolean {
  return /(?:^|[\\/])lib\.[\w.]+\.d\.ts$/.test(file);
}

/** Whether other files see it without importing it: of a TypeScript file that is no module, or in `declare global`. */
function isGlobal(target: Target, path: string): boolean {
  const owner = ownerOf(target);
  if (owner !== undefined) return owner.name === "global" && owner.kind === "namespace";
  return /\.[cm]?tsx?$/.test(path) && isScript(target.source.parsed);
}
