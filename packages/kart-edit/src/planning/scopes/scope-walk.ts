import type { Node, Program } from "oxc-parser";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { childNodes } from "@kart/core/syntax/parser/tree";
import type { Span } from "@kart/core/text/span";
import { headsAt, takenFrom } from "./heads.ts";
import { type Identifier, type Place, ScopeNotes, type Written } from "./scope-notes.ts";
import { type Binding, type BindingKind, Meaning, type Scope } from "./scopes.ts";
import { isHoisted, isStrictBody } from "./strictness.ts";

/**
 * Every binding of a file, those of its module among them, in the order of the source, each with its uses: by the rules of
 * the language and those of TypeScript for types. Members of classes, types and objects are none.
 *
 * @param isModule whether a file without import and export is one, by its name or its package
 */
export function bindingsIn(parsed: ParsedSource, isModule = false): Binding[] {
  const { program, language, source } = parsed;
  const isStrict = language !== "jsx" || isModule || program.sourceType === "module" || isStrictBody(program);
  const notes = new ScopeNotes();
  new ScopeWalk(notes).program(program, source, isStrict);
  if (language === "jsx") notes.useInComments(parsed);
  return notes.bindings();
}

type Of<Type extends Node["type"]> = Extract<Node, { type: Type }>;

type Declare = (name: Identifier, written: Written) => void;

class ScopeWalk {
  readonly #notes: ScopeNotes;

  constructor(notes: ScopeNotes) {
    this.#notes = notes;
  }

  program(program: Program, { length }: string, isStrict: boolean): void {
    const scope = this.#notes.open(undefined, { start: 0, end: length });
    this.#visitAll(program, { scope, vars: scope, path: [], heads: { starts: [], isTaken: false }, isStrict });
  }

  /** The inside of what has a scope of its own, but for `var`s. */
  #within(node: Node, at: Place): Place {
    return { ...at, scope: this.#notes.open(at.scope, node) };
  }

