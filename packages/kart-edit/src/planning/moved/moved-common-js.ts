import type { Node, Program, Statement } from "oxc-parser";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { ModuleRecord } from "@kart/core/syntax/module-records/module-record";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { childNodes } from "@kart/core/syntax/parser/tree";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import { contains, type Span } from "@kart/core/text/span";
import { statementAt } from "./ambient-names.ts";
import { assignedNames } from "./assigned-names.ts";
import { type ExportStyle, exportStyle, type VariableExport, variableExports } from "./common-js-exports.ts";
import { identifierUses } from "../scopes/identifier-uses.ts";
import { type MovedSymbols, movedSymbols } from "./moved-symbols.ts";
import { listedNames } from "../names.ts";
import { pathStrings } from "../paths/path-strings.ts";
import { propertyPlaces } from "../members/property-places.ts";
import { isDirective } from "./file-head.ts";
import { type Requirement, requirementsOf } from "./requirements.ts";
import { bindingsIn } from "../scopes/scope-walk.ts";
import type { Binding } from "../scopes/scopes.ts";
import { UsePlaces } from "./use-places.ts";

/** A declaration that stays, and that moved code has by what its file exports. */
export interface ExportedOwn {
  readonly local: string;
  readonly exportedAs: string;
}

/** What is to become of a CommonJS file of which symbols are taken out. */
export interface MovedCommonJs {
  readonly moved: MovedSymbols;
  readonly style: ExportStyle;
  /** The names that it exports, and that stand for what moves, each once and by its own name. */
  readonly entries: ReadonlyMap<string, VariableExport>;
  readonly requires: readonly Requirement[];
  readonly own: readonly ExportedOwn[];
  /** Names among those moved that what stays uses, the entries left out. */
  readonly usedByRest: ReadonlySet<string>;
  /** Names that the moved code uses while its file loads, and that are no functions. */
  readonly atLoad: ReadonlySet<string>;
  /** What else is required for moved code alone. */
  readonly unneeded: readonly Requirement[];
  /** Whether any of it asks what it is called on: `this`. */
  readonly asksThis: boolean;
}

/**
 * Works out what moving declarations of a CommonJS file's top level to another one takes.
 *
 * Throws `invalid_argument` for what is not certain to mean the same in another file.
 */
export function movedCommonJs(
  source: SourceSymbols,
  path: string,
  record: ModuleRecord,
  wanted: readonly string[],
): MovedCommonJs {
  const { program, comments, source: text } = source.parsed;
  const names = new Set(wanted);
  const module = bindingsIn(source.parsed).filter(({ scope }) => scope.parent === undefined);
  const required = requirementsOf(source);
  refuseUnmovable(source, path, module, names, required);
  const moved = movedSymbols(source, wanted);
  const isMoved = (place: Span) => moved.statements.some(({ span }) => contains(span, place));
  const isCode = (place: Span) => !comments.some((one) => contains(one, place));
  refuseMeaning(source, record, isMoved);
  const style = exportStyle(source, record);
  const whole = record.exports.find(({ name, local }) => name === "export=" && local !== undefined && names.has(local));
  if (whole !== undefined) throw isWhole(`\`${escapeInvisible(whole.local ?? "")}\``, path);
  const entries = new Map(
    [...names].flatMap((name) => {
      const own = variableExports(source, style, name).filter((one) => one.name === name);
      const isOnly = own.length === 1 && record.exports.filter((one) => one.name === name).length === 1;
      const isTaken = record.takesBack?.includes(name) === true || mayTakeByThis(program, name, isMoved);
      return isOnly && !isTaken ? [[name, own[0] as VariableExport] as const] : [];
    }),
  );
  const isEntry = (place: Span) => [...entries.values()].some(({ use }) => use.start === place.start);
  const isRest = (place: Span) => !isMoved(place) && isCode(place) && !isEntry(place);
  const movedBindings = module.filter(({ name }) => names.has(name));
  refuseChanging(source, movedBindings, isRest);
  refuseAssigned(source, path, module, names, isMoved);
  const places = new UsePlaces(program);
  const used = module.filter(({ name, uses }) => !names.has(name) && uses.some((use) => isMoved(use) && isCode(use)));
  const requires = required.filter(({ local }) => used.some(({ name }) => name === local));
  const own = used.filter(({ name }) => !requires.some(({ local }) => local === name));
  refuseHidden(source, path, style, record, own, { names, module, required });
  return {
    moved,
    style,
    entries,
    requires,
    own: own.map(({ name: local }) => ({ local, exportedAs: exportedAs(source, style, record, local) ?? local })),
    usedByRest: new Set(movedBindings.filter(({ uses }) => uses.some(isRest)).map(({ name }) => name)),
    atLoad: new Set(
      used.flatMap(({ name, kind, uses }) =>
        kind !== "function" && uses.some((use) => isMoved(use) && isCode(use) && places.isAtLoad(use)) ? [name] : [],
      ),
    ),
    unneeded: required.filter(({ local }) => {
      const uses = module.find(({ name }) => name === local)?.uses ?? [];
      return uses.some((use) => isMoved(use) && isCode(use)) && uses.every(isMoved);
    }),
    asksThis: moved.statements.some(({ span }) => /\bthis\b/.test(text.slice(span.start, span.end))),
  };
}

