import { posix } from "node:path";
import { isInBuildFolder } from "../../modules/source-twin.ts";
import type { Sources } from "../../modules/sources.ts";
import { isRecord } from "../../text/is-record.ts";
import {
  fieldEntries,
  leaves,
  mappedTargets,
  splitPackageSpecifier,
  type WorkspacePackage,
} from "../../workspace/package-manifest.ts";

/** In the order in which TypeScript reads them. */
const FIELDS = ["typings", "types", "main", "module"];

const NO_CONDITIONS: ReadonlySet<string> = new Set();

/** By the sources, which never change. */
const known = new WeakMap<Sources, WeakMap<WorkspacePackage, boolean>>();

/**
 * Whether who imports a package of the workspace by its name may be led to what is built from its sources: its manifest names
 * a module that is no source, or one in a folder that compilers fill. Whether it is so configurations decide.
 */
export function mayBeReadAsBuilt(one: WorkspacePackage, sources: Sources): boolean {
  const all = known.get(sources) ?? new WeakMap<WorkspacePackage, boolean>();
  known.set(sources, all);
  const found = all.get(one) ?? (one.name !== undefined && namesBuilt(one, sources));
  all.set(one, found);
  return found;
}

/** The declarations that a manifest names for a specifier, or that stand beside the scripts that it names. From the root. */
export function declarationsNamed({ folder, manifest }: WorkspacePackage, specifier: string): string[] {
  const { subpath = "." } = splitPackageSpecifier(specifier) ?? {};
  const fields = subpath === "." ? [manifest["types"], manifest["typings"], manifest["main"]] : [];
  return [...mappedTargets(manifest["exports"], subpath, NO_CONDITIONS), ...fields]
    .flatMap((target) => (typeof target === "string" ? posix.join(folder, target) : []))
    .flatMap((target) => [target, target.replace(/\.([cm]?)js$/, ".d.$1ts")])
    .filter((target) => /\.d\.[cm]?ts$/.test(target));
}

function namesBuilt({ folder, manifest }: WorkspacePackage, sources: Sources): boolean {
  const isBuilt = (target: string) => {
    const ending = /\.[^./*]+$/.exec(target)?.[0];
    if (ending !== undefined && !/^\.[cm]?[jt]sx?$/.test(ending)) return false;
    const path = posix.join(folder, target);
    if (isInBuildFolder(target)) return true;
    const [head, tail] = path.split("*");
    return tail === undefined
      ? sources.at(path) === undefined
      : sources.filter((one) => one.startsWith(head as string)).length === 0;
  };
  // These lead elsewhere by the version of the compiler.
  const isAnyRead = manifest["typesVersions"] !== undefined;
  const entries = fieldEntries(manifest["exports"]).map(([, value]) => value);
  const fields = Object.fromEntries(FIELDS.map((field) => [field, manifest[field]]));
  const read = (value: unknown, types: ReadonlySet<string>) =>
    isAnyRead ? leaves(value, NO_CONDITIONS) : [...readIn(value, types, isBuilt)];
  return [...entries.map((one) => read(one, TYPES)), read(fields, TYPE_FIELDS)].flat().some(isBuilt);
}

/**
 * What TypeScript may read of an entry, in its order: where types are the sources themselves, nothing that stands behind them.
 * https://www.typescriptlang.org/docs/handbook/modules/reference.html#packagejson-exports
 */
function* readIn(value: unknown, types: ReadonlySet<string>, isBuilt: (target: string) => boolean): Generator<string> {
  if (!isRecord(value)) return yield* leaves(value, NO_CONDITIONS);
  for (const [key, inner] of Object.entries(value)) {
    const targets = [...readIn(inner, types, isBuilt)];
    yield* targets;
    if (types.has(key) && targets.length > 0 && !targets.some(isBuilt)) return;
  }
}

const TYPES = new Set(["types"]);
const TYPE_FIELDS = new Set(["typings", "types"]);
