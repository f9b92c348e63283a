import type { AssignmentExpression, CallExpression, Node } from "oxc-parser";
import type { LineIndex } from "../../text/line-index.ts";
import { assignsOwnValue, handsOnExports } from "./exports-handed-on.ts";
import type { ExportsNames } from "./exports-names.ts";
import { takenBack } from "./exports-taken-back.ts";
import { alternatives } from "../members.ts";
import { calleeName, isExportsName, literal, requiredNamespace } from "../module-records/module-expressions.ts";
import type { ExportRecord, StarExport } from "../module-records/module-record.ts";
import { scopeOf } from "../scope.ts";

/** Reads what a CommonJS module exports, a node at a time. */
export class CommonJsReader {
  readonly #record: { readonly exports: ExportRecord[]; readonly stars: StarExport[] };
  readonly #lines: LineIndex;
  /** The names of exports that the module itself takes from the object that it exports. */
  readonly takesBack = new Set<string>();
  readonly #names: ExportsNames;
  #handsOn = false;
  /** All that is exported is a value of its own, such as a function. */
  #hasOwnValue = false;

  /** @param record what is found is added to it */
  constructor(
    record: { readonly exports: ExportRecord[]; readonly stars: StarExport[] },
    lines: LineIndex,
    names: ExportsNames,
  ) {
    this.#record = record;
    this.#lines = lines;
    this.#names = names;
  }

  /** Whether others may come by any export unseen. What a function has for members, whoever holds it may take. */
  get handsOnExports(): boolean {
    const hasNames = () => this.#record.exports.some(({ commonJs, name }) => commonJs === true && name !== "export=");
    return this.#handsOn || (this.#hasOwnValue && hasNames());
  }

  /** An identifier, or `this`. */
  name(node: Node, parents: readonly Node[]): void {
    this.#handsOn ||= handsOnExports(node, parents, this.#names);
    const name = this.#handsOn ? undefined : takenBack(node, parents, this.#names);
    if (name !== undefined) this.takesBack.add(name);
  }

  /** `module.exports = …` and `exports.a = …`, wherever they stand: a wrapper or a condition may be around them. */
  assignment({ left, right }: AssignmentExpression, parents: readonly Node[]): void {
    const name = this.#names.calleeName(left, () => parents);
    if (name === undefined || !/^(?:module\.)?exports(?:\.[^.]+)?$/.test(name)) return;
    let value: Node = right;
    let last: Node | undefined;
    for (; value.type === "AssignmentExpression"; value = value.right) last = value.left;
    if (name === "module.exports") {
      this.#hasOwnValue ||= assignsOwnValue(left, value);
      return this.#moduleExports(left, value, variableGiven(parents) ?? ownName(value));
    }
    if (name === "exports") return;
    const from = requiredNamespace(value);
    const variable = value.type === "Identifier" ? value : last;
    const given = variable?.type === "Identifier" ? variable.name : variableGiven(parents);
    // What a function declares that is called with the exports has no other name outside.
    const local = name !== calleeName(left) && given !== undefined && scopeOf(parents, given) ? undefined : given;
    this.#export(name.replace(/^.*\./, ""), left, {
      commonJs: true,
      ...(local !== undefined && from === undefined && { local }),
      ...(from !== undefined && { from: { specifier: from, imported: "*" } }),
    });
  }

  /** What compilers write in place of `export`, and `Object.assign(exports, …)`. */
  call({ callee, arguments: [first, second, ...more], start }: CallExpression, parents: readonly Node[]): void {
    const name = calleeName(callee) ?? "";
    if (first === undefined) return;
    const target = this.#names.calleeName(first, () => parents);
    if (name === "Object.assign" && isExportsName(target))
      for (const one of [second ?? [], ...more].flat()) this.#assigned(one, start);
    const star = /(?:^|\.)__exportStar$/.test(name) ? requiredNamespace(first) : undefined;
    if (star !== undefined)
      this.#record.stars.push({ specifier: star, line: this.#lines.lineAt(start), typeOnly: false });
    const property =
      second === undefined || name !== "Object.defineProperty" || !isExportsName(target) ? undefined : literal(second);
    if (property !== undefined && property !== "__esModule") this.#export(property, first, { commonJs: true });
  }

  /** @param declared what the value is called where it is declared with it */
  #moduleExports(target: Node, value: Node, declared: string | undefined): void {
    const from = requiredNamespace(value);
    const local = value.type === "Identifier" ? value.name : declared;
    this.#export("export=", target, {
      commonJs: true,
      ...(local !== undefined && from === undefined && { local }),
      ...(from !== undefined && { from: { specifier: from, imported: "*" } }),
    });
    this.#assigned(value, target.start);
  }

  /** What each property of a value becomes an export by: those of another module, or of an object literal. */
  #assigned(value: Node, start: number): void {
    for (const one of alternatives(value)) this.#alternative(one, start);
  }

  #alternative(value: Node, start: number): void {
    const from = requiredNamespace(value);
    if (from !== undefined)
      this.#record.stars.push({ specifier: from, line: this.#lines.lineAt(start), typeOnly: false });
    if (value.type !== "ObjectExpression") return;
    for (const property of value.properties) {
      if (property.type === "SpreadElement") {
        this.#assigned(property.argument, property.start);
      } else if (!property.computed && (property.key.type === "Identifier" || property.key.type === "Literal")) {
        const name = property.key.type === "Identifier" ? property.key.name : String(property.key.value);
        const given = requiredNamespace(property.value);
        this.#export(name, property, {
          commonJs: true,
          ...(property.value.type === "Identifier" && { local: property.value.name }),
          ...(given !== undefined && { from: { specifier: given, imported: "*" } }),
        });
      }
    }
  }

  #export(name: string, node: Node, more: Pick<ExportRecord, "local" | "from" | "commonJs">): void {
    this.#record.exports.push({
      name,
      line: this.#lines.lineAt(node.start),
      typeOnly: false,
      ...more,
      start: node.start,
    });
  }
}

function ownName(value: Node): string | undefined {
  return value.type === "FunctionExpression" || value.type === "ClassExpression" ? value.id?.name : undefined;
}

/** `a` of `const a = exports.b = exports.c = value`. */
function variableGiven(parents: readonly Node[]): string | undefined {
  const target = parents.findLast(({ type }) => type !== "AssignmentExpression" && type !== "ParenthesizedExpression");
  return target?.type === "VariableDeclarator" && target.id.type === "Identifier" ? target.id.name : undefined;
}
