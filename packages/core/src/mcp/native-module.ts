import type { BackendState } from "./serve.ts";

/**
 * The state of a package with native code: one that is there may still fail to load, on a platform it does not know.
 *
 * @param load imports it
 * @param from the folder of the importing module
 */
export async function nativeModule(name: string, load: () => Promise<unknown>, from: string): Promise<BackendState> {
  try {
    await load();
    const manifest = Bun.resolveSync(`${name}/package.json`, from);
    const { version } = (await Bun.file(manifest).json()) as { version: string };
    return { name, version, path: manifest.replace(/[/\\]package\.json$/, "") };
  } catch (error) {
    return { name, problem: `${(error as Error).message}. Reinstall with optional dependencies.` };
  }
}
