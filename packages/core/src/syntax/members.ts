import type {
  Class,
  ClassElement,
  Expression,
  MethodDefinition,
  Node,
  ObjectExpression,
  PropertyKey,
  TSEnumMember,
  TSSignature,
  TSType,
} from "oxc-parser";
import { collapse } from "../text/display.ts";
import type { Span } from "../text/span.ts";
import { bindingsOf } from "./bindings.ts";
import type { Declaration, SymbolKind } from "./declaration.ts";
import { formatNamePart } from "./name-path.ts";
import { type Draft, mergeOverloads, type Owner } from "./overloads.ts";

export function classMembers(body: readonly ClassElement[], owner: Owner): Declaration[] {
  return mergeOverloads(
    body.flatMap((element): Draft[] => {
      switch (element.type) {
        case "MethodDefinition":
        case "TSAbstractMethodDefinition":
          return [methodDraft(element, owner)];
        case "PropertyDefinition":
        case "TSAbstractPropertyDefinition":
        case "AccessorProperty":
        case "TSAbstractAccessorProperty": {
          const kind =
            element.type === "AccessorProperty" || element.type === "TSAbstractAccessorProperty"
              ? "accessor"
              : "property";
          const end = element.value === null ? element.end : headEnd(unwrap(element.value), element.end);
          return [
            member(
              owner,
              keyOf(element, owner.source),
              kind,
              element,
              { start: headStart(element), end },
              element.accessibility === "private",
            ),
          ];
        }
        default:
          // Static blocks and index signatures have no name.
          return [];
      }
    }),
    owner.leads,
  );
}

function methodDraft(element: MethodDefinition, owner: Owner): Draft {
  const kinds = { constructor: "constructor", method: "method", get: "getter", set: "setter" } as const;
  const kind = kinds[element.kind];
  const key = keyOf(element, owner.source);
  const head = { start: headStart(element), end: element.value.body?.start ?? element.end };
  const { declaration } = member(owner, key, kind, element, head, element.accessibility === "private");
  if (kind === "constructor") declaration.children = parameterProperties(element, owner);
  return {
    declaration,
    overloadKey: `${element.static ? "static " : ""}${kind} ${key.name}`,
    hasBody: element.value.body !== null,
  };
}

/** `constructor(private readonly id: string)` declares the member `id` of the class. */
function parameterProperties(element: MethodDefinition, owner: Owner): Declaration[] {
  const drafts = element.value.params.flatMap((parameter): Draft[] => {
    if (parameter.type !== "TSParameterProperty") return [];
    const [binding] = bindingsOf(parameter.parameter, parameter);
    if (binding === undefined) return [];
    const key = { name: binding.name, range: binding.nameRange };
    return [member(owner, key, "property", parameter, parameter, parameter.accessibility === "private")];
  });
  return mergeOverloads(drafts, owner.leads);
}

/** Members of an interface body or a type literal. */
export function signatureMembers(body: readonly TSSignature[], owner: Owner): Declaration[] {
  const drafts = body.flatMap((signature): Draft[] => {
    if (signature.type === "TSPropertySignature")
      return [member(owner, keyOf(signature, owner.source), "property", signature, signature)];
    if (signature.type !== "TSMethodSignature") return [];
    const kind = SIGNATURE_KINDS[signature.kind];
    const key = keyOf(signature, owner.source);
    const { declaration } = member(owner, key, kind, signature, signature);
    // Two getters of one name are an error, not overloads.
    return [kind === "method" ? { declaration, overloadKey: key.name, hasBody: false } : { declaration }];
  });
  return mergeOverloads(drafts, owner.leads);
}

const SIGNATURE_KINDS = { method: "method", get: "getter", set: "setter" } as const;

export function enumMembers(members: readonly TSEnumMember[], owner: Owner): Declaration[] {
  return mergeOverloads(
    members.map((node) => member(owner, enumKey(node, owner.source), "enum-member", node, node)),
    owner.leads,
  );
}

