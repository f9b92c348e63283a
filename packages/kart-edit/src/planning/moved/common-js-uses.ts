import type { Node, Program, VariableDeclaration } from "oxc-parser";
import { RESERVED_WORDS } from "@kart/core/syntax/reserved-words";
import { nodesAround } from "@kart/core/syntax/scope";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import type { TextEdit } from "@kart/core/text/text-edit";
import { endingAt } from "@kart/core/text/lines";
import { indentationAt } from "../content.ts";
import { identifierUses } from "../scopes/identifier-uses.ts";
import { bindingsIn } from "../scopes/scope-walk.ts";
import { cutFromCommaList } from "../list-removal.ts";
import { plainNames, requiredBy } from "./requirements.ts";

/** Names that move out of a file that others require. */
export interface MovedNames {
  readonly names: ReadonlySet<string>;
  /** Leads to where they are then. */
  readonly fresh: string;
  /** Whether one of them asks what it is called on. */
  readonly asksThis: boolean;
  /** Whether the old file has to go on being loaded. */
  readonly acts: boolean;
}

/**
 * What leads a `require()` to where some names are then: of a pattern those among them, and of `require("./a").name` the path. Undefined
 * where names are had in another way, so that it is not certain.
 *
 * @param start of the call. UTF-16 offset.
 */
export function requireEdits(source: SourceSymbols, start: number, moved: MovedNames): TextEdit[] | undefined {
  const { program, source: text } = source.parsed;
  const chain = chainTo(program, start);
  const call = chain.at(-1);
  const required = call === undefined ? undefined : requiredBy(call);
  if (call?.type !== "CallExpression" || required === undefined) return undefined;
  const [first] = call.arguments;
  const path: TextEdit | undefined = first && {
    span: { start: first.start + 1, end: first.end - 1 },
    text: moved.fresh,
  };
  const parent = chain.at(-2);
  if (path === undefined || parent === undefined) return undefined;
  if (parent.type === "MemberExpression" && parent.object === call) {
    const isName = !parent.computed && parent.property.type === "Identifier" && moved.names.has(parent.property.name);
    return isName && isRead(parent, chain.at(-3), moved) && !moved.acts ? [path] : undefined;
  }
  if (parent.type !== "VariableDeclarator" || parent.init !== call) return undefined;
  if (parent.id.type === "Identifier") return namespaceEdits(source, chain, path, moved);
  const declaration = chain.at(-3);
  if (parent.id.type !== "ObjectPattern") return undefined;
  const names = plainNames(parent.id);
  if (names === undefined || declaration?.type !== "VariableDeclaration") return undefined;
  const gone = names.filter(({ key }) => moved.names.has(key));
  if (gone.length === 0) return [];
  const isWhole = gone.length === names.length;
  if (isWhole && !moved.acts) return [path];
  // What stands in the head of a loop is no statement.
  if (!STATEMENTS.test(chain.at(-4)?.type ?? "")) return undefined;
  const entries = gone.map(({ key, local }) => (key === local ? key : `${key}: ${local}`));
  const specifier = text.slice(first?.start ?? 0, (first?.start ?? 0) + 1);
  const fresh = `{ ${entries.join(", ")} } = require(${specifier}${moved.fresh}${specifier})`;
  if (isWhole) return declaration.declarations.length > 1 ? undefined : [asEffect(text, declaration, fresh)];
  const cuts = cutFromCommaList(source, parent.id.properties, (item) => gone.some((one) => one.item === item));
  return [...cuts, behind(text, declaration, parent, fresh)];
}

/**
 * What has members of a whole module from where they are then, `old.name` as `fresh.name`: all uses of the variable are plain members,
 * and the text has no other word that is called as the new variable.
 */
