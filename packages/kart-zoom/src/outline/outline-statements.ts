import { bindingsOf } from "@kart/core/syntax/bindings";
import { headStart, unwrap } from "@kart/core/syntax/members";
import type {
  Class,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  Function as FunctionNode,
  Program,
  TSEnumDeclaration,
  TSGlobalDeclaration,
  TSInterfaceDeclaration,
  TSModuleDeclaration,
  VariableDeclaration,
} from "oxc-parser";
import { enumValues } from "./enum-values.ts";
import type { Outlined, OutlineSource } from "./outline.ts";
import { addAssigned, assignedValue, heldExports, isSpelledOut } from "./outline-assigned.ts";
import { classMembers, interfaceMembers, keyOf } from "./outline-members.ts";
import { withStatics } from "./outline-statics.ts";
import { classHead, classValue, MAX_HEAD, typeOf, withoutDeclare } from "./outline-values.ts";
import type { Piece } from "./pieces.ts";
import { callable } from "./spelled-type.ts";

type Statement = Program["body"][number];

/**
 * Every declaration of a module or of a namespace body, in the order of the source.
 *
 * @param isNamespace whether what the body lists, `export { name }`, belongs to it: what a module lists is told by its exports
 */
export function outlineStatements(body: readonly Statement[], source: OutlineSource, isNamespace = false): Outlined[] {
  const outlined: Outlined[] = [];
  for (const statement of body) {
    switch (statement.type) {
      case "ExportNamedDeclaration":
        if (statement.declaration !== null) declare(outlined, statement.declaration, source, true, isNamespace);
        else if (isNamespace) outlined.push(...listed(statement, source));
        break;
      case "ExportDefaultDeclaration":
        declareDefault(outlined, statement, source);
        break;
      case "TSExportAssignment": {
        const start = source.slices.text.indexOf("=", statement.start) + 1;
        const declaration = source.declarationAt(statement.start);
        if (declaration === undefined) break;
        const pieces = ["const _exports", ...typeOf(statement.expression, start, "const", source)];
        outlined.push({
          ...source.about(declaration),
          isPrivate: false,
          signatures: [source.signature(statement, ...pieces)],
          exportAs: "export =",
        });
        break;
      }
      default:
        declare(outlined, statement, source, false);
    }
  }
  return withStatics(outlined, body, source);
}

/** What a namespace exports that is declared elsewhere. */
function listed({ exportKind, specifiers }: ExportNamedDeclaration, source: OutlineSource): Outlined[] {
  return specifiers.map((specifier) => {
    const [local, name] = [source.slices.of(specifier.local), source.slices.of(specifier.exported)];
    const type = exportKind === "type" || specifier.exportKind === "type" ? "type " : "";
    const text = `export { ${type}${local === name ? name : `${local} as ${name}`} }`;
    const line = source.lines.lineAt(specifier.start);
    const about = { name, namePath: name, kind: "namespace" as const, exported: true, doc: "", line, endLine: line };
    return { ...about, isPrivate: false, signatures: [source.signature(specifier, text)] };
  });
}

function declare(
  outlined: Outlined[],
  node: Statement,
  source: OutlineSource,
  isExported: boolean,
  isNamespace = false,
): void {
  switch (node.type) {
    case "VariableDeclaration":
      outlined.push(...variables(node, source));
      return;
    case "FunctionDeclaration":
    case "TSDeclareFunction":
      if (node.id !== null) addFunction(outlined, node, node.id.start, source);
      return;
    case "ClassDeclaration":
      if (node.id !== null) outlined.push(...classOutline(node, node.id.start, source));
      return;
    case "TSInterfaceDeclaration":
      outlined.push(...interfaceOutline(node, source));
      return;
    case "TSTypeAliasDeclaration": {
      const declaration = source.declarationAt(node.id.start);
      if (declaration === undefined) return;
      const text = withoutDeclare(source.slices.compact(node)).replace(/;$/, "");
      outlined.push({ ...source.about(declaration), isPrivate: false, signatures: [source.signature(node, text)] });
      return;
    }
    case "TSEnumDeclaration":
      outlined.push(...enumOutline(node, source));
      return;
    case "TSModuleDeclaration":
      outlined.push(...namespaceOutline(node, source));
      return;
    case "TSImportEqualsDeclaration": {
      // Without an export it is an import, and imports declare nothing.
      if (!isExported) return;
      const { name } = node.id;
      // All else that stands in a declared namespace is exported without a word.
      const text = `${isNamespace ? "export " : ""}${source.slices.compact(node).replace(/;$/, "")}`;
      const line = source.lines.lineAt(node.start);
      const about = { name, namePath: name, kind: "namespace" as const, exported: true, doc: "", line };
      outlined.push({
        ...about,
        endLine: source.lines.lineAt(node.end),
        isPrivate: false,
        signatures: [source.signature(node, text)],
      });
      return;
    }
    case "ExpressionStatement":
      if (source.isJavaScript) addAssigned(outlined, node, source);
      return;
    default:
  }
}

