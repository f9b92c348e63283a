import { dirname, join } from "node:path";
import { isRelative } from "@kart/core/modules/import-places";
import type { ModuleNode } from "@kart/core/modules/module-graph";
import type { Resolver } from "@kart/core/modules/resolver";
import { relativeTo, stemOf } from "../../planning/paths/specifiers.ts";
import { systemAt } from "../module-system.ts";
import type { ShadowWorld } from "../shadow-world.ts";

/**
 * A path that stands in for a name, such as `#lib/a`, with an ending where ES modules are found by nothing else: the name had none to
 * go by. What has one stays as it is.
 *
 * @param path from a file at `importer`, after the move, to `target`
 */
export function pathAnew(
  before: Resolver,
  { resolver, root }: ShadowWorld,
  node: ModuleNode,
  name: string,
  path: string,
  { importer, target }: { readonly importer: string; readonly target: string },
): string {
  if (isRelative(name) || !isRelative(path) || !SOURCE.test(target) || SOURCE.test(path)) return path;
  const configs = resolver.configs.nearest(join(root.absolute, dirname(importer)));
  const isNamedByNode = name.startsWith("#") && !TYPESCRIPT.test(target);
  const isAsNode = configs.some(({ module, moduleResolution = module }) =>
    /^node(?:\d\d|next)$/i.test(moduleResolution ?? ""),
  );
  if (systemAt({ resolver }, importer) !== "module" || !(isNamedByNode || isAsNode)) return path;
  // What runs TypeScript as it stands finds it by its own ending.
  const isRunAsWritten = before.manifests.importTargets(node.path, name).some((one) => TYPESCRIPT.test(one));
  const isWhole = isRunAsWritten && configs.some(({ takesOwnEndings }) => takesOwnEndings === true);
  const [, kind = ""] = SOURCE.exec(target) ?? [];
  return relativeTo(importer, isWhole ? target : `${stemOf(target)}.${kind}js`);
}

const SOURCE = /\.([cm]?)[jt]sx?$/;
const TYPESCRIPT = /(?<!\.d)\.[cm]?tsx?$/;
