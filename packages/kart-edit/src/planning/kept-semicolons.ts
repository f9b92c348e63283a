import type { Node } from "oxc-parser";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { childNodes, startOf } from "@kart/core/syntax/parser/tree";
import { contains } from "@kart/core/text/span";
import type { TextEdit } from "@kart/core/text/text-edit";

/**
 * The semicolons that statements and fields need which end in none, where what stood behind them is taken out and what comes to stand there
 * would go on with them: `const a = 1` above `[b].map(f)`.
 *
 * @param cuts what is taken out, each edit without a text
 */
export function keptSemicolons({ source, program }: ParsedSource, cuts: readonly TextEdit[]): TextEdit[] {
  const isCut = (node: Node) => cuts.some(({ span, text }) => text === "" && contains(span, node));
  const isTouched = (node: Node) => cuts.some(({ span }) => span.start < node.end && span.end > node.start);
  const found: TextEdit[] = [];
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const inside = childNodes(node).filter(isTouched);
    pending.push(...inside.filter((one) => !isCut(one)));
    if (!LISTS.has(node.type) || !inside.some(isCut)) continue;
    const items = "body" in node && Array.isArray(node.body) ? (node.body as readonly Node[]) : [];
    for (const [at, next] of items.entries()) {
      const last = items[at - 1];
      if (last === undefined || !isCut(last) || isCut(next)) continue;
      const before = items.slice(0, at).findLast((one) => !isCut(one));
      // One that guards a line stays with that.
      const isGuarded = /;\s*$/.test(source.slice(last.end, startOf(next)));
      if (before === undefined || isGuarded || !goesOn(source, before, next, node.type === "ClassBody")) continue;
      found.push({ span: { start: before.end, end: before.end }, text: ";" });
    }
  }
  return found;
}

/** What holds statements or members, as its body. */
const LISTS: ReadonlySet<Node["type"]> = new Set(["Program", "TSModuleBlock", "BlockStatement", "ClassBody"]);

function goesOn(source: string, before: Node, next: Node, areMembers: boolean): boolean {
  if (!(areMembers ? OPEN_MEMBER : OPEN_STATEMENT).test(before.type) || source[before.end - 1] === ";") return false;
  const start = source.slice(startOf(next), next.end);
  if (!areMembers) return /^[([`/+*<-]/.test(start);
  // `get` by itself is the name of a field, and before another member a keyword.
  return (
    /^(?:[[(*]|in\b|instanceof\b)/.test(start) ||
    /(?:^|\s)(?:get|set|static|async|accessor)$/.test(source.slice(before.start, before.end))
  );
}

/** What a semicolon ends. */
const OPEN_STATEMENT =
  /^(?:VariableDeclaration|ExpressionStatement|(?:Return|Throw|DoWhile)Statement|ImportDeclaration|Export\w+Declaration|TSTypeAliasDeclaration|TSExportAssignment|TSImportEqualsDeclaration)$/;
const OPEN_MEMBER = /PropertyDefinition$|^(?:TSAbstract)?AccessorProperty$/;
