import { posix } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";

/**
 * The files that Jest and Vitest take for a module where a test says so, `src/__mocks__/api.ts` of `src/api.ts`: no import ties them
 * to it. https://jestjs.io/docs/manual-mocks, https://vitest.dev/api/vi.html#vi-mock
 */
export function manualMocks(graph: ModuleGraph, path: string): string[] {
  return ENDINGS.map((ending) => mockOf(path, ending)).filter((one) => graph.nodes.has(one));
}

const ENDINGS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];

/** Where a module's manual mock stands. */
export function mockOf(path: string, ending: string): string {
  const name = posix.basename(path).replace(/\.[cm]?[jt]sx?$/, "");
  return posix.join(posix.dirname(path), "__mocks__", name + ending);
}

/** The manual mocks that export a name: `src/__mocks__/api.ts:1`. */
export function mocksExporting(graph: ModuleGraph, path: string, name: string): string[] {
  return manualMocks(graph, path).flatMap((mock) => {
    const node = graph.nodes.get(mock);
    const [found] = node === undefined ? [] : graph.exportsNamed(node, name);
    return found === undefined ? [] : [`${mock}:${found.line}`];
  });
}
