import type { SourceFile } from "./source-file.ts";

/** Whether the name at an offset (UTF-16) is the key of a member of an object literal. */
export function isKeyOfLiteral(file: SourceFile, offset: number): boolean {
  const around = file.nodesAround(offset);
  return around.some(({ node, span }, at) => {
    if (node.type !== "Property" || around[at - 1]?.node.type !== "ObjectExpression") return false;
    const start = span.start + (node.key.start - node.start);
    return start <= offset && offset <= start + (node.key.end - node.key.start);
  });
}
