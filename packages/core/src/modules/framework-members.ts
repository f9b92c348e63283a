import { type Declaration, ownerOf } from "../syntax/declaration.ts";
import { calledByFramework, isOfNext } from "./entry-points.ts";
import type { ModuleGraph } from "./module-graph.ts";

/** A file's symbols and its text. */
interface Source {
  readonly declarations: readonly Declaration[];
  readonly text: string;
}

/**
 * Whether a framework reads or gives a member by its name, which no type tells: what React looks for on components, members of what an
 * entry of a framework exports for it, `config.matcher`, and props that Next.js gives to what its files export.
 *
 * @param path from the root
 */
export function isFrameworkMember(
  graph: ModuleGraph,
  path: string,
  { declarations, text }: Source,
  declaration: Declaration,
): boolean {
  const { name, namePath, span, nameRange } = declaration;
  const owner = ownerOf(declarations, declaration);
  // `Card.displayName = "Card"` is no member of what the file declares.
  const isGiven = owner === undefined ? namePath !== name : owner.kind === "const" || owner.kind === "function";
  const isStatic = owner?.kind === "class" && /\bstatic\b/.test(text.slice(span.start, nameRange.start));
  if (REACT_STATICS.has(name) && (isGiven || isStatic))
    return ["react", "preact"].some((one) => graph.resolver.packages.declares(path, one));
  if (owner === undefined || !declarations.includes(owner)) return false;
  if (owner.kind === "interface" || owner.kind === "type") return NEXT_PROPS.has(name) && isOfNext(graph, path);
  // Of what is called by any name the members are its own affair.
  return owner.kind === "const" && owner.name !== "default" && calledByFramework(graph, path, owner, true).length > 0;
}

/** Only then is the graph worth making to know. */
export function mayBeFrameworkMember(name: string): boolean {
  return REACT_STATICS.has(name);
}

/** https://react.dev/reference/react/Component, https://react.dev/reference/react/Component#static-defaultprops */
const REACT_STATICS = new Set([
  "childContextTypes",
  "contextType",
  "contextTypes",
  "defaultProps",
  "displayName",
  "getDerivedStateFromError",
  "getDerivedStateFromProps",
  "propTypes",
]);

/** https://nextjs.org/docs/app/api-reference/file-conventions */
const NEXT_PROPS = new Set(["children", "error", "params", "reset", "searchParams"]);
