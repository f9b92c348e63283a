import type { Node } from "oxc-parser";

/** Functions that take the default export of the module they are given, and nothing else of it, by the packages they come from. */
const LOADERS: ReadonlyMap<string, string> = new Map([
  ["@loadable/component", "default"],
  ["next/dynamic", "default"],
  ["preact/compat", "lazy"],
  ["react", "lazy"],
  ["solid-js", "lazy"],
  ["vue", "defineAsyncComponent"],
]);

/**
 * Whether a function is what such a loader is given, alone: `lazy(() => import("./page"))` of React. Options may take another export.
 *
 * @param parents the nodes around the function, the outermost first
 */
export function isGivenToLoader(loading: Node, parents: readonly Node[]): boolean {
  const call = parents.at(-1);
  if (call?.type !== "CallExpression" || call.arguments[0] !== loading || call.arguments.length > 1) return false;
  const { callee } = call;
  const program = parents.find((node) => node.type === "Program");
  if (callee.type === "Identifier") return isLoader(program, callee.name);
  if (callee.type !== "MemberExpression" || callee.computed || callee.object.type !== "Identifier") return false;
  const { property } = callee;
  return property.type === "Identifier" && isLoader(program, callee.object.name, property.name);
}

/** Whether what is imported by a name is a loader, or the member of it is that is asked about. */
function isLoader(program: Node | undefined, local: string, member?: string): boolean {
  if (program?.type !== "Program") return false;
  return program.body.some((statement) => {
    if (statement.type !== "ImportDeclaration") return false;
    const loader = LOADERS.get(statement.source.value);
    const specifier = statement.specifiers.find((one) => one.local.name === local);
    if (loader === undefined || specifier === undefined) return false;
    if (member !== undefined) return specifier.type !== "ImportSpecifier" && member === loader;
    if (specifier.type === "ImportDefaultSpecifier") return loader === "default";
    return (
      specifier.type === "ImportSpecifier" &&
      specifier.imported.type === "Identifier" &&
      specifier.imported.name === loader
    );
  });
}
