import type { Node, Program, Statement } from "oxc-parser";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { Declaration } from "@kart/core/syntax/declaration";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeInvisible } from "@kart/core/text/display";
import { childNodes } from "@kart/core/syntax/parser/tree";
import { contains, type Span } from "@kart/core/text/span";
import { memberAssigned } from "./acts-at-load.ts";
import {
  copiedWith,
  isAmbient,
  isOnlyDeclared,
  refuseAmbient,
  refuseWithoutValue,
  statementAt,
} from "./ambient-names.ts";
import { assignedNames } from "./assigned-names.ts";
import { headFactories } from "./file-head.ts";
import { holdsJsx, identifierUses } from "../scopes/identifier-uses.ts";
import { heldByCalls } from "./held-by-calls.ts";
import { isListed, marksTypes } from "./marks-types.ts";
import { neededAtLoad } from "./needed-at-load.ts";
import { type NeededImport, neededImport, refuseImportedToo } from "./needed-imports.ts";
import { listedNames } from "../names.ts";
import { bindingsIn } from "../scopes/scope-walk.ts";
import type { Binding, NamePlace } from "../scopes/scopes.ts";
import { refuseSharedLead } from "../shared-lead.ts";
import { tailOf } from "../tail.ts";
import { JSX_FACTORIES } from "../unused-imports.ts";
import { UsePlaces } from "./use-places.ts";

/** A statement that is to stand in another file. */
export interface MovedStatement {
  /** From the comments above to the one behind it. */
  readonly span: Span;
  /** Where `export` stands or would. UTF-16 offset. */
  readonly keyword: number;
  readonly isExported: boolean;
  /** What it declares. */
  readonly names: readonly string[];
  /** It stays where it is as well: `declare const DEV: boolean;` has no value that another file could import. */
  readonly isCopy?: true;
}

/** A declaration that moved code uses, and that stays. */
export interface NeededOwn {
  readonly name: string;
  /** As importers write it; undefined where it is not exported. */
  readonly exportedAs?: string;
  readonly isType: boolean;
  readonly isValue: boolean;
  /** What moves uses it as a type alone, and may import it as such. */
  readonly isTypeUse: boolean;
  /** Nothing that stays uses it. */
  readonly isUsedOnlyHere: boolean;
  /** Where `export` has to be written for it. UTF-16 offsets. */
  readonly keywords: readonly number[];
}

/** What is to become of a file of which symbols are taken out. */
export interface MovedSymbols {
  readonly names: ReadonlySet<string>;
  /** Those among them that stand for nothing but types. */
  readonly types: ReadonlySet<string>;
  /** As importers write them. */
  readonly exported: ReadonlySet<string>;
  /** In the order of the source, as are the imports. */
  readonly statements: readonly MovedStatement[];
  readonly imports: readonly NeededImport[];
  readonly own: readonly NeededOwn[];
  /** Names that the moved code means and that the file does not declare. */
  readonly unbound: ReadonlySet<string>;
  /** Names among those moved that what stays goes on using, its lists of exports left out. */
  readonly usedByRest: ReadonlySet<string>;
  /** Where it does, types left out. */
  readonly usesOfRest: readonly Span[];
  /** Those among them that it uses as values. */
  readonly valuesOfRest: ReadonlySet<string>;
  /** Those that it uses as types alone, and may import as such; its lists of exports are left out. */
  readonly typesOfRest: ReadonlySet<string>;
  /** Entries `a` of `export { a }` that speak of what is moved. */
  readonly entries: readonly Span[];
  /** Whether the moved code holds any. */
  readonly isJsx: boolean;
  /** What is used across while a file loads: a function is there by then, whatever loads first. */
  readonly atLoad: {
    /** Names that stay, by the moved code, and what these need in turn. */
    readonly needed: readonly string[];
    /** Names that move, by what stays. */
    readonly left: readonly string[];
  };
}

/**
 * Works out what moving declarations of a module's top level to another file takes.
 *
 * Throws `invalid_argument` for what cannot stand in another file by itself.
 *
 * @param ambientThere what the other file declares without a value
 * @param taken what JSX of the file takes of it without naming it
 */