/** Overloads join the signature before them; the implementation behind them is nothing to callers. */
function addFunction(outlined: Outlined[], node: FunctionNode, nameStart: number, source: OutlineSource): void {
  const name = node.id === null ? "" : ` ${node.id.name}`;
  const pieces = [`function${name}`, ...functionSignature(node, nameStart, source)];
  const declaration = source.declarationAt(nameStart);
  if (declaration !== undefined)
    outlined.push({
      ...source.about(declaration),
      isPrivate: false,
      signatures: source.taggedOverloads(declaration, `function${name}`) ?? [source.signature(node, ...pieces)],
    });
  else if (node.body === null) {
    const first = outlined.at(-1);
    if (first !== undefined)
      outlined[outlined.length - 1] = source.withOverload(first, source.signature(node, ...pieces));
  }
}

function functionSignature(node: FunctionNode, at: number, source: OutlineSource): Piece[] {
  return source.isJavaScript ? [{ at, part: "signature" }] : callable(node, source.slices, at, "declaration");
}

function classOutline(node: Class, nameStart: number, source: OutlineSource): Outlined[] {
  const declaration = source.declarationAt(nameStart);
  if (declaration === undefined) return [];
  return [
    {
      ...source.about(declaration),
      isPrivate: false,
      signatures: [source.signature(declaration.span, classHead(node, headStart(node), source))],
      children: classMembers(node, declaration.namePath, source),
    },
  ];
}

function interfaceOutline(node: TSInterfaceDeclaration, source: OutlineSource): Outlined[] {
  const declaration = source.declarationAt(node.id.start);
  if (declaration === undefined) return [];
  const head = source.slices.compact({ start: node.start, end: node.body.start }, MAX_HEAD).trim();
  return [
    {
      ...source.about(declaration),
      isPrivate: false,
      signatures: [source.signature(node, withoutDeclare(head))],
      children: interfaceMembers(node.body.body, source),
    },
  ];
}

function enumOutline(node: TSEnumDeclaration, source: OutlineSource): Outlined[] {
  const declaration = source.declarationAt(node.id.start);
  if (declaration === undefined) return [];
  const values = enumValues(node.body.members, node.id.name);
  const children = node.body.members.flatMap((member, index): Outlined[] => {
    const { key, start } = keyOf({ key: member.id, computed: member.computed }, source);
    const itself = source.declarationAt(start);
    if (itself === undefined) return [];
    const value = values[index];
    const text = value === undefined ? key : `${key} = ${typeof value === "string" ? JSON.stringify(value) : value}`;
    return [{ ...source.about(itself), isPrivate: false, signatures: [source.signature(member, text)] }];
  });
  const text = `${node.const ? "const " : ""}enum ${node.id.name}`;
  return [{ ...source.about(declaration), isPrivate: false, signatures: [source.signature(node, text)], children }];
}

