import type { RipgrepScope } from "./ripgrep.ts";
import { runToEnd } from "./run.ts";

/**
 * The files of a scope that its names and its type take: ripgrep itself searches what is named by its path, whatever it is called.
 *
 * @param ripgrep where it is installed, which knows the types
 */
export async function filesTaken(scope: RipgrepScope, ripgrep: () => Promise<string>): Promise<readonly string[]> {
  const { paths, fileNames = [], type } = scope;
  const names = [...fileNames, ...(type === undefined ? [] : await namesOf(type, scope, ripgrep))];
  const globs = names.map((name) => new Bun.Glob(name));
  return globs.length === 0
    ? paths
    : paths.filter((path) => globs.some((glob) => glob.match(path.slice(path.lastIndexOf("/") + 1))));
}

/** The globs over base names that ripgrep knows a type by; none of a type that it does not know. */
async function namesOf(type: string, scope: RipgrepScope, ripgrep: () => Promise<string>): Promise<readonly string[]> {
  const { root, signal } = scope;
  const { stdout } = await runToEnd(await ripgrep(), ["--no-config", "--type-list"], { cwd: root, signal });
  const lines = new TextDecoder().decode(stdout).split("\n");
  const line = lines.find((one) => one.startsWith(`${type}: `));
  return line?.slice(type.length + 2).split(", ") ?? [];
}