function enumKey({ id, computed }: TSEnumMember, source: string): Key {
  if (computed || id.type === "TemplateLiteral") return bracketed(id, source);
  return { name: id.type === "Identifier" ? id.name : id.value, range: rangeOf(id) };
}

/** The members a top-level const's object literal or a type alias' type literal spells out; none for anything else. */
export function literalMembers(node: ObjectExpression | TSType, owner: Owner): Declaration[] {
  switch (node.type) {
    case "ObjectExpression":
      return mergeOverloads(
        node.properties.flatMap((property): Draft[] => {
          if (property.type !== "Property") return [];
          const kind: SymbolKind =
            property.kind === "get"
              ? "getter"
              : property.kind === "set"
                ? "setter"
                : property.method
                  ? "method"
                  : "property";
          const head = { start: property.start, end: headEnd(unwrap(property.value), property.end) };
          return [member(owner, keyOf(property, owner.source), kind, property, head)];
        }),
        owner.leads,
      );
    case "TSTypeLiteral":
      return signatureMembers(node.members, owner);
    case "TSIntersectionType":
      return node.types.flatMap((type) => literalMembers(type, owner));
    case "TSParenthesizedType":
      return literalMembers(node.typeAnnotation, owner);
    default:
      return [];
  }
}

interface Key {
  readonly name: string;
  readonly range: Span;
}

function keyOf({ key, computed }: { key: PropertyKey; computed: boolean }, source: string): Key {
  if (computed) return bracketed(key, source);
  if (key.type === "PrivateIdentifier") return { name: `#${key.name}`, range: rangeOf(key) };
  if (key.type === "Identifier")
    return { name: key.name, range: { start: key.start, end: key.start + key.name.length } };
  if (key.type === "Literal")
    return { name: typeof key.value === "string" ? key.value : String(key.raw), range: rangeOf(key) };
  return { name: source.slice(key.start, key.end), range: rangeOf(key) };
}

/** A computed name is its expression in brackets, as one reads it in the source. */
function bracketed(expression: Span, source: string): Key {
  const start = source.lastIndexOf("[", expression.start - 1);
  const end = source.indexOf("]", expression.end) + 1;
  return { name: `[${collapse(source.slice(expression.start, expression.end))}]`, range: { start, end } };
}

function member(owner: Owner, key: Key, kind: SymbolKind, span: Span, head: Span, isPrivate = false): Draft {
  return {
    declaration: {
      name: key.name,
      namePath: owner.prefix + formatNamePart(key.name),
      kind,
      exported: owner.exported && !isPrivate && !key.name.startsWith("#"),
      span: rangeOf(span),
      nameRange: key.range,
      head: rangeOf(head),
      children: NONE,
    },
  };
}

/** Most declarations have no members: they share this. */
const NONE: readonly Declaration[] = [];

function rangeOf({ start, end }: Span): Span {
  return { start, end };
}

/** A value without the type syntax and parentheses around it. */
export function unwrap(expression: Expression): Expression {
  switch (expression.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
    case "ParenthesizedExpression":
      return unwrap(expression.expression);
    default:
      return expression;
  }
}

/** Where the head of a declaration ends that has this value: before a function's or a class' body, else at `end`. */
export function headEnd(value: Expression, end: number): number {
  switch (value.type) {
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "ClassExpression":
      return value.body?.start ?? end;
    default:
      return end;
  }
}

/** Decorators say how, not what. */
export function headStart(node: Span & { readonly decorators: Class["decorators"] }): number {
  const inside = node.decorators.filter(({ start }) => start >= node.start);
  return inside.at(-1)?.end ?? node.start;
}

/** What a value may be in the end: either side of `c ? a : b` and `a || b`, and what is assigned. */
export function alternatives(value: Node): Node[] {
  switch (value.type) {
    case "ParenthesizedExpression":
      return alternatives(value.expression);
    case "ConditionalExpression":
      return [value.consequent, value.alternate].flatMap(alternatives);
    case "LogicalExpression":
      return [value.left, value.right].flatMap(alternatives);
    case "AssignmentExpression":
      return alternatives(value.right);
    default:
      return [value];
  }
}