function namespaceEdits(
  source: SourceSymbols,
  chain: readonly Node[],
  path: TextEdit,
  moved: MovedNames,
): TextEdit[] | undefined {
  const { program, source: text } = source.parsed;
  const [block, declaration, declarator] = chain.slice(-4);
  if (declarator?.type !== "VariableDeclarator" || declaration?.type !== "VariableDeclaration") return undefined;
  if (!STATEMENTS.test(block?.type ?? "")) return undefined;
  const { id } = declarator;
  const binding = bindingsIn(source.parsed).find(({ declared }) => declared.some(({ start }) => start === id.start));
  if (binding === undefined || binding.declared.length > 1) return undefined;
  const uses = binding.uses.map((use) => {
    const around = nodesAround(program, use.start);
    const index = around.findLastIndex((node) => node.type === "Identifier" && node.start === use.start);
    const [member, parent] = [around[index - 1], around[index - 2]];
    if (member?.type !== "MemberExpression" || member.object !== around[index] || member.computed) return undefined;
    if (member.property.type !== "Identifier" || !isRead(member, parent, { ...moved, asksThis: false }))
      return undefined;
    const isMoved = moved.names.has(member.property.name);
    return isMoved && !isRead(member, parent, moved) ? undefined : { span: use, isMoved };
  });
  if (!uses.every((use) => use !== undefined)) return undefined;
  const gone = uses.filter(({ isMoved }) => isMoved);
  if (gone.length === 0) return [];
  const name = variableFor(moved.fresh);
  if (name === undefined || identifierUses(program).some((use) => use.name === name)) return undefined;
  const renamed = gone.map(({ span: { start, end } }) => ({ span: { start, end }, text: name }));
  if (gone.length === uses.length && !moved.acts)
    return [{ span: { start: id.start, end: id.end }, text: name }, path, ...renamed];
  const quote = text.slice(path.span.start - 1, path.span.start);
  return [...renamed, behind(text, declaration, declarator, `${name} = require(${quote}${moved.fresh}${quote})`)];
}

const STATEMENTS = /^(?:Program|BlockStatement|StaticBlock|SwitchCase)$/;

/** What a file would be called: `astUtils` of `./ast-utils.js`. */
function variableFor(specifier: string): string | undefined {
  const stem = specifier.replace(/(?:\/index)?(?:\.[cm]?js)?$/, "").replace(/^.*\//, "");
  const name = stem.replaceAll(/[^\w$]+(\w?)/g, (_, letter: string) => letter.toUpperCase());
  return /^[A-Za-z_$][\w$]*$/.test(name) && !RESERVED_WORDS.has(name) && !GIVEN.has(name) ? name : undefined;
}

/** What CommonJS calls so in every file. */
const GIVEN = new Set(["exports", "module", "require"]);

/** A statement of its own behind a declaration, or, where that is a list, one more right behind the one in it that it stands for. */
function behind(text: string, declaration: VariableDeclaration, one: Node, fresh: string): TextEdit {
  const { start, end, declarations, kind } = declaration;
  const ending = endingAt(text, start) + indentationAt(text, start);
  if (declarations.length > 1) {
    const isLine = !/[\r\n]/.test(text.slice(start, declarations.at(-1)?.start));
    const separator = isLine ? ", " : `,${ending}${indentOf(text, declarations, start)}`;
    return { span: { start: one.end, end: one.end }, text: separator + fresh };
  }
  const isEnded = text[end - 1] === ";";
  return { span: { start: end, end }, text: `${ending}${kind} ${fresh}${isEnded ? ";" : ""}` };
}

/** How much further in the later declarators of a list stand than its statement. */
function indentOf(text: string, declarations: readonly Node[], start: number): string {
  const last = declarations.at(-1) as Node;
  return indentationAt(text, last.start).slice(indentationAt(text, start).length);
}

function asEffect(text: string, { start, end, kind, declarations }: VariableDeclaration, fresh: string): TextEdit {
  const init = declarations[0]?.init as Node;
  const mark = text[end - 1] === ";" ? ";" : "";
  const ending = endingAt(text, start) + indentationAt(text, start);
  return {
    span: { start, end },
    text: `${text.slice(init.start, init.end)}${mark}${ending}${kind} ${fresh}${mark}`,
  };
}

function isRead(member: Node, parent: Node | undefined, { asksThis }: MovedNames): boolean {
  if (parent === undefined) return false;
  if (parent.type === "CallExpression" && parent.callee === member) return !asksThis;
  if (parent.type === "TaggedTemplateExpression") return !asksThis;
  const isGiven = parent.type === "AssignmentExpression" && parent.left === member;
  return (
    !isGiven && !/^(?:Update|Unary)Expression$|^For(?:In|Of)Statement$|Pattern$|^ChainExpression$/.test(parent.type)
  );
}

/** The nodes down to the call that starts at an offset, outermost first. */
function chainTo(program: Program, start: number): Node[] {
  const chain = nodesAround(program, start);
  const index = chain.findLastIndex((node) => node.type === "CallExpression" && node.start === start);
  return chain.slice(0, index + 1);
}