  /** What names, scopes and declarations are made of; all else is walked through. */
  #visit(node: Node | null | undefined, around: Place): void {
    if (node === null || node === undefined) return;
    const heads = headsAt(node, around.heads);
    const at = heads === around.heads ? around : { ...around, heads };
    switch (node.type) {
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
      case "TSDeclareFunction":
      case "TSEmptyBodyFunctionExpression":
      case "TSFunctionType":
      case "TSConstructorType":
      case "TSMethodSignature":
      case "TSCallSignatureDeclaration":
      case "TSConstructSignatureDeclaration":
        return this.#function(node, at);
      case "ClassDeclaration":
      case "ClassExpression":
        return this.#class(node, at);
      case "VariableDeclaration":
        return this.#variables(node, at);
      case "BlockStatement":
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement":
        return this.#visitAll(node, this.#within(node, at));
      case "StaticBlock":
      case "TSModuleBlock":
        return this.#body(node, at);
      case "SwitchStatement":
        return this.#switch(node, at);
      case "CatchClause":
        return this.#catch(node, at);
      case "TSTypeAliasDeclaration":
        return this.#type("type", node, at);
      case "TSInterfaceDeclaration":
        return this.#type("interface", node, at);
      case "TSTypeParameter":
        return this.#typeParameter(node, at, at.scope);
      case "TSInferType":
        return this.#typeParameter(node.typeParameter, at, at.infers ?? at.scope);
      case "TSMappedType":
        return this.#mapped(node, at);
      case "TSConditionalType":
        return this.#conditional(node, at);
      case "TSIndexSignature":
        return this.#index(node, at);
      case "TSEnumDeclaration":
        return this.#enum(node, at);
      case "TSModuleDeclaration":
        return this.#namespace(node, at);
      case "ImportDeclaration":
        return this.#imports(node, at);
      case "TSImportEqualsDeclaration":
        this.#notes.declare("import", node.id, at);
        return this.#useFirst(node.moduleReference, at, Meaning.any, Meaning.any);
      case "ExportNamedDeclaration":
        return this.#exports(node, at);
      case "ExportDefaultDeclaration":
        return this.#exportWhole(node.declaration, at);
      case "TSExportAssignment":
        return this.#exportWhole(node.expression, at);
      case "ExportAllDeclaration":
      case "TSNamespaceExportDeclaration":
      case "MetaProperty":
        return;
      case "LabeledStatement":
        return this.#labeled(node, at);
      case "BreakStatement":
      case "ContinueStatement":
        if (node.label !== null) this.#notes.use(node.label, Meaning.label, at);
        return;
      case "Property":
        return node.shorthand ? this.#shorthand(node, at) : this.#member(node, at);
      case "MethodDefinition":
      case "PropertyDefinition":
      case "AccessorProperty":
      case "TSAbstractMethodDefinition":
      case "TSAbstractPropertyDefinition":
      case "TSAbstractAccessorProperty":
      case "TSPropertySignature":
        return this.#member(node, at);
      case "MemberExpression":
        this.#visit(node.object, at);
        if (node.computed) this.#visit(node.property, at);
        return;
      case "JSXOpeningElement":
      case "JSXClosingElement":
        return this.#tag(node, at);
      case "Identifier":
        return this.#notes.use(node, Meaning.value, at);
      case "TSTypeReference":
        this.#useFirst(node.typeName, at, Meaning.type, Meaning.namespace);
        return this.#visit(node.typeArguments, at);
      case "TSInterfaceHeritage":
      case "TSClassImplements":
        this.#useFirst(node.expression, at, Meaning.type, Meaning.namespace);
        return this.#visit(node.typeArguments, at);
      case "TSTypeQuery":
        this.#useFirst(node.exprName, at, Meaning.value, Meaning.value);
        return this.#visit(node.typeArguments, at);
      case "TSImportType":
        return this.#visit(node.typeArguments, at);
      case "TSNamedTupleMember":
        return this.#visit(node.elementType, at);
      default:
        return this.#visitAll(node, at);
    }
  }

  #visitAll(node: Node, at: Place, except: readonly unknown[] = []): void {
    for (const child of childNodes(node)) if (!except.includes(child)) this.#visit(child, at);
  }

  /** A name, or the first of `a.b.c`: what stands behind it are members. */
  #useFirst(node: Node, at: Place, alone: number, qualified: number): void {
    if (node.type === "Identifier") this.#notes.use(node, alone, at);
    else if (node.type === "TSQualifiedName") this.#useFirst(node.left, at, qualified, qualified);
    else if (node.type === "MemberExpression") this.#useFirst(node.object, at, qualified, qualified);
    else this.#visit(node, at);
  }

  #pattern(node: Node, at: Place, declare: Declare, written: Written = {}): void {
    switch (node.type) {
      case "Identifier":
        declare(node, written);
        this.#visit(node.typeAnnotation, at);
        return;
      case "AssignmentPattern":
        this.#pattern(node.left, at, declare, written);
        this.#visit(node.right, at);
        return;
      case "RestElement":
        this.#pattern(node.argument, at, declare);
        this.#visit(node.typeAnnotation, at);
        return;
      case "ArrayPattern":
        for (const one of node.elements) if (one !== null) this.#pattern(one, at, declare);
        this.#visit(node.typeAnnotation, at);
        return;
      case "ObjectPattern":
        for (const one of node.properties) this.#pattern(one, at, declare);
        this.#visit(node.typeAnnotation, at);
        return;
      case "Property":
        if (node.computed) this.#visit(node.key, at);
        this.#pattern(node.value, at, declare, node.shorthand ? { isShorthand: true } : {});
        return;
      case "TSParameterProperty":
        this.#pattern(node.parameter, at, declare, { isMember: true });
        return;
      default:
        this.#visit(node, at);
    }
  }

  /** @param around where decorators of parameters are read */
  #parameters(parameters: readonly Node[], at: Place, around: Place): void {
    for (const one of parameters) {
      if ("decorators" in one) for (const decorator of one.decorators ?? []) this.#visit(decorator, around);
      this.#pattern(one, at, (name, written) => this.#notes.declare("parameter", name, at, at.scope, written));
    }
  }

  /** A function, or a type or signature of one. */
  #function(node: FunctionLike, at: Place): void {
    const id = "id" in node ? node.id : undefined;
    const isDeclared = node.type === "FunctionDeclaration" || node.type === "TSDeclareFunction";
    let around = at.scope;
    if (id !== null && id !== undefined) {
      if (!isDeclared) this.#notes.declare("function", id, at, (around = this.#notes.open(around, node)));
      else if (at.scope === at.vars || isHoisted(node, at.isStrict)) this.#notes.declareVar("function", id, at);
      else this.#notes.declare("function", id, at);
    }
    if (node.type === "TSMethodSignature" && node.computed) this.#visit(node.key, at);
    const own = node.type === "TSMethodSignature" ? keyName(node) : id?.name;
    const path = own === undefined ? at.path : [...at.path, own];
    const heads = [...takenFrom(at.heads), node.start];
    // What the parameters of types extend does not see those of values.
    const types = node.typeParameters === null ? around : this.#notes.open(around, node, heads);
    const scope = this.#notes.open(types, node, heads);
    const isStrict = at.isStrict || ("body" in node && node.body !== null && isStrictBody(node.body));
    const inside = { ...at, scope, path, heads: { starts: [], isTaken: true }, isStrict };
    this.#visit(node.typeParameters, { ...inside, scope: types });
    this.#parameters(node.params, inside, at);
    this.#visit(node.returnType, inside);
    if (!("body" in node) || node.body === null) return;
    if (node.body.type !== "BlockStatement") {
      this.#visit(node.body, inside);
      return;
    }
    const body = this.#notes.open(scope, node.body);
    this.#visitAll(node.body, { ...inside, scope: body, vars: body, params: scope });
  }

  #class(node: Of<"ClassDeclaration" | "ClassExpression">, at: Place): void {
    for (const one of node.decorators) this.#visit(one, at);
    if (node.id !== null && node.type === "ClassDeclaration") this.#notes.declare("class", node.id, at);
    const scope = this.#notes.open(at.scope, node, at.heads.starts);
    const inside = { ...at, scope, path: node.id === null ? at.path : [...at.path, node.id.name], isStrict: true };
    if (node.id !== null && node.type === "ClassExpression") this.#notes.declare("class", node.id, at, scope);
    this.#visitAll(node, inside, [node.id, ...node.decorators]);
  }

  #variables(node: Of<"VariableDeclaration">, at: Place): void {
    const kind = node.kind === "await using" ? "using" : node.kind;
    for (const { id, init } of node.declarations) {
      this.#pattern(id, at, (name, written) =>
        kind === "var"
          ? this.#notes.declareVar(kind, name, at, written)
          : this.#notes.declare(kind, name, at, at.scope, written),
      );
      this.#visit(init, id.type === "Identifier" ? { ...at, path: [...at.path, id.name] } : at);
    }
  }

  /** What stands in a scope of its own, `var`s too. */
  #body(node: Node, at: Place): void {
    const scope = this.#notes.open(at.scope, node);
    this.#visitAll(node, { ...at, scope, vars: scope, params: undefined });
  }

  #switch(node: Of<"SwitchStatement">, at: Place): void {
    this.#visit(node.discriminant, at);
    const inside = this.#within(node, at);
    for (const one of node.cases) this.#visit(one, inside);
  }

  #catch(node: Of<"CatchClause">, at: Place): void {
    const inside = this.#within(node, at);
    if (node.param !== null)
      this.#pattern(node.param, inside, (name, written) =>
        this.#notes.declare("let", name, inside, inside.scope, written),
      );
    this.#visit(node.body, inside);
  }

  /** An alias, an interface: a name, and parameters that only the rest sees. */
  #type(kind: BindingKind, node: Of<"TSTypeAliasDeclaration" | "TSInterfaceDeclaration">, at: Place): void {
    this.#notes.declare(kind, node.id, at);
    const scope = this.#notes.open(at.scope, node, at.heads.starts);
    this.#visitAll(node, { ...at, scope, path: [...at.path, node.id.name] }, [node.id]);
  }

  #typeParameter(node: Of<"TSTypeParameter">, at: Place, scope: Scope): void {
    this.#notes.declare("type parameter", node.name, at, scope);
    this.#visitAll(node, at, [node.name]);
  }

  #mapped(node: Of<"TSMappedType">, at: Place): void {
    const inside = this.#within(node, at);
    this.#notes.declare("type parameter", node.key, inside);
    this.#visitAll(node, inside, [node.key]);
  }

  /** What the second part infers, the third alone sees. */
  #conditional(node: Of<"TSConditionalType">, at: Place): void {
    const scope = this.#notes.open(at.scope, node.trueType);
    this.#visit(node.checkType, at);
    this.#visit(node.extendsType, { ...at, infers: scope });
    this.#visit(node.trueType, { ...at, scope });
    this.#visit(node.falseType, at);
  }

  #index(node: Of<"TSIndexSignature">, at: Place): void {
    const inside = this.#within(node, at);
    this.#parameters(node.parameters, inside, at);
    this.#visit(node.typeAnnotation, inside);
  }

  #enum(node: Of<"TSEnumDeclaration">, at: Place): void {
    this.#notes.declare("enum", node.id, at);
    const inside = { ...at, scope: this.#notes.openPart(at.scope, node), path: [...at.path, node.id.name] };
    for (const { id, initializer } of node.body.members) {
      if (id.type === "Identifier") this.#notes.declare("enum-member", id, inside);
      // Within the quotes.
      else if (id.type === "Literal" && typeof id.value === "string")
        this.#notes.declare("enum-member", { name: id.value, start: id.start + 1 }, inside);
      this.#visit(initializer, inside);
    }
  }

  #namespace(node: Of<"TSModuleDeclaration">, at: Place): void {
    let { id }: { id: Node } = node;
    while (id.type === "TSQualifiedName") id = id.left;
    if (id.type === "Identifier" && id.name !== "global") this.#notes.declare("namespace", id, at);
    this.#visit(node.body, id.type === "Identifier" ? { ...at, path: [...at.path, id.name] } : at);
  }

  #imports(node: Of<"ImportDeclaration">, at: Place): void {
    for (const one of node.specifiers) {
      const other = one.type === "ImportSpecifier" ? { other: otherOf(one.imported) } : {};
      this.#notes.declare("import", one.local, at, at.scope, other);
    }
  }

  #exports(node: Of<"ExportNamedDeclaration">, at: Place): void {
    if (node.source !== null) return;
    for (const { local, exported } of node.specifiers)
      if (local.type === "Identifier") this.#notes.use(local, Meaning.any, at, { other: otherOf(exported) });
    this.#visit(node.declaration, at);
    if (node.declaration?.type === "TSImportEqualsDeclaration") at.scope.tie(node.declaration.id.name, "exported");
  }

  /** `export default a` and `export = a` give whatever goes by the name. */
  #exportWhole(value: Node, at: Place): void {
    if (value.type === "Identifier") this.#notes.use(value, Meaning.any, at);
    else this.#visit(value, at);
  }

  #labeled(node: Of<"LabeledStatement">, at: Place): void {
    const inside = this.#within(node, at);
    this.#notes.declare("label", node.label, inside);
    this.#visit(node.body, inside);
  }

  /** A member of an object or a class, or of a type: its key is a name only where it is computed. */
  #member(node: Member, at: Place): void {
    const name = keyName(node);
    this.#visitAll(
      node,
      name === undefined ? at : { ...at, path: [...at.path, name] },
      node.computed ? [] : [node.key],
    );
  }

  /** A pattern that assigns may have a default. */
  #shorthand({ value }: Of<"Property">, at: Place): void {
    const name = value.type === "AssignmentPattern" ? value.left : value;
    if (name.type === "Identifier") this.#notes.use(name, Meaning.value, at, { isShorthand: true });
    if (value.type === "AssignmentPattern") this.#visit(value.right, at);
  }

  /** A tag with a small letter is an element of the page. */
  #tag(node: Of<"JSXOpeningElement" | "JSXClosingElement">, at: Place): void {
    let { name }: { name: Node } = node;
    const isMember = name.type === "JSXMemberExpression";
    while (name.type === "JSXMemberExpression") name = name.object;
    if (name.type === "JSXIdentifier" && name.name !== "this" && (isMember || !/^[a-z]|-/.test(name.name)))
      this.#notes.use(name, Meaning.value, at);
    this.#visitAll(node, at, [node.name]);
  }
}

type Member = Node & { readonly key: Node; readonly computed: boolean };

type FunctionLike = Of<
  | "FunctionDeclaration"
  | "FunctionExpression"
  | "ArrowFunctionExpression"
  | "TSDeclareFunction"
  | "TSEmptyBodyFunctionExpression"
  | "TSFunctionType"
  | "TSConstructorType"
  | "TSMethodSignature"
  | "TSCallSignatureDeclaration"
  | "TSConstructSignatureDeclaration"
>;

function keyName({ key, computed }: { readonly key: Node; readonly computed: boolean }): string | undefined {
  return !computed && (key.type === "Identifier" || key.type === "PrivateIdentifier") ? key.name : undefined;
}

function otherOf(node: Node): Span & { readonly name: string } {
  const { start, end } = node;
  return { start, end, name: node.type === "Identifier" ? node.name : "" };
}
