import { dirname, relative, resolve, sep } from "node:path";
import { ToolError } from "../mcp/tool-error.ts";
import { escapeName } from "../text/display.ts";
import { realPathOrUndefined } from "./real-path.ts";
import { isWithin, type WorkspacePath, type WorkspaceRoot } from "./workspace-path.ts";

/** What decides which programs run, or what an agent may do: never written, at any depth. */
const PROTECTED: readonly string[] = [".git", ".claude", ".mcp.json"];

/**
 * Throws `protected_path` for `.git/**`, `.claude/**` and `.mcp.json` at any depth below the root. Names are compared
 * without case, since a file system may ignore it too.
 *
 * Asked of the real path, of the path as it was given (a link inside `.claude` is a part of it wherever it leads), and
 * of where the root's own `.git`, `.claude` and `.mcp.json` lead in case they are links.
 */
export function refuseProtected(root: WorkspaceRoot, path: WorkspacePath, argument: string = path.relative): void {
  const isProtected =
    isProtectedName(path.relative) ||
    isProtectedName(asGiven(root, argument)) ||
    PROTECTED.some((name) => {
      const led = realPathOrUndefined(resolve(root.absolute, name));
      return led !== undefined && isWithin(led, path.absolute);
    });
  if (!isProtected) return;
  throw new ToolError(
    "protected_path",
    `${escapeName(path.relative)} is protected: .git, .claude and .mcp.json decide which programs run. Ask the user to change it.`,
  );
}

/** The file that a path argument means, to be written. Throws `protected_path` of folders too, and what proving it throws. */
export function proveWritable(root: WorkspaceRoot, argument: string): WorkspacePath {
  const path = root.prove(argument);
  refuseProtected(root, path, argument);
  return path.kind === "folder" ? root.proveFile(argument) : path;
}

/** @param path relative to the root, with `/` */
function isProtectedName(path: string): boolean {
  return path.split("/").some((part) => PROTECTED.includes(part.toLowerCase()));
}

/** A path argument relative to the root, without following links in it. */
function asGiven(root: WorkspaceRoot, argument: string): string {
  const lexical = resolve(root.absolute, argument);
  // Above the root any name may stand: worktrees live in `.claude/worktrees`.
  let top = root.absolute;
  // The root may be named through a link.
  if (!lexical.startsWith(root.absolute + sep))
    for (let folder = lexical; folder !== dirname(folder); folder = dirname(folder)) {
      if (folder === root.absolute || realPathOrUndefined(folder) === root.absolute) top = folder;
    }
  const path = relative(top, lexical);
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
