import type { Program, Statement, TSModuleDeclaration } from "oxc-parser";
import type { LineIndex } from "../../text/line-index.ts";
import type { Span } from "../../text/span.ts";
import { bindingsOf } from "../bindings.ts";
import { isExportContext, isTypeScriptModule } from "./exported-names.ts";
import { nameOf } from "./module-expressions.ts";
import type { ExportRecord } from "./module-record.ts";
import type { ParsedSource } from "../parser/parse.ts";

type Body = Program["body"];

/** What a module exports without a statement of its own: declarations of a declaration file, members of what `export =` exports. */
export function impliedExports(body: Body, isDeclarationFile: boolean, lines: LineIndex): ExportRecord[] {
  const record = ({ name, start, typeOnly }: DeclaredName): ExportRecord => ({
    name,
    line: lines.lineAt(start),
    typeOnly,
    local: name,
    start,
  });
  const assigned = body.find((statement) => statement.type === "TSExportAssignment");
  if (assigned?.expression.type === "Identifier") {
    const { name: namespace } = assigned.expression;
    const names = body.flatMap((statement) => namespaceMembers(statement, namespace, isDeclarationFile));
    return names.map(({ local, ...one }) => ({ ...record(one), local, namespace }));
  }
  if (!isDeclarationFile || !isTypeScriptModule(body) || !isExportContext(body)) return [];
  return body.flatMap((statement) => declaredNames(statement)).map(record);
}

/** A statement that exports what it declares without saying so. UTF-16 offsets. */
export interface UnmarkedExport {
  readonly start: number;
  /** Where the names that it gives stand. */
  readonly names: readonly Span[];
}

/** Whether a text may have any: most have none, and need no parsing to see that. */
export function mayExportUnmarked(source: string, isDeclarationFile: boolean): boolean {
  return isDeclarationFile
    ? /^\s*(?:declare|interface|type|abstract|class|enum|namespace|function|const|let|var)\b/m.test(source)
    : AMBIENT.test(source) && /^\s*declare\s+module\s*["']/m.test(source);
}

/** Found without looking at the start of every line. */
const AMBIENT = /\bdeclare\s+module\s*["']/;

/**
 * What ambient modules export without the word `export`: the declarations of a declaration file that is a module, and those of
 * `declare module "x" {}`. The compiler lets others import them; its search for references asks for the word.
 */
export function unmarkedExports({ program: { body } }: ParsedSource, isDeclarationFile: boolean): UnmarkedExport[] {
  const isModule = isDeclarationFile && isTypeScriptModule(body);
  const bodies = body.flatMap((one) =>
    one.type === "TSModuleDeclaration" && one.id.type === "Literal" && one.body ? [one.body.body] : [],
  );
  return [...(isModule ? [body] : []), ...bodies].filter(isExportContext).flatMap((statements) =>
    statements.flatMap((one): UnmarkedExport[] => {
      const names = declaredNames(one).map(({ name, start }) => ({ start, end: start + name.length }));
      return names.length === 0 ? [] : [{ start: one.start, names }];
    }),
  );
}

/** What `declare module "./x" { … }` adds to the exports of that module, in which each declaration is one. */
export function augmentingNames(statements: readonly Statement[]): string[] {
  const names = statements.flatMap((one) => {
    const declaration = one.type === "ExportNamedDeclaration" ? one.declaration : one;
    return declaration === null ? [] : declaredNames(declaration).map(({ name }) => name);
  });
  return [...new Set(names)];
}

interface DeclaredName {
  readonly name: string;
  /** UTF-16 offset. */
  readonly start: number;
  readonly typeOnly: boolean;
}

function namespaceMembers(
  statement: Statement,
  namespace: string,
  isAmbientFile: boolean,
): (DeclaredName & { readonly local: string })[] {
  if (statement.type !== "TSModuleDeclaration") return [];
  const body = statement.body?.body;
  const [first, second] = namesIn(statement.id);
  if (first?.name !== namespace || body === undefined) return [];
  if (second !== undefined) return [{ ...second, local: second.name, typeOnly: false }];
  const allExported = (isAmbientFile || statement.declare) && isExportContext(body);
  return body.flatMap((one) => {
    if (one.type !== "ExportNamedDeclaration") return allExported ? declaredNames(one).map(ownName) : [];
    const { declaration, specifiers } = one;
    if (declaration?.type === "TSImportEqualsDeclaration")
      return [ownName({ ...named(declaration.id), typeOnly: declaration.importKind === "type" })];
    if (declaration !== null) return declaredNames(declaration).map(ownName);
    return specifiers.map(({ local, exported, exportKind, start }) => ({
      name: nameOf(exported),
      local: nameOf(local),
      start,
      typeOnly: one.exportKind === "type" || exportKind === "type",
    }));
  });
}

function ownName(declared: DeclaredName): DeclaredName & { readonly local: string } {
  return { ...declared, local: declared.name };
}

/** The names that a declaration gives to what it declares; those of other statements are none. */
function declaredNames(statement: Statement): DeclaredName[] {
  switch (statement.type) {
    case "VariableDeclaration":
      return statement.declarations
        .flatMap((declarator) => bindingsOf(declarator.id, declarator))
        .map(({ name, nameRange: { start } }) => ({ name, start, typeOnly: false }));
    case "FunctionDeclaration":
    case "TSDeclareFunction":
    case "ClassDeclaration":
    case "TSEnumDeclaration":
      return statement.id === null ? [] : [{ ...named(statement.id), typeOnly: false }];
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      return [{ ...named(statement.id), typeOnly: true }];
    case "TSModuleDeclaration":
      // What is added to all modules is no name of this one.
      return (statement.kind === "global" ? [] : namesIn(statement.id))
        .slice(0, 1)
        .map((one) => ({ ...one, typeOnly: false }));
    default:
      return [];
  }
}

type Name = Omit<DeclaredName, "typeOnly">;

/** `A` and `B` of `namespace A.B`; none of `declare module "x"`. */
function namesIn(id: TSModuleDeclaration["id"]): Name[] {
  if (id.type === "Literal") return [];
  if (id.type === "Identifier") return [named(id)];
  return [...(id.left.type === "ThisExpression" ? [] : namesIn(id.left)), named(id.right)];
}

function named({ name, start }: Name): Name {
  return { name, start };
}
