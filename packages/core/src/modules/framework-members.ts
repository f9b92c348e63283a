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
  const { name } = declaration;
  const owner = ownerOf(declarations, declaration);
  if (REACT_STATICS.has(name) && isOfComponent({ declarations, text }, declaration, owner))
    return ["react", "preact"].some((one) => graph.resolver.packages.declares(path, one));
  if (owner === undefined || !declarations.includes(owner)) return false;
  if (owner.kind === "interface" || owner.kind === "type")
    return NEXT_PROPS[fileKind(path)]?.test(name) === true && isOfNext(graph, path) && typesParameter(text, owner.name);
  // Of what is called by any name the members are its own affair.
  return owner.kind === "const" && owner.name !== "default" && calledByFramework(graph, path, owner, true).length > 0;
}

/** Whether it is given to what may be a component, `Card.displayName = "Card"`, or is a static member of one. */
function isOfComponent(
  { text }: Source,
  { name, namePath, span, nameRange }: Declaration,
  owner: Declaration | undefined,
) {
  if (owner === undefined) return namePath !== name;
  if (owner.kind === "const" || owner.kind === "function")
    return span.start >= owner.span.end || nameRange.start < owner.span.start;
  const head = text.slice(owner.nameRange.end, owner.children[0]?.span.start ?? owner.span.end);
  const isStatic = /\bstatic\b/.test(text.slice(span.start, nameRange.start));
  return owner.kind === "class" && isStatic && /\bextends\b[^{]*\b(?:Pure)?Component\b/.test(head);
}

/** Whether a type is that of a parameter, or of what a component takes: `(props: Props)`, `FC<Props>`. */
function typesParameter(text: string, type: string): boolean {
  const name = RegExp.escape(type);
  return new RegExp(
    `:\\s*(?:Readonly\\s*<\\s*)?${name}\\s*>?\\s*[,)]|\\b(?:FC|FunctionComponent)\\s*<\\s*${name}\\b`,
  ).test(text);
}

/** The name by which Next.js knows a file: `page`. */
function fileKind(path: string): string {
  return /(?:^|\/)([\w-]+)\.[jt]sx?$/.exec(path)?.[1] ?? "";
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
const NEXT_PROPS: Readonly<Record<string, RegExp>> = {
  page: /^(?:params|searchParams)$/,
  layout: /^(?:children|params)$/,
  template: /^children$/,
  default: /^params$/,
  error: /^(?:error|reset)$/,
  "global-error": /^(?:error|reset)$/,
};
