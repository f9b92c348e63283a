import type { CallExpression, Node, Program } from "oxc-parser";
import type { LineIndex } from "../../text/line-index.ts";
import { memberUses } from "./member-uses.ts";
import {
  calleeName,
  callIn,
  isGivenToImport,
  isGivenToWorker,
  firstName,
  holdsOwnUrl,
  isActual,
  isMock,
  isRequire,
  literal,
  literalPrefix,
  nameOf,
  ownUrl,
  usedNames,
  WHOLE,
} from "./module-expressions.ts";
import type { ComputedImport, ExportRecord, ImportedName, ImportRecord, StarExport } from "./module-record.ts";
import { CommonJsReader } from "../common-js/common-js-reader.ts";
import { augmentingNames, impliedExports } from "./implied-exports.ts";
import { ExportsNames } from "../common-js/exports-names.ts";
import { isScript } from "./is-script.ts";
import { requireNames } from "./require-names.ts";
import type { Parser } from "../parser/parse.ts";
import type { SourceLanguage } from "../parser/source-language.ts";

/** What only the tree shows: `import()`, `require()`, import types, `import =`, `export =`, CommonJS exports. */
export interface TreeRecord {
  readonly imports: ImportRecord[];
  readonly computed: ComputedImport[];
  readonly exports: ExportRecord[];
  readonly stars: StarExport[];
  readonly handsOnExports: boolean;
  readonly takesBack: readonly string[];
}

export function treeRecord(
  oxc: Parser,
  program: Program,
  source: string,
  lines: LineIndex,
  isModule: boolean,
  language: SourceLanguage | undefined,
): TreeRecord {
  const names = requireNames(program, source);
  const commonJs = isModule ? undefined : program;
  const reader = new TreeReader(oxc.visitorKeys, source, lines, commonJs, !isScript({ program }), names);
  reader.visit(program);
  reader.exports.push(...impliedExports(program.body, language === "dts", lines));
  return reader;
}

type Fields = Record<string, unknown>;

class TreeReader implements TreeRecord {
  readonly imports: ImportRecord[] = [];
  readonly computed: ComputedImport[] = [];
  readonly exports: ExportRecord[] = [];
  readonly stars: StarExport[] = [];
  readonly #keys: Readonly<Record<string, readonly string[]>>;
  readonly #source: string;
  readonly #lines: LineIndex;
  /** Absent where there are import or export statements, so that `exports` is nothing special. */
  readonly #commonJs: CommonJsReader | undefined;
  /** Whether `declare module "x"` adds to a module that is elsewhere; in a script it declares one. */
  readonly #augments: boolean;
  /** What the file calls `require` besides that. */
  readonly #requireNames: ReadonlySet<string>;
  /** Outermost first. */
  readonly #parents: Node[] = [];
  /** Inside `declare module "x" { … }`. */
  #ambient = false;

  constructor(
    keys: Readonly<Record<string, readonly string[]>>,
    source: string,
    lines: LineIndex,
    commonJs: Program | undefined,
    augments: boolean,
    requiring: ReadonlySet<string>,
  ) {
    this.#commonJs = commonJs && new CommonJsReader(this, lines, new ExportsNames(commonJs.body));
    this.#augments = augments;
    this.#requireNames = requiring;
    this.#keys = keys;
    this.#source = source;
    this.#lines = lines;
  }

  get handsOnExports(): boolean {
    return this.#commonJs?.handsOnExports === true;
  }

