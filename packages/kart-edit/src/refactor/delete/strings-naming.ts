import { join } from "node:path";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { gapNote, linesByFile } from "@kart/core/text/gap-note";
import { LineIndex } from "@kart/core/text/line-index";
import { nearestFirst } from "@kart/core/text/nearest-first";
import { contains, type Span } from "@kart/core/text/span";
import { readTextFile } from "@kart/core/workspace/read-file";
import { SOURCE_GLOBS } from "@kart/core/workspace/workspace";
import { FileText } from "../../change/file-text.ts";
import { isExport, ownerOf, type Target } from "../../planning/plan.ts";
import type { EditServices } from "../../services.ts";
import { filesHolding } from "../word-files.ts";

/** Files that are read for them. */
const MAX_FILES = 200;

/**
 * Where strings of the code are the name of what is deleted: by `o[name]` whoever reads them may have meant it, which no type tells.
 * Nobody comes by such a name to what is local to a file.
 *
 * @param removed what goes with it
 */
export async function stringsNaming(
  before: FileText,
  target: Target,
  removed: readonly Span[],
  { workspace, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  const { name } = target.declaration;
  if (!isExport(target) && ownerOf(target) === undefined) return [];
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) || name === "default") return [];
  const holding = await filesHolding(workspace, name, SOURCE_GLOBS, signal);
  const paths = nearestFirst(
    holding.map((file) => workspace.root.relative(file)),
    [before.path],
  );
  const places = paths.slice(0, MAX_FILES).flatMap((path) => {
    const isOwn = path === before.path;
    const outcome = isOwn ? undefined : readTextFile(join(workspace.root.absolute, path));
    if (outcome !== undefined && outcome.status !== "read") return [];
    const text = outcome === undefined ? before : new FileText(before.oxc, path, outcome.text);
    const isLeft = ({ start }: { readonly start: number }) =>
      !isOwn || !removed.some((one) => contains(one, { start, end: start }));
    const found = text.mentions(name).filter((one) => one.isString && isLeft(one));
    const lines = found.length === 0 ? undefined : new LineIndex(text.text);
    return found.map(({ start }) => ({ path, line: lines?.lineAt(start) ?? 1 }));
  });
  const within =
    paths.length > MAX_FILES ? ` (of ${paths.length} files that hold it the ${MAX_FILES} nearest were read)` : "";
  return gapNote(`Strings are the name, and what reads them may look for it${within}`, linesByFile(places));
}
