import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { mayRunWorkspacePrograms } from "@kart/core/process/workspace-programs";
import { installedFile } from "@kart/core/workspace/installed-file";

/** The programs that lint one file. */
export interface Binaries {
  /** The JavaScript file that starts oxlint; undefined where there is none. */
  readonly oxlint: string | undefined;
  /** The native program that oxlint asks about types; undefined where there is none. */
  readonly tsgolint: string | undefined;
}

/**
 * The nearest oxlint and tsgolint from a folder up to the workspace root, never above it; otherwise kart-edit's own, and
 * always those where programs of the workspace may not be run.
 *
 * Asked at every lint, by a few looks at the disk: packages come and go while the server runs, and Bun's resolver
 * remembers what it once did not find.
 *
 * @param folder a real path inside the root
 */
export function locateBinaries(folder: string, root: string): Binaries {
  // oxlint's own variable, for a tsgolint that someone chose.
  const chosen = process.env["OXLINT_TSGOLINT_PATH"] || undefined;
  const own = (file: string) => (mayRunWorkspacePrograms() ? installedFile(folder, file, root) : undefined);
  return {
    oxlint: own(OXLINT) ?? installedFile(import.meta.dir, OXLINT),
    tsgolint: chosen ?? nativeOf(own(TSGOLINT)) ?? nativeOf(installedFile(import.meta.dir, TSGOLINT)),
  };
}

/** Whether there is an oxlint for a file, which may not be asked. */
export function hasOxlint({ absolute }: { readonly absolute: string }, root: { readonly absolute: string }): boolean {
  return locateBinaries(dirname(absolute), root.absolute).oxlint !== undefined;
}

const OXLINT = "oxlint/bin/oxlint";
const TSGOLINT = "oxlint-tsgolint/package.json";

/** The version in the manifest of the package that a program stands in, at most two folders deep. */
export function packageVersion(program: string): string | undefined {
  for (let folder = dirname(program), depth = 0; depth < 2; folder = dirname(folder), depth++) {
    const manifest = join(folder, "package.json");
    if (!existsSync(manifest)) continue;
    const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version?: unknown };
    return typeof version === "string" ? version : undefined;
  }
  return undefined;
}

/**
 * tsgolint without the JavaScript that starts it, which would be one process more: the package depends on one with the
 * program for this platform. It stands beside the real package, wherever a symlink in `node_modules` leads.
 */
function nativeOf(manifest: string | undefined): string | undefined {
  if (manifest === undefined) return undefined;
  const file = process.platform === "win32" ? "tsgolint.exe" : "tsgolint";
  return installedFile(dirname(realpathSync(manifest)), `@oxlint-tsgolint/${process.platform}-${process.arch}/${file}`);
}
