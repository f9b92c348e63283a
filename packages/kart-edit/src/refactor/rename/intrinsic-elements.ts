import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import { LineIndex } from "@kart/core/text/line-index";
import type { PlannedFile } from "../../change/change-files.ts";
import type { NewName } from "../../planning/names.ts";

/** `<Name` or `</Name`, where the sign stands behind no name or bracket that would take type arguments. */
const OPENING = /(?:^|[^\p{ID_Continue}$)\]])<$|<\/$/u;

/**
 * JSX takes a name that begins with a small letter for an element of the page, never for a component. Throws
 * `invalid_argument` where a component would get one.
 */
export function refuseIntrinsic({ old, fresh }: NewName, planned: readonly PlannedFile[]): void {
  if (!/^[a-z]/.test(fresh) || /^[a-z]/.test(old)) return;
  for (const { path, text, edits } of planned) {
    if (!/\.[jt]sx$|\.[cm]?js$/.test(path)) continue;
    const element = edits.find(
      ({ span }) => OPENING.test(text.slice(Math.max(0, span.start - 3), span.start)) && text[span.end] !== ".",
    );
    if (element === undefined) continue;
    const shown = escapeInvisible(fresh);
    throw new ToolError(
      "invalid_argument",
      `${escapeName(path)}:${new LineIndex(text).lineAt(element.span.start)} uses \`${escapeInvisible(old)}\` as a component: JSX would take \`<${shown}>\` for an element of the page. Send a name that begins with a capital letter.`,
    );
  }
}
