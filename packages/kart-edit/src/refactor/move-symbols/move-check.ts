import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { importsOfEither } from "@kart/core/modules/declaration-twin";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import type { NewPath } from "@kart/core/workspace/new-path";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { pathMeant, stemOf } from "../../planning/paths/specifiers.ts";
import type { EditServices } from "../../services.ts";
import { newErrors, refuseErrors } from "../new-errors.ts";

/**
 * Where a file counts as standing while its types are checked, from the root: the compiler looks for none in a folder that is not
 * there yet. Undefined where the folder is.
 */
export function standInFor(root: WorkspaceRoot, { parent, folders, name }: NewPath): string | undefined {
  if (folders.length === 0) return undefined;
  for (let number = 0; ; number++) {
    const path = join(parent, number === 0 ? name : name.replace(/(?=\.[cm]?[jt]sx?$)/, `-${number}`));
    if (!existsSync(path)) return root.relative(path);
  }
}

/**
 * What the compiler would complain of, which it does not already where the code stands.
 *
 * @param to where the code goes, and where it counts as standing
 */
export async function refuseBroken(
  from: string,
  to: { readonly path: string; readonly as: string },
  graph: ModuleGraph,
  texts: ReadonlyMap<string, { readonly after: string }>,
  context: ToolContext<EditServices>,
): Promise<string[]> {
  const { workspace, services, signal } = context;
  const { root } = workspace;
  const absolute = (path: string) => `${root.absolute}/${path}`;
  const contents = new Map(Array.from(texts, ([path, { after }]) => [absolute(path), after]));
  // Who imports what a declaration file describes takes its types.
  const importers = importsOfEither(graph, from).map(({ importer }) => absolute(importer.path));
  const found = await newErrors([...contents.keys(), ...importers], [], contents, context);
  if (found.errors.length === 0) return refuseErrors("", found, "");
  const server = await services.languageServer();
  const { diagnostics } = await server.diagnosticsOfAll([root.proveFile(from)], new Map(), signal);
  const complaint = (path: string, { code, message }: SourceDiagnostic) =>
    `${code} ${message.replaceAll(RELATIVE, (specifier) => stemOf(pathMeant(path, specifier)))}`;
  const old = new Set(diagnostics.flat().map((one) => complaint(from, one)));
  const errors = found.errors
    .filter((one) => one.location.path !== to.as || !old.has(complaint(to.as, one)))
    .map((one) => (one.location.path === to.as ? { ...one, location: { ...one.location, path: to.path } } : one));
  return refuseErrors(
    "It would not compile, by the lines that it would have",
    { ...found, errors },
    "Mend these first, or move what belongs together at once: symbol takes several.",
  );
}

/** A path in quotes, as an import writes it: another one from another folder for the same file. */
const RELATIVE = /(?<=["'])\.\.?\/[^"']*(?=["'])/g;
