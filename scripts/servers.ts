import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dir, "..");

/** A `packages/kart-*` that has a binary. */
export interface ServerPackage {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

export function serverPackages(): ServerPackage[] {
  const folders = readdirSync(join(ROOT, "packages")).filter((name) => name.startsWith("kart-"));
  return folders
    .map((name) => ({ name, folder: join(ROOT, "packages", name) }))
    .filter(({ folder }) => existsSync(join(folder, "src/main.ts")))
    .map(({ name, folder }) => ({ name, folder, manifest: manifestOf(folder) }));
}

/**
 * What a server's bundle leaves outside: packages with native code or a binary, which no bundle can hold.
 * Name to version, with the catalog's versions filled in. Private packages of the workspace are followed.
 */
export function externalDependencies({ manifest }: ServerPackage): Record<string, string> {
  const externals: Record<string, string> = {};
  const pending = [manifest];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [name, version] of Object.entries(next.dependencies ?? {})) {
      if (name.startsWith("@kart/")) pending.push(manifestOf(join(ROOT, "packages", name.slice("@kart/".length))));
      else if (!isBundled(name)) externals[name] = version === "catalog:" ? catalogVersion(name) : version;
    }
  }
  return externals;
}

/** Plain JavaScript, of which a bundle keeps what is used. */
const BUNDLED = ["@modelcontextprotocol/", "zod", "diff", "fastest-levenshtein", "ignore", "vscode-jsonrpc"];

function isBundled(name: string): boolean {
  return BUNDLED.some((bundled) => (bundled.endsWith("/") ? name.startsWith(bundled) : name === bundled));
}

function catalogVersion(name: string): string {
  const { workspaces } = manifestOf(ROOT) as unknown as { workspaces: { catalog: Record<string, string> } };
  const version = workspaces.catalog[name];
  if (version === undefined) throw new Error(`${name} is not in the catalog of the root package.json`);
  return version;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}
