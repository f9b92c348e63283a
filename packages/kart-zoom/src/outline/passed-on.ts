import { escapeInvisible, escapeName } from "@kart/core/text/display";
import type { Block } from "./blocks.ts";
import { exportEntry } from "./module-exports.ts";

/** What modules export, each with what it is called. */
interface Module {
  readonly path: string;
  readonly blocks: readonly Block[];
}

/**
 * What a module passes on of others in the list, with the names under which those export it. `module.exports =` is none: it
 * has no name that a statement could take.
 */
export function passedOnIn(modules: readonly Module[]): (module: Module) => ReadonlyMap<Block, string> {
  const declaring = new Map(
    modules.map(({ path, blocks }) => {
      const own = blocks.filter((one) => one.path === path && one.name !== "export=");
      return [path, Map.groupBy(own, (one) => one.outlined)];
    }),
  );
  return ({ path, blocks }) => {
    const named = blocks.flatMap((one): [Block, string][] => {
      const shown = one.path === path || one.name === "export=" ? [] : declaring.get(one.path)?.get(one.outlined);
      const names = (shown ?? []).map(({ name }) => name).sort((a, b) => rank(a, one.name) - rank(b, one.name));
      return names[0] === undefined ? [] : [[one, names[0]]];
    });
    return new Map(named);
  };
}

/** Of several names, the same one says the most, and `default` the least. */
function rank(name: string, passedOnAs: string): number {
  return name === passedOnAs ? 0 : name === "default" ? 2 : 1;
}

/** The statements that pass it on, one for each file; that is called as the module that the answer declares for it. */
export function passedOnRows(passedOn: ReadonlyMap<Block, string>): string[] {
  return [...Map.groupBy(passedOn, ([{ path }]) => path)].map(([path, group]) => {
    const names = group.map(([{ name }, own]) => escapeInvisible(exportEntry(own, name)));
    return `export { ${[...new Set(names)].join(", ")} } from ${JSON.stringify(escapeName(path))};`;
  });
}
