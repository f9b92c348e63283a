import type {
  Class,
  Declaration as DeclarationNode,
  ExportDefaultDeclaration,
  Function as FunctionNode,
  Program,
  Statement,
  TSExportAssignment,
  TSGlobalDeclaration,
  TSModuleDeclaration,
  VariableDeclaration,
} from "oxc-parser";
import type { Span } from "../text/span.ts";
import { bindingsOf } from "./bindings.ts";
import { assignmentOf, assignsModule } from "./common-js/common-js-assignment.ts";
import { assignedDrafts, otherNames, valueMembers } from "./common-js/common-js-declarations.ts";
import { isRequiredOrMember } from "./common-js/common-js-names.ts";
import { ExportsNames } from "./common-js/exports-names.ts";
import type { Declaration } from "./declaration.ts";
import { draft, type Exports, exportsOf, range, within } from "./draft.ts";
import {
  declaredExports,
  type ExportedNames,
  exportedNames,
  isExportContext,
  isModuleSyntax,
  isTypeScriptModule,
} from "./module-records/exported-names.ts";
import { Leads } from "./comments/lead.ts";
import { classMembers, enumMembers, headEnd, headStart, literalMembers, signatureMembers, unwrap } from "./members.ts";
import { mergeOverloads, type Draft, type Owner } from "./overloads.ts";
import type { ParsedSource } from "./parser/parse.ts";
import { expandosOf, staticDrafts } from "./common-js/static-assignments.ts";

/**
 * The symbols of a file: top-level declarations and their members. What a function declares inside itself is not a
 * symbol, nor are call, index and construct signatures.
 *
 * @param withLeads false leaves the leads out, and spares reading the comments: a tenth of the time
 */
export function declarationsOf(parsed: ParsedSource, withLeads = true): Declaration[] {
  const { source, program } = parsed;
  const ambient = parsed.language === "dts";
  const leads = withLeads ? new Leads(parsed) : undefined;
  const isScript = !program.body.some(isModuleSyntax);
  const isJavaScript = parsed.language === "jsx";
  const assigned =
    isJavaScript && (isScript ? commonJs(program.body) : { prototypesOf: declaredExports(program.body) });
  const expandos = ambient ? undefined : expandosOf(program.body, source, isJavaScript);
  const file: Owner = {
    prefix: "",
    exported: true,
    ambient,
    source,
    leads,
    ...assigned,
    ...(expandos && { expandos }),
  };
  const names = exportedNames(program.body, isScript);
  const allExported = ambient && isTypeScriptModule(program.body) && isExportContext(program.body);
  return declarationsIn(program.body, file, names, allExported);
}

function commonJs(body: Program["body"]): Pick<Owner, "isCommonJs" | "exportsNames" | "isReplaced" | "prototypesOf"> {
  const exportsNames = new ExportsNames(body).atTop;
  const isReplaced = body.some(assignsModule);
  return { isCommonJs: true, exportsNames, ...(isReplaced && { isReplaced }), prototypesOf: new Set() };
}

/** The declarations of a module or of a namespace body. */
function declarationsIn(
  body: Program["body"],
  owner: Owner,
  names: ExportedNames,
  allExported: boolean,
): Declaration[] {
  const drafts = body.flatMap((statement) => draftsOf(statement, owner, names, allExported));
  return mergeOverloads(drafts, owner.leads);
}

/** @param allExported whether declarations count as exported without saying so, as they do in ambient bodies */
function draftsOf(statement: Statement, owner: Owner, names: ExportedNames, allExported: boolean): Draft[] {
  switch (statement.type) {
    case "ExportNamedDeclaration":
      return statement.declaration === null ? [] : declared(statement.declaration, statement, owner, names, true);
    case "ExportDefaultDeclaration":
      return defaultExport(statement, owner, names);
    case "TSExportAssignment":
      return exportAssignment(statement, owner);
    case "ExpressionStatement": {
      const assigned = assignedDrafts(statement, owner, names);
      return assigned.length > 0 ? assigned : staticDrafts(statement, owner, names);
    }
    default:
      return declared(statement as DeclarationNode, statement, owner, names, allExported);
  }
}

