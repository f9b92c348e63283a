import type { Node } from "oxc-parser";
import type { ParsedSource } from "../parser/parse.ts";
import { nodesAround, scopeOf } from "../scope.ts";

/**
 * Whether a file does more with the namespace that it imports by a name than to name members of it: hands it on, takes its type, or
 * exports it again. A namespace is no type, so that a type of its name is another.
 *
 * @param path members that lead to what is asked about: `["inner"]` of `export * as inner`
 */
export function isTakenWhole({ program, source }: ParsedSource, name: string, path: readonly string[] = []): boolean {
  const alone = path.length === 0 ? "(?!\\s*\\.)" : "";
  const word = `(?<![\\p{ID_Continue}$]|(?<!\\.\\.)\\.)${RegExp.escape(name)}(?![\\p{ID_Continue}$])${alone}`;
  return source.matchAll(new RegExp(word, "gu")).some(({ index }) => {
    const chain = nodesAround(program, index);
    const last = chain.at(-1);
    const isName = last?.type === "Identifier" && last.start === index;
    return isName && !isOther(chain) && scopeOf(chain, name) === undefined && !isMemberNamed(chain, path);
  });
}

/** Whether what stands there only has the name: an import, a key, a parameter, or a type. */
function isOther(chain: readonly Node[]): boolean {
  const [parent, child] = chain.slice(-2) as [Node, Node];
  if (parent.type.startsWith("Import") || parent.type === "TSTypeReference" || parent.type === "TSTypeParameter")
    return true;
  if ("params" in parent && (parent.params as readonly Node[]).includes(child)) return true;
  if ("key" in parent && parent.key === child && !("computed" in parent && parent.computed))
    return !("shorthand" in parent && parent.shorthand);
  return parent.type === "MemberExpression" && parent.property === child && !parent.computed;
}

/** Whether a member is named there: of the namespace another than the first of the path, or one of what the path leads to. */
function isMemberNamed(chain: readonly Node[], path: readonly string[]): boolean {
  for (let at = chain.length - 1, depth = 0; ; at--, depth++) {
    const member = memberOf(chain[at - 1] as Node, chain[at] as Node);
    if (member === undefined) return false;
    if (member !== path[depth]) return true;
  }
}

function memberOf(parent: Node, child: Node): string | undefined {
  if (parent.type === "TSQualifiedName") return parent.left === child ? parent.right.name : undefined;
  if (parent.type !== "MemberExpression" || parent.object !== child || parent.computed) return undefined;
  return parent.property.type === "Identifier" ? parent.property.name : undefined;
}
