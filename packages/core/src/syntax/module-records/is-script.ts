import type { ParsedSource } from "../parser/parse.ts";

type Statement = ParsedSource["program"]["body"][number];

/** Whether no statement makes a module of a file: what it declares is global then, but for what CommonJS takes as one. */
export function isScript({ program }: Pick<ParsedSource, "program">): boolean {
  return !program.body.some(makesModule);
}

/** Whether what a file declares at its top is global: it is no module of CommonJS either. */
export function declaresGlobals(parsed: Pick<ParsedSource, "program" | "source" | "language">): boolean {
  return isScript(parsed) && (parsed.language !== "jsx" || !COMMON_JS.test(parsed.source));
}

const COMMON_JS = /\b(?:module\.exports|exports\.|require\s*\()/;

function makesModule(node: Statement): boolean {
  if (node.type === "TSImportEqualsDeclaration") return node.moduleReference.type === "TSExternalModuleReference";
  return /^(?:Import|Export|TSExportAssignment)/.test(node.type);
}