function declared(
  node: DeclarationNode,
  statement: Span,
  owner: Owner,
  names: ExportedNames,
  isExported: boolean,
): Draft[] {
  switch (node.type) {
    case "VariableDeclaration":
      return variables(node, statement, owner, names, isExported);
    case "FunctionDeclaration":
    case "TSDeclareFunction":
      return node.id === null
        ? []
        : [
            functionDraft(
              node,
              statement,
              node.id.name,
              node.id,
              exportsOf(owner, node.id.name, names, isExported),
              owner,
            ),
          ];
    case "ClassDeclaration":
      return node.id === null
        ? []
        : [
            classDraft(
              node,
              statement,
              node.id.name,
              node.id,
              exportsOf(owner, node.id.name, names, isExported),
              owner,
            ),
          ];
    case "TSInterfaceDeclaration": {
      const exports = exportsOf(owner, node.id.name, names, isExported);
      const children = signatureMembers(node.body.body, within(owner, node.id.name, exports.exported));
      return [
        draft(
          owner,
          node.id.name,
          "interface",
          exports,
          statement,
          node.id,
          { start: node.start, end: node.body.start },
          children,
        ),
      ];
    }
    case "TSTypeAliasDeclaration": {
      const exports = exportsOf(owner, node.id.name, names, isExported);
      const children = literalMembers(node.typeAnnotation, within(owner, node.id.name, exports.exported));
      return [draft(owner, node.id.name, "type", exports, statement, node.id, node, children)];
    }
    case "TSEnumDeclaration": {
      const exports = exportsOf(owner, node.id.name, names, isExported);
      const children = enumMembers(node.body.members, within(owner, node.id.name, exports.exported));
      return [
        draft(
          owner,
          node.id.name,
          "enum",
          exports,
          statement,
          node.id,
          { start: node.start, end: node.body.start },
          children,
        ),
      ];
    }
    case "TSModuleDeclaration":
      return [namespaceDraft(node, statement, owner, names, isExported)];
    default:
      // Statements, imports and import aliases declare no symbol.
      return [];
  }
}

function functionDraft(
  node: FunctionNode,
  statement: Span,
  name: string,
  nameRange: Span,
  exports: Exports,
  owner: Owner,
): Draft {
  const head = { start: node.start, end: node.body?.start ?? node.end };
  return {
    ...draft(owner, name, "function", exports, statement, nameRange, head, []),
    overloadKey: `function ${name}`,
    hasBody: node.body !== null,
  };
}

function classDraft(
  node: Class,
  statement: Span,
  name: string,
  nameRange: Span,
  exports: Exports,
  owner: Owner,
): Draft {
  const span = { start: Math.min(statement.start, node.decorators[0]?.start ?? statement.start), end: statement.end };
  const head = { start: headStart(node), end: node.body.start };
  return draft(
    owner,
    name,
    "class",
    exports,
    span,
    nameRange,
    head,
    classMembers(node.body.body, within(owner, name, exports.exported)),
  );
}

function variables(
  node: VariableDeclaration,
  statement: Span,
  owner: Owner,
  names: ExportedNames,
  isExported: boolean,
): Draft[] {
  const kind = node.kind === "await using" ? "using" : node.kind;
  const bindings = node.declarations.flatMap((declarator) =>
    bindingsOf(declarator.id, declarator).map((binding) => ({ ...binding, declarator })),
  );
  const isAlone = bindings.length === 1 && node.declarations.length === 1;
  return bindings.map(({ name, nameRange, element, declarator }): Draft => {
    const exports = exportsOf(owner, name, names, isExported);
    const isPattern = element !== declarator;
    const init = isPattern || declarator.init === null ? undefined : unwrap(declarator.init);
    const assignment =
      owner.isCommonJs === true && init !== undefined ? assignmentOf(init, owner.exportsNames) : undefined;
    const value = assignment?.value ?? init;
    const children =
      value === undefined || kind !== "const" ? [] : valueMembers(value, within(owner, name, exports.exported));
    const head = {
      start: node.declarations.length === 1 ? node.start : declarator.start,
      end: value === undefined ? statementEnd(node, declarator) : headEnd(value, declarator.end),
    };
    const whole = draft(owner, name, kind, exports, isAlone ? statement : element, nameRange, head, children);
    if (!isPattern && owner.exportsNames?.has(name) === true) whole.declaration.isExports = true;
    if (isRequiredOrMember(declarator.init)) whole.declaration.isImport = true;
    if (assignment !== undefined && assignment.exported.length > 0)
      whole.declaration.otherNames = otherNames(assignment.exported, undefined, nameRange);
    if (isAlone) return whole;
    whole.declaration.statement = range(statement);
    return { ...whole, isFirst: element === bindings[0]?.element };
  });
}

function statementEnd(node: VariableDeclaration, declarator: Span): number {
  return node.declarations.length === 1 ? node.end : declarator.end;
}

type Namespace = TSModuleDeclaration | TSGlobalDeclaration;

