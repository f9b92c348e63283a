import type { Node } from "oxc-parser";
import type { KnownPlace } from "./indirect-uses.ts";
import { isInstalled, type SourceLocation } from "../locations.ts";
import type { Questions } from "../questions.ts";
import { nodesAround } from "../trees.ts";

/** Where a class or a type declares a member. */
export interface DeclaredMember {
  readonly place: SourceLocation;
  /** The name of the class or the type; none where it has none. */
  readonly owner: string | undefined;
}

/**
 * Those of the references to a member at which a class or a type declares it: it, and what it overrides or is overridden by. The
 * server's search has them all in one answer.
 */
export async function declaredAmong(questions: Questions, known: readonly KnownPlace[]): Promise<DeclaredMember[]> {
  const { reader } = questions;
  const likely = known.filter(({ file, span }) => {
    const source = reader.textOf(file)?.source ?? "";
    return BEFORE.test(source[span.start - 1] ?? " ") && TYPES.test(source);
  });
  const all = await Promise.all(
    likely.map(async ({ file, span }) => {
      // A reference to a name in quotes is without them, as no definition is.
      const isQuoted = /["']/.test(reader.textOf(file)?.source[span.start - 1] ?? "");
      const place = reader.located(file, isQuoted ? { start: span.start - 1, end: span.end + 1 } : span);
      if (place?.path === undefined || isInstalled(place)) return [];
      const around = await nodesAround(questions, file, span.start);
      const member = around.findLastIndex((node) => isNamedAt(node, span.start));
      if (member === -1) return [];
      const owner = around.slice(0, member).flatMap((node) => nameOf(node) ?? []);
      return [{ place, owner: owner.at(-1) }];
    }),
  );
  return all.flat();
}

/** What may stand before the name of a member where it is declared. */
const BEFORE = /[\s{;,("'*]/;
const TYPES = /\b(?:class|interface|type)\b/;

function isNamedAt(node: Node, offset: number): boolean {
  switch (node.type) {
    case "PropertyDefinition":
    case "AccessorProperty":
    case "MethodDefinition":
    case "TSAbstractPropertyDefinition":
    case "TSAbstractAccessorProperty":
    case "TSAbstractMethodDefinition":
    case "TSPropertySignature":
    case "TSMethodSignature":
      return !node.computed && node.key.start <= offset && offset < node.key.end;
    case "TSParameterProperty":
      return node.parameter.start <= offset && offset < node.parameter.end;
    default:
      return false;
  }
}

function nameOf(node: Node): string | undefined {
  switch (node.type) {
    case "ClassDeclaration":
    case "ClassExpression":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      return node.id?.name;
    case "VariableDeclarator":
      return node.id.type === "Identifier" ? node.id.name : undefined;
    default:
      return undefined;
  }
}
