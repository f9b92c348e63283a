import { posix } from "node:path";
import { sourceLanguage } from "../syntax/parser/source-language.ts";
import { isRecord } from "../text/is-record.ts";
import { leaves, type WorkspacePackage } from "../workspace/package-manifest.ts";
import type { ModuleGraph } from "./module-graph.ts";
import { sourcesOfOwnFields } from "./own-fields.ts";

/** Source files that a package's manifest, page or deployment names beside its entry points. */
export function entriesNamedFor(graph: ModuleGraph, owner: WorkspacePackage): string[] {
  const here = posix.join(owner.folder, "package.json");
  const { jest } = owner.manifest;
  const ofJest = isRecord(jest) ? leaves(jest, new Set()) : [];
  const dependsOn = (...names: string[]) => names.some((name) => graph.resolver.packages.declares(here, name));
  const text = (name: string) => graph.text(posix.join(owner.folder, name)) ?? "";
  const scripts = dependsOn("vite", "parcel") ? captured(text("index.html"), SCRIPT) : [];
  const workers = dependsOn("wrangler", "@cloudflare/workers-types", "@cloudflare/vite-plugin")
    ? ["wrangler.toml", "wrangler.json", "wrangler.jsonc"].flatMap((name) => captured(text(name), WORKER))
    : [];
  const targets = [...ofJest, ...scripts.map((one) => one.replace(/^\//, "./")), ...workers];
  return [...sourcesOfOwnFields(graph.resolver, owner), ...targets.flatMap((target) => filesAt(graph, here, target))];
}

const SCRIPT = /<script\b[^>]*?\bsrc\s*=\s*["']?([^"'\s>?]+)/gi;
const WORKER = /^\s*"?main"?\s*[:=]\s*["']([^"']+)["']/gm;

/**
 * Source files that a configuration names as what a bundler starts from or what a test runner sets up: in plain strings, read from its
 * text. What it computes otherwise is not seen.
 */
export function entriesNamedIn(graph: ModuleGraph, config: string): string[] {
  const text = graph.text(config) ?? "";
  return captured(text, NAMED).flatMap((value) => {
    const strings = stringsIn(value);
    const isCall = /^[\w.]+\(/.test(value) && strings.length > 0;
    return (isCall ? [posix.join(...strings)] : strings).flatMap((target) => filesAt(graph, config, target));
  });
}

/** The routes that React Router's `app/routes.ts` names, relative to itself. */
export function routesNamedIn(graph: ModuleGraph, routes: string): string[] {
  return stringsIn(graph.text(routes) ?? "").flatMap((target) =>
    sourceLanguage(target) === undefined ? [] : filesAt(graph, routes, target),
  );
}

/** A string, a list, an object without functions, or a call such as `resolve(__dirname, "src/index.ts")`. */
const VALUE = /"[^"\n]*"|'[^'\n]*'|\[[^\]]*\]|\{[^}]*\}|[\w.]+\([^)]*\)/.source;
const KEYS =
  "setupFiles|setupFilesAfterEnv|globalSetup|globalTeardown|environment|testEnvironment|entry|entryPoints|entrypoints|input|schema";
const NAMED = new RegExp(`(?<![\\w.])["']?(?:${KEYS})["']?\\s*:\\s*(${VALUE})`, "g");

function captured(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, found = ""]) => found);
}

function stringsIn(text: string): string[] {
  return Array.from(text.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g), ([, double, single = ""]) => double ?? single);
}

/** The sources of the same package that a path or a glob leads to; what has neither folder nor ending is a name. */
function filesAt({ resolver, nodes }: ModuleGraph, from: string, target: string): string[] {
  const relative = target.replace(/^<rootDir>\//, "./");
  if (!/[./]/.test(relative) || /^(?:[a-z]+:|\/)/i.test(relative)) return [];
  const path = posix.join(posix.dirname(from), relative);
  const { packages } = resolver;
  const isOwn = (found: string) => nodes.has(found) && packages.packageOf(found) === packages.packageOf(from);
  if (path.includes("*")) {
    const glob = new Bun.Glob(path);
    return [...nodes.keys()].filter((one) => glob.match(one) && isOwn(one));
  }
  const found = resolver.sourceAt(path);
  return found !== undefined && isOwn(found) ? [found] : [];
}
