import type { ToolContext } from "@kart/core/mcp/define-tool";
import { type Parser, parseSource } from "@kart/core/syntax/parse";
import { escapeInvisible } from "@kart/core/text/display";
import { gapNote } from "@kart/core/text/gap-note";
import { LineIndex } from "@kart/core/text/line-index";
import type { Span } from "@kart/core/text/span";
import { applyEdits, editedSpans, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import type { WorkspacePath } from "@kart/core/workspace/workspace-path";
import type { PlannedFile } from "../change/change-files.ts";
import type { NewName } from "../planning/names.ts";
import type { EditServices } from "../services.ts";
import { type KeyInType, keysInTypes } from "./key-types.ts";
import type { RenameWorld } from "./rename-world.ts";

/**
 * A planned rename with the keys of `Omit<Invoice, "total">` and the like, which are no references to TypeScript, and no error
 * where the member is gone: the type would silently have it back. Whether one names the symbol, `(Invoice)["total"]` tells.
 *
 * @returns `warnings` tell of keys that may name something else too
 */
export async function withKeysInTypes(
  oxc: Parser,
  planned: readonly PlannedFile[],
  { old, fresh }: NewName,
  world: RenameWorld,
  context: ToolContext<EditServices>,
): Promise<{ readonly planned: readonly PlannedFile[]; readonly warnings: readonly string[] }> {
  const { root } = context.workspace;
  const files = new Map(planned.map((one) => [one.path, one]));
  const isRenamed = (path: string, { start, end }: Span) =>
    planned.some((one) => one.path === path && one.edits.some(({ span }) => span.start < end && start < span.end));
  const left: string[] = [];
  const quoted = new RegExp(`(["'\`])${RegExp.escape(old)}\\1`);
  for (const file of world.holdingOld) {
    const text = world.sourceOf(file);
    if (text === undefined || !quoted.test(text) || !root.holds(file)) continue;
    const path = root.relative(file);
    const parsed = parseSource(oxc, path, text);
    const keys = parsed.ok ? keysInTypes(parsed.parsed, old) : [];
    if (keys.length === 0) continue;
    const uses = await meanings(root.proveFile(path), text, keys, isRenamed, context);
    const certain = keys.filter((_, index) => uses[index] === "key");
    const lines = new LineIndex(text);
    left.push(
      ...keys.flatMap(({ span }, index) => (uses[index] === "maybe" ? `${path}:${lines.lineAt(span.start)}` : [])),
    );
    if (certain.length === 0) continue;
    const direct = files.get(path)?.edits ?? [];
    const edits = textEdits([...direct, ...certain.map(({ span }) => ({ span, text: fresh }))]) as TextEdits;
    files.set(path, { path, text, edits });
  }
  return {
    planned: [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    warnings: gapNote(`NOT CHANGED, and may name the key \`${escapeInvisible(old)}\``, left),
  };
}

/** `key`: it names what is renamed, and nothing else. For each key. */
async function meanings(
  path: WorkspacePath,
  text: string,
  keys: readonly KeyInType[],
  isRenamed: (path: string, span: Span) => boolean,
  { services, signal }: ToolContext<EditServices>,
): Promise<("key" | "maybe" | "other")[]> {
  const server = await services.languageServer();
  const asked = keys.flatMap(({ span, owners }, key) => owners.map((owner) => ({ key, span, owner })));
  // No type is another for what stands beside a key: others hang on them.
  const edits = textEdits(
    asked.map(({ span: { start, end }, owner }) => ({
      span: { start: end + 1, end: end + 1 },
      text: ` | ((${owner})[${text.slice(start - 1, end + 1)}${BEHIND}`,
    })),
  ) as TextEdits;
  const added = editedSpans(edits);
  const offsets = asked.map(
    ({ span }, index) => (added[index] as Span).end - BEHIND.length - (span.end - span.start) - 1,
  );
  const definitions = await server.definitionsIn(path, applyEdits(text, edits), offsets, signal);
  const found: boolean[][] = keys.map(() => []);
  for (const [index, { key }] of asked.entries())
    for (const { file, path: where, span } of definitions[index] ?? []) {
      const before = file === path.absolute ? added.filter(({ end }) => end <= span.start) : [];
      const shift = before.reduce((sum, { start, end }) => sum + end - start, 0);
      const place = { start: span.start - shift, end: span.end - shift };
      found[key]?.push(where !== undefined && isRenamed(where, place));
    }
  return found.map((places, key) => {
    if (!places.includes(true)) return "other";
    return keys[key]?.isKey === true && !places.includes(false) ? "key" : "maybe";
  });
}

const BEHIND = "] extends 0 ? never : never)";
