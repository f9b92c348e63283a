import { ToolError } from "@kart/core/mcp/tool-error";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeName } from "@kart/core/text/display";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { isModuleAt } from "../module-system.ts";

/** A file that symbols move out of or to, with how others have what it declares. */
export interface MovableModule {
  readonly node: ModuleNode;
  readonly isCommonJs: boolean;
}

/** Throws `invalid_argument` for what is no module. */
export function moduleAt(
  root: WorkspaceRoot,
  graph: ModuleGraph,
  path: string,
  { parsed }: SourceSymbols,
): MovableModule {
  const node = graph.nodes.get(path);
  if (node === undefined) throw ignored(path);
  const { exports, imports } = node.record;
  const assigns = exports.some(({ commonJs }) => commonJs === true);
  if (isEcmaScript(parsed) && !assigns) return { node, isCommonJs: false };
  const isCommonJs = mayBeCommonJs(root, path) && (assigns || imports.some(({ call }) => call === "require"));
  if (isCommonJs && !isEcmaScript(parsed)) return { node, isCommonJs };
  throw new ToolError(
    "invalid_argument",
    `${escapeName(path)} is no ES module, nor CommonJS: what it declares others do not have by import. Move the code with kart_patch.`,
  );
}

/** Whether a text has `import` or `export`. */
export function isEcmaScript({ program }: ParsedSource): boolean {
  return program.body.some(({ type }) => /^(?:Import|Export)/.test(type));
}

/** Whether Node.js takes a file for CommonJS unless its text says otherwise. */
export function mayBeCommonJs(root: WorkspaceRoot, path: string): boolean {
  return /\.c?js$/.test(path) && !isModuleAt(root, path);
}

export function ignored(path: string): ToolError {
  return new ToolError(
    "invalid_argument",
    `${escapeName(path)} is ignored by git, so that nobody knows who imports it. Move the code with kart_patch.`,
  );
}
