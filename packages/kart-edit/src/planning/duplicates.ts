import type { Node } from "oxc-parser";
import { bindingsOf } from "@kart/core/syntax/bindings";
import { type Declaration, walkDeclarations } from "@kart/core/syntax/declaration";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import { contains, type Span } from "@kart/core/text/span";

/**
 * Declarations that share the scope, or the owner, of something that was given its name. The compiler takes the two for one
 * thing, or refuses the second, whether anything refers to it or not.
 *
 * @param after the file with the new name
 * @param written where the new name was put
 * @returns UTF-16 offsets of those that had the name before
 */
export function duplicatesIn(
  { parsed, declarations }: SourceSymbols,
  name: string,
  written: readonly Span[],
): number[] {
  const { program } = parsed;
  // A declaration of several holds the name; a shorthand that was written out is more than the name.
  const isWritten = (span: Span) => written.some((one) => contains(span, one) || contains(one, span));
  // Members that statements add stand beside their owners, and share no scope with what is declared there.
  const byOwner = Map.groupBy(declarations, ({ memberOf }) => memberOf?.join("."));
  const added = [...byOwner].flatMap(([owner, theirs]) => (owner === undefined ? [] : [named(theirs, name)]));
  const groups: Span[][] = [
    [...named(byOwner.get(undefined) ?? [], name), ...importedAs(program, name)],
    ...added,
    exportedAs(program, name),
    ...walkDeclarations(declarations).map(({ declaration }) => named(declaration.children, name)),
    ...parameterProperties(parsed, declarations).map((members) => named(members, name)),
    ...parameterLists(program, written, name),
  ];
  const clashing = groups.filter((group) => group.some(isWritten) && !group.every(isWritten));
  return [...new Set(clashing.flatMap((group) => group.filter((one) => !isWritten(one)).map(({ start }) => start)))];
}

function named(declarations: readonly Declaration[], name: string): Span[] {
  return declarations
    .filter((one) => one.name === name)
    .map(({ nameRange, overloads, span }) => (overloads ? span : nameRange));
}

/** For each class the parameter properties with the other members that instances have. */
function parameterProperties({ source }: ParsedSource, declarations: readonly Declaration[]): Declaration[][] {
  const isStatic = ({ span, nameRange }: Declaration) => /\bstatic\b/.test(source.slice(span.start, nameRange.start));
  return walkDeclarations(declarations).flatMap(({ declaration: { children } }) => {
    const properties = children.find(({ kind }) => kind === "constructor")?.children ?? [];
    return properties.length === 0 ? [] : [[...properties, ...children.filter((one) => !isStatic(one))]];
  });
}

function importedAs(program: Node, name: string): Span[] {
  if (program.type !== "Program") return [];
  return program.body.flatMap((statement): Span[] => {
    if (statement.type === "TSImportEqualsDeclaration") return statement.id.name === name ? [statement.id] : [];
    return statement.type === "ImportDeclaration"
      ? statement.specifiers.filter(({ local }) => local.name === name).map(({ local }) => local)
      : [];
  });
}

/** Entries of export lists. */
function exportedAs(program: Node, name: string): Span[] {
  if (program.type !== "Program") return [];
  return program.body.flatMap((statement): Span[] => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    const listed = statement.specifiers.map(({ exported }) => exported);
    const declared = declaredNames(statement.declaration);
    return [...listed, ...declared].filter((one) => one.type === "Identifier" && one.name === name);
  });
}

type Named = Span & { readonly type: string; readonly name?: string };

function declaredNames(declaration: Node | null): Named[] {
  if (declaration === null) return [];
  if (declaration.type === "VariableDeclaration")
    return declaration.declarations.flatMap(({ id }) =>
      bindingsOf(id, id).map(({ name, nameRange }) => ({ ...nameRange, type: "Identifier", name })),
    );
  return "id" in declaration && declaration.id?.type === "Identifier" ? [declaration.id] : [];
}

/** The parameters of the functions that something was written into: parameter properties are members and bindings at once. */
function parameterLists(program: Node, written: readonly Span[], name: string): Span[][] {
  return written.flatMap((span) => {
    const lists: Span[][] = [];
    for (const node of nodesIn(program, span)) {
      if (!("params" in node) || !Array.isArray(node.params)) continue;
      const bindings = (node.params as Node[]).flatMap((parameter) => {
        const pattern = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
        return isPattern(pattern) ? bindingsOf(pattern, pattern) : [];
      });
      lists.push(bindings.filter((one) => one.name === name).map(({ nameRange }) => nameRange));
    }
    return lists;
  });
}

type Pattern = Parameters<typeof bindingsOf>[0];

function isPattern(node: Node): node is Pattern & Node {
  return ["Identifier", "AssignmentPattern", "RestElement", "ObjectPattern", "ArrayPattern"].includes(node.type);
}
