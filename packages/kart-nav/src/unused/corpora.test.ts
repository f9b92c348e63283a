import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { Workspace } from "@kart/core/workspace/workspace";
import { corpusFolder } from "@kart/testkit/corpora";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { importersOf } from "@kart/core/modules/importers";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { ModuleIndex } from "@kart/core/modules/module-index";
import { unusedExports } from "./unused-exports.ts";

setDefaultTimeout(90_000);

// Real packages side by side, as one unlinked workspace without any build.
const tree = new TempWorkspace();
let graph: ModuleGraph;

beforeAll(async () => {
  for (const name of ["zod", "rxjs", "effect"] as const) {
    const folder = realpathSync(corpusFolder(name));
    cpSync(folder, tree.path(`${name}/src`), { recursive: true });
    cpSync(join(dirname(folder), "package.json"), tree.path(`${name}/package.json`));
  }
  graph = await new ModuleIndex(new Workspace(tree.root)).graph(new AbortController().signal);
});
afterAll(() => tree[Symbol.dispose]());

test("every file parses, and nothing relative is left unresolved but a build that is not there", () => {
  expect(graph.unparsed).toEqual([]);
  expect(graph.nodes.size).toBeGreaterThan(1100);
  const relative = graph.unresolved().filter(({ specifier }) => specifier.startsWith("."));
  expect(relative.map(({ path, specifier }) => `${path} ${specifier}`)).toEqual([
    "rxjs/src/Rx.global.js ../dist/package/Rx",
  ]);
});

test("direct importers are those that a look at the text finds", () => {
  const wanted = new Set<string>();
  for (const path of graph.nodes.keys()) {
    const code = readFileSync(tree.path(path), "utf8").replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
    for (const [, specifier] of code.matchAll(/^(?:import|export)\s(?:[^"'`;]*?\sfrom\s*)?["'](\.[^"'\n]+)["']/gm)) {
      const joined = posix.join(posix.dirname(path), specifier as string).replace(/\.js$/, "");
      const target = [joined, `${joined}.ts`, `${joined}/index.ts`].find((one) => graph.nodes.has(one));
      if (target !== undefined) wanted.add(`${path} ${target}`);
    }
  }
  const found = new Set(
    [...graph.nodes.keys()].flatMap((target) =>
      graph.importsOf(target).map(({ importer }) => `${importer.path} ${target}`),
    ),
  );
  expect(wanted.size).toBeGreaterThan(4000);
  expect([...wanted].filter((edge) => !found.has(edge))).toEqual([]);
  // Beyond the statements there are import types, package names and import() only.
  const more = [...found].filter((edge) => !wanted.has(edge));
  expect(more.length).toBeLessThan(found.size / 20);
});

test("who takes Effect.map: every file with its name after a binding of the module, and nobody without", () => {
  const result = importersOf(graph, { path: "effect/src/Effect.ts", symbol: "map", depth: 1 });
  if (result.status !== "found") throw new Error(result.status);
  const listed = new Set(result.importers.map(({ path }) => path));
  const namespaces = graph.importsOf("effect/src/Effect.ts").flatMap(({ importer, record }) => {
    const binding = record.names.find(({ imported }) => imported === "*");
    return binding === undefined || record.reExport ? [] : [{ path: importer.path, local: binding.local }];
  });
  const isUser = ({ path, local }: { path: string; local: string }) =>
    new RegExp(`(?<![\\w.])${local}\\s*\\.\\s*map\\b(?!\\w)`).test(readFileSync(tree.path(path), "utf8"));
  expect(namespaces.length).toBeGreaterThan(200);
  expect(namespaces.filter((one) => isUser(one) && !listed.has(one.path))).toEqual([]);
  expect(result.importers.length).toBeLessThan(namespaces.length);
});

test("what is reported unused has no importer that names it", () => {
  const { unused, totalExports, entryPoints } = unusedExports(graph);
  expect(totalExports).toBeGreaterThan(10_000);
  expect(entryPoints.length).toBeGreaterThan(300);
  expect(unused.length).toBeGreaterThan(0);
  for (const { path, name } of unused) {
    const takers = graph
      .importsOf(path)
      .filter(
        ({ record }) =>
          !record.reExport && record.names.some((one) => one.imported === name && one.onlyExported !== true),
      );
    expect({ path, name, takers: takers.map(({ importer }) => importer.path) }).toEqual({ path, name, takers: [] });
  }
});