export function movedSymbols(
  source: SourceSymbols,
  wanted: readonly string[],
  ambientThere: ReadonlySet<string> = new Set(),
  taken: readonly string[] = [],
): MovedSymbols {
  const { program } = source.parsed;
  const names = new Set(wanted);
  const bindings = bindingsIn(source.parsed, true);
  const module = bindings.filter(({ scope }) => scope.parent === undefined);
  const moved = module.filter(({ name }) => names.has(name));
  const unnamed = program.body.find(({ type }) => type === "ExportDefaultDeclaration");
  if (unnamed !== undefined && wanted.some((name) => !moved.some((one) => one.name === name)))
    throw isDefault(source.parsed.lines.lineAt(unnamed.start));
  for (const one of moved) refuseImportedToo(source, one);
  const bodies = [
    ...new Set(moved.flatMap(({ declared }) => declared.map((place) => statementAt(program.body, place)))),
  ];
  const ambient = new Map(
    module.flatMap((one) => {
      const body = isAmbient(source, one) ? statementAt(program.body, one.declared[0] as NamePlace) : undefined;
      return body === undefined ? [] : [[one, body] as const];
    }),
  );
  const copies = copiedWith(bodies, ambient, ambientThere);
  const statements = [...bodies, ...copies, ...givingMembers(program, moved, bodies)]
    .toSorted((a, b) => a.start - b.start)
    .map((statement) => {
      const isDeclared = ({ declared }: Binding) => declared.some((place) => contains(statement, place));
      const declared = moved.filter(isDeclared).map(({ name }) => name);
      const one = movedStatement(source, statement, declared);
      refuseSharedLead(source, one.span);
      return copies.has(statement) ? { ...one, isCopy: true as const } : one;
    });
  const spans = statements.map(({ span }) => span);
  const isMoved = (place: Span) => spans.some((span) => contains(span, place));
  refuseParts(source, bodies, module, names);
  refuseAssigned(program, module, names, isMoved);
  refuseAmbient(ambient, names, isMoved);

  const isCopied = (one: Binding) => {
    const body = ambient.get(one);
    return body !== undefined && (copies.has(body) || ambientThere.has(one.name));
  };
  const used = module.filter((one) => !names.has(one.name) && !isCopied(one) && one.uses.some(isMoved));
  const isJsx = holdsJsx(program, (node) => !spans.some((span) => contains(span, node) || contains(node, span)));
  const factories = isJsx ? new Set([...JSX_FACTORIES, ...headFactories(source), ...taken]) : new Set();
  const jsx = module.filter((one) => one.kind === "import" && factories.has(one.name) && !used.includes(one));
  const entries = moved.flatMap(({ uses }) => uses.filter((use) => isOwnEntry(program, use) && !isMoved(use)));
  const rest = (binding: Binding) => binding.uses.some((use) => !isMoved(use) && !entries.includes(use));
  const bound = new Set(bindings.flatMap(({ declared, uses }) => [...declared, ...uses].map(({ start }) => start)));
  const places = new UsePlaces(program);
  const isValue = ({ uses }: Binding) => uses.some((use) => isMoved(use) && !places.isOfType(use));
  // What a comment names is a type, and nothing when the program runs.
  const isRun = (use: NamePlace) =>
    use.other === undefined && places.isAtLoad(use) && !source.parsed.comments.some((one) => contains(one, use));
  const isAtLoad = ({ kind, uses }: Binding, isIn: boolean) =>
    kind !== "function" && uses.some((use) => isMoved(use) === isIn && isRun(use));
  const withoutValue = new Set(module.filter((one) => isOnlyDeclared(source, one)).map(({ name }) => name));
  const isType = (name: string) => {
    if (withoutValue.has(name)) return true;
    const all = source.declarations.filter((one) => one.name === name);
    return all.length > 0 && all.every((one) => isTypeAlone(source, one));
  };
  const isValueOfRest = (use: NamePlace) => !isMoved(use) && !places.isOfType(use);
  const isMarked = marksTypes(source);
  const areTypes = (uses: readonly NamePlace[]) =>
    isMarked && uses.every((use) => places.isOfType(use) && !isListed(program, use));
  const isLeft = ({ uses }: Binding) => uses.some((use) => isValueOfRest(use) && !entries.includes(use));
  for (const { name } of [...moved.filter(isLeft), ...used.filter(isValue)])
    if (withoutValue.has(name)) refuseWithoutValue(name);
  return {
    names,
    types: new Set([...names].filter(isType)),
    exported: new Set(
      source.declarations.flatMap(({ name, exported, exportedAs = [name] }) =>
        exported && names.has(name) && exportedAs.includes(name) ? [name] : [],
      ),
    ),
    statements,
    imports: [...used.filter(({ kind }) => kind === "import"), ...jsx].toSorted(inSource).map((one) => {
      // Of a name that is imported for its type, and declared for its value, types mean what is imported.
      if (isValue(one)) refuseImportedToo(source, one);
      return { ...neededImport(source, one), isValue: isValue(one) || jsx.includes(one) };
    }),
    own: used
      .filter(({ kind }) => kind !== "import")
      .map((one) => ({
        ...neededOwn(source, one, isType(one.name)),
        isValue: isValue(one),
        isTypeUse: areTypes(one.uses.filter(isMoved)),
        isUsedOnlyHere: one.uses.every(isMoved),
      })),
    unbound: new Set(
      identifierUses(program)
        .filter((use) => isMoved(use) && !bound.has(use.start))
        .map(({ name }) => name),
    ),
    usedByRest: new Set(moved.filter(rest).map(({ name }) => name)),
    usesOfRest: moved.flatMap(({ uses }) => uses.filter(isValueOfRest)),
    valuesOfRest: new Set(moved.flatMap(({ name, uses }) => (uses.some(isValueOfRest) ? [name] : []))),
    typesOfRest: new Set(
      moved.flatMap(({ name, uses }) =>
        areTypes(uses.filter((use) => !isMoved(use) && !entries.includes(use))) ? [name] : [],
      ),
    ),
    entries,
    isJsx,
    atLoad: {
      needed: neededAtLoad(
        [
          ...used.filter((one) => one.kind !== "import" && isAtLoad(one, true)),
          ...[...heldByCalls(source.parsed, module, (use) => isMoved(use) && isRun(use))].filter(
            (one) => !names.has(one.name) && !isCopied(one),
          ),
        ],
        module.filter(
          (one) => !names.has(one.name) && one.kind !== "import" && one.kind !== "function" && !isCopied(one),
        ),
        program,
        isRun,
      ).map(({ name }) => name),
      left: [
        ...new Set([
          ...moved.filter((one) => isAtLoad(one, false)),
          ...[...heldByCalls(source.parsed, module, (use) => !isMoved(use) && isRun(use))].filter((one) =>
            names.has(one.name),
          ),
        ]),
      ].map(({ name }) => name),
    },
  };
}

