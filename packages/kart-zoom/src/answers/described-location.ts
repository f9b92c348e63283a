import type { Node } from "oxc-parser";
import type { SourceLocation } from "@kart/core/language-server/locations";
import { type Declaration, overloadsOf, type SymbolKind } from "@kart/core/syntax/declaration";
import { parseNamePath } from "@kart/core/syntax/name-path";
import { onOneLine, signatureOf } from "@kart/core/syntax/signature";
import { clip, escapeInvisible } from "@kart/core/text/display";
import { namedAt } from "../source/asked-place.ts";
import { placeOf } from "../source/place-of.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { SourceFiles } from "../source/source-files.ts";

/** A declaration that the language server found, in the words of answers. Lines and columns are 1-based. */
export interface DescribedLocation {
  /** From the root, `../` outside of it; in packages from the package's folder on. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** A symbol's kind, or what else declares: `parameter`, `local`, `import`, `module`, `signature` for one without a name, `object` for a literal that no declaration has for its value. */
  readonly kind: SymbolKind | "parameter" | "type-parameter" | "local" | "import" | "module" | "signature" | "object";
  /** Its head on one line. */
  readonly preview: string;
  /** The name path of what it is a member of. */
  readonly owner?: string;
  readonly package?: string;
}

/** Longest preview, in UTF-16 units. */
const MAX_PREVIEW = 240;

/** Each by itself; several that are overloads of one declaration are that declaration. */
export function describedLocations(sources: SourceFiles, locations: readonly SourceLocation[]): DescribedLocation[] {
  return Array.from(Map.groupBy(locations, (one) => declarationAt(sources, one) ?? one).values(), (group) => {
    const [first] = group.toSorted((a, b) => a.span.start - b.span.start);
    return describedLocation(sources, first as SourceLocation, group.length > 1);
  });
}

export function declarationAt(sources: SourceFiles, { file, span }: SourceLocation): Declaration | undefined {
  return namedAt(sources.at(file)?.outline.declarations ?? [], span.start);
}

/** @param isWhole whether all overloads are meant, and not the one that stands there */
export function describedLocation(sources: SourceFiles, location: SourceLocation, isWhole = false): DescribedLocation {
  const { line, column, file: absolute } = location;
  const file = sources.at(absolute);
  return { ...placeOf(location), line, column, ...declared(file, location.span.start, line, isWhole) };
}

function declared(
  file: SourceFile | undefined,
  offset: number,
  line: number,
  isWhole: boolean,
): Pick<DescribedLocation, "endLine" | "kind" | "preview" | "owner"> {
  if (file === undefined) return { endLine: line, kind: "module", preview: "" };
  const declaration = namedAt(file.outline.declarations, offset) ?? ofValue(file, offset);
  if (declaration !== undefined) {
    const overloads = isWhole ? [] : overloadsOf(declaration);
    const one = overloads.find(({ span }) => span.start <= offset && offset < span.end) ?? declaration;
    const owners = parseNamePath(declaration.namePath).parts.slice(0, -1);
    return {
      endLine: file.lines.lineAt(one.span.end),
      kind: declaration.kind,
      preview: clip(escapeInvisible(signatureOf(one, file.text)), MAX_PREVIEW),
      ...(owners.length === 0 ? {} : { owner: owners.join(".") }),
    };
  }
  const preview = clip(escapeInvisible(onOneLine(file.lines.textOf(line))), MAX_PREVIEW);
  return { ...local(file, offset, line), preview };
}

/** An object that implements a type, or a function that is called, has no name of its own: it goes by what it is the value of. */
function ofValue(file: SourceFile, offset: number): Declaration | undefined {
  const around = file.nodesAround(offset);
  const at = around.findLastIndex(({ node, span }) => span.start === offset && VALUES.test(node.type));
  const declaration = at === -1 ? undefined : file.enclosing(offset)[0];
  if (declaration === undefined || around[at]?.node.type !== "ObjectExpression") return declaration;
  const between = around.slice(0, at).filter(({ span }) => span.start > declaration.span.start);
  return between.some(({ node }) => GIVING.test(node.type)) ? undefined : declaration;
}

const VALUES = /^(?:Array|Object|(?:Arrow)?Function|Class)Expression$/;

/** What gives an object to something else than what is declared around it. */
const GIVING = /^(?:AssignmentExpression|CallExpression|NewExpression)$/;

/** What is declared inside a function, in a type inside of another, or by an import. */
function local(file: SourceFile, offset: number, line: number): Pick<DescribedLocation, "endLine" | "kind"> {
  if (offset === 0) return { endLine: line, kind: "module" };
  const around = file.nodesAround(offset).toReversed();
  const literal = around.find(({ node, span }) => span.start === offset && node.type === "ObjectExpression");
  if (literal !== undefined) return { endLine: file.lines.lineAt(literal.span.end), kind: "object" };
  for (const [index, { node, span }] of around.entries()) {
    const endLine = file.lines.lineAt(span.end);
    const kind =
      around[index + 1]?.node.type === "ObjectPattern" ? undefined : memberKind(node, offset - span.start + node.start);
    if (kind !== undefined) return { endLine, kind };
    if (isAssigned(node, offset - span.start + node.start)) return { endLine, kind: "property" };
    if (node.type.startsWith("Import") || node.type === "TSImportEqualsDeclaration")
      return { endLine: line, kind: "import" };
    if (node.type === "VariableDeclarator" || node.type === "CatchClause") return { endLine, kind: "local" };
    if (node.type === "TSTypeParameter") return { endLine: line, kind: "type-parameter" };
    if (/Function|^Class|^TS(?:Interface|TypeAlias|Enum)Declaration$/.test(node.type))
      return "id" in node && node.id?.start === node.start + (offset - span.start)
        ? { endLine, kind: "local" }
        : { endLine: line, kind: "parameter" };
  }
  return { endLine: line, kind: "local" };
}

/** Whether an assignment gives a member to what it is assigned to, as JavaScript declares them: `this.a = 1`. */
function isAssigned(node: Node, offset: number): boolean {
  return node.type === "AssignmentExpression" && node.left.type === "MemberExpression" && offset <= node.left.end;
}

/** What a node declares as a member where an offset (UTF-16) is its name's; undefined for what is none. */
function memberKind(node: Node, offset: number): DescribedLocation["kind"] | undefined {
  if ("key" in node ? offset > node.key.end : offset !== node.start) return undefined;
  switch (node.type) {
    case "MethodDefinition":
    case "TSAbstractMethodDefinition":
    case "TSMethodSignature":
      return ACCESSORS.get(node.kind) ?? (node.kind === "constructor" ? "constructor" : "method");
    case "PropertyDefinition":
    case "TSAbstractPropertyDefinition":
    case "TSPropertySignature":
      return "property";
    case "Property":
      return ACCESSORS.get(node.kind) ?? (node.method ? "method" : "property");
    case "TSEnumMember":
      return "enum-member";
    case "TSCallSignatureDeclaration":
    case "TSConstructSignatureDeclaration":
    case "TSIndexSignature":
      return "signature";
    default:
      return undefined;
  }
}

const ACCESSORS: ReadonlyMap<string, "getter" | "setter"> = new Map([
  ["get", "getter"],
  ["set", "setter"],
]);
