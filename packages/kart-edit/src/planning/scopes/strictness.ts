import type { Node } from "oxc-parser";

/** `"use strict"` is read where nothing but such texts stands before it. */
export function isStrictBody(node: Node): boolean {
  return (
    (node.type === "Program" || node.type === "BlockStatement") &&
    node.body.some((one) => one.type === "ExpressionStatement" && one.directive === "use strict")
  );
}

/** Whether a function in a block is a variable of the function around it. */
export function isHoisted(node: Node, isStrict: boolean): boolean {
  return !isStrict && node.type === "FunctionDeclaration" && !node.async && !node.generator;
}