function namespaceOutline(node: TSModuleDeclaration | TSGlobalDeclaration, source: OutlineSource): Outlined[] {
  const names: { readonly text: string; readonly start: number }[] = [];
  let id: typeof node.id | { type: "TSThisExpression" | "ThisExpression" } = node.id;
  while (id.type === "TSQualifiedName") {
    names.unshift({ text: id.right.name, start: id.right.start });
    id = id.left as typeof node.id;
  }
  if (id.type === "Identifier") names.unshift({ text: id.name, start: id.start });
  else if (id.type === "Literal") names.unshift({ text: source.slices.of(id), start: id.start });
  const body =
    node.body === null || node.body === undefined ? undefined : outlineStatements(node.body.body, source, true);
  return (
    names.reduceRight<Outlined[] | undefined>((children, { text, start }, index) => {
      const declaration = source.declarationAt(start);
      if (declaration === undefined) return [];
      const keyword = node.kind === "global" ? "global" : /^["'`]/.test(text) ? `module ${text}` : `namespace ${text}`;
      const span = index === 0 ? node : declaration.span;
      const outlined: Outlined = {
        ...source.about(declaration),
        isPrivate: false,
        signatures: [source.signature(span, keyword)],
      };
      return [children === undefined ? outlined : { ...outlined, children }];
    }, body) ?? []
  );
}

function variables(node: VariableDeclaration, source: OutlineSource): Outlined[] {
  // What is disposed of at the end of its scope never changes before.
  const keyword = node.kind === "let" || node.kind === "var" ? node.kind : "const";
  return node.declarations.flatMap((declarator) =>
    bindingsOf(declarator.id, declarator).flatMap(({ name, nameRange, element }): Outlined[] => {
      const declaration = source.declarationAt(nameRange.start);
      if (declaration === undefined) return [];
      const about = { ...source.about(declaration), isPrivate: false };
      const { init } = declarator;
      const value = init === null || element !== declarator ? undefined : assignedValue(init, source);
      const isCast = init?.type === "TSAsExpression" || init?.type === "TSTypeAssertion";
      const isClass = keyword === "const" && (declarator.id.typeAnnotation ?? null) === null && !isCast;
      if (isClass && value?.type === "ClassExpression")
        return [{ ...about, ...classValue(value, name, declaration, source) }];
      const annotation = element === declarator ? declarator.id.typeAnnotation : undefined;
      const type: Piece[] = annotation
        ? [`: ${source.slices.compact(annotation.typeAnnotation)}`]
        : value?.type === "ClassExpression" && !isCast
          ? // The compiler calls it what the variable is called.
            [" /* a class */"]
          : element !== declarator || init === null
            ? [{ at: nameRange.start, part: "type" }]
            : typeOf(init, nameRange.start, keyword === "const" ? "const" : "widened", source);
      const itself = { ...about, signatures: [source.signature(declaration.span, `${keyword} ${name}`, ...type)] };
      const held = init === null ? [] : heldExports(init, source);
      // Those are exported by names of their own.
      const isSaid = held.length > 0 && value?.type === "ObjectExpression" && isSpelledOut(value);
      return [isSaid ? { ...itself, exported: false } : itself, ...held];
    }),
  );
}

function declareDefault(outlined: Outlined[], statement: ExportDefaultDeclaration, source: OutlineSource): void {
  const node = statement.declaration;
  const keyword = source.slices.text.indexOf("default", statement.start);
  switch (node.type) {
    case "Identifier":
      return;
    case "FunctionDeclaration":
    case "TSDeclareFunction":
      addFunction(outlined, node, node.id?.start ?? keyword, source);
      return;
    case "ClassDeclaration":
      outlined.push(...classOutline(node, node.id?.start ?? keyword, source));
      return;
    case "TSInterfaceDeclaration":
      outlined.push(...interfaceOutline(node, source));
      return;
    default: {
      const declaration = source.declarationAt(keyword);
      if (declaration === undefined) return;
      const inner = unwrap(node);
      const about = { ...source.about(declaration), isPrivate: false };
      if (inner.type === "ClassExpression") {
        outlined.push(...classOutline(inner, keyword, source));
        return;
      }
      const pieces = ["const _default", ...typeOf(node, keyword, "const", source)];
      outlined.push({
        ...about,
        signatures: [source.signature(statement, ...pieces)],
        exportAs: "export default",
      });
    }
  }
}
