import type { Node, Program } from "oxc-parser";
import { contains } from "@kart/core/text/span";
import { type JsxFactories, rootsOf } from "@kart/core/syntax/module-records/jsx-factory";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import { escapeInvisible } from "@kart/core/text/display";
import { pragmaNames } from "./jsx-pragmas.ts";
import type { Binding, Tie } from "./scopes.ts";

/** Why more than a local's own places would have to change. */
export function boundBy({ program, comments }: ParsedSource, binding: Binding): string | undefined {
  const { isMember, kind, name, path, scope, tie } = binding;
  if (isMember) return "is a member of its class as well as a parameter, and the class stands in a function";
  if (tie !== undefined) return TIED[tie];
  if (isOfProperty(program, binding)) return "is the name of a property alone: its signature has no body to use it in";
  if (typeofInReturn(program, binding) !== undefined)
    return "is read by the `typeof` of its function's return type, from within the function";
  if (scope.parent === undefined && pragmaNames(comments).includes(name))
    return "is what a `@jsx` comment names for JSX to call";
  const owner = ownerOf(binding);
  const isMerged = owner !== undefined && (partsOf(program, owner) > 1 || isAugmenting(program, binding));
  return kind === "type parameter" && isMerged
    ? `is a type parameter of one part of \`${escapeInvisible(path.at(-2) ?? "")}\`, and all parts must have it by one name`
    : undefined;
}

const TIED: Readonly<Record<Tie, string>> = {
  exported: "is exported by `export import`, and other files may use it",
  var: "is the name of a `catch` variable and of a `var` within it, which assigns the one and declares the other",
  function: "is the name of a function in a block and of what is declared around that block",
};

/** Whether a signature without a body takes it out of a parameter by the property's name, and TypeScript wants no other there. */
function isOfProperty(program: Program, { kind, declared, uses }: Binding): boolean {
  if (kind !== "parameter" || uses.length > 0) return false;
  return declared.some((place) => {
    if (place.isShorthand !== true) return false;
    const around = [...nodesIn(program, place)].filter(
      (node) => "params" in node && /Function|Signature|Type$/.test(node.type),
    );
    const signature = around.at(-1);
    return signature !== undefined && !("body" in signature && signature.body !== null);
  });
}

/** The interface or class whose type parameter this is. */
export function ownerOf({ kind, path, scope: { parent } }: Binding): Binding | undefined {
  if (kind !== "type parameter") return undefined;
  return parent?.bindings.find((one) => one.name === path.at(-2) && /^(?:class|interface)$/.test(one.kind));
}

/** How many interfaces and classes are one: a value of their name has no part in it. */
function partsOf(program: Program, { declared }: Binding): number {
  return declared.filter((place) =>
    [...nodesIn(program, place)].some(
      (node) => /^(?:TSInterface|Class)Declaration$/.test(node.type) && "id" in node && node.id?.start === place.start,
    ),
  ).length;
}

/** Whether it stands in what a module adds to another one, or to all. */
function isAugmenting(program: Program, { declared: [place] }: Binding): boolean {
  if (program.sourceType !== "module" || place === undefined) return false;
  return [...nodesIn(program, place)].some(
    (node) => node.type === "TSModuleDeclaration" && (node.id.type === "Literal" || node.kind === "global"),
  );
}

/** Whether JSX is compiled to what takes a binding by its name. */
export function isJsxFactory(
  { program }: ParsedSource,
  binding: Binding,
  all: readonly Binding[],
  factories: readonly JsxFactories[],
): boolean {
  const { name, kind, scope } = binding;
  const isCalled = factories.some(({ element }) => element[0] === name);
  const isTaken = isCalled || factories.some(({ fragment }) => fragment[0] === name);
  if (!isTaken || NO_VALUES.has(kind)) return false;
  const isOwn = ({ declared: [first] }: Binding) => first?.start === binding.declared[0]?.start;
  const within = all.filter((one) => !isOwn(one) && one.name === name && !NO_VALUES.has(one.kind));
  const isHidden = (jsx: Node) =>
    within.some((one) => contains(scope.span, one.scope.span) && contains(one.scope.span, jsx));
  return nodesIn(program, scope.span).some(
    (node) =>
      (node.type === "JSXFragment" || (isCalled && node.type === "JSXElement")) &&
      contains(scope.span, node) &&
      !isHidden(node),
  );
}

/**
 * Where a name that the text comes to declare would take what no name is written for, or is no thing of its own. UTF-16 offsets.
 *
 * @param factories what JSX takes of the file without naming it
 */
export function capturedBy(
  { program, comments }: ParsedSource,
  binding: Binding,
  all: readonly Binding[],
  factories: readonly JsxFactories[],
): number[] {
  const { name, tie, kind, declared, scope } = binding;
  const query = typeofInReturn(program, binding);
  const found = [...(tie === undefined ? [] : [declared[0]?.start ?? 0]), ...(query === undefined ? [] : [query])];
  const isFactory = ["React", "h", "Fragment", ...pragmaNames(comments), ...rootsOf(factories)].includes(name);
  if (isFactory && !NO_VALUES.has(kind) && all.some((one) => one !== binding && one.name === name))
    for (const { type, start } of nodesIn(program, scope.span))
      if (/^JSX(?:Element|Fragment)$/.test(type) && scope.span.start <= start && start < scope.span.end)
        found.push(start);
  return found;
}

const NO_VALUES = new Set<Binding["kind"]>(["label", "type parameter", "interface", "type"]);

/** Where the return type of a function asks for the type of what its body declares, as TypeScript lets it. UTF-16 offset. */
function typeofInReturn(program: Program, { name, kind, scope: { span } }: Binding): number | undefined {
  if (!/^(?:const|let|using|function)$/.test(kind)) return undefined;
  for (const node of nodesIn(program, span)) {
    if (!("returnType" in node && "body" in node) || node.returnType === null || node.returnType === undefined)
      continue;
    if (node.body?.start !== span.start || node.body.end !== span.end) continue;
    for (const type of nodesIn(node.returnType, node.returnType)) {
      if (type.type !== "TSTypeQuery") continue;
      let root: Node = type.exprName;
      while (root.type === "TSQualifiedName") root = root.left;
      if (root.type === "Identifier" && root.name === name) return type.exprName.start;
    }
  }
  return undefined;
}
