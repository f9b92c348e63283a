import type { Node } from "oxc-parser";
import { ExportsNames } from "./exports-names.ts";
import { calleeName, isExportsName } from "../module-records/module-expressions.ts";
import { isModuleSyntax } from "../module-records/exported-names.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { nodesIn } from "../parser/tree.ts";
import { nodesAround } from "../scope.ts";

/**
 * Where a CommonJS module gives the object that it exports to functions of others, `require("./create")(exports)`, which may add to it
 * what no syntax tells. UTF-16 offsets.
 */
export function exportsGivenAt({ program, source }: ParsedSource): number[] {
  if (!/\bexports\b/.test(source) || program.body.some(isModuleSyntax)) return [];
  const names = new ExportsNames(program.body);
  const isExports = (node: Node) => isExportsName(names.calleeName(node, () => nodesAround(program, node.start)));
  return [...nodesIn(program, { start: 0, end: source.length })].flatMap((node) => {
    if (node.type !== "CallExpression" || names.isGiver(node)) return [];
    return !OF_EXPORTS.test(calleeName(node.callee) ?? "") && node.arguments.some(isExports) ? node.start : [];
  });
}

/** Functions of the language and of compilers, of which it is plain to see what they add. */
const OF_EXPORTS = /^Object\.|(?:^|\.)__/;
