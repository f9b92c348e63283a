import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import { count, escapeName } from "@kart/core/text/display";
import type { FilesToCheck } from "./files-to-check.ts";

export const SEVERITIES = ["error", "warning", "information", "hint"] as const;

/** Data files named before the rest is counted. */
const MAX_NAMED = 3;

interface Asked {
  /** None where git was asked what changed. */
  readonly paths?: readonly string[] | undefined;
  readonly dependents: boolean;
  readonly content?: string | undefined;
}

/**
 * @param done files that were checked in time
 * @param fresh how many of the complaints are new, where that is known
 */
export function summaryOf(
  found: readonly SourceDiagnostic[],
  target: Pick<FilesToCheck, "files" | "left" | "unread" | "deleted" | "data">,
  asked: Asked,
  done: number,
  fresh?: number,
): string {
  const { files, deleted } = target;
  const data = named(target.data);
  const further = furtherOf(target, data, asked);
  const gone = deleted.length === 0 ? "" : count(deleted.length, "deleted file");
  if (files.length + target.unread.length + found.length === 0) {
    if (gone !== "") return `${gone}${further === "" ? "; nothing imports what is gone." : `.${further}`}`;
    if (data !== "" && asked.dependents) return `Nothing depends on ${data}.`;
    if (asked.paths === undefined) return `git sees no source file as changed${data && `, but ${data}`}.${further}`;
    return data === "" ? "There is no source file there." : `No source file: ${data}.${further}`;
  }
  const all = files.length + target.left.length + target.unread.length;
  const share = done < all ? `${done.toLocaleString("en-US")} of ` : "";
  const checked = `${share}${count(all, "file")} checked${gone === "" ? "" : `, ${gone}`}.${further}`;
  if (done + found.length === 0) return checked;
  if (found.length === 0) return `No problems; ${checked}`;
  const counts = SEVERITIES.flatMap((severity) => {
    const amount = found.filter((one) => one.severity === severity).length;
    return amount === 0 ? [] : [count(amount, severity)];
  });
  const affected = new Set(found.map(({ location }) => location.file)).size;
  return `${counts.join(", ")} in ${count(affected, "file")}${since(fresh, found.length, asked)}; ${checked}`;
}

function since(fresh: number | undefined, all: number, { content }: Asked): string {
  if (fresh === undefined) return "";
  const what = content === undefined ? "new since HEAD" : "new with this content";
  return fresh === all ? `, ${what}` : `, ${fresh === 0 ? "none" : fresh} ${what}`;
}

/** Whoever names files chose them; that a change reaches further than git sees, or data than itself, is easily forgotten. */
function furtherOf(
  { files, deleted }: Pick<FilesToCheck, "files" | "deleted">,
  data: string,
  { paths, dependents }: Asked,
): string {
  if (dependents || (paths !== undefined && data === "")) return "";
  const isDataAlone = files.length === 0 && deleted.length === 0;
  if (isDataAlone && data === "") return "";
  const whose = isDataAlone
    ? "depend on that"
    : data === ""
      ? "import what changed"
      : paths === undefined
        ? `depend on what changed, ${data} too,`
        : `depend on ${data}`;
  return ` Files that ${whose} were NOT checked: pass dependents: true.`;
}

function named(paths: readonly string[]): string {
  const more = paths.length - MAX_NAMED;
  const shown = paths.slice(0, MAX_NAMED).map((path) => escapeName(path));
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
