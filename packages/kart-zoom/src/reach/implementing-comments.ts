import type { LanguageServer, References } from "@kart/core/language-server/language-server";
import { isInstalled, type SourceLocation, unique } from "@kart/core/language-server/locations";
import { allOf } from "@kart/core/language-server/projects/cover";
import { isJavaScript, sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { wordsIn } from "@kart/core/text/words";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { SourceFile } from "../source/source-file.ts";
import type { SourceFiles } from "../source/source-files.ts";

/**
 * Implementations as the language server gives them, with classes of JavaScript in the place of the comments that give a type another
 * name: `@typedef {import(…).Shape} Shape`, by which others say `@implements {Shape}`. The server names the former, and not these.
 */
export async function withCommentedClasses(
  found: References,
  server: LanguageServer,
  sources: SourceFiles,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<References> {
  const named = found.references.filter((one) => !isInstalled(one) && isInComment(sources.at(one.file), one));
  if (named.length === 0) return found;
  const told = await Promise.all(
    named.map(async (one): Promise<References> => {
      const file = sources.at(one.file);
      const tag = file && typedefAround(file.text, one.span.start);
      if (file === undefined || tag === undefined) return { references: [one], coverage: found.coverage };
      const place = { path: root.proveFile(one.path as string), offset: tag.offset };
      const { references, coverage } = await server.references(place, signal);
      // Of a class that is assigned, `module.exports = class {}`, TypeScript 7 does not read what its comment says.
      const said = wordsIn(file.text, tag.name).map((start) => ({ ...one, span: { start, end: start } }));
      const classes = [...said, ...references].flatMap((each) => classBelow(sources, each) ?? []);
      // It may be implemented by that name in a way that is not seen here.
      return { references: classes.length > 0 ? classes : [one], coverage };
    }),
  );
  return {
    references: unique([
      ...found.references.filter((one) => !named.includes(one)),
      ...told.flatMap(({ references }) => references),
    ]),
    coverage: allOf([found.coverage, ...told.map(({ coverage }) => coverage)]),
  };
}

/** Whether a place of JavaScript stands outside of all code. */
function isInComment(file: SourceFile | undefined, { span: { start } }: SourceLocation): boolean {
  if (file === undefined || file.outline.failure !== undefined) return false;
  if (!isJavaScript(sourceLanguage(file.path))) return false;
  return !file.outline.statements.some((statement) => statement.start <= start && start < statement.end);
}

/** The type that the comment around an offset declares by one which stands there, and where that is named. UTF-16 offsets. */
function typedefAround(text: string, within: number): { readonly name: string; readonly offset: number } | undefined {
  const tag = text.lastIndexOf("@typedef", within);
  const [all = "", name = ""] = tag === -1 ? [] : (TYPEDEF.exec(text.slice(tag, tag + LONGEST)) ?? []);
  return all === "" || within > tag + all.length ? undefined : { name, offset: tag + all.length - name.length };
}

const TYPEDEF = /^@typedef[\s*]*\{[^{}]*\}[\s*]*([\p{ID_Start}$_][\p{ID_Continue}$]*)/u;

/** UTF-16 units of a tag. */
const LONGEST = 2000;

/** The class whose comment says at a place that it implements what is named there. */
function classBelow(sources: SourceFiles, one: SourceLocation): SourceLocation | undefined {
  const file = isInstalled(one) || !isInComment(sources.at(one.file), one) ? undefined : sources.at(one.file);
  if (file === undefined || !IMPLEMENTS.test(file.text.slice(Math.max(0, one.span.start - NEAR), one.span.start)))
    return undefined;
  const declared = file.enclosing(one.span.start).find(({ kind }) => kind === "class");
  if (declared === undefined) return undefined;
  const span = declared.nameRange;
  return { ...one, span, ...file.lines.positionAt(span.start) };
}

const IMPLEMENTS = /@implements[\s*]*\{?[\s*]*$/;

/** UTF-16 units in front of a name that are looked at. */
const NEAR = 80;
