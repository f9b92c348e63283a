import type { Node } from "oxc-parser";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import type { Span } from "@kart/core/text/span";
import type { TextEdit } from "@kart/core/text/text-edit";

/**
 * What takes a member of an interface or of an object's type every value but none: `size?: number` to `size?: never`. Undefined for
 * what is no such member. It stays in its line.
 *
 * @param name where the member is named
 */
export function neverTyped({ program }: Pick<ParsedSource, "program">, name: Span): TextEdit | undefined {
  const around = nodesIn(program, { start: name.start, end: name.start + 1 });
  for (const node of around) {
    if (node.type !== "TSPropertySignature" && node.type !== "TSMethodSignature") continue;
    const { key } = node;
    if (node.computed || key.start > name.start || key.end < name.end) continue;
    if (node.type === "TSMethodSignature") {
      if (node.kind !== "method") return undefined;
      const end = node.returnType?.end ?? node.end;
      return { span: { start: key.end, end }, text: `${node.optional ? "?" : ""}: never` };
    }
    const type = node.typeAnnotation;
    return type === null || type === undefined
      ? undefined
      : { span: { start: type.start, end: type.end }, text: ": never" };
  }
  return undefined;
}

/** The same of all members of a name but some. @param isAsked of the UTF-16 offset where one is named, behind a quote */
export function neverTypedEach(
  parsed: Pick<ParsedSource, "program">,
  name: string,
  isAsked: (offset: number) => boolean,
): readonly TextEdit[] {
  return [...nodesIn(parsed.program, parsed.program)].flatMap((node) => {
    if (node.type !== "TSPropertySignature" && node.type !== "TSMethodSignature") return [];
    const { key, computed } = node;
    if (computed || !isNamed(key, name) || !isAsked(key.type === "Literal" ? key.start + 1 : key.start)) return [];
    return neverTyped(parsed, key) ?? [];
  });
}

/** The same of all members of a name that take anything, which no value is refused by otherwise: `data?: any`. */
export function neverTypedWhereAny({ program }: Pick<ParsedSource, "program">, name: string): readonly TextEdit[] {
  return [...nodesIn(program, program)].flatMap((node) => {
    if (node.type !== "TSPropertySignature" || node.computed) return [];
    const { key, typeAnnotation: type } = node;
    const isOpen = type?.typeAnnotation.type === "TSAnyKeyword" || type?.typeAnnotation.type === "TSUnknownKeyword";
    return isNamed(key, name) && isOpen && type !== null && type !== undefined
      ? [{ span: { start: type.start, end: type.end }, text: ": never" }]
      : [];
  });
}

function isNamed(key: Node, name: string): boolean {
  return (key.type === "Identifier" && key.name === name) || (key.type === "Literal" && key.value === name);
}
