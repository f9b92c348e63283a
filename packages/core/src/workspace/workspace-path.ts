import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { ToolError } from "../mcp/tool-error.ts";
import { clip, escapeName } from "../text/display.ts";
import { nearPaths } from "./near-paths.ts";
import { realPathOf, realPathOrUndefined } from "./real-path.ts";

/** Longest path argument taken, in UTF-16 units: PATH_MAX of Linux. */
const MAX_PATH_LENGTH = 4096;

/** A path that was followed through every symlink and found inside the workspace root. */
export interface WorkspacePath {
  /** From the root, with `/`; `.` for the root itself. */
  readonly relative: string;
  /** The real path on this machine, free of symlinks when it was proven. */
  readonly absolute: string;
  readonly kind: "file" | "folder";
}

/** Turns path arguments into proven paths. The root is resolved once, at the start. */
export class WorkspaceRoot {
  /** The real path of the root. */
  readonly absolute: string;
  /** The root as it was given: it may lead through a symlink, and so may absolute paths in arguments. */
  readonly #given: string;

  /** Throws `file_not_found` or `invalid_argument` where the root is not an existing folder. */
  constructor(given: string) {
    this.#given = resolve(given);
    const stats = statOrUndefined(this.#given);
    if (stats === undefined)
      throw new ToolError("file_not_found", `The root ${this.#given} does not exist. Pass --root DIR.`);
    if (!stats.isDirectory())
      throw new ToolError("invalid_argument", `The root ${this.#given} is not a folder. Pass --root DIR.`);
    this.absolute = realpathSync(this.#given);
  }

  /**
   * Proves that an existing path lies inside the root.
   *
   * Throws `path_outside_root`, `file_not_found` (with the nearest existing parent), `invalid_argument`, or `not_a_file`
   * for a FIFO, socket or device, which would block whoever opens it.
   */
  prove(argument: string): WorkspacePath {
    const lexical = this.lexical(argument);
    let real: string;
    let stats: Stats;
    try {
      real = realPathOf(lexical);
      stats = statSync(real);
    } catch (error) {
      throw this.#missing(argument, lexical, error);
    }
    if (!this.holds(real)) throw outside(argument);
    if (!stats.isFile() && !stats.isDirectory())
      throw new ToolError("not_a_file", `${shown(argument)} is neither a file nor a folder. Name another path.`);
    return { relative: this.relative(real), absolute: real, kind: stats.isFile() ? "file" : "folder" };
  }

  /** As {@link prove}, and throws `not_a_file` for a folder too. */
  proveFile(argument: string): WorkspacePath {
    const path = this.prove(argument);
    if (path.kind === "folder") throw new ToolError("not_a_file", `${shown(argument)} is a folder. Name a file in it.`);
    return path;
  }

  /** Whether an absolute path without symlinks lies inside the root. */
  holds(real: string): boolean {
    return isWithin(this.absolute, real);
  }

  /** From the root, with `/`; `.` for the root itself. */
  relative(absolute: string): string {
    const path = relative(this.absolute, absolute);
    return path === "" ? "." : sep === "/" ? path : path.replaceAll(sep, "/");
  }

  /**
   * A path argument as an absolute path inside the real root, whether or not anything is there. Links in it are not followed:
   * this proves nothing of where it leads.
   *
   * Throws `path_outside_root` and `invalid_argument`.
   */
  lexical(argument: string): string {
    if (argument === "") throw new ToolError("invalid_argument", "The path is empty. Use `.` for the root.");
    if (argument.includes("\0")) throw new ToolError("invalid_argument", "The path holds a NUL character. Remove it.");
    if (argument.length > MAX_PATH_LENGTH)
      throw new ToolError(
        "invalid_argument",
        `The path is longer than ${MAX_PATH_LENGTH} characters. Name a path in the workspace.`,
      );
    if (/^file:/i.test(argument))
      throw new ToolError("invalid_argument", "URIs are not paths. Pass the path alone, such as `src/a.ts`.");
    const path = resolve(this.absolute, argument);
    if (isWithin(this.absolute, path)) {
      // A model that writes `~` means the home folder, which nothing here expands.
      if (/^~[^/\\]*([/\\]|$)/.test(argument) && statOrUndefined(path) === undefined) throw outside(argument);
      return path;
    }
    if (isAbsolute(argument) && isWithin(this.#given, path)) return join(this.absolute, relative(this.#given, path));
    throw outside(argument);
  }

  #missing(argument: string, lexical: string, error: unknown): ToolError {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENAMETOOLONG")
      return new ToolError("invalid_argument", "A part of the path is too long. Name a path in the workspace.");
    for (let path = lexical; path !== parse(path).root; path = dirname(path)) {
      if (lstatOrUndefined(path) === undefined) continue;
      const link = path === lexical ? linkOrUndefined(path) : undefined;
      if (link !== undefined) {
        return isWithin(this.absolute, resolve(dirname(path), link))
          ? new ToolError(
              "file_not_found",
              `${shown(argument)} is a symlink that leads nowhere. Name its target's new place.`,
            )
          : outside(argument);
      }
      const real = realPathOrUndefined(path);
      if (real === undefined || !this.holds(real)) return outside(argument);
      if (code === "EACCES" || code === "EPERM")
        return new ToolError(
          "file_not_found",
          `${shown(argument)} may not be read by this user. Check its permissions.`,
        );
      return new ToolError(
        "file_not_found",
        `${shown(argument)} does not exist${argument.includes("*") ? ", and a path is no pattern" : ""}. ${this.#nearest(real, lexical, relative(path, lexical))}`,
      );
    }
    return outside(argument);
  }

  #nearest(real: string, wanted: string, missing: string): string {
    const name = real === this.absolute ? "the root" : escapeName(this.relative(real));
    if (statOrUndefined(real)?.isFile() === true) return `${name} is a file, not a folder.`;
    const near = nearPaths(real, missing.split(sep)).filter((one) => this.holds(realPathOrUndefined(one) ?? ""));
    if (near.length > 0) {
      const meant = near.map((one) => escapeName(this.relative(one))).join(" or ");
      return `The nearest existing folder is ${name}. Did you mean ${meant}?`;
    }
    const similar = similarNames(real, parse(wanted).name);
    const hint = similar.length > 0 ? `, which holds ${similar.join(", ")}` : "";
    return `The nearest existing folder is ${name}${hint}. List that folder first.`;
  }
}

export function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** The error for a path that leads out of the root. */
export function outside(argument: string): ToolError {
  return new ToolError(
    "path_outside_root",
    `${shown(argument)} is outside the workspace root. Nothing was read. Name a path inside it.`,
  );
}

/** A path argument, as messages quote it. */
export function shown(argument: string): string {
  return `\`${clip(escapeName(argument), 200)}\``;
}

/** Up to five names of a folder that start alike or hold the wanted name. */
function similarNames(folder: string, wanted: string): string[] {
  const key = wanted.toLowerCase().slice(0, 4);
  if (key.length < 3) return [];
  try {
    return readdirSync(folder)
      .filter((name) => name.toLowerCase().includes(key))
      .slice(0, 5)
      .map((name) => escapeName(name));
  } catch {
    return [];
  }
}

const statOrUndefined = (path: string): Stats | undefined => orUndefined(() => statSync(path));
const lstatOrUndefined = (path: string): Stats | undefined => orUndefined(() => lstatSync(path));
const linkOrUndefined = (path: string): string | undefined => orUndefined(() => readlinkSync(path));

/** A path that is absent, too long, unreadable or swapped since the last look says nothing. */
function orUndefined<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
