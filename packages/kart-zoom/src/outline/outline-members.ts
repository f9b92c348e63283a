import { bindingsOf } from "@kart/core/syntax/bindings";
import type {
  Class,
  ClassElement,
  MethodDefinition,
  PropertyKey,
  TSAccessibility,
  TSEnumMember,
  TSParameterProperty,
  TSSignature,
} from "oxc-parser";
import { assignedMembers } from "./assigned-members.ts";
import type { Outlined, OutlineSource } from "./outline.ts";
import { type Piece, PROBE } from "./pieces.ts";
import { callable, isOptional, literalInitializer, parameterType, valueType } from "./spelled-type.ts";

/**
 * The members of a class body, private ones too.
 *
 * @param owner the name path of the class
 */
export function classMembers(node: Class, owner: string, source: OutlineSource): Outlined[] {
  const { body } = node.body;
  const outlined = source.isJavaScript ? assignedMembers(node, owner, source) : [];
  for (const element of body) {
    switch (element.type) {
      case "MethodDefinition":
      case "TSAbstractMethodDefinition":
        addMethod(outlined, element, body, source);
        break;
      case "PropertyDefinition":
      case "TSAbstractPropertyDefinition":
      case "AccessorProperty":
      case "TSAbstractAccessorProperty": {
        const { key, start } = keyOf(element, source);
        const declaration = source.declarationAt(start);
        if (declaration === undefined) break;
        const isAccessor = element.type === "AccessorProperty" || element.type === "TSAbstractAccessorProperty";
        const optional = isOptional(element) ? "?" : "";
        const type: Piece[] = element.typeAnnotation
          ? [`: ${source.slices.compact(element.typeAnnotation.typeAnnotation)}`]
          : propertyType(element, start, source);
        const about = source.about(declaration);
        const modified = asTagged(element, about.doc, source);
        const head = `${modifiers(modified)}${isAccessor ? "accessor " : ""}${key}${optional}`;
        outlined.push({
          ...about,
          isPrivate: isPrivate(modified),
          signatures: [source.signature(declaration.span, head, ...probing(type, element, source))],
        });
        break;
      }
      case "TSIndexSignature":
        outlined.push(nameless(element, source));
        break;
      default:
      // Static blocks declare nothing.
    }
  }
  return outlined;
}

/** The members of an interface body. */
export function interfaceMembers(body: readonly TSSignature[], source: OutlineSource): Outlined[] {
  const outlined: Outlined[] = [];
  for (const signature of body) {
    if (signature.type !== "TSPropertySignature" && signature.type !== "TSMethodSignature") {
      outlined.push(nameless(signature, source));
      continue;
    }
    const declaration = source.declarationAt(keyOf(signature, source).start);
    const written = source.signature(signature, withoutSeparator(source.slices.compact(signature)));
    const last = outlined.at(-1);
    if (declaration !== undefined)
      outlined.push({ ...source.about(declaration), isPrivate: false, signatures: [written] });
    else if (last !== undefined) outlined[outlined.length - 1] = source.withOverload(last, written);
  }
  return outlined;
}

/** A member's name as it is written, and where. */
export function keyOf(
  { key, computed }: { key: PropertyKey | TSEnumMember["id"]; computed: boolean },
  source: OutlineSource,
): { readonly key: string; readonly start: number } {
  if (!computed) {
    // An identifier's range holds its annotation too.
    if (key.type === "Identifier") return { key: key.name, start: key.start };
    return { key: source.slices.of(key), start: key.start };
  }
  return { key: `[${source.slices.compact(key)}]`, start: source.slices.text.lastIndexOf("[", key.start - 1) };
}

function nameless(
  node: Exclude<TSSignature, { type: "TSPropertySignature" | "TSMethodSignature" }>,
  source: OutlineSource,
): Outlined {
  const names = {
    TSIndexSignature: "[index]",
    TSCallSignatureDeclaration: "()",
    TSConstructSignatureDeclaration: "new()",
  } as const;
  return {
    name: names[node.type],
    namePath: names[node.type],
    kind: "signature",
    exported: true,
    isPrivate: "accessibility" in node && node.accessibility === "private",
    signatures: [source.signature(node, withoutSeparator(source.slices.compact(node)))],
    doc: source.docAbove(node.start),
    line: source.lines.lineAt(node.start),
    endLine: source.lines.lineAt(node.end),
  };
}

