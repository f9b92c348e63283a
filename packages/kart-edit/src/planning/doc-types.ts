import { taggedTypes } from "@kart/core/syntax/comments/tagged-types";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { type Span, textOf } from "@kart/core/text/span";
import { isJavaScript } from "@kart/core/syntax/parser/source-language";

/**
 * What the doc comments above a declaration of JavaScript say of its type, as one text. Of overloads callers see their comments
 * alone. Empty in TypeScript, where comments say nothing of types.
 *
 * @param start of the statement, or of the member
 */
export function typesAbove({ parsed: { source, language }, leads }: SourceSymbols, start: number): string {
  if (!isJavaScript(language)) return "";
  const lead = leads.before(start);
  const above: string[] = lead === undefined ? [] : (textOf(source, lead).match(/\/\*[^]*?\*\//g) ?? []);
  // A blank line below parts it from what an edit takes for its lead, and from nothing for the compiler.
  const docs = new Set([...above, leads.docBefore(start) ?? ""]);
  const said = Array.from(docs, typesInDoc).filter((types) => types !== "");
  const overloads = said.filter((types) => types.includes("@overload"));
  return (overloads.length > 0 ? overloads : said).join(" ");
}

/** The tags of a comment that say something of types, in order: without descriptions and the names of parameters. */
export function typesInDoc(comment: string): string {
  if (!comment.startsWith("/**")) return "";
  const types = taggedTypes(comment);
  const tags = Array.from(comment.matchAll(/(?<=[\s*])@([a-z]+)/gi), ({ 0: { length }, 1: name = "", index }) => ({
    name,
    start: index,
    end: index + length,
  })).filter((tag) => !types.some(({ start, end }) => start <= tag.start && tag.start < end));
  return tags
    .flatMap(({ name, end }, index) => {
      const rest = { start: end, end: tags[index + 1]?.start ?? comment.length };
      return WITHOUT_TYPE.has(name) ? [`@${name}`] : typeBehind(comment, name, rest, types);
    })
    .join(" ");
}

/** Tags that say something by themselves. */
const WITHOUT_TYPE: ReadonlySet<string> = new Set(
  "overload class constructor private protected public readonly override abstract".split(" "),
);

/** Tags of which the text behind counts as far as it goes: names of type parameters, and what is extended, also without braces. */
const NAMING: ReadonlyMap<string, RegExp> = new Map([
  ["template", /^\s*(?:const\s+)?(?:\[[^\]]*\]|[\w$]+)(?:\s*,\s*(?:\[[^\]]*\]|[\w$]+))*/],
  ["extends", /^\s*[\w$.]+(?:<.*>)?/],
  ["augments", /^\s*[\w$.]+(?:<.*>)?/],
  ["implements", /^\s*[\w$.]+(?:<.*>)?/],
]);

const TYPED = /^(?:type|this|satisfies|enum|returns?|param|arg|argument|prop|property|typedef|callback)$/;

/** The name of a parameter: whether it may be left out, and which part of it is meant. */
const PARAMETER = /^[\s*]*(\[?)\s*[\w$]+((?:\[\]|\.[\w$]+)*)/;

function typeBehind(comment: string, tag: string, rest: Span, types: readonly Span[]): string[] {
  const type = types.find(({ start, end }) => start > rest.start && end <= rest.end);
  const said = type === undefined ? "" : `{${textOf(comment, type).replaceAll(/[ \t]*[\r\n]+[ \t*]*/g, " ")}`;
  const words = comment.slice(type?.end ?? rest.start, rest.end);
  const naming = NAMING.get(tag);
  if (naming !== undefined) return [`@${tag}${said}${naming.exec(words)?.[0] ?? ""}`];
  if (type === undefined || !TYPED.test(tag)) return [];
  // The type may stand behind the name.
  const named = /^[\s*]*\{/.test(comment.slice(rest.start, rest.end)) ? words : comment.slice(rest.start, type.start);
  const [, bracket = "", part = ""] = /^(?:param|arg|prop)/.test(tag) ? (PARAMETER.exec(named) ?? []) : [];
  return [`@${tag}${said}${bracket}${part}`];
}
