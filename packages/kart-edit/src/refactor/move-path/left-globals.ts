import { join } from "node:path";
import { importersOf } from "@kart/core/modules/importers";
import { declarationsOf } from "@kart/core/syntax/declarations";
import { declaresGlobals } from "@kart/core/syntax/module-records/is-script";
import { declaresGlobally } from "@kart/core/syntax/module-records/declares-globally";
import { type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import type { World } from "./unlisted-imports.ts";

/** What declares something for all files of its projects, and leaves some of these for others: a line for each project that is left. */
export function leftGlobals(oxc: Parser, before: World, after: World, moved: (path: string) => string): string[] {
  return before.graph.files.sources.flatMap((path) => {
    const to = moved(path);
    if (to === path) return [];
    const own = listing(after, to);
    const others = listing(before, path).filter((config) => !own.includes(moved(config)));
    // What leaves all of its projects is told, whatever it declares.
    if (own.length === 0 || others.length === 0) return [];
    // Who imports it, at any depth, takes longest to tell.
    if (!declaresGlobally(oxc, path, before.graph.text(path) ?? "")) return [];
    const importing = new Set(importersAnyDepth(after, to).flatMap((one) => listing(after, one)));
    const left = others.filter((config) => !importing.has(moved(config)));
    return left.map(
      (config) =>
        `${to} was part of the project of ${moved(config)} as ${path}, which no longer sees what it declares globally`,
    );
  });
}

/** What was a script, and is a module by its new ending: a line for each that declares anything. */
export function madeModules(oxc: Parser, before: World, moved: (path: string) => string): string[] {
  return before.graph.files.sources.flatMap((path) => {
    const to = moved(path);
    if (to === path || MODULE.test(path) || !MODULE.test(to)) return [];
    const outcome = parseSource(oxc, path, before.graph.text(path) ?? "");
    if (!outcome.ok || !declaresGlobals(outcome.parsed) || declarationsOf(outcome.parsed, false).length === 0)
      return [];
    return [`${to} is a module by its ending, and ${path} was none: others no longer see what it declares`];
  });
}

const MODULE = /\.[cm][jt]s$/;

/** Configurations from the root. */
function listing({ root, projects }: World, path: string): string[] {
  return projects.listing(join(root.absolute, path)).map((config) => root.relative(config));
}

/** Who imports a file makes it part of its projects. */
function importersAnyDepth({ graph }: World, path: string): string[] {
  const result = importersOf(graph, { path, depth: ANY_DEPTH });
  return result.status === "found" ? result.importers.map((one) => one.path) : [];
}

const ANY_DEPTH = 1_000;
