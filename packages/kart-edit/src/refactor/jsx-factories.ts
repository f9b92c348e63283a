import type { ToolContext } from "@kart/core/mcp/define-tool";
import { type JsxFactories, jsxPragmas } from "@kart/core/syntax/module-records/jsx-factory";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { resolverOfCall } from "../change/once-per-call.ts";
import type { EditServices } from "../services.ts";

/** What the JSX of a file takes without naming it, as its comments or the configurations around it say. */
export async function jsxFactoriesOf(
  { source, language }: Pick<ParsedSource, "source" | "language">,
  path: string,
  { services, signal }: ToolContext<EditServices>,
): Promise<readonly JsxFactories[]> {
  const pragmas = /^(?:tsx|jsx)$/.test(language) ? jsxPragmas(source) : undefined;
  if (pragmas === undefined) return [];
  const resolver = await resolverOfCall(services, signal);
  return resolver.jsxFactories(path, pragmas).filter(({ isAssumed }) => !isAssumed);
}
