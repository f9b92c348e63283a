import { declarationsOf } from "../declarations.ts";
import { type ParsedSource, type Parser, parseSource } from "../parser/parse.ts";
import { isDeclarationFile } from "../parser/source-language.ts";
import { declaresGlobals } from "./is-script.ts";

/**
 * Whether a text declares what other files use without importing it: a script does, and a module by `declare global`, by
 * `declare module` and by `export as namespace`.
 */
export function declaresGlobally(oxc: Parser, path: string, text: string): boolean {
  const isAmbient = AMBIENT.test(text);
  // Most files are modules, which need not be parsed to see that.
  if (!isAmbient && !isDeclarationFile(path) && MODULE.test(text)) return false;
  const outcome = parseSource(oxc, path, text);
  const parsed = outcome.ok ? outcome.parsed : outcome.recovered;
  if (parsed === undefined) return isAmbient;
  const { body } = parsed.program;
  if (body.some((node) => node.type === "TSNamespaceExportDeclaration" || isOpenToAll(node))) return true;
  if (!declaresGlobals(parsed)) return false;
  return declarationsOf(parsed, false).length > 0 || REFERENCE.test(text);
}

type Statement = ParsedSource["program"]["body"][number];

/** `declare global`, `declare module "name"`. */
function isOpenToAll(node: Statement): boolean {
  return node.type === "TSModuleDeclaration" && (node.kind === "global" || node.id.type === "Literal");
}

const AMBIENT = /\bdeclare\s+(?:global|module)\b|\bexport\s+as\s+namespace\b/;
const MODULE = /^(?:export\b|import\b(?!\s*[\w$]+\s*=))/m;
const REFERENCE = /^\/\/\/\s*<reference\b/m;
