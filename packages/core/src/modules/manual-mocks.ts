import { existsSync } from "node:fs";
import { posix } from "node:path";
import { isMock } from "../syntax/module-records/module-expressions.ts";
import type { ModuleGraph } from "./module-graph.ts";
import { ENDINGS } from "./sources.ts";

/**
 * The files that Jest and Vitest take for a module where a test says so, `src/__mocks__/api.ts` of `src/api.ts`: no import ties them
 * to it. https://jestjs.io/docs/manual-mocks, https://vitest.dev/api/vi.html#vi-mock
 */
export function manualMocks(graph: ModuleGraph, path: string): string[] {
  return MODULE_ENDINGS.map((ending) => mockOf(path, ending)).filter((one) => graph.nodes.has(one));
}

const MODULE_ENDINGS = ENDINGS.filter((ending) => !ending.startsWith(".d."));

/** Where a module's manual mock stands. */
export function mockOf(path: string, ending: string): string {
  return posix.join(posix.dirname(path), FOLDER, posix.basename(withoutEnding(path)) + ending);
}

const FOLDER = "__mocks__";

/** The modules that a manual mock stands in for. */
export function mockedModules(graph: ModuleGraph, mock: string): string[] {
  const folder = posix.dirname(mock);
  if (posix.basename(folder) !== FOLDER) return [];
  const stem = posix.join(posix.dirname(folder), posix.basename(withoutEnding(mock)));
  return MODULE_ENDINGS.map((ending) => stem + ending).filter((one) => graph.nodes.has(one));
}

/**
 * The imports that lead to manual mocks in tests, and that TypeScript follows to what these stand in for: `src/a.ts:1 ./api → src/api.ts`,
 * `src/a.ts:2 axios`. Of a file of the workspace only where it is mocked somewhere, as none is by itself.
 *
 * @param paths from the root
 */
export function importsMocked(graph: ModuleGraph, paths: Iterable<string>): string[] {
  const found = [...paths].filter(isManualMock).flatMap((path) => {
    const modules = mockedModules(graph, path);
    if (modules.length === 0)
      return packageImports(graph, withoutEnding(path).slice(path.lastIndexOf(INSIDE) + INSIDE.length));
    return modules.flatMap((module) => {
      const edges = graph.importsOf(module);
      if (!edges.some(({ record }) => isMock(record.call))) return [];
      return edges
        .filter(({ importer, record }) => importer.path !== path && !record.typeOnly && !isMock(record.call))
        .map(({ importer, record: { line, specifier } }) => `${importer.path}:${line} ${specifier} → ${module}`);
    });
  });
  return [...new Set(found)];
}

const INSIDE = `${FOLDER}/`;

/** Where a package is imported, which a file in the folder of mocks beside `node_modules` stands in for. */
function packageImports(graph: ModuleGraph, name: string): string[] {
  return [...graph.nodes.values()].flatMap(({ path, record }) =>
    record.imports.flatMap(({ specifier, line, call }) =>
      specifier === name && !isMock(call) ? [`${path}:${line} ${specifier}`] : [],
    ),
  );
}

/** Whether a path is that of a file that may stand in for a module. */
export function isManualMock(path: string): boolean {
  return path.includes(INSIDE);
}

/**
 * Whether a module may have manual mocks, or be one, as far as its folder tells.
 *
 * @param file absolute
 */
export function mayHaveManualMocks(file: string): boolean {
  return isManualMock(file) || existsSync(posix.join(posix.dirname(file), FOLDER));
}

function withoutEnding(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, "");
}