function withoutSeparator(text: string): string {
  return text.replace(/\s*[;,]\s*$/, "");
}

interface Modified {
  readonly accessibility?: TSAccessibility | null;
  readonly static?: boolean;
  readonly readonly?: boolean;
  readonly type: string;
  readonly key?: PropertyKey;
}

/** Those that mean something to others; `public` is what a member is anyway. */
function modifiers({ accessibility, static: isStatic, readonly, type }: Modified): string {
  return [
    accessibility === "private" || accessibility === "protected" ? `${accessibility} ` : "",
    isStatic === true ? "static " : "",
    type.startsWith("TSAbstract") ? "abstract " : "",
    readonly === true ? "readonly " : "",
  ].join("");
}

/** Tags start a row, or stand behind others. */
function tagsIn(doc: string): string[] {
  return Array.from(doc.matchAll(TAGS), ([, tag = ""]) => tag);
}

const TAGS = /(?<=^[\s*/]*(?:@\w+(?:[ \t]+\{[^{}]*\})?[ \t]+)*)@(\w+)/gm;

/** What comments of JavaScript say of a member, as its modifiers. */
function asTagged(element: Modified, doc: string, source: OutlineSource): Modified {
  const tags = source.isJavaScript ? tagsIn(doc) : [];
  const accessibility = tags.find((tag) => tag === "private" || tag === "protected");
  const isReadonly = element.type.includes("Property") && tags.includes("readonly");
  if (accessibility === undefined && !isReadonly) return element;
  return {
    type: element.type,
    static: element.static === true,
    ...(element.key !== undefined && { key: element.key }),
    ...(accessibility !== undefined && { accessibility }),
    readonly: isReadonly,
  };
}

function isPrivate({ accessibility, key }: Modified): boolean {
  return accessibility === "private" || key?.type === "PrivateIdentifier";
}

type Property = Extract<
  ClassElement,
  { type: "PropertyDefinition" | "TSAbstractPropertyDefinition" | "AccessorProperty" | "TSAbstractAccessorProperty" }
>;

function propertyType(element: Property, at: number, source: OutlineSource): Piece[] {
  const unknown: Piece = { at, part: "type" };
  const { value } = element;
  if (value === null) return [unknown];
  const literal = "readonly" in element && element.readonly ? literalInitializer(value, source.slices) : undefined;
  // A literal in the place of a type is understood of names alone.
  if (literal !== undefined && !element.computed) return [` = ${literal}`];
  if (source.isJavaScript) return [unknown];
  if (value.type === "ArrowFunctionExpression" || value.type === "FunctionExpression")
    return [": ", ...callable(value, source.slices, at, "type")];
  const known = valueType(value, source.slices, "readonly" in element && element.readonly ? "const" : "widened");
  return known === undefined ? [unknown] : [`: ${known}`];
}

function addMethod(
  outlined: Outlined[],
  element: MethodDefinition,
  body: readonly ClassElement[],
  source: OutlineSource,
): void {
  const { key, start } = keyOf(element, source);
  const declaration = source.declarationAt(start);
  if (element.kind === "constructor") outlined.push(...parameterProperties(element, source));
  const about = declaration && source.about(declaration);
  const modified = asTagged(element, about?.doc ?? "", source);
  const pieces = methodPieces(element, modified, key, start, body, source);
  const signature = source.signature(element, ...probing(pieces, element, source));
  if (declaration !== undefined && about !== undefined)
    outlined.push({
      ...about,
      isPrivate: isPrivate(modified),
      signatures: (element.kind === "method" &&
        source.taggedOverloads(declaration, `${modifiers(modified)}${key}`)) || [
        declaration.overloads === undefined
          ? { ...signature, line: source.lines.lineAt(declaration.span.start) }
          : signature,
      ],
    });
  else if (element.value.body === null) {
    const first = outlined.findLast(({ name, kind }) => kind !== "property" && name === nameOf(key));
    const at = first === undefined ? -1 : outlined.indexOf(first);
    if (first !== undefined) outlined[at] = source.withOverload(first, signature);
  }
}

