import type { Expression, Program, Statement } from "oxc-parser";

/** Local name -> the names the module exports it under. `export =` and `module.exports =` count as the name `export=`. */
export type ExportedNames = ReadonlyMap<string, readonly string[]>;

/** What a module or a namespace body exports by name apart from the declarations themselves: lists, default, `export =`. */
export function exportedNames(body: Program["body"], isCommonJs: boolean): ExportedNames {
  const names = new Map<string, string[]>();
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
    } else if (isCommonJs) {
      addCommonJs(statement, add);
    }
  }
  return names;
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

/** `module.exports = a`, `module.exports = { a, b: c }`, `exports.b = a`, `module.exports.b = a`. */
function addCommonJs(statement: Statement, add: (local: string, exported: string) => void): void {
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression") return;
  const { left, right } = statement.expression;
  if (left.type !== "MemberExpression" || left.computed || left.property.type !== "Identifier") return;
  if (isModuleExports(left)) {
    if (right.type === "Identifier") add(right.name, "export=");
    if (right.type === "ObjectExpression") {
      for (const property of right.properties) {
        if (property.type !== "Property" || property.computed || property.value.type !== "Identifier") continue;
        if (property.key.type === "Identifier") add(property.value.name, property.key.name);
      }
    }
  } else if (right.type === "Identifier" && (isModuleExports(left.object) || isIdentifier(left.object, "exports"))) {
    add(right.name, left.property.name);
  }
}

function isModuleExports(node: Expression | { type: "Super" }): boolean {
  return (
    node.type === "MemberExpression" &&
    !node.computed &&
    isIdentifier(node.object, "module") &&
    isIdentifier(node.property, "exports")
  );
}

function isIdentifier(node: { type: string }, name: string): boolean {
  return node.type === "Identifier" && (node as { name?: string }).name === name;
}
