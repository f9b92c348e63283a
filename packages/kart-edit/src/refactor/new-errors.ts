import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { sourceLanguage } from "@kart/core/syntax/source-language";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import { ownerOf, type Target } from "../planning/plan.ts";
import type { EditServices } from "../services.ts";

/** Whether something else with a member of the name may be taken for its owner, so that no reference tells who needs it. */
export function isStructural(target: Target): boolean {
  const { kind, name } = target.declaration;
  const owner = ownerOf(target);
  if (owner === undefined || owner.kind === "namespace") return false;
  return kind !== "enum-member" && kind !== "constructor" && !name.startsWith("#");
}

/** Files whose types are checked. */
const MAX_CHECKED = 100;

export interface NewErrors {
  readonly errors: readonly SourceDiagnostic[];
  /** Files beyond those that were checked. */
  readonly unchecked: number;
}

/**
 * The compiler's complaints that new texts would bring, in some files: the first hundred of them that are source code.
 *
 * @param files absolute
 * @param contents the new texts, by absolute path
 */
export async function newErrors(
  files: Iterable<string>,
  contents: ReadonlyMap<string, string>,
  { workspace, services, signal }: ToolContext<EditServices>,
): Promise<NewErrors> {
  const server = await services.languageServer();
  const sources = [...new Set(files)].filter(
    (file) => workspace.root.holds(file) && sourceLanguage(file) !== undefined,
  );
  const checked = sources.slice(0, MAX_CHECKED).map((file) => workspace.root.proveFile(file));
  const { diagnostics: after } = await server.diagnosticsOfAll(checked, contents, signal);
  const suspects = checked.filter((_, index) => after[index]?.some(isError));
  const { diagnostics: before } = await server.diagnosticsOfAll(suspects, new Map(), signal);
  const errors = suspects.flatMap((file, index) => {
    const old = Map.groupBy(before[index]?.filter(isError) ?? [], ({ code }) => code);
    const fresh = Map.groupBy(after[checked.indexOf(file)]?.filter(isError) ?? [], ({ code }) => code);
    return [...fresh].flatMap(([code, found]) => (found.length > (old.get(code)?.length ?? 0) ? found : []));
  });
  return { errors, unchecked: sources.length - checked.length };
}

function isError({ severity }: SourceDiagnostic): boolean {
  return severity === "error";
}

/** Errors shown. */
const MAX_SHOWN = 10;

/** Throws `still_referenced` where there are any. Otherwise says what was not checked. */
export function refuseErrors(what: string, { errors, unchecked }: NewErrors, next: string): string[] {
  if (errors.length === 0)
    return unchecked === 0
      ? []
      : [`${count(unchecked, "file")} that may use it by its shape alone NOT type-checked: check the whole workspace.`];
  const rows = errors
    .slice(0, MAX_SHOWN)
    .map(
      ({ location: { path = "", line }, message }) =>
        `${escapeName(path)}:${line} ${clip(escapeInvisible(message), 200)}`,
    );
  const more = errors.length > rows.length ? [`… and ${errors.length - rows.length} more`] : [];
  throw new ToolError(
    "still_referenced",
    [`${what}, with ${count(errors.length, "new type error")}:`, ...rows, ...more, next].join("\n"),
  );
}
