import type { Node } from "oxc-parser";
import { contains } from "../text/span.ts";
import { type Declaration, overloadsOf, type SymbolKind, walkDeclarations } from "./declaration.ts";
import { formatNamePath, parseNamePath, partNames, isOnLine, resolveNamePath } from "./name-path.ts";
import type { ParsedSource } from "./parser/parse.ts";
import { childNodes } from "./parser/tree.ts";

/**
 * The declarations of a file with the members among them that a name path means, and that stand within functions: of types,
 * classes, enums and object literals there, `f.Options.size`. The same where something else is meant. They are no symbols: several
 * may have one path.
 *
 * A name alone is rather that of a local: it means a member on its line only, UTF-16 and 1-based as everywhere.
 */
export function withLocalMembers(
  parsed: ParsedSource,
  declarations: readonly Declaration[],
  symbol: string,
  line?: number,
): readonly Declaration[] {
  const { lines } = parsed;
  const { parts } = parseNamePath(symbol);
  if (line === undefined && parts.length === 1) return declarations;
  const lineOf = ({ nameRange }: Declaration) => lines.lineAt(nameRange.start);
  const known = resolveNamePath(declarations, symbol, lines, line);
  if (known.status === "found") return declarations;
  if (
    known.status === "ambiguous" &&
    (line === undefined || known.candidates.some((one) => isOnLine(one, lines, line)))
  )
    return declarations;
  const found = localMembers(parsed, declarations, parts.at(-1) as string)
    .filter(({ isGiven, declaration }) => !isGiven && (line ?? lineOf(declaration)) === lineOf(declaration))
    .map(({ declaration }) => declaration);
  const all = declarations.map((one): Declaration => {
    const inside = found.filter(({ span }) => contains(one.span, span));
    return inside.length === 0
      ? one
      : { ...one, children: [...one.children, ...inside.map((each) => within(each, one))] };
  });
  const apart = found.filter(({ span }) => !declarations.some((one) => contains(one.span, span)));
  const grown = [...all, ...apart.map((one): Declaration => ({ ...one, kind: "property" }))];
  return resolveNamePath(grown, symbol, lines, line).status === "missing" ? declarations : grown;
}

/** A member of what a declaration holds: the names between the two are those that the declaration does not have. */
function within(member: Declaration, { name }: Declaration): Declaration {
  const { memberOf = [] } = member;
  return memberOf[0] === name ? { ...member, memberOf: memberOf.slice(1) } : member;
}

export interface LocalMember {
  readonly declaration: Declaration;
  /** It is a key of an object that a call or an element is given, which may take it by that name whatever types say. */
  readonly isGiven: boolean;
}

/** The members of a name that are no symbols, with the names around them, in the order of the source. A shorthand is rather the variable. */
export function localMembers(
  { program }: ParsedSource,
  declarations: readonly Declaration[],
  name: string,
): readonly LocalMember[] {
  const symbols = new Set(
    walkDeclarations(declarations).flatMap(({ declaration }) =>
      [declaration, ...overloadsOf(declaration)].map(({ nameRange }) => nameRange.start),
    ),
  );
  const found: LocalMember[] = [];
  const steps: Step[] = [{ node: program, owners: [], isGiven: false }];
  // An expression may be deeper than the stack.
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { node, parent, owners, isGiven } = step;
    // What a pattern names is declared elsewhere.
    const key = parent?.type === "ObjectPattern" ? undefined : keyOf(node);
    if (key !== undefined && partNames(name, key.name) && !symbols.has(key.nameRange.start)) {
      const { start, end } = node;
      const namePath = formatNamePath([...owners, key.name]);
      const { kind, nameRange } = key;
      const head = { start, end: nameRange.end };
      const of = { name: key.name, namePath, memberOf: owners, kind, exported: false };
      found.push({ declaration: { ...of, span: { start, end }, nameRange, head, children: [] }, isGiven });
    }
    const own = key?.name ?? nameOf(node);
    const inside = own === undefined || owners.at(-1) === own ? owners : [...owners, own];
    for (const child of childNodes(node))
      steps.push({ node: child, parent: node, owners: inside, isGiven: isGivenIn(node, child, isGiven) });
  }
  return found.sort((a, b) => a.declaration.span.start - b.declaration.span.start);
}

interface Step {
  readonly node: Node;
  readonly parent?: Node;
  readonly owners: readonly string[];
  readonly isGiven: boolean;
}

/** What a function that is given makes is its own. */
function isGivenIn(node: Node, child: Node, isGiven: boolean): boolean {
  if (node.type === "CallExpression" || node.type === "NewExpression")
    return isGiven || node.arguments.some((one) => one === child);
  return node.type === "JSXExpressionContainer" || (isGiven && !("params" in node) && node.type !== "ClassBody");
}

interface Key {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly nameRange: Declaration["nameRange"];
}

/** The name of a member, and where it stands; undefined of other nodes, and of names that are computed. */
function keyOf(node: Node): Key | undefined {
  const kind = KINDS[node.type];
  if (kind === undefined) return undefined;
  if (node.type === "Property" && node.shorthand) return undefined;
  const key = "key" in node ? node.key : "id" in node ? node.id : null;
  if (
    key === undefined ||
    key === null ||
    ("computed" in node && node.computed) ||
    ("kind" in node && node.kind === "constructor")
  )
    return undefined;
  const { start, end } = key;
  if (key.type === "Identifier") return { name: key.name, kind, nameRange: { start, end: start + key.name.length } };
  if (key.type === "PrivateIdentifier") return { name: `#${key.name}`, kind, nameRange: { start, end } };
  if (key.type !== "Literal" || typeof key.value !== "string") return undefined;
  return { name: key.value, kind, nameRange: { start, end } };
}

const KINDS: Readonly<Partial<Record<Node["type"], SymbolKind>>> = {
  AccessorProperty: "accessor",
  MethodDefinition: "method",
  Property: "property",
  PropertyDefinition: "property",
  TSAbstractMethodDefinition: "method",
  TSAbstractPropertyDefinition: "property",
  TSEnumMember: "enum-member",
  TSMethodSignature: "method",
  TSPropertySignature: "property",
};

/** The name by which what stands in a node goes: of a function, a class, a type, a variable, or a parameter with a type. */
function nameOf(node: Node): string | undefined {
  if (node.type === "VariableDeclarator") return node.id.type === "Identifier" ? node.id.name : undefined;
  if (node.type === "Identifier") return "typeAnnotation" in node && node.typeAnnotation ? node.name : undefined;
  return "id" in node && node.id?.type === "Identifier" ? node.id.name : undefined;
}
