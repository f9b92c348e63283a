import { join } from "node:path";
import type { IndirectUses, KnownPlace } from "@kart/core/language-server/uses/indirect-uses";
import type { SourceLocation } from "@kart/core/language-server/locations";
import { codeBefore } from "@kart/core/text/code-before";
import { isSpecifier } from "@kart/core/text/words";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { textOf } from "@kart/core/text/span";
import type { TextEdit } from "@kart/core/text/text-edit";
import { textOrEmpty } from "@kart/core/workspace/read-file";
import type { PlannedFile } from "../../change/change-files.ts";
import type { NewName } from "../../planning/names.ts";
import { withEdits } from "./added-edits.ts";

/**
 * A planned rename of an export with its uses through values that hold its module, which the server leaves out of a rename.
 *
 * @returns `unseen` are files, from the root, that may have more of them
 */
export function withIndirect(
  planned: readonly PlannedFile[],
  { found, unseen }: IndirectUses,
  { old, fresh }: NewName,
  root: WorkspaceRoot,
): { readonly planned: PlannedFile[]; readonly unseen: readonly string[] } {
  const added = Array.from(
    Map.groupBy(found, (one) => one.path ?? ""),
    ([path, places]) => {
      const text = planned.find((one) => one.path === path)?.text ?? textOrEmpty(join(root.absolute, path));
      return { path, text, edits: places.flatMap((one) => editOf(text, one, old, fresh)) };
    },
  );
  return {
    // What is written out or joined is one edit, with the name somewhere in it.
    planned: withEdits(planned, added),
    unseen: unseen.map((file) => root.relative(file)),
  };
}

/** What a plan changes already. */
export function placesIn(planned: readonly PlannedFile[], root: WorkspaceRoot): KnownPlace[] {
  return planned.flatMap(({ path, edits }) => edits.map(({ span }) => ({ file: join(root.absolute, path), span })));
}

/** Nothing for another name of the export, which stays. A name that is a key and a variable at once stays the variable. */
function editOf(text: string, { span }: SourceLocation, old: string, fresh: string): TextEdit[] {
  if (textOf(text, span) !== old) return [];
  // Of an import the file's own name stays.
  if (isSpecifier(text, span.start)) {
    const alias = /^\s+as\s+([\p{ID_Continue}$]+)/u.exec(text.slice(span.end));
    if (alias?.[1] === fresh) return [{ span: { start: span.start, end: span.end + alias[0].length }, text: fresh }];
    return [{ span, text: alias === null ? `${fresh} as ${old}` : fresh }];
  }
  const isKey = /[{,]$/.test(codeBefore(text, span.start));
  // What comes to be alike on both sides is a shorthand.
  const behind = text.slice(span.end, span.end + LONGEST);
  const joined = JOINED.exec(behind);
  if (isKey && joined?.[1] === fresh)
    return [{ span: { start: span.start, end: span.end + joined[0].length }, text: fresh }];
  const isShorthand = isKey && END_OF_ENTRY.test(behind);
  return [{ span, text: isShorthand ? `${fresh}: ${old}` : fresh }];
}

/** UTF-16 units beside a name that are looked at. */
const LONGEST = 2000;

/** White space and comments. */
const GAP = "(?:\\s|/\\*(?:[^*]|\\*(?!/))*\\*/|//[^\\n\\r]*(?=[\\n\\r]))*";

const END_OF_ENTRY = new RegExp(`^${GAP}(?:[,}]|=(?![=>]))`);
const JOINED = new RegExp(`^\\s*:\\s*([\\p{ID_Continue}$]+)(?=${GAP}(?:[,}]|=(?![=>])))`, "u");