function namespaceDraft(
  node: Namespace,
  statement: Span,
  owner: Owner,
  names: ExportedNames,
  isExported: boolean,
): Draft {
  const parts = namespaceNames(node.id);
  const [first, ...rest] = parts as [NamespaceName, ...NamespaceName[]];
  // Everybody can reach `declare global` and `declare module "m"` without an export.
  const isAmbientModule = node.kind === "global" || first.name.startsWith('"');
  const exports = isAmbientModule ? { exported: true } : exportsOf(owner, first.name, names, isExported);
  const outer = within(owner, first.name, exports.exported);
  const head = { start: node.start, end: node.body?.start ?? node.end };
  return draft(
    owner,
    first.name,
    "namespace",
    exports,
    statement,
    first.range,
    head,
    namespaceChildren(node, rest, outer),
  );
}

/** `namespace A.B {}` declares `A`, and in it `A.B`, whose span starts at its name. */
function namespaceChildren(node: Namespace, [next, ...rest]: readonly NamespaceName[], owner: Owner): Declaration[] {
  if (next !== undefined) {
    const children = namespaceChildren(node, rest, within(owner, next.name, owner.exported));
    const span = { start: next.range.start, end: node.end };
    const head = { start: span.start, end: node.body?.start ?? node.end };
    const exports = { exported: owner.exported };
    return [draft(owner, next.name, "namespace", exports, span, next.range, head, children).declaration];
  }
  if (node.body === null || node.body === undefined) return [];
  const body = node.body.body;
  const names = exportedNames(body, false);
  const ambient = owner.ambient || node.declare;
  const { expandos: _outside, ...inside } = owner;
  return declarationsIn(body, { ...inside, ambient }, names, ambient && isExportContext(body));
}

interface NamespaceName {
  readonly name: string;
  readonly range: Span;
}

function namespaceNames(id: Namespace["id"]): NamespaceName[] {
  if (id.type === "Literal") return [{ name: `"${id.value}"`, range: range(id) }];
  if (id.type === "Identifier") return [{ name: id.name, range: range(id) }];
  const names: NamespaceName[] = [];
  let node: typeof id | typeof id.left = id;
  while (node.type === "TSQualifiedName") {
    names.unshift({ name: node.right.name, range: range(node.right) });
    node = node.left;
  }
  if (node.type === "Identifier") names.unshift({ name: node.name, range: range(node) });
  return names;
}

function defaultExport(statement: ExportDefaultDeclaration, owner: Owner, names: ExportedNames): Draft[] {
  const node = statement.declaration;
  if (node.type === "Identifier") return [];
  const keyword = keywordRange(owner.source, statement, "default");
  const named =
    node.type === "FunctionDeclaration" ||
    node.type === "TSDeclareFunction" ||
    node.type === "ClassDeclaration" ||
    node.type === "TSInterfaceDeclaration"
      ? node.id
      : null;
  const name = named?.name ?? "default";
  const nameRange = named ?? keyword;
  const listed = names.get(name) ?? [];
  const exports: Exports = named === null ? { exported: true } : { exported: true, exportedAs: ["default", ...listed] };
  switch (node.type) {
    case "FunctionDeclaration":
    case "TSDeclareFunction":
      return [functionDraft(node, statement, name, nameRange, exports, owner)];
    case "ClassDeclaration":
      return [classDraft(node, statement, name, nameRange, exports, owner)];
    case "TSInterfaceDeclaration": {
      const children = signatureMembers(node.body.body, within(owner, name, true));
      return [
        draft(
          owner,
          name,
          "interface",
          exports,
          statement,
          nameRange,
          { start: node.start, end: node.body.start },
          children,
        ),
      ];
    }
    default: {
      const value = unwrap(node);
      const kind =
        value.type === "ArrowFunctionExpression" || value.type === "FunctionExpression"
          ? "function"
          : value.type === "ClassExpression"
            ? "class"
            : "const";
      const head = { start: keyword.start, end: headEnd(value, node.end) };
      return [
        draft(owner, name, kind, exports, statement, nameRange, head, valueMembers(value, within(owner, name, true))),
      ];
    }
  }
}

/** `export = a` only exports; `export = { … }` and the like declare a symbol named `export=`. */
function exportAssignment(statement: TSExportAssignment, owner: Owner): Draft[] {
  const value = unwrap(statement.expression);
  if (value.type === "Identifier") return [];
  const nameRange = { start: statement.start, end: owner.source.indexOf("=", statement.start) + 1 };
  const head = { start: statement.start, end: headEnd(value, statement.end) };
  const children = valueMembers(value, within(owner, "export=", true));
  return [
    draft(
      owner,
      "export=",
      value.type === "ClassExpression" ? "class" : "const",
      { exported: true },
      statement,
      nameRange,
      head,
      children,
    ),
  ];
}

function keywordRange(source: string, statement: ExportDefaultDeclaration, keyword: string): Span {
  const start = source.indexOf(keyword, statement.start);
  return { start, end: start + keyword.length };
}
