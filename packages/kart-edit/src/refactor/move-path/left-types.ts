import { dirname, join, relative } from "node:path";
import { hasFormerDefaults } from "@kart/core/language-server/projects/former-defaults";
import { isDeclarationFile } from "@kart/core/syntax/parser/source-language";
import type { TsConfig } from "@kart/core/workspace/tsconfig";
import { typeDirectives } from "@kart/core/workspace/type-directives";
import type { World } from "./unlisted-imports.ts";

/** Declarations that projects take by their `types` and would not take any more: a line for each project and name. */
export function leftTypes(before: World, after: World, moved: (path: string) => string): string[] {
  const later = new Map(after.graph.resolver.configs.all().map((config) => [after.root.relative(config.path), config]));
  return before.graph.resolver.configs.all().flatMap((config) => {
    const isFormer = hasFormerDefaults(dirname(config.path));
    const taken = takenBy(before, config, isFormer);
    const now = later.get(moved(before.root.relative(config.path)));
    if (taken.length === 0 || now === undefined) return [];
    const still = new Set(takenBy(after, now, isFormer).map(({ source }) => source));
    return taken.flatMap(({ name, source }) => {
      const to = moved(source);
      // Who takes whatever is there may as well list it.
      const isListed = name === "*" && after.projects.listing(join(after.root.absolute, to)).includes(now.path);
      if (still.has(to) || isListed) return [];
      return [
        `${after.root.relative(now.path)} took ${source} by ${JSON.stringify(name)} of its \`types\`, and would not take ${to}`,
      ];
    });
  });
}

function takenBy(world: World, config: TsConfig, isFormer: boolean) {
  return typeDirectives(config, isFormer).flatMap(({ name, places }) => {
    const found = (name === "*" ? places.flatMap((place) => foldersIn(world, place)) : places).flatMap((place) => {
      const importer = world.root.relative(config.path);
      const target = world.graph.resolver.resolve(importer, specifierOf(dirname(config.path), place));
      return target.kind === "source" && isDeclarationFile(target.path) ? [{ name, source: target.path }] : [];
    });
    return name === "*" ? found : found.slice(0, 1);
  });
}

/** Folders of a folder that hold sources, absolute. */
function foldersIn({ root, graph }: World, folder: string): string[] {
  const names = graph.files.sources.flatMap((path) => {
    const [first = "", ...rest] = relative(folder, join(root.absolute, path)).split("/");
    return rest.length === 0 || first === ".." ? [] : [first];
  });
  return Array.from(new Set(names), (name) => join(folder, name));
}

function specifierOf(folder: string, place: string): string {
  const path = relative(folder, place);
  return path.startsWith("..") ? path : `./${path}`;
}
