import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildServer } from "../scripts/build.ts";
import { externalDependencies, ROOT, serverPackages } from "../scripts/servers.ts";

/** A server as an install has it: the bundle, and beside it the packages it leaves outside. */
export interface Bundle extends Disposable {
  readonly command: readonly string[];
}

export async function bundleOf(wanted: `kart-${string}`): Promise<Bundle> {
  const server = serverPackages().find(({ name }) => name === wanted);
  if (server === undefined) throw new Error(`${wanted} has no src/main.ts`);
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "kart-bundle-"));
  await buildServer(server, folder);
  for (const name of Object.keys(externalDependencies(server))) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(installed(name, [server.folder, join(ROOT, "packages/core")]), link);
  }
  return {
    command: [process.execPath, join(folder, "main.js")],
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

/** The real folder of a package, as one of the importing folders sees it. */
function installed(name: string, importers: readonly string[]): string {
  for (const importer of importers) {
    try {
      return realpathSync(join(importer, "node_modules", name));
    } catch {
      // Not a dependency of this one.
    }
  }
  throw new Error(`${name} is not installed`);
}
