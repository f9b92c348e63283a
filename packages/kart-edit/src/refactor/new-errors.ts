import { existsSync } from "node:fs";
import { isStyleCheck, type SourceDiagnostic } from "@kart/core/language-server/answers";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import { type LineHunk, oldLineOf, textHunks } from "@kart/core/text/line-diff";
import { proveNew } from "@kart/core/workspace/new-path";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { EditServices } from "../services.ts";
import { statOrUndefined } from "@kart/core/workspace/stats";

/** Files whose types are checked because they hold the name. */
export const MAX_CHECKED = 100;

/** Bytes of the files that are checked beyond them, since the owner may be taken for another type there. */
const MAX_SHARING = 1_000_000;

export interface NewErrors {
  readonly errors: readonly SourceDiagnostic[];
  /** The files that were checked, absolute. */
  readonly checked: readonly string[];
  /** Files of both kinds beyond those that were checked. */
  readonly unchecked: number;
  readonly sharing: number;
}

/**
 * The compiler's complaints that new texts would bring, in some files: the first of them that are source code.
 *
 * @param files those that hold the name or were found otherwise, absolute
 * @param sharing those beyond them, the likeliest first; absolute
 * @param contents the new texts, by absolute path
 * @param isWhole whether those beyond are checked though the first have complaints, which is reason enough to refuse
 */
export async function newErrors(
  files: Iterable<string>,
  sharing: readonly string[],
  contents: ReadonlyMap<string, string>,
  context: ToolContext<EditServices>,
  isWhole = false,
): Promise<NewErrors> {
  const { workspace } = context;
  const isSource = (file: string) =>
    workspace.root.holds(file) && sourceLanguage(file) !== undefined && !file.split("/").includes("node_modules");
  const likely = new Set([...files].filter(isSource));
  const others = [...new Set(sharing)].filter((file) => isSource(file) && !likely.has(file));
  let size = 0;
  const isFar = (file: string) => (size += statOrUndefined(file)?.size ?? 0) > MAX_SHARING;
  const far = others.findIndex(isFar);
  const near = far === -1 ? others : others.slice(0, far);
  const first = [...likely].slice(0, MAX_CHECKED);
  const errors = await errorsIn(first, contents, context);
  const isEnough = errors.length > 0 && !isWhole;
  if (!isEnough) errors.push(...(await errorsIn(near, contents, context)));
  return {
    errors,
    checked: isEnough ? first : [...first, ...near],
    unchecked: likely.size - first.length,
    sharing: others.length - (isEnough ? 0 : near.length),
  };
}

async function errorsIn(
  files: readonly string[],
  contents: ReadonlyMap<string, string>,
  { workspace, services, signal }: ToolContext<EditServices>,
): Promise<SourceDiagnostic[]> {
  if (files.length === 0) return [];
  const server = await services.languageServer();
  // One that a change makes is not there yet.
  const checked = files.map(
    (file) => (contents.has(file) ? proveNew(workspace.root, file) : undefined) ?? workspace.root.proveFile(file),
  );
  const found = await server.diagnosticsOfAll(checked, contents, signal, { ofChange: true });
  // That something is unused after a change is no reason to refuse it.
  const after = found.diagnostics.map((ones) => ones.filter((one) => !isStyleCheck(one)));
  const suspects = Map.groupBy(
    checked.filter((_, index) => after[index]?.some(isError)),
    ({ absolute }) => existsSync(absolute),
  );
  const known = suspects.get(true) ?? [];
  const { diagnostics: before } = await server.diagnosticsOfAll(known, new Map(), signal);
  return [...known, ...(suspects.get(false) ?? [])].flatMap((file, index) => {
    const { absolute } = file;
    const fresh = contents.get(absolute);
    const outcome = fresh === undefined ? undefined : readTextFile(absolute);
    const hunks = outcome?.status === "read" ? textHunks(outcome.text, fresh as string) : [];
    return addedErrors(before[index] ?? [], after[checked.indexOf(file)] ?? [], hunks);
  });
}

/**
 * The errors of a file's complaints that those before a change do not account for: in the line that it was in, of the same kind, or
 * elsewhere in the same words, or where it was with another module. An error that another takes the place of is no less new.
 *
 * @param hunks what the change does to the file
 */
