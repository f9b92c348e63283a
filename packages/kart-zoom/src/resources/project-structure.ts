import { posix } from "node:path";
import type { Resource } from "@kart/core/mcp/resources";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { DEPENDENCIES } from "@kart/core/workspace/package-manifest";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { ZoomServices } from "../services.ts";

/** Longest text, in UTF-16 units. */
const MAX_TEXT = 38_000;

/** Most entries of a list; the first at which the whole fits is taken. */
const LIMITS = [2000, 500, 200, 80, 30, 10];

export const projectStructure: Resource<ZoomServices> = {
  uri: "kart://project/structure",
  name: "project-structure",
  title: "Structure of the project",
  description:
    "Packages with their folders of sources and entry points, tsconfigs, scripts: how this repository is laid out.",
  mimeType: "application/json",
  read: async (_variable, { workspace, services, signal }) => {
    const [modules, { entryPointsOf }] = await Promise.all([
      services.modules(),
      import("@kart/core/modules/entry-points"),
    ]);
    const graph = await modules.graph(signal);
    const structure = structureOf(graph, entryPointsOf(graph), workspace.root);
    for (const limit of LIMITS) {
      const text = JSON.stringify(limited(structure, limit));
      if (text.length <= MAX_TEXT) return text;
    }
    return JSON.stringify({ sourceFiles: structure.sourceFiles, omitted: "too much to show: list the folders" });
  },
};

type EntryPoints = ReturnType<(typeof import("@kart/core/modules/entry-points"))["entryPointsOf"]>;

function structureOf(graph: ModuleGraph, entryPoints: EntryPoints, root: WorkspaceRoot) {
  const { packages, configs } = graph.resolver;
  const own = new Set(packages.all.flatMap(({ name }) => name ?? []));
  const sources = Map.groupBy(graph.files.sources, (path) => packages.packageOf(path)?.folder ?? ".");
  const entries = Map.groupBy(
    entryPoints.filter(({ reason }) => reason !== "test"),
    ({ path }) => packages.packageOf(path)?.folder ?? ".",
  );
  const byFolder = new Map(packages.all.map((one) => [one.folder, one]));
  const folders = [...new Set([...byFolder.keys(), ...sources.keys()])].sort();
  return {
    packages: folders.map((folder) => {
      const { name, manifest = {} } = byFolder.get(folder) ?? {};
      const dependencies = DEPENDENCIES.flatMap((field) =>
        Object.keys((manifest[field] as object | undefined) ?? {}),
      ).filter((one) => own.has(one));
      return {
        ...(name !== undefined && { name }),
        path: folder,
        ...(typeof manifest["version"] === "string" && { version: manifest["version"] }),
        ...(manifest["private"] === true && { private: true }),
        ...(dependencies.length > 0 && { dependsOn: [...new Set(dependencies)] }),
        sourceFolders: sourceFolders(folder, sources.get(folder) ?? []),
        entryPoints: (entries.get(folder) ?? []).map(({ path, reason }) => ({ path, reason })),
        scripts: Object.keys((manifest["scripts"] as object | undefined) ?? {}),
      };
    }),
    tsconfigs: configs.all().map(({ path, include, files, references }) => ({
      path: root.relative(path),
      ...(include !== undefined && { include: include.map((pattern) => root.relative(pattern)) }),
      ...(files !== undefined && { files: files.map((file) => root.relative(file)) }),
      ...(references.length > 0 && { references: references.map((one) => root.relative(one)) }),
    })),
    sourceFiles: graph.files.sources.length,
    testFiles: entryPoints.filter(({ reason }) => reason === "test").length,
    problems: [...graph.resolver.problems, ...graph.unparsed].map(
      ({ path, line, message }) => `${path}:${line} ${message}`,
    ),
  };
}

/** Files of the package in each folder right below it. */
function sourceFolders(folder: string, sources: readonly string[]) {
  const top = (path: string) => {
    const [first = "", ...rest] = posix.relative(folder, path).split("/");
    return rest.length === 0 ? folder : posix.join(folder, first);
  };
  return [...Map.groupBy(sources, top)].map(([path, files]) => ({ path, files: files.length }));
}

/** Lists cut to a length, each with the number of entries left out. */
function limited(structure: ReturnType<typeof structureOf>, limit: number) {
  const omitted: Record<string, number> = {};
  const cut = <T>(name: string, list: readonly T[]): T[] => {
    if (list.length > limit) omitted[name] = (omitted[name] ?? 0) + list.length - limit;
    return list.slice(0, limit);
  };
  const packages = cut("packages", structure.packages).map((one) => ({
    ...one,
    sourceFolders: cut("sourceFolders", one.sourceFolders),
    entryPoints: cut("entryPoints", one.entryPoints),
    scripts: cut("scripts", one.scripts),
  }));
  return {
    ...structure,
    packages,
    tsconfigs: cut("tsconfigs", structure.tsconfigs),
    problems: cut("problems", structure.problems),
    ...(Object.keys(omitted).length > 0 && { omitted }),
  };
}