  get takesBack(): readonly string[] {
    return [...(this.#commonJs?.takesBack ?? [])];
  }

  visit(node: Node): void {
    const wasAmbient = this.#ambient;
    this.#read(node, this.#parents);
    this.#parents.push(node);
    for (const key of this.#keys[node.type] ?? []) {
      const child = (node as unknown as Fields)[key];
      if (Array.isArray(child)) child.forEach((one) => isNode(one) && this.visit(one));
      else if (isNode(child)) this.visit(child);
    }
    this.#parents.pop();
    this.#ambient = wasAmbient;
  }

  #read(node: Node, parents: readonly Node[]): void {
    switch (node.type) {
      case "ImportExpression":
        // A URL is read where it is made.
        if (literal(node.source) === undefined && holdsOwnUrl(node.source)) return;
        return this.#call(node, node.source, () => usedNames(node, parents, this.#source));
      case "AssignmentExpression":
        this.#commonJs?.assignment(node, parents);
        return;
      case "Identifier":
      case "ThisExpression":
        this.#commonJs?.name(node, parents);
        return;
      case "CallExpression": {
        const [first] = node.arguments;
        this.#commonJs?.call(node, parents);
        if (first === undefined) return;
        const listed = amdList(node);
        if (listed !== undefined) return this.#amd(listed.list, listed.call);
        const names = () => usedNames(node, parents, this.#source);
        if (isRequire(node.callee, this.#requireNames)) {
          // With a callback it is that of AMD, whatever it is given.
          if (node.arguments.length > 1 && literal(first) === undefined) return;
          return this.#call(node, first, names, "require");
        }
        if (this.#isResolve(node.callee)) return this.#call(node, first, () => [], "require.resolve");
        const callee = calleeName(node.callee);
        if (callee === undefined) return;
        if (callee === "import.meta.require") return this.#call(node, first, names);
        if (callee === "System.import") return this.#call(node, first, () => [...WHOLE]);
        if (callee === "import.meta.resolve") return this.#call(node, first, () => []);
        if (callee === "require.context") return this.#pattern(node, first);
        if (callee === "import.meta.glob" || callee === "import.meta.globEager")
          return (first.type === "ArrayExpression" ? first.elements : [first]).forEach(
            (one) => one !== null && this.#pattern(node, one),
          );
        if (isMock(callee) && literal(first) !== undefined) return this.#call(node, first, () => []);
        if (isActual(callee)) return this.#call(node, first, names);
        return;
      }
      case "NewExpression": {
        const specifier = ownUrl(node);
        if (specifier === undefined) return;
        const isImported = isGivenToImport(parents);
        this.#add(node, /^[./]/.test(specifier) ? specifier : `./${specifier}`, isImported ? [...WHOLE] : [], {
          isRunApart: isGivenToWorker(node, parents.at(-1)),
          ...(isImported && { call: "import" }),
        });
        return;
      }
      case "Decorator":
        return this.#decorated(node.expression);
      case "TSImportType": {
        const name = node.qualifier === null ? "*" : firstName(node.qualifier);
        const names = [
          { imported: name, local: "*", typeOnly: true, ...(name === "*" && { members: "all" as const }) },
        ];
        return this.#add(node, node.source.value, names, { typeOnly: true, dynamic: false });
      }
      case "TSImportEqualsDeclaration": {
        if (node.moduleReference.type !== "TSExternalModuleReference") return;
        const specifier = node.moduleReference.expression.value;
        const local = node.id.name;
        const members = memberUses(this.#source, local, [node.id]);
        const onlyExported =
          parents.at(-1)?.type === "ExportNamedDeclaration" && members !== "all" && members.length === 0;
        const typeOnly = node.importKind === "type";
        const name = { imported: "*", local, typeOnly, members, ...(onlyExported && { onlyExported }) };
        return this.#add(node, specifier, [name], { typeOnly, dynamic: false });
      }
      case "TSExportAssignment":
        if (this.#ambient) return;
        return this.#export(
          "export=",
          node,
          node.expression.type === "Identifier" ? { local: node.expression.name } : {},
        );
      case "TSModuleDeclaration":
        if (node.id.type !== "Literal") return;
        this.#ambient = true;
        // A pattern is declared, and no file is called so.
        if (!this.#augments || node.id.value.includes("*")) return;
        return this.#add(node, node.id.value, [], {
          typeOnly: true,
          dynamic: false,
          augments: augmentingNames(node.body?.body ?? []),
        });
      case "ImportDeclaration":
        return this.#ambientImport(
          node,
          node.source.value,
          node.specifiers.map((one) => ({
            imported:
              one.type === "ImportSpecifier"
                ? nameOf(one.imported)
                : one.type === "ImportDefaultSpecifier"
                  ? "default"
                  : "*",
            local: one.local.name,
            typeOnly: true,
            ...(one.type === "ImportNamespaceSpecifier" && { members: "all" as const }),
          })),
        );
      case "ExportAllDeclaration":
        return this.#ambientImport(node, node.source.value, [
          { imported: "*", local: "*", typeOnly: true, members: "all" },
        ]);
      case "ExportNamedDeclaration":
        if (node.source === null) return;
        // The parser's own record leaves out a statement without names, which still loads the module.
        if (node.specifiers.length === 0 && !this.#ambient)
          return this.#add(node, node.source.value, [], {
            typeOnly: node.exportKind === "type",
            dynamic: false,
            reExport: true,
          });
        return this.#ambientImport(
          node,
          node.source.value,
          node.specifiers.map((one) => ({ imported: nameOf(one.local), local: nameOf(one.exported), typeOnly: true })),
        );
      default:
    }
  }

  /** Inside `declare module "x" { … }`; everywhere else the parser's own record holds them. They export nothing from this file. */
  #ambientImport(node: Node, specifier: string, names: ImportedName[]): void {
    if (this.#ambient) this.#add(node, specifier, names, { typeOnly: true, dynamic: false });
  }

  /** `@Component({ templateUrl: "./a.html", styleUrls: ["./a.css"] })`, whose paths are relative even without a dot. */
  #decorated(expression: Node): void {
    const first = expression.type === "CallExpression" ? expression.arguments[0] : undefined;
    for (const property of first?.type === "ObjectExpression" ? first.properties : []) {
      const call = property.type === "Property" ? nameOf(property.key) : undefined;
      if (property.type !== "Property" || call === undefined || !/^(?:templateUrl|styleUrls?)$/.test(call)) continue;
      for (const one of property.value.type === "ArrayExpression" ? property.value.elements : [property.value]) {
        const specifier = one === null ? undefined : literal(one);
        if (one === null || specifier === undefined || /^\w+:/.test(specifier)) continue;
        this.#add(one, /^[./]/.test(specifier) ? specifier : `./${specifier}`, [], { call });
      }
    }
  }

  /** Modules that AMD loads, each of them whole. Of one whose name is put together the folder tells which these may be. */
  #amd(list: readonly (Node | null)[], call: string): void {
    for (const one of list) {
      if (one === null) continue;
      const specifier = literal(one);
      if (specifier === undefined) {
        const prefix = literalPrefix(one);
        if (/^\.{1,2}\//.test(prefix)) this.computed.push({ line: this.#lines.lineAt(one.start), prefix });
      } else if (!/^(?:require|exports|module)$/.test(specifier)) this.#add(one, specifier, [...WHOLE], { call });
    }
  }

  /** `require.resolve`, whatever the file calls `require`. */
  #isResolve(callee: Node): boolean {
    if (callee.type !== "MemberExpression" || callee.computed || nameOf(callee.property) !== "resolve") return false;
    return isRequire(callee.object, this.#requireNames);
  }

  /** @param call what is called, where that is to go by another name than it has there */
  #call(node: Node, argument: Node, names: () => ImportedName[], call?: string): void {
    const specifier = literal(argument);
    if (specifier !== undefined) this.#add(node, specifier, names(), call === undefined ? {} : { call });
    else this.computed.push({ line: this.#lines.lineAt(node.start), prefix: literalPrefix(argument) });
  }

  #pattern(node: Node, argument: Node): void {
    const prefix = literalPrefix(argument).replace(/[*?[{(].*$/s, "");
    if (!prefix.startsWith("!")) this.computed.push({ line: this.#lines.lineAt(node.start), prefix });
  }

  #add(
    node: Node,
    specifier: string,
    names: ImportedName[],
    more: {
      typeOnly?: boolean;
      dynamic?: boolean;
      reExport?: boolean;
      call?: string;
      isRunApart?: boolean;
      augments?: readonly string[];
    } = {},
  ): void {
    const { typeOnly = false, dynamic = true, reExport = false, call, isRunApart = false, augments = [] } = more;
    const { end } = node;
    const start = (node.type === "CallExpression" ? node.typeArguments?.end : undefined) ?? node.start;
    this.imports.push({
      specifier,
      line: this.#lines.lineAt(node.start),
      dynamic,
      ...(dynamic && (call === undefined ? callIn(node) : { call })),
      ...(isRunApart && { isRunApart }),
      reExport,
      typeOnly,
      names,
      ...(augments.length > 0 && { augments }),
      start,
      end,
    });
  }

  #export(name: string, node: Node, more: Pick<ExportRecord, "local" | "from" | "commonJs">): void {
    this.exports.push({ name, line: this.#lines.lineAt(node.start), typeOnly: false, ...more, start: node.start });
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Fields)["type"] === "string";
}

/** `define(["./a"], fn)`, `define("name", ["./a"], fn)` and `require(["./a"], fn)` of AMD: Node.js takes no list. */
function amdList({ callee, arguments: [first, second] }: CallExpression) {
  const call = callee.type === "Identifier" ? callee.name : "";
  if (call !== "define" && call !== "require" && call !== "requirejs") return undefined;
  const list = call === "define" && first !== undefined && literal(first) !== undefined ? second : first;
  return list?.type === "ArrayExpression"
    ? { list: list.elements, call: call.replace(/^require$/, "requirejs") }
    : undefined;
}