function isWhole(shown: string, path: string): ToolError {
  return unmovable(
    `${shown} is all that ${escapeName(path)} exports, so that whoever requires it gets that. Move the file: leave symbol out.`,
  );
}

/** What is no declaration of one plain name, or is one of a module that the file requires. */
function refuseUnmovable(
  source: SourceSymbols,
  path: string,
  module: readonly Binding[],
  names: ReadonlySet<string>,
  required: readonly Requirement[],
): void {
  const { program, lines } = source.parsed;
  if (module.some(({ name }) => /^(?:require|module|exports)$/.test(name)))
    throw unmovable(
      `${escapeName(path)} declares its own \`require\`, \`module\` or \`exports\`. Move the code with kart_patch.`,
    );
  for (const name of names) {
    const shown = `\`${escapeInvisible(name)}\``;
    const binding = module.find((one) => one.name === name);
    const place = binding?.declared[0];
    if (binding === undefined || place === undefined) {
      if (name === "export=") throw isWhole(shown, path);
      const assigned = source.declarations.find((one) => one.name === name);
      throw unmovable(
        `${shown} is declared by what exports it, in line ${lines.lineAt(assigned?.span.start ?? 0)}. Declare it by itself first (\`const ${escapeInvisible(name)} = …\`, kart_edit), or move the whole file.`,
      );
    }
    if (required.some(({ local }) => local === name))
      throw unmovable(`${shown} is what ${escapeName(path)} requires. Require it where it is wanted.`);
    const statement = statementAt(program.body, place);
    const isPlain =
      binding.declared.length === 1 &&
      (statement.type === "FunctionDeclaration" ||
        statement.type === "ClassDeclaration" ||
        (statement.type === "VariableDeclaration" &&
          statement.declarations.every(({ id }) => id.type === "Identifier")));
    if (!isPlain)
      throw unmovable(
        `${shown} is not declared by one plain declaration at the top of ${escapeName(path)} (line ${lines.lineAt(place.start)}). Move the code with kart_patch.`,
      );
  }
}

/** Names of which each file has its own. */
const OF_FILE = new Set(["module", "exports", "__dirname", "__filename", "eval"]);

/** Code that another file would give another meaning. */
function refuseMeaning(source: SourceSymbols, record: ModuleRecord, isMoved: (place: Span) => boolean): void {
  const { program, lines } = source.parsed;
  const starts = new Set(record.imports.map(({ start }) => start));
  const places = bindingsIn(source.parsed).flatMap(({ declared, uses }) => [...declared, ...uses]);
  const bound = new Set(places.map(({ start }) => start));
  const isOfFile = ({ name, start }: { readonly name: string; readonly start: number }) =>
    name === "require" ? bound.has(start) || !starts.has(start) : OF_FILE.has(name) && !bound.has(start);
  const loose = identifierUses(program).find((use) => isMoved(use) && isOfFile(use));
  const computed = nodesOf(program).find(
    (node) => node.type === "ImportExpression" && isMoved(node) && !starts.has(node.start),
  );
  const own = program.body.filter(isMoved).flatMap(ofTop);
  const path = pathStrings(program).find(
    (one) =>
      isMoved({ start: one.start, end: one.start + 1 }) &&
      !record.imports.some(({ start, end }) => start <= one.start && one.start < end),
  );
  const place = loose ?? computed ?? own[0];
  const line = lines.lineAt(place?.start ?? path?.start ?? 0);
  if (place !== undefined)
    throw unmovable(
      `Line ${line} has ${loose === undefined ? "what" : `\`${loose.name}\`, which`} means something else in another file, or cannot be followed. Move the code with kart_patch.`,
    );
  if (path !== undefined)
    throw unmovable(
      `Line ${line} holds the path ${escapeName(path.path)}, and whether that is seen from its file nobody can tell. Move the code with kart_patch.`,
    );
}

/** Whether code that stays may take an export of its own file by what it is called on: `this.name()` of `file.other()`. */
function mayTakeByThis(program: Program, name: string, isMoved: (place: Span) => boolean): boolean {
  const isRead = propertyPlaces(program, name).some(
    ({ offset, gives }) => !gives && !isMoved({ start: offset, end: offset + 1 }),
  );
  return isRead && program.body.some((one) => !isMoved(one) && asksThisOutsideClasses(one));
}

function asksThisOutsideClasses(node: Node): boolean {
  if (node.type === "ClassBody") return false;
  return node.type === "ThisExpression" || childNodes(node).some(asksThisOutsideClasses);
}

function nodesOf(node: Node): Node[] {
  return [node, ...childNodes(node).flatMap(nodesOf)];
}

/** `this` and `arguments` that are those of the file. */
function ofTop(node: Node): Node[] {
  if (/^(?:FunctionDeclaration|FunctionExpression|ClassBody)$/.test(node.type)) return [];
  if (node.type === "ThisExpression" || (node.type === "Identifier" && node.name === "arguments")) return [node];
  return childNodes(node).flatMap(ofTop);
}

/** Statements that do something with a moved symbol while the old file loads: where it goes, they may not have run. */
function refuseChanging(source: SourceSymbols, moved: readonly Binding[], isRest: (place: Span) => boolean): void {
  const { program, lines } = source.parsed;
  const places = new UsePlaces(program);
  for (const { name, uses } of moved)
    for (const use of uses) {
      if (!isRest(use) || !places.isAtLoad(use)) continue;
      const statement = statementAt(program.body, use);
      if (isDeclaring(statement) || isExporting(statement, use)) continue;
      throw unmovable(
        `Line ${lines.lineAt(use.start)} does something with \`${escapeInvisible(name)}\` while its file loads, which would not have been done yet where that stands alone. Move the code with kart_patch.`,
      );
    }
}

