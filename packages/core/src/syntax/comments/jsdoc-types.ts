import type { Comment } from "oxc-parser";
import type { Span } from "../../text/span.ts";
import type { Declaration } from "../declaration.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { formatNamePath } from "../name-path.ts";
import { startOf } from "../parser/tree.ts";
import { isJavaScript } from "../parser/source-language.ts";

/** A type that a comment of JavaScript declares for its whole file. UTF-16 offsets. */
export interface JsDocType {
  readonly name: string;
  readonly start: number;
  readonly comment: Span;
  /** From its tag to the next type's, or to the end of the comment. */
  readonly span: Span;
  /** What `@property` gives it; not what that has of its own, `@property {string} a.b`. */
  readonly properties: readonly JsDocProperty[];
}

/** UTF-16 offsets. */
export interface JsDocProperty {
  readonly name: string;
  readonly start: number;
  /** From its tag to the next one, or to the end of the comment. */
  readonly span: Span;
}

/** What `@typedef` and `@callback` declare outside of every statement, in the order of the source. */
export function jsDocTypes(parsed: ParsedSource): JsDocType[] {
  if (!isJavaScript(parsed.language) || !/@(?:typedef|callback)\b/.test(parsed.source)) return [];
  return outsideStatements(parsed).flatMap(({ value, start, end }) => {
    const tags = tagsIn(value, start + COMMENT.length);
    return tags.flatMap((tag, index) => {
      if (!tag.isType || tag.name === undefined) return [];
      const next = tags.findIndex((one, at) => at > index && one.isType);
      const own = tags.slice(index + 1, next === -1 ? tags.length : next);
      const span = { start: tag.span.start, end: tags[next]?.span.start ?? end };
      const properties = own.flatMap(({ name, ...one }) => (name === undefined ? [] : { ...one, name }));
      return [{ name: tag.name, start: tag.start, comment: { start, end }, span, properties }];
    });
  });
}

/**
 * Whether a comment of JavaScript declares or imports types, and says nothing of the declaration that it may touch. What it says
 * behind `@callback` it says of that.
 */
export function isOfTypesAlone(comment: Pick<Comment, "type" | "value">): boolean {
  if (!isOfTypes(comment)) return false;
  // The type of `@typedef Name` may stand in a tag of its own.
  const value = comment.value.replace(/(@typedef[\s*]+[\w$]+[\s*]+)@type\b/, "$1");
  return !OF_VALUE.test(value) && (/@callback\b/.test(value) || !OF_FUNCTION.test(value));
}

/** Whether a comment of JavaScript declares or imports types. */
function isOfTypes({ type, value }: Pick<Comment, "type" | "value">): boolean {
  return type === "Block" && value.startsWith("*") && OF_TYPES.test(value);
}

const OF_TYPES = /(?<=[\s*])@(?:(?:typedef|callback)\b|import\s+[^\s"'@][^"'@]*?\sfrom[\s*]+["'])/;
const OF_FUNCTION = /(?<=[\s*])@(?:param|arg|argument|returns?|throws|yields)\b/;
const OF_VALUE =
  /(?<=[\s*])@(?:type|this|extends|augments|implements|satisfies|overload|override|enum|class|constructor|async)\b/;

/** The doc comments that stand in no statement of a file. */
export function outsideStatements({ program, comments }: ParsedSource): Comment[] {
  const { body } = program;
  let next = 0;
  return comments.filter((one) => {
    if (one.type !== "Block" || !one.value.startsWith("*")) return false;
    // Both stand in the order of the source.
    for (let node = body[next]; node !== undefined && node.end <= one.start; node = body[++next]);
    const node = body[next];
    return node === undefined || one.start < startOf(node);
  });
}

/** The type as a declaration: every file of modules can import it. */
export function declaredByComment({ name, start, span, properties }: JsDocType): Declaration {
  const of = (part: Omit<JsDocProperty, "span">) => {
    const nameRange = { start: part.start, end: part.start + part.name.length };
    return { name: part.name, exported: true, nameRange, head: nameRange };
  };
  const children = properties.map((one): Declaration => ({
    ...of(one),
    namePath: formatNamePath([name, one.name]),
    kind: "property",
    span: one.span,
    children: [],
  }));
  return { ...of({ name, start }), namePath: name, kind: "type", span, children };
}

const COMMENT = "/*";

/** A tag that declares something, and what it names; offsets in the file. */
interface Tag extends Partial<Pick<JsDocProperty, "name">>, Omit<JsDocProperty, "name"> {
  readonly isType: boolean;
}

/** @param at where the text of the comment starts in the file */
function tagsIn(text: string, at: number): Tag[] {
  const all = [...text.matchAll(/(?<=[\s*])@([a-z]+)/gi)];
  return all.flatMap(({ 0: { length }, 1: tag = "", index }, order) => {
    if (!/^(?:typedef|callback|prop(?:erty)?)$/.test(tag)) return [];
    const isProperty = tag.startsWith("prop");
    const from = tag === "callback" ? index + length : behindBraces(text, index + length);
    const pattern = isProperty ? PROPERTY : NAME;
    pattern.lastIndex = from;
    const name = pattern.exec(text)?.[1];
    const span = { start: at + index, end: at + (all[order + 1]?.index ?? text.length) };
    return [
      {
        isType: !isProperty,
        ...(name !== undefined && { name }),
        start: at + pattern.lastIndex - (name?.length ?? 0),
        span,
      },
    ];
  });
}

/** A name in a namespace, `Shapes.Box`, or within a class, as JSDoc has it, `Shape~Box`, is none of the file's own. */
const NAME = /[\s*]*([\p{ID_Start}$_][\p{ID_Continue}$]*)(?![\p{ID_Continue}$.~#])/uy;

/** One that may be left out stands in brackets, `[size=1]`. */
const PROPERTY = /[\s*]*\[?\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)(?![\p{ID_Continue}$.[])/uy;

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
