import type { Node, Program } from "oxc-parser";
import { bindingsOf } from "../../syntax/bindings.ts";
import { nodesIn } from "../../syntax/parser/tree.ts";
import { scopeOf } from "../../syntax/scope.ts";
import { type SourceLocation, unique } from "../locations.ts";
import type { Questions } from "../questions.ts";
import { nodesAround } from "../trees.ts";

/**
 * Definitions with the variable of the top in the place of where it is given a function: TypeScript 7 leads from a call of `run`, which
 * JavaScript declares by `let run`, to `run = () => 1`.
 */
export async function withVariables(questions: Questions, found: readonly SourceLocation[]): Promise<SourceLocation[]> {
  const declared = await Promise.all(found.map(async (one) => (await variableGiven(questions, one)) ?? one));
  return declared.length > 1 ? unique(declared) : declared;
}

async function variableGiven(
  questions: Questions,
  { file, span }: SourceLocation,
): Promise<SourceLocation | undefined> {
  const source = questions.reader.textOf(file)?.source ?? "";
  if (!/\.[cm]?jsx?$/.test(file) || !/^\s*=(?![=>])/.test(source.slice(span.end, span.end + NEAR))) return undefined;
  const around = await nodesAround(questions, file, span.start);
  const isGiven = around.some(
    (node) => node.type === "AssignmentExpression" && node.left.type === "Identifier" && node.left.start === span.start,
  );
  const name = source.slice(span.start, span.end);
  if (!isGiven || scopeOf(around, name) !== undefined || around.some((node) => hasVar(node, name))) return undefined;
  const declared = declaredIn(around[0] as Program, name);
  return declared && questions.reader.located(file, declared);
}

/** UTF-16 units behind a name that are looked at. */
const NEAR = 80;

/** Whether a function may declare a name by `var`, in whichever of its blocks. */
function hasVar(node: Node, name: string): boolean {
  if (!/Function(?:Declaration|Expression)$/.test(node.type)) return false;
  return nodesIn(node, node).some(
    (one) =>
      one.type === "VariableDeclaration" &&
      one.kind === "var" &&
      one.declarations.some((each) => bindingsOf(each.id, each).some((binding) => binding.name === name)),
  );
}

function declaredIn({ body }: Program, name: string) {
  for (const statement of body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration") continue;
    const bindings = declaration.declarations.flatMap((one) => bindingsOf(one.id, one));
    const found = bindings.find((one) => one.name === name);
    if (found !== undefined) return found.nameRange;
  }
  return undefined;
}