/**
 * Statements that give members to what some names hold, `Row.displayName = "Row"`: they are a part of its declaration, as far as nothing
 * that stays uses the names before them while the file loads.
 */
function givingMembers(program: Program, moved: readonly Binding[], bodies: readonly Statement[]): Statement[] {
  const places = new UsePlaces(program);
  const uses = moved.flatMap((one) => one.uses).filter((use) => places.isAtLoad(use));
  const giving: Statement[] = [];
  let hasActed = false;
  for (const statement of program.body) {
    if (bodies.includes(statement)) continue;
    if (givesMember(statement, moved)) {
      // What a call gives may depend on what was called before it.
      if (hasActed && calls(statement)) break;
      giving.push(statement);
    } else if (uses.some((use) => contains(statement, use) && !onlyLists(statement))) break;
    hasActed ||= statement.type === "ExpressionStatement" && !giving.includes(statement);
  }
  return giving;
}

function givesMember(statement: Statement, moved: readonly Binding[]): boolean {
  const target = memberAssigned(statement);
  return target !== undefined && moved.some(({ uses }) => uses.some((use) => use.start === target.start));
}

function calls(node: Node): boolean {
  return CALLS.has(node.type) || (!/Function|^Class/.test(node.type) && childNodes(node).some(calls));
}

const CALLS: ReadonlySet<string> = new Set([
  "CallExpression",
  "NewExpression",
  "AwaitExpression",
  "TaggedTemplateExpression",
]);

/** Whether it only lists what the file exports. */
function onlyLists(statement: Statement): boolean {
  if (statement.type === "ExportNamedDeclaration") return statement.declaration === null;
  return statement.type === "ExportDefaultDeclaration" && statement.declaration.type === "Identifier";
}

function inSource(a: Binding, b: Binding): number {
  return (a.declared[0]?.start ?? 0) - (b.declared[0]?.start ?? 0);
}

/** `a` of the module's `export { a }`; one with another name, or of a namespace, goes on exporting what is then imported. */
function isOwnEntry(program: Program, place: NamePlace): boolean {
  if (place.other?.start !== place.start) return false;
  const statement = statementAt(program.body, place);
  return statement.type === "ExportNamedDeclaration" && statement.declaration === null;
}