export function addedErrors(
  before: readonly SourceDiagnostic[],
  after: readonly SourceDiagnostic[],
  hunks: readonly LineHunk[],
): SourceDiagnostic[] {
  const left = before.filter(isError);
  const without = (from: readonly SourceDiagnostic[], isSame: (a: SourceDiagnostic, b: SourceDiagnostic) => boolean) =>
    from.filter((one) => {
      const at = left.findIndex((other) => kindOf(one) === kindOf(other) && isSame(one, other));
      if (at !== -1) left.splice(at, 1);
      return at === -1;
    });
  const other = without(after.filter(isError), (a, b) => a.message === b.message);
  const moved = without(other, (a, b) => formerLine(hunks, a.location.line) === b.location.line);
  return without(moved, (a, b) => isRewritten(hunks, a, b));
}

/** Whether a complaint of changed lines is one that these had before of another module: `Module '"./a"' has no exported member`. */
function isRewritten(hunks: readonly LineHunk[], after: SourceDiagnostic, before: SourceDiagnostic): boolean {
  const [now, then] = [after.location.line, before.location.line];
  const isIn = hunks.some(
    ({ oldStart, oldEnd, newStart, newEnd }) => newStart < now && now <= newEnd && oldStart < then && then <= oldEnd,
  );
  const bare = ({ message }: SourceDiagnostic) => message.replaceAll(/"[^"]*"/g, '""');
  return isIn && bare(after) === bare(before);
}

/** The line of the text before that a line of the text after was, 1-based: of one that was changed, as far as no line came or went there. */
function formerLine(hunks: readonly LineHunk[], line: number): number | undefined {
  const known = oldLineOf(hunks, line - 1);
  if (known !== undefined) return known + 1;
  const hunk = hunks.find(({ newStart, newEnd }) => newStart < line && line <= newEnd);
  const isAsLong = hunk !== undefined && hunk.newEnd - hunk.newStart === hunk.oldEnd - hunk.oldStart;
  return isAsLong ? line - hunk.newStart + hunk.oldStart : undefined;
}

/** Without the suggestion of a name, an error goes by another number. */
function kindOf({ code }: SourceDiagnostic): number {
  return PLAIN.get(Number(code)) ?? Number(code);
}

/** "Did you mean" and what the compiler says without it: its `diagnosticMessages.json`. */
const PLAIN: ReadonlyMap<number, number> = new Map([
  [2551, 2339],
  [2552, 2304],
  [2662, 2304],
  [2663, 2304],
  [2724, 2305],
  [2561, 2353],
  [2820, 2322],
]);

/** Whether it is an error of the text itself. */
export function isError({ severity, code }: SourceDiagnostic): boolean {
  return severity === "error" && !OF_PROJECTS.has(Number(code));
}

/** A file outside of `rootDir`, or of what a composite project lists: no text brings them, and they come and go between two answers. */
const OF_PROJECTS = new Set([6059, 6307]);

/** Errors shown. */
const MAX_SHOWN = 10;

/** Throws `still_referenced` where there are any. Otherwise says what was not checked. */
export function refuseErrors(
  what: string,
  { errors, unchecked, sharing }: Omit<NewErrors, "checked">,
  next: string,
): string[] {
  const left = unchecked + sharing;
  if (errors.length === 0)
    return left === 0
      ? []
      : [`${count(left, "file")} that may use it by its shape alone NOT type-checked: check the whole workspace.`];
  throw new ToolError("still_referenced", [`${what}, with ${errorRows({ errors }).join("\n")}`, next].join("\n"));
}

/** How many there are, and the first of them by their lines. */
export function errorRows({ errors }: Pick<NewErrors, "errors">): string[] {
  const rows = errors
    .slice(0, MAX_SHOWN)
    .map(
      ({ location: { path = "", line }, message }) =>
        `${escapeName(path)}:${line} ${clip(escapeInvisible(message), 200)}`,
    );
  const more = errors.length > rows.length ? [`… and ${errors.length - rows.length} more`] : [];
  return [`${count(errors.length, "new type error")}:`, ...rows, ...more];
}
