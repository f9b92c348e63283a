import { isRelative } from "@kart/core/modules/import-places";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import type { ComputedImport } from "@kart/core/syntax/module-records/module-record";
import { pathMeant } from "../../planning/paths/specifiers.ts";
import type { ShadowWorld } from "../shadow-world.ts";
import type { Move } from "./move-imports.ts";

/**
 * Imports whose specifier is put together when the program runs, `src/a.ts:3 ./locales/…`: by a path that a move changes they lead
 * elsewhere, be it from their file, by an alias, or from the top of their package. By the places that files have after the move.
 */
export function computedOnes(
  { path, computed }: { readonly path: string; readonly computed: readonly ComputedImport[] },
  graph: ModuleGraph,
  shadow: ShadowWorld,
  { from, whereTo }: Move,
): string[] {
  const to = whereTo(path) ?? path;
  const startOf = (meant: string, prefix: string) => (meant === "." ? "" : prefix.endsWith("/") ? `${meant}/` : meant);
  const isTouched = (prefix: string) => {
    if (isRelative(prefix)) {
      const start = startOf(pathMeant(path, prefix), prefix);
      const isWithin = start.startsWith(`${from}/`);
      return to === path ? isWithin || from.startsWith(start) : whereTo(path) !== undefined && !isWithin;
    }
    const places = prefix === "" ? [] : graph.resolver.places(path, prefix).map((one) => one.replace(/\/$/, ""));
    return places.some((meant) => {
      const start = startOf(meant, prefix);
      if (!start.startsWith(`${from}/`)) return from.startsWith(start);
      // The alias may have moved as well.
      return !shadow.resolver.places(to, prefix).some((one) => one.replace(/\/$/, "") === whereTo(meant));
    });
  };
  return computed.flatMap(({ line, prefix }) => (isTouched(prefix) ? [`${to}:${line} ${prefix}…`] : []));
}
