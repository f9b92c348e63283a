import type { EcmaScriptModule } from "oxc-parser";
import { MAY_NAME } from "./require-names.ts";
import type { SourceLanguage } from "../parser/source-language.ts";

/** Whether the text may hold something that the parser's module record does not list. */
export function needsTree(module: EcmaScriptModule, source: string, language: SourceLanguage | undefined): boolean {
  if (language === "dts" && mayImplyExports(module, source)) return true;
  if (module.dynamicImports.length > 0 || IN_ANY_FILE.test(source) || MAY_NAME.test(source)) return true;
  if (!module.hasModuleSyntax && IN_COMMON_JS.test(source)) return true;
  return module.importMetas.some(({ end }) =>
    /^\s*\.\s*(?:url|resolve|glob|globEager|require)\b/.test(source.slice(end, end + 40)),
  );
}

/** What passes on another module's exports, or `export {}` at the end, as the compiler writes it, says that it exports nothing more. */
function mayImplyExports({ hasModuleSyntax, staticExports }: EcmaScriptModule, source: string): boolean {
  const exportsAlone = staticExports.some(({ entries }) => entries.some((one) => one.moduleRequest !== null));
  return hasModuleSyntax && !exportsAlone && !/\nexport \{\s*\};?\s*$/.test(source.slice(-40));
}

const IN_ANY_FILE =
  /\brequire\s*(?:\?\.\s*)?[(.]|\bimport\s*\(|\bexport\s*=|\bexport\s*(?:type\s*)?\{\s*\}\s*from|\bdeclare\s+module\b|\b(?:jest|vi|vitest)\s*\.\s*\w*(?:[mM]ock|Actual)|\bmock\s*\.\s*module\b|\b(?:define|requirejs)\s*\(|\bSystem\s*\.\s*import\b|\b(?:templateUrl|styleUrls?)\s*:/;
const IN_COMMON_JS = /\bexports\b/;
