import { join } from "node:path";
import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { type Parser, parseSource } from "@kart/core/syntax/parse";
import { gapNote, linesByFile } from "@kart/core/text/gap-note";
import type { Span } from "@kart/core/text/span";
import { applyEdits, editedSpans, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { neverTyped } from "../planning/never-typed.ts";
import { isMemberOfValues } from "../planning/plan.ts";
import type { EditServices } from "../services.ts";
import type { RenamePlan } from "./rename-plan.ts";
import type { RenameSubject } from "./rename-subject.ts";
import type { RenameWorld } from "./rename-world.ts";
import { membersNamed } from "./shape-users.ts";

/** Files that are checked once more for it: of a member that all values must have, the compiler tells most of it anyway. */
const MAX_CHECKED = { optional: 40, required: 20 };

/**
 * Where values of other types give an object's type a member by its old name, and the compiler is content without it:
 * `draw({ ...action })` with a `size?: number` on both sides. Such a value is refused where the member takes none before the rename,
 * and is not where it takes none after it.
 *
 * @param files whose types were checked, the likeliest first; absolute
 * @returns a line that names the places, if there are any
 */
export async function cutValues(
  oxc: Parser,
  subject: RenameSubject,
  plan: RenamePlan,
  files: readonly string[],
  world: RenameWorld,
  { workspace: { root }, services, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  const { target, names, path } = subject;
  const { source } = target.source.parsed;
  const { nameRange } = target.declaration;
  const declaring = plan.planned.find((one) => one.path === path.relative);
  const at = declaring?.edits.findIndex(({ span }) => span.start >= nameRange.start) ?? -1;
  if (declaring === undefined || at === -1 || !isMemberOfValues(target)) return [];
  const before = closed(oxc, path.relative, source, nameRange);
  if (before === undefined || !isGivenElsewhere(names.old, plan, world, root)) return [];
  const contents = new Map(plan.planned.map((one) => [join(root.absolute, one.path), applyEdits(one.text, one.edits)]));
  const fresh = editedSpans(declaring.edits)[at] as Span;
  const after = closed(oxc, path.relative, contents.get(path.absolute) ?? "", fresh);
  if (after === undefined) return [];
  const server = await services.languageServer();
  const refused = async (asked: readonly string[], texts: ReadonlyMap<string, string>, name: string) => {
    const paths = asked.map((file) => root.proveFile(root.relative(file)));
    const { diagnostics } = await server.diagnosticsOfAll(paths, texts, signal);
    return diagnostics.flat().filter(({ message }) => message.includes(`Types of property '${name}' are incompatible`));
  };
  const isOptional = /^["']?\s*\?/.test(source.slice(nameRange.end));
  const checked = files.slice(0, isOptional ? MAX_CHECKED.optional : MAX_CHECKED.required);
  const suspects = await refused(checked, new Map([[path.absolute, before]]), names.old);
  if (suspects.length === 0) return [];
  const holding = [...new Set(suspects.map(({ location }) => location.file))];
  const taken = await refused(holding, new Map([...contents, [path.absolute, after]]), names.fresh);
  const lineOf = ({ location: { file, line } }: SourceDiagnostic) => `${line} ${file}`;
  const known = new Set(taken.map(lineOf));
  const cut = suspects.filter((one) => !known.has(lineOf(one))).map(({ location }) => location);
  const where = checked.length < files.length ? `, in ${checked.length} files of ${files.length}` : "";
  return gapNote(`LEFT: values of other types that give it by the old name${where}`, linesByFile(cut));
}

/** Whether anything else in the workspace has a member of the name, or a module an export that may be one. */
function isGivenElsewhere(
  name: string,
  { planned, parsed }: RenamePlan,
  { holdingOld }: RenameWorld,
  root: WorkspaceRoot,
): boolean {
  const exported = new RegExp(
    `\\bexport\\b[^;{}()=]*(?<![\\p{ID_Continue}$])${RegExp.escape(name)}(?![\\p{ID_Continue}$])`,
    "u",
  );
  const edits = new Map(planned.map((one) => [one.path, one.edits]));
  return holdingOld.some((file) => {
    const path = root.relative(file);
    const one = parsed.get(path);
    const isChanged = (offset: number) =>
      edits.get(path)?.some(({ span }) => span.start <= offset && offset < span.end) === true;
    return one === undefined || exported.test(one.text) || membersNamed(one, name, isChanged).stays;
  });
}

/** A text in which a member takes no value; undefined where it is none of an interface or of an object's type. */
function closed(oxc: Parser, path: string, text: string, name: Span): string | undefined {
  const outcome = parseSource(oxc, path, text);
  const edit = outcome.ok ? neverTyped(outcome.parsed, name) : undefined;
  return edit && applyEdits(text, textEdits([edit]) as TextEdits);
}
