import type { Statement } from "oxc-parser";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeInvisible } from "@kart/core/text/display";
import { contains, type Span } from "@kart/core/text/span";
import { bindingsIn } from "../scopes/scope-walk.ts";
import type { Binding } from "../scopes/scopes.ts";

/**
 * Whether a name stands for what is there when the program runs without its file's doing, and which its file does not pass on either:
 * `declare const DEV: boolean;`.
 */
export function isAmbient(source: SourceSymbols, binding: Binding): boolean {
  return (
    isOnlyDeclared(source, binding) && source.declarations.every((one) => one.name !== binding.name || !one.exported)
  );
}

/**
 * The same, passed on or not: who imports what a file exports by `export declare` has its types, and a program that does not load. The
 * members of a constant enum stand where they are used.
 */
export function isOnlyDeclared(source: SourceSymbols, { kind, declared }: Binding): boolean {
  if (kind === "import" || kind === "interface" || kind === "type" || source.parsed.language === "dts") return false;
  const { body } = source.parsed.program;
  return declared.every((place) => {
    const statement = statementAt(body, place);
    const one = statement.type === "ExportNamedDeclaration" ? (statement.declaration ?? statement) : statement;
    return "declare" in one && one.declare && !(one.type === "TSEnumDeclaration" && one.const);
  });
}

/** The statements of what is declared without a value that code to be moved uses, and that they use in turn. */
export function copiedWith(
  bodies: readonly Statement[],
  ambient: ReadonlyMap<Binding, Statement>,
  ambientThere: ReadonlySet<string>,
): ReadonlySet<Statement> {
  const copies = new Set<Statement>();
  for (const user of [bodies, copies])
    for (const body of user)
      for (const [{ name, uses }, statement] of ambient)
        if (!ambientThere.has(name) && !bodies.includes(statement) && uses.some((use) => contains(body, use)))
          copies.add(statement);
  return copies;
}

/** Nobody can import what its file declares without a value. */
export function refuseAmbient(
  ambient: ReadonlyMap<Binding, Statement>,
  names: ReadonlySet<string>,
  isMoved: (place: Span) => boolean,
): void {
  for (const { name, uses } of ambient.keys())
    if (names.has(name) && uses.some((use) => !isMoved(use)))
      throw new ToolError(
        "invalid_argument",
        `\`${escapeInvisible(name)}\` has no value of its own that what stays could import: it is only declared. Leave it out: a copy goes along with what uses it.`,
      );
}

/** Nor what it exports so. */
export function refuseWithoutValue(name: string): never {
  throw new ToolError(
    "invalid_argument",
    `\`${escapeInvisible(name)}\` is only declared, and has no value that another file could import. Move it with all that uses its value, or leave all of that.`,
  );
}

/** What a file declares without a value, and does not export. */
export function ambientNames(source: SourceSymbols): ReadonlySet<string> {
  const module = bindingsIn(source.parsed, true).filter(({ scope }) => scope.parent === undefined);
  return new Set(module.filter((one) => isAmbient(source, one)).map(({ name }) => name));
}

/** The statement of a file that a place stands in. */
export function statementAt(body: readonly Statement[], place: Span): Statement {
  const found = body.find((statement) => contains(statement, place));
  if (found === undefined) throw new Error("a declaration stands in a statement");
  return found;
}
