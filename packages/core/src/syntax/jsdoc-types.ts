import type { Span } from "../text/span.ts";
import type { Declaration } from "./declaration.ts";
import type { ParsedSource } from "./parse.ts";
import { startOf } from "./tree.ts";

/** A type that a comment of JavaScript declares for its whole file. UTF-16 offsets. */
export interface JsDocType {
  readonly name: string;
  readonly start: number;
  readonly comment: Span;
  /** From its tag to the next type's, or to the end of the comment. */
  readonly span: Span;
}

/** What `@typedef` and `@callback` declare outside of every statement, in the order of the source. */
export function jsDocTypes({ language, program, comments, source }: ParsedSource): JsDocType[] {
  if (!/^jsx?$/.test(language) || !/@(?:typedef|callback)\b/.test(source)) return [];
  const isInside = (comment: Span) =>
    program.body.some((node) => startOf(node) <= comment.start && comment.end <= node.end);
  return comments.flatMap(({ type, value, start, end }) => {
    if (type !== "Block" || !value.startsWith("*") || isInside({ start, end })) return [];
    const tags = [...value.matchAll(/(?<=[\s*])@(typedef|callback)\b/g)];
    return tags.flatMap((tag, index) => {
      const behind = tag.index + tag[0].length;
      const from = tag[1] === "typedef" ? behindBraces(value, behind) : behind;
      NAME.lastIndex = from;
      const name = NAME.exec(value)?.[1];
      if (name === undefined) return [];
      const next = tags[index + 1];
      const span = { start: start + 2 + tag.index, end: next === undefined ? end : start + 2 + next.index };
      return [{ name, start: start + 2 + NAME.lastIndex - name.length, comment: { start, end }, span }];
    });
  });
}

/** The type as a declaration: every file of modules can import it. */
export function declaredByComment({ name, start, span }: JsDocType): Declaration {
  const nameRange = { start, end: start + name.length };
  const about = { name, namePath: name, kind: "type", exported: true, children: [] } as const;
  return { ...about, span, nameRange, head: nameRange };
}

/** A name in a namespace, `Shapes.Box`, is none of the file's own. */
const NAME = /[\s*]*([\p{ID_Start}$_][\p{ID_Continue}$]*)(?![\p{ID_Continue}$.])/uy;

function behindBraces(text: string, at: number): number {
  const open = at + (/^[\s*]*/.exec(text.slice(at))?.[0].length ?? 0);
  if (text[open] !== "{") return at;
  let depth = 0;
  for (let end = open; end < text.length; end++) {
    if (text[end] === "{") depth++;
    else if (text[end] === "}" && --depth === 0) return end + 1;
  }
  return text.length;
}
