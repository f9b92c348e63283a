import { posix } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { ENDINGS } from "@kart/core/modules/sources";

/**
 * The files that Jest and Vitest take for a module where a test says so, `src/__mocks__/api.ts` of `src/api.ts`: no import ties them
 * to it. https://jestjs.io/docs/manual-mocks, https://vitest.dev/api/vi.html#vi-mock
 */
export function manualMocks(graph: ModuleGraph, path: string): string[] {
  const endings = ENDINGS.filter((ending) => !ending.startsWith(".d."));
  return endings.map((ending) => mockOf(path, ending)).filter((one) => graph.nodes.has(one));
}

/** Where a module's manual mock stands. */
export function mockOf(path: string, ending: string): string {
  const name = posix.basename(path).replace(/\.[cm]?[jt]sx?$/, "");
  return posix.join(posix.dirname(path), "__mocks__", name + ending);
}
