import type { BindingIdentifier, Program, Statement } from "oxc-parser";
import { assignmentOf } from "../common-js/common-js-assignment.ts";
import { calledWithExports, ExportsNames } from "../common-js/exports-names.ts";

/** Local name -> the names the module exports it under. `export =` and `module.exports =` count as the name `export=`. */
export type ExportedNames = ReadonlyMap<string, readonly string[]>;

/** What a module or a namespace body exports by name apart from the declarations themselves: lists, default, `export =`. */
export function exportedNames(body: Program["body"], isCommonJs: boolean): ExportedNames {
  const names = new Map<string, string[]>();
  const exportsNames = isCommonJs ? new ExportsNames(body).atTop : undefined;
  const add = (local: string, exported: string) => {
    const known = names.get(local);
    if (known === undefined) names.set(local, [exported]);
    else if (!known.includes(exported)) known.push(exported);
  };
  for (const statement of body) {
    if (statement.type === "ExportNamedDeclaration" && statement.source === null) {
      for (const { local, exported } of statement.specifiers) add(moduleExportName(local), moduleExportName(exported));
    } else if (statement.type === "ExportDefaultDeclaration" && statement.declaration.type === "Identifier") {
      add(statement.declaration.name, "default");
    } else if (statement.type === "TSExportAssignment" && statement.expression.type === "Identifier") {
      add(statement.expression.name, "export=");
    } else if (exportsNames !== undefined) {
      addCommonJs(statement, exportsNames, add);
    }
  }
  return names;
}

/** Names of classes, functions and variables that a module exports where it declares them. */
export function declaredExports(body: Program["body"]): ReadonlySet<string> {
  const names = body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration" && statement.type !== "ExportDefaultDeclaration") return [];
    const node = statement.declaration;
    if (node?.type === "VariableDeclaration")
      return node.declarations.map(({ id }) => (id.type === "Identifier" ? id.name : undefined));
    return node?.type === "ClassDeclaration" || node?.type === "FunctionDeclaration" ? [node.id?.name] : [];
  });
  return new Set(names.filter((name) => name !== undefined));
}

/**
 * Whether declarations in an ambient body count as exported without saying so: those of a namespace or of `declare module`, and
 * of a declaration file that is a module. They do until a statement does nothing but export: TypeScript's binder,
 * `setExportContextFlag`.
 */
export function isExportContext(body: Program["body"]): boolean {
  return !body.some(
    (statement) =>
      statement.type === "TSExportAssignment" ||
      statement.type === "ExportAllDeclaration" ||
      (statement.type === "ExportNamedDeclaration" && statement.declaration === null) ||
      (statement.type === "ExportDefaultDeclaration" && !DECLARED_BY_DEFAULT.test(statement.declaration.type)),
  );
}

const DECLARED_BY_DEFAULT = /^(?:FunctionDeclaration|TSDeclareFunction|ClassDeclaration|TSInterfaceDeclaration)$/;

/** What TypeScript takes for a module by its statements. */
export function isTypeScriptModule(body: Program["body"]): boolean {
  return body.some(
    (statement) =>
      isModuleSyntax(statement) ||
      statement.type === "TSExportAssignment" ||
      (statement.type === "TSImportEqualsDeclaration" &&
        statement.moduleReference.type === "TSExternalModuleReference"),
  );
}

export function isModuleSyntax({ type }: Program["body"][number]): boolean {
  return type.startsWith("Import") || type.startsWith("Export");
}

function moduleExportName(name: { type: "Identifier"; name: string } | { type: "Literal"; value: string }): string {
  return name.type === "Identifier" ? name.name : name.value;
}

/**
 * `module.exports = a`, `module.exports = { a, b: c }`, `exports.b = a`, `const a = module.exports = …`.
 *
 * @param exportsNames by which the exports go there, besides their own
 */
function addCommonJs(
  statement: Statement,
  exportsNames: ReadonlySet<string>,
  add: (local: string, exported: string) => void,
): void {
  const called = calledWithExports(statement, exportsNames);
  if (called !== undefined) {
    for (const one of called.statements)
      addCommonJs(one, called.names, (local, exported) => {
        if (!called.declares(local)) add(local, exported);
      });
    return;
  }
  if (statement.type === "VariableDeclaration") {
    for (const { id, init } of statement.declarations) {
      const exported =
        id.type === "Identifier" && init !== null ? (assignmentOf(init, exportsNames)?.exported ?? []) : [];
      for (const { name } of exported) add((id as BindingIdentifier).name, name);
    }
    return;
  }
  const assignment =
    statement.type === "ExpressionStatement" ? assignmentOf(statement.expression, exportsNames) : undefined;
  if (assignment === undefined) return;
  const { exported, value } = assignment;
  if (value.type === "Identifier") for (const { name } of exported) add(value.name, name);
  if (value.type !== "ObjectExpression" || !exported.some(({ name }) => name === "export=")) return;
  for (const property of value.properties) {
    if (property.type !== "Property" || property.computed || property.value.type !== "Identifier") continue;
    if (property.key.type === "Identifier") add(property.value.name, property.key.name);
  }
}
