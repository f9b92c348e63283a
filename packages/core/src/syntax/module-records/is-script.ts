import type { ParsedSource } from "../parser/parse.ts";

type Statement = ParsedSource["program"]["body"][number];

/** Whether no statement makes a module of a file: what it declares is global then, but for what CommonJS takes as one. */
export function isScript({ program }: Pick<ParsedSource, "program">): boolean {
  return !program.body.some(makesModule);
}

function makesModule(node: Statement): boolean {
  if (node.type === "TSImportEqualsDeclaration") return node.moduleReference.type === "TSExternalModuleReference";
  return /^(?:Import|Export|TSExportAssignment)/.test(node.type);
}
