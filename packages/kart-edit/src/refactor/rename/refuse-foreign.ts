import { relative } from "node:path";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { clip, escapeInvisible, escapeName } from "@kart/core/text/display";
import { isOfLibrary, placeInPackage } from "@kart/core/workspace/installed-package";
import type { EditServices } from "../../services.ts";
import { LIBRARY } from "./library-names.ts";

/** Throws where a change would reach what is no part of the workspace. */
export function refuseForeign(
  files: readonly { readonly file: string }[],
  { workspace }: ToolContext<EditServices>,
  old: string,
): void {
  const rules = workspace.ignoreRules();
  const foreign = files.flatMap(({ file }) => {
    const isInside = workspace.root.holds(file);
    const installed = placeInPackage(file);
    const path = isInside
      ? workspace.root.relative(file)
      : isOfLibrary(file)
        ? LIBRARY
        : installed === undefined
          ? relative(workspace.root.absolute, file)
          : `${installed.name}/${installed.file}`;
    const isOwn = isInside && !path.split("/").includes("node_modules") && !rules.ignores(path, false);
    return isOwn ? [] : [{ path, isInside }];
  });
  // The same one whenever it is asked.
  const [first] = foreign.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  if (first === undefined) return;
  const { path, isInside } = first;
  throw new ToolError(
    isInside ? "protected_path" : "path_outside_root",
    `\`${escapeInvisible(old)}\` is ${isInside ? "declared or used" : "declared"} in ${escapeName(clip(path, 300))} too, which ${isInside ? "is generated or installed: git ignores it" : "is outside the workspace"}. Its name is not this workspace's to change.`,
  );
}
