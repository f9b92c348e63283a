import type { ToolContext } from "@kart/core/mcp/define-tool";
import { keyMeanings } from "@kart/core/language-server/uses/key-meanings";
import { keysInTypes } from "@kart/core/syntax/key-types";
import { type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { escapeInvisible } from "@kart/core/text/display";
import { gapNote } from "@kart/core/text/gap-note";
import { LineIndex } from "@kart/core/text/line-index";
import { overlaps, type Span } from "@kart/core/text/span";
import type { PlannedFile } from "../../change/change-files.ts";
import type { NewName } from "../../planning/names.ts";
import type { EditServices } from "../../services.ts";
import { type AddedEdits, withEdits } from "./added-edits.ts";
import type { RenameWorld } from "./rename-world.ts";
import type { QuotedName } from "./tied-quotes.ts";

/**
 * A planned rename with the keys of `Omit<Invoice, "total">` and the like, which are no references to TypeScript, and no error
 * where the member is gone: the type would silently have it back. Whether one names the symbol, `(Invoice)["total"]` tells.
 *
 * @returns `left` are keys that may name something else too
 */
export async function withKeysInTypes(
  oxc: Parser,
  planned: readonly PlannedFile[],
  { old, fresh }: NewName,
  world: RenameWorld,
  { workspace: { root }, services, signal }: ToolContext<EditServices>,
): Promise<{ readonly planned: readonly PlannedFile[]; readonly left: readonly QuotedName[] }> {
  const server = await services.languageServer();
  const added: AddedEdits[] = [];
  // Of `{ old: fresh }`, which is written for a shorthand, the key stays.
  const isRenamed = (path: string, place: Span) =>
    planned.some(
      (one) =>
        one.path === path && one.edits.some(({ span, text }) => overlaps(span, place) && !text.startsWith(`${old}:`)),
    );
  const left: QuotedName[] = [];
  const quoted = new RegExp(`(["'\`])${RegExp.escape(old)}\\1`);
  for (const file of world.holdingOld) {
    const text = world.sourceOf(file);
    if (text === undefined || !quoted.test(text) || !root.holds(file)) continue;
    const path = root.relative(file);
    const parsed = parseSource(oxc, path, text);
    const keys = parsed.ok ? keysInTypes(parsed.parsed, old) : [];
    if (keys.length === 0) continue;
    const uses = await keyMeanings(
      file,
      text,
      keys,
      (content, offsets) => server.definitionsIn(root.proveFile(path), content, offsets, signal),
      ({ path: where }, place) => where !== undefined && isRenamed(where, place),
    );
    const certain = keys.filter((_, index) => uses[index] === "key");
    left.push(...keys.flatMap(({ span }, index) => (uses[index] === "maybe" ? { path, span } : [])));
    if (certain.length > 0) added.push({ path, text, edits: certain.map(({ span }) => ({ span, text: fresh })) });
  }
  return { planned: withEdits(planned, added), left };
}

/** Names those keys that a rename leaves: others it changes, as the compiler asks for the new name there. */
export function leftKeysNote(
  left: readonly QuotedName[],
  planned: readonly PlannedFile[],
  old: string,
  textOf: (path: string) => string | undefined,
): string[] {
  const edits = new Map(planned.map((one) => [one.path, one.edits]));
  const isChanged = ({ path, span: { start } }: QuotedName) =>
    edits.get(path)?.some(({ span }) => span.start === start) === true;
  const places = left
    .filter((one) => !isChanged(one))
    .map(({ path, span }) => `${path}:${new LineIndex(textOf(path) ?? "").lineAt(span.start)}`);
  return gapNote(`NOT CHANGED, and may name the key \`${escapeInvisible(old)}\``, places);
}