function isDeclaring({ type }: Statement): boolean {
  return type === "VariableDeclaration" || type === "ClassDeclaration" || type === "FunctionDeclaration";
}

/** What is assigned to the exports, and no part of where it is assigned. */
function isExporting(statement: Statement, use: Span): boolean {
  if (statement.type !== "ExpressionStatement" || isDirective(statement)) return false;
  let value: Node = statement.expression;
  if (value.type !== "AssignmentExpression") return false;
  for (; value.type === "AssignmentExpression"; value = value.right) {
    let target: Node = value.left;
    while (target.type === "MemberExpression" && !target.computed) target = target.object;
    if (target.type !== "Identifier" || !/^(?:module|exports)$/.test(target.name)) return false;
  }
  return contains(value, use);
}

/** What is required is what it was when its file had loaded. */
function refuseAssigned(
  { parsed: { program } }: SourceSymbols,
  path: string,
  module: readonly Binding[],
  names: ReadonlySet<string>,
  isMoved: (place: Span) => boolean,
): void {
  const assigned = assignedNames(program);
  for (const { name, uses } of module) {
    const isConcerned = names.has(name) || uses.some(isMoved);
    if (!isConcerned || !uses.some(({ start }) => assigned.has(start))) continue;
    throw unmovable(
      `\`${escapeInvisible(name)}\` is assigned to after it is declared, and who requires ${escapeName(path)} or another file has it as it was when that had loaded. Move the code with kart_patch.`,
    );
  }
}

/** What moved code uses and its file does not export by a plain name. */
function refuseHidden(
  source: SourceSymbols,
  path: string,
  style: ExportStyle,
  record: ModuleRecord,
  own: readonly Binding[],
  {
    names,
    module,
    required,
  }: { names: ReadonlySet<string>; module: readonly Binding[]; required: readonly Requirement[] },
): void {
  const isHidden = ({ name }: Binding) => exportedAs(source, style, record, name) === undefined;
  const hidden = own.filter(isHidden);
  const all = record.exports.find(({ name, local }) => name === "export=" && own.some((one) => one.name === local));
  if (all !== undefined)
    throw unmovable(
      `It uses \`${escapeInvisible(all.local ?? "")}\`, which is all that ${escapeName(path)} exports. Move the file, or the code with kart_patch.`,
    );
  if (hidden.length === 0) return;
  // What these use in turn goes with them.
  const along = new Set(hidden);
  for (const one of along)
    for (const other of module) {
      const isKnown = names.has(other.name) || required.some(({ local }) => local === other.name);
      const spans = one.declared.map((place) => statementAt(source.parsed.program.body, place));
      if (!isKnown && other.uses.some((use) => spans.some((span) => contains(span, use))) && isHidden(other))
        along.add(other);
    }
  const list = (some: Iterable<Binding>) =>
    listedNames(
      Array.from(some, ({ name }) => name),
      10,
    );
  throw unmovable(
    `It uses ${list(hidden)}, which ${escapeName(path)} does not export by a plain name. Move ${list(along)} along: symbol takes several.`,
  );
}

function exportedAs(
  source: SourceSymbols,
  style: ExportStyle,
  record: ModuleRecord,
  local: string,
): string | undefined {
  const found = variableExports(source, style, local).map(({ name }) => name);
  return found.find((name) => record.exports.filter((one) => one.name === name).length === 1);
}

function unmovable(message: string): ToolError {
  return new ToolError("invalid_argument", message);
}