/** A namespace of types is nothing when the program runs. */
function isTypeAlone(source: SourceSymbols, { kind, children, span }: Declaration): boolean {
  if (kind === "interface" || kind === "type") return true;
  const isListing = () => /\bexport\s*\{/.test(source.parsed.source.slice(span.start, span.end));
  return (
    kind === "namespace" && children.length > 0 && children.every((one) => isTypeAlone(source, one)) && !isListing()
  );
}

const MOVABLE: ReadonlySet<string> = new Set([
  "VariableDeclaration",
  "FunctionDeclaration",
  "TSDeclareFunction",
  "ClassDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "TSEnumDeclaration",
  "TSModuleDeclaration",
]);

function movedStatement(source: SourceSymbols, statement: Statement, names: readonly string[]): MovedStatement {
  const isExported = statement.type === "ExportNamedDeclaration";
  const declaration = isExported ? statement.declaration : statement;
  const isAssignment = names.length === 0 && statement.type === "ExpressionStatement";
  const line = source.parsed.lines.lineAt(statement.start);
  if (declaration === null || !(MOVABLE.has(declaration.type) || isAssignment))
    throw statement.type === "ExportDefaultDeclaration"
      ? isDefault(line)
      : new ToolError(
          "invalid_argument",
          `Line ${line} is no declaration that could stand in another file. Move the whole file, or change it with kart_patch.`,
        );
  const decorators = declaration.type === "ClassDeclaration" ? declaration.decorators : [];
  const start = Math.min(statement.start, decorators[0]?.start ?? statement.start);
  const span = {
    start: source.leads.before(start)?.start ?? start,
    end: tailOf(source, "statements", statement.end).end,
  };
  const behind = Math.max(declaration.start, ...decorators.map((one) => one.end));
  const text = source.parsed.source;
  return { span, keyword: behind + (/^\s*/.exec(text.slice(behind))?.[0].length ?? 0), isExported, names };
}

function isDefault(line: number): ToolError {
  return new ToolError(
    "invalid_argument",
    `Line ${line} is the default export, by which importers name the file. Give it a name of its own first, or move the whole file.`,
  );
}

/** Several names of one statement go together, as do all declarations of one name. */
function refuseParts(
  { parsed: { lines } }: SourceSymbols,
  bodies: readonly Statement[],
  module: readonly Binding[],
  names: ReadonlySet<string>,
): void {
  for (const statement of bodies) {
    const beside = module.filter(
      ({ name, declared }) => !names.has(name) && declared.some((place) => contains(statement, place)),
    );
    if (beside.length > 0)
      throw new ToolError(
        "invalid_argument",
        `The statement at line ${lines.lineAt(statement.start)} declares ${listedNames(
          beside.map(({ name }) => name),
          5,
        )} too. Move these with it, or part them with kart_patch.`,
      );
  }
}

/** What a file imports it cannot assign to. */
function refuseAssigned(
  program: Program,
  module: readonly Binding[],
  names: ReadonlySet<string>,
  isMoved: (place: Span) => boolean,
): void {
  const assigned = assignedNames(program);
  for (const { name, kind, uses } of module) {
    if (kind === "import" || !uses.some((use) => isMoved(use) !== names.has(name) && assigned.has(use.start))) continue;
    throw new ToolError(
      "invalid_argument",
      `\`${escapeInvisible(name)}\` is assigned to by code that would stand in another file, and what is imported cannot be. Move that with it, or assign in a function beside it.`,
    );
  }
}

function neededOwn(
  source: SourceSymbols,
  { name, declared }: Binding,
  isType: boolean,
): Omit<NeededOwn, "isValue" | "isTypeUse" | "isUsedOnlyHere"> {
  const declarations = source.declarations.filter((one) => one.name === name);
  const exported = declarations.find((one) => one.exported);
  const { exportedAs = [name] } = exported ?? {};
  const as = exportedAs.includes(name) ? name : exportedAs[0];
  if (exported !== undefined && as !== undefined) return { name, exportedAs: as, isType, keywords: [] };
  const statements = new Set(declared.map((place) => statementAt(source.parsed.program.body, place)));
  return { name, isType, keywords: Array.from(statements, (one) => movedStatement(source, one, [name]).keyword) };
}
