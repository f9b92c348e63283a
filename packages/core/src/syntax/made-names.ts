import type { Node } from "oxc-parser";
import { nodesIn } from "./parser/tree.ts";

/**
 * Whether types in a node are made of type parameters or of keys as templates, `on${Capitalize<K>}`: names of members may be parts of
 * these. What `infer` takes apart again, `${infer Head}.${string}`, is none.
 */
export function makesNames(node: Node): boolean {
  const all = [...nodesIn(node, node)];
  const parameters = new Set(
    all.flatMap((one) =>
      one.type === "TSTypeParameter" ? one.name.name : one.type === "TSMappedType" ? one.key.name : [],
    ),
  );
  const isKey = (one: Node) =>
    (one.type === "TSTypeOperator" && one.operator === "keyof") ||
    (one.type === "TSTypeReference" && one.typeName.type === "Identifier" && parameters.has(one.typeName.name));
  return all.some(
    (one) => one.type === "TSTemplateLiteralType" && one.types.some((each) => nodesIn(each, each).some(isKey)),
  );
}
