import type { Node, Program } from "oxc-parser";
import type { Span } from "@kart/core/text/span";

/** A name that stands where a binding may be meant. */
export interface IdentifierUse extends Span {
  readonly name: string;
}

/**
 * Every identifier of a program that may mean a binding: names of properties, labels and what import statements declare are
 * left out. Scopes are not looked at, so that a local of the same name counts as well.
 */
export function identifierUses(program: Program): IdentifierUse[] {
  const uses: IdentifierUse[] = [];
  visit(program, uses);
  return uses;
}

/** Where a namespace is named for a type of it, `React` of `React.Ref`: UTF-16 offsets. */
export function namespaceUses(program: Program): Set<number> {
  const found = new Set<number>();
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === "TSQualifiedName" && node.left.type === "Identifier") found.add(node.left.start);
    pending.push(...fieldsOf(node).map(([, child]) => child));
  }
  return found;
}

/** Whether any JSX stands in a program, which uses React without saying so. */
export function holdsJsx(program: Program, isLeftOut: (span: Span) => boolean): boolean {
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isLeftOut(node)) continue;
    if (node.type === "JSXElement" || node.type === "JSXFragment") return true;
    pending.push(...fieldsOf(node).map(([, child]) => child));
  }
  return false;
}

function visit(node: Node, uses: IdentifierUse[]): void {
  if (node.type === "ImportDeclaration" || isReExport(node)) return;
  if (node.type === "Identifier" || node.type === "JSXIdentifier") {
    uses.push({ name: node.name, start: node.start, end: node.start + node.name.length });
  }
  for (const [key, child] of fieldsOf(node)) if (!isName(node, key)) visit(child, uses);
}

function isReExport(node: Node): boolean {
  return node.type === "ExportAllDeclaration" || (node.type === "ExportNamedDeclaration" && node.source !== null);
}

/** The fields that hold a name of a property or a label rather than of a binding, by the type of the node. */
const NAMES: Readonly<Partial<Record<Node["type"], string>>> = {
  MemberExpression: "property",
  Property: "key",
  MethodDefinition: "key",
  PropertyDefinition: "key",
  AccessorProperty: "key",
  TSAbstractMethodDefinition: "key",
  TSAbstractPropertyDefinition: "key",
  TSAbstractAccessorProperty: "key",
  TSPropertySignature: "key",
  TSMethodSignature: "key",
  TSEnumMember: "id",
  ExportSpecifier: "exported",
  LabeledStatement: "label",
  BreakStatement: "label",
  ContinueStatement: "label",
  TSQualifiedName: "right",
  TSImportType: "qualifier",
  JSXAttribute: "name",
  JSXMemberExpression: "property",
  MetaProperty: "property",
  TSNamedTupleMember: "label",
};

function isName(node: Node, key: string): boolean {
  return NAMES[node.type] === key && (node as { readonly computed?: boolean }).computed !== true;
}

function fieldsOf(node: Node): [key: string, child: Node][] {
  return Object.entries(node as unknown as Record<string, unknown>).flatMap(([key, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isNode).map((child): [string, Node] => [key, child]),
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}