/**
 * The compiler tells the type of a member at its name, and a computed one has none but where it is a string: another member, which
 * holds the same, is asked about instead.
 */
function probing(pieces: readonly Piece[], element: MethodDefinition | Property, source: OutlineSource): Piece[] {
  const { key, computed, end } = element;
  if (!computed) return [...pieces];
  if (key.type === "Literal") return pieces.map((one) => (typeof one === "string" ? one : { ...one, at: key.start }));
  const before = `${element.static ? "static " : ""}${source.isJavaScript ? "" : "readonly "}`;
  const text = `; ${before}${PROBE} = this[${source.slices.of(key)}];`;
  const probe = { insertAt: end, text, isByKey: true } as const;
  return pieces.map((one) => (typeof one === "string" ? one : { ...one, probe }));
}

function nameOf(key: string): string {
  return /^["']/.test(key) ? key.slice(1, -1) : key;
}

function methodPieces(
  element: MethodDefinition,
  modified: Modified,
  key: string,
  at: number,
  body: readonly ClassElement[],
  source: OutlineSource,
): Piece[] {
  const { kind, value } = element;
  const before = modifiers(modified);
  if (kind === "constructor") {
    // Nobody else can call it: that there is one is all that others need to know.
    if (modified.accessibility === "private") return [`${before}constructor()`];
    if (source.isJavaScript) return [`${before}constructor`, { at, part: "parameters" }];
    return [`${before}constructor`, ...callable(value, source.slices, at, "bare")];
  }
  if (kind === "method") {
    const optional = element.optional === true ? "?" : "";
    const signature: Piece[] = source.isJavaScript
      ? [{ at, part: "signature" }]
      : callable(value, source.slices, at, "declaration");
    return [`${before}${key}${optional}`, ...signature];
  }
  const type = accessorType(element, key, at, body, source);
  if (kind === "get") return [`${before}get ${key}()`, ...type];
  const [parameter] = value.params;
  const name = parameter?.type === "Identifier" ? parameter.name : "value";
  return [`${before}set ${key}(${name}`, ...type, ")"];
}

/** A getter without a type takes that of its setter, and the other way round. */
function accessorType(
  element: MethodDefinition,
  key: string,
  at: number,
  body: readonly ClassElement[],
  source: OutlineSource,
): Piece[] {
  const twin = body.find(
    (other): other is MethodDefinition =>
      (other.type === "MethodDefinition" || other.type === "TSAbstractMethodDefinition") &&
      other.kind !== element.kind &&
      (other.kind === "get" || other.kind === "set") &&
      other.static === element.static &&
      keyOf(other, source).key === key,
  );
  const own = writtenType(element, source);
  const written = own ?? (twin === undefined ? undefined : writtenType(twin, source));
  if (written !== undefined && !source.isJavaScript) return [`: ${written}`];
  return [{ at, part: "type" }];
}

function writtenType({ kind, value }: MethodDefinition, source: OutlineSource): string | undefined {
  if (kind === "get") return value.returnType ? source.slices.compact(value.returnType.typeAnnotation) : undefined;
  const parameter = value.params[0];
  return parameter === undefined ? undefined : parameterType(parameter, source.slices);
}

/** `constructor(readonly id: string)` declares the member `id`. */
function parameterProperties(element: MethodDefinition, source: OutlineSource): Outlined[] {
  return element.value.params.flatMap((parameter): Outlined[] => {
    if (parameter.type !== "TSParameterProperty") return [];
    const [binding] = bindingsOf(parameter.parameter, parameter);
    const declaration = binding === undefined ? undefined : source.declarationAt(binding.nameRange.start);
    if (binding === undefined || declaration === undefined) return [];
    return [
      {
        ...source.about(declaration),
        isPrivate: parameter.accessibility === "private",
        signatures: [
          source.signature(parameter, ...parameterProperty(parameter, binding.name, binding.nameRange.start, source)),
        ],
      },
    ];
  });
}

function parameterProperty(node: TSParameterProperty, name: string, at: number, source: OutlineSource): Piece[] {
  const optional = isOptional(node.parameter) ? "?" : "";
  const type = parameterType(node, source.slices);
  return [`${modifiers(node)}${name}${optional}`, type === undefined ? { at, part: "type" } : `: ${type}`];
}
