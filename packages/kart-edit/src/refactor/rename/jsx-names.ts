import { join } from "node:path";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { JsxUses } from "@kart/core/language-server/uses/jsx-uses";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { isFailure, type Parser } from "@kart/core/syntax/parser/parse";
import { nodesAround } from "@kart/core/syntax/scope";
import { sourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import { type TextEdit, textEdits } from "@kart/core/text/text-edit";
import type { PlannedFile } from "../../change/change-files.ts";
import type { NewName } from "../../planning/names.ts";
import { bindingsIn } from "../../planning/scopes/scope-walk.ts";
import type { EditServices } from "../../services.ts";
import { placesIn } from "./indirect-edits.ts";
import type { RenameSubject } from "./rename-subject.ts";

/** A planned rename that heeds what JSX takes by its name, and where that is left without it. */
export interface KeptForJsx {
  readonly planned: readonly PlannedFile[];
  /** Files from the root, by the names that their JSX would no longer find anything by. */
  readonly left: ReadonlyMap<string, string>;
}

/**
 * A planned rename with imports that keep their name where JSX takes what they import by it: `import { fresh as h }`. Nothing but a
 * tsconfig or a comment could tell JSX another one.
 */
export async function withNamesForJsx(
  oxc: Parser,
  planned: readonly PlannedFile[],
  { place, names }: RenameSubject,
  server: LanguageServer,
  { workspace: { root }, signal }: ToolContext<EditServices>,
): Promise<KeptForJsx> {
  const { factories }: JsxUses = await server.jsxUses(place, placesIn(planned, root), signal);
  const left = new Map<string, string>();
  if (factories.size === 0) return { planned, left };
  const kept = planned.map((file) => {
    const factory = factories.get(join(root.absolute, file.path));
    return factory?.length === 1 ? withKeptImport(oxc, file, names) : file;
  });
  for (const [absolute, factory] of factories) {
    const path = root.relative(absolute);
    // What the file itself declares has a new name there.
    const isRenamed = factory[0] === names.old && kept.some((one, at) => one.path === path && one === planned[at]);
    if (factory.length > 1 || isRenamed) left.set(path, factory.join("."));
  }
  return { planned: kept, left };
}

/** Throws `still_referenced` where JSX would find nothing by the old name any more. */
export function refuseLeftJsx(left: ReadonlyMap<string, string>, { old }: NewName): void {
  const [[path, name] = []] = left;
  if (path === undefined || name === undefined) return;
  const more = left.size === 1 ? "" : ` and ${left.size - 1} more`;
  throw new ToolError(
    "still_referenced",
    `JSX in ${escapeName(path)}${more} takes \`${escapeInvisible(old)}\` by the name \`${escapeInvisible(name)}\`, which only a tsconfig or an \`@jsx\` comment can change. Pass force: true to rename it nevertheless.`,
  );
}

/** The same file where nothing imports the symbol by a name of its own. */
function withKeptImport(oxc: Parser, file: PlannedFile, { old, fresh }: NewName): PlannedFile {
  const source = sourceSymbols(oxc, file.path, file.text);
  if (isFailure(source)) return file;
  const { program } = source.parsed;
  const binding = bindingsIn(source.parsed, true).find(
    ({ name, kind, scope }) => name === old && kind === "import" && scope.parent === undefined,
  );
  if (binding === undefined) return file;
  const own = new Set([...binding.declared, ...binding.uses].map(({ start }) => start));
  const edits = file.edits.flatMap((edit): TextEdit[] => {
    if (!own.has(edit.span.start)) return [edit];
    const types = new Set(nodesAround(program, edit.span.start).map(({ type }) => type));
    if (types.has("ImportSpecifier")) return [{ ...edit, text: `${fresh} as ${old}` }];
    return types.has("ExportSpecifier") ? [{ ...edit, text: `${old} as ${fresh}` }] : [];
  });
  const all = textEdits(edits);
  return all === undefined ? file : { ...file, edits: all };
}
