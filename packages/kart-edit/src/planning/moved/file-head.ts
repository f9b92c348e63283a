import type { Comment, Directive, Program, Statement } from "oxc-parser";
import { isLicense } from "@kart/core/syntax/comments/lead";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { textOf } from "@kart/core/text/span";
import { pragmaNames } from "../scopes/jsx-pragmas.ts";

/** `use client` and its like, at the top of a file. */
export function directivesOf({ parsed: { program } }: SourceSymbols): string[] {
  return program.body.flatMap((one) => (isDirective(one) ? one.directive : []));
}

export function isDirective(statement: Statement): statement is Directive {
  return "directive" in statement && typeof statement.directive === "string";
}

/** The comments at the top of a file that say what JSX is compiled to, as they are written. */
export function pragmasOf(source: SourceSymbols): string[] {
  return pragmaComments(source).map((one) => textOf(source.parsed.source, one));
}

function pragmaComments({ parsed: { program, comments, source } }: SourceSymbols): Comment[] {
  const first = firstOf(program);
  return comments.filter(({ start, value }) => start < (first?.start ?? source.length) && PRAGMA.test(value));
}

/** The first statement that is no directive. */
function firstOf({ body }: Program): Statement | undefined {
  return body.find((one) => !isDirective(one));
}

/** What those comments call by name: `h` of `@jsx h`. */
export function headFactories(source: SourceSymbols): string[] {
  return pragmaNames(pragmaComments(source));
}

const LINE_BREAK = /^[^\S\r\n]*(?:\r\n|\n|\r)[^\S\r\n]*$/;
/** No declaration has these of its own, as what says something about the license of a user may. */
const OF_FILE = /copyright|\bSPDX-|@(?:licen[cs]e|preserve)\b/i;
const PRAGMA = /@jsx(?:Frag|ImportSource|Runtime)?\s/;

/**
 * What stands at the top of a file that takes code from another one, as it stands there: its licence, directives, and what JSX is
 * compiled to.
 *
 * @param isAction whether `use server` is meant for the code, which may be what the functions only share
 */
export function headLike(like: SourceSymbols, { isJsx, isAction }: { isJsx: boolean; isAction: boolean }): string {
  const { program, source } = like.parsed;
  const directives = program.body.filter((one) => isDirective(one) && (isAction || one.directive !== "use server"));
  const pragmas = isJsx ? pragmaComments(like) : [];
  const all = [...new Set([...licenseComments(like), ...pragmas, ...directives])].sort((a, b) => a.start - b.start);
  return all.reduce((head, one, index) => {
    const gap = source.slice(all[index - 1]?.end ?? 0, one.start);
    return head + (index === 0 ? "" : gap.trim() === "" ? gap : "\n") + textOf(source, one);
  }, "");
}

/** The comments at the top of a file that say whose it is, with the lines of `//` that go on from them. */
function licenseComments(source: SourceSymbols): Comment[] {
  const { program, comments, source: text } = source.parsed;
  const first = firstOf(program);
  const start = first?.start ?? text.length;
  const above = comments.filter((one) => one.end <= start);
  const own = first === undefined || first.type === "ImportDeclaration" ? undefined : above.at(-1);
  const isDoc = own?.value.startsWith("*") && !OF_FILE.test(own.value) && LINE_BREAK.test(text.slice(own.end, start));
  // What speaks of a declaration goes with that.
  const end = own === undefined ? start : isDoc ? own.start : (source.leads.before(start)?.start ?? start);
  const blocks: Comment[][] = [];
  for (const comment of above.filter((one) => one.end <= end)) {
    const block = blocks.at(-1);
    const last = block?.at(-1);
    const isNext =
      last?.type === "Line" && comment.type === "Line" && LINE_BREAK.test(text.slice(last.end, comment.start));
    if (isNext) block?.push(comment);
    else blocks.push([comment]);
  }
  return blocks.filter((block) => block.some(isLicense)).flat();
}
