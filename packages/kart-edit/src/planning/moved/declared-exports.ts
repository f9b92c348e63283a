import type { Statement } from "oxc-parser";
import { calleeName } from "@kart/core/syntax/module-records/module-expressions";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { endingAt } from "@kart/core/text/lines";
import { type Span, textOf } from "@kart/core/text/span";
import { applyEdits, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { identifierUses } from "../scopes/identifier-uses.ts";
import { isReserved } from "../names.ts";
import { bindingsIn } from "../scopes/scope-walk.ts";
import { tailOf } from "../tail.ts";

/**
 * The text of a CommonJS file whose `exports.name = () => …` are declared and then exported, `const name = () => …` and
 * `exports.name = name`: so written they move as other declarations do. Undefined where none of the names is assigned so, and once, or
 * where one means something else.
 */
export function withDeclaredExports(symbols: SourceSymbols, names: readonly string[]): string | undefined {
  const { parsed } = symbols;
  const { program, source } = parsed;
  const wanted = program.body.flatMap((one) => assignedBy(one) ?? []).filter(({ name }) => names.includes(name));
  if (wanted.length === 0) return undefined;
  const bindings = bindingsIn(parsed);
  const bound = new Set(bindings.flatMap(({ declared, uses }) => [...declared, ...uses].map(({ start }) => start)));
  const isMeant = (name: string) =>
    isReserved(name) ||
    bindings.some((one) => one.name === name && one.scope.parent === undefined) ||
    identifierUses(program).some((use) => use.name === name && !bound.has(use.start));
  const isOnce = (name: string) =>
    source.match(new RegExp(`\\bexports\\s*\\.\\s*${RegExp.escape(name)}\\s*=(?![=>])`, "g"))?.length === 1;
  if (wanted.some(({ name }) => isMeant(name) || !isOnce(name))) return undefined;
  const edits = wanted.flatMap(({ name, target, end }) => {
    const behind = tailOf(symbols, "statements", end).end;
    return [
      { span: target, text: `const ${name}` },
      {
        span: { start: behind, end: behind },
        text: `${endingAt(source, behind).repeat(2)}${textOf(source, target)} = ${name};`,
      },
    ];
  });
  return applyEdits(source, textEdits(edits) as TextEdits);
}

interface Assigned {
  readonly name: string;
  /** `exports.name` */
  readonly target: Span;
  /** Of the statement. UTF-16 offset. */
  readonly end: number;
}

/** The function or class that a statement assigns to a property of the exports. */
function assignedBy(statement: Statement): Assigned | undefined {
  if (statement.type !== "ExpressionStatement") return undefined;
  const { expression, start, end } = statement;
  if (expression.type !== "AssignmentExpression" || expression.operator !== "=") return undefined;
  const { left, right } = expression;
  const [, name] = /^(?:module\.)?exports\.([\p{ID_Continue}$]+)$/u.exec(calleeName(left) ?? "") ?? [];
  const declares = /^(?:ArrowFunction|Function|Class)Expression$/.test(right.type) && left.start === start;
  return name === undefined || !declares ? undefined : { name, target: { start, end: left.end }, end };
}
