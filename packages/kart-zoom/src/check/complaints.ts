import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import type { OtherTypeScript } from "@kart/core/language-server/session/server-binary";
import { mayHoldClosureType } from "@kart/core/syntax/comments/closure-types";
import { clip, collapse, escapeInvisible, escapeName } from "@kart/core/text/display";
import type { InOtherProjects } from "@kart/core/language-server/projects/in-other-projects";
import { gapNote, linesByFile } from "@kart/core/text/gap-note";
import type { Before } from "./head-complaints.ts";

/** The longest message, in UTF-16 units. */
const MAX_MESSAGE = 600;
/** Files with one complaint from which on that is told once for all. */
const MANY_FILES = 3;

type Complaint = ReturnType<typeof diagnosticData>;

export function diagnosticData(
  { severity, code, message, location }: SourceDiagnostic,
  end: { readonly line: number; readonly column: number },
) {
  return {
    severity,
    code: typeof code === "number" ? `TS${code}` : (code ?? ""),
    message: clip(escapeInvisible(message), MAX_MESSAGE),
    path: location.path ?? location.file,
    line: location.line,
    column: location.column,
    endLine: end.line,
    endColumn: end.column,
  };
}

/**
 * ` 12:5 30:9 TS2322 message`, below the file's path: one change breaks many calls in the same way. What breaks many files in the
 * same way is told once, before all else, above ` path 12:5` of each.
 */
export function rows(data: readonly Complaint[]): string[] {
  const shared = [...Map.groupBy(data, complaint)].flatMap(([what, list]) => {
    const files = Map.groupBy(list, (one) => one.path);
    return files.size < MANY_FILES ? [] : [{ what, list, files }];
  });
  const isShared = new Set(shared.flatMap(({ list }) => list));
  const others = data.filter((one) => !isShared.has(one));
  return [
    ...shared.flatMap(({ what, files }) => [
      `${what} In ${files.size} files:`,
      ...Array.from(files, ([file, places]) => ` ${escapeName(file)} ${positions(places)}`),
    ]),
    ...[...Map.groupBy(others, (one) => one.path)].flatMap(([file, list]) => [
      escapeName(file),
      ...Array.from(Map.groupBy(list, complaint), ([what, places]) => ` ${positions(places)} ${what}`),
    ]),
  ];
}

function positions(places: readonly Complaint[]): string {
  return places.map(({ line, column }) => `${line}:${column}`).join(" ");
}

function complaint({ severity, code, message }: Complaint): string {
  return `${severity === "error" ? "" : `${severity} `}${code} ${collapse(message)}`;
}

/** Those that are new, and those that were there before. */
export function parted(found: readonly SourceDiagnostic[], since: Before | undefined) {
  const isOld = (one: SourceDiagnostic) => since?.status === "known" && since.old.has(one);
  return { fresh: found.filter((one) => !isOld(one)), old: found.filter(isOld) };
}

/** Which errors are none in the project in which the server answers about a file, and where they are some. */
export function byOthersNote(errors: InOtherProjects["errors"]): string[] {
  return [...Map.groupBy(errors, ({ config }) => config)].flatMap(([config, ones]) =>
    gapNote(
      `Errors as a part of ${escapeName(config)}, which lists these too`,
      linesByFile(ones.map(({ error }) => error.location)),
    ),
  );
}

/** Which files were checked in one of the projects that list them alone. */
export function uncheckedNote(unchecked: InOtherProjects["unchecked"]): string[] {
  return gapNote(
    "NOT checked in other projects that list them",
    unchecked.map(({ file, configs, isAllButOne }) => {
      return `${file} in ${isAllButOne ? "all but one of " : ""}${configs.join(" and ")}`;
    }),
  );
}

/** @param isContent whether they are there without a content, rather than in HEAD */
export function oldNote(old: readonly SourceDiagnostic[], isContent: boolean): string[] {
  const files = Map.groupBy(old, ({ location }) => location.path ?? location.file);
  return gapNote(
    `${isContent ? "Without the content" : "In HEAD"} too, shown for those in paths`,
    Array.from(files, ([file, list]) => `${file} ${list.length}`),
  );
}

/** Its errors may not be those of the compiler that the sources are written for: mending some of them mends nothing. */
export function otherVoice(other: OtherTypeScript | undefined): string[] {
  if (other === undefined) return [];
  return [
    `Checked by TypeScript ${other.asked}; the workspace's own is ${other.own.join(" and ")}, whose library and some checks differ.`,
  ];
}

/**
 * How many of the errors are types in comments as Closure writes them, `function(A): B`: TypeScript 7 calls them syntax errors.
 *
 * @param lineOf the text of the line that one stands in
 */
export function closureNote(found: readonly SourceDiagnostic[], lineOf: (one: SourceDiagnostic) => string): string[] {
  const errors = found.filter(
    (one) => isSyntaxError(one) && /\.[cm]?jsx?$/.test(one.location.file) && mayHoldClosureType(lineOf(one)),
  );
  if (errors.length === 0) return [];
  const are = errors.length === 1 ? "error is a type" : "errors are types";
  return [
    `${errors.length} syntax ${are} in comments as Closure writes them, function(A): B, which TypeScript 7 takes for any and 5 still reads; both read (a: A) => B.`,
  ];
}

/** https://github.com/microsoft/TypeScript/blob/main/src/compiler/diagnosticMessages.json: those of the parser are the first thousand. */
function isSyntaxError({ code }: SourceDiagnostic): boolean {
  return typeof code === "number" && code >= 1000 && code < 2000;
}

export function notKnown(since: Before | undefined, isContent: boolean): string[] {
  if (since?.status !== "unknown") return [];
  const which = isContent ? "are there without the content" : "HEAD has";
  return [`Not known which of them ${which} too: ${since.reason}.`];
}

export function rest(more: number): string[] {
  return more > 0 ? [`… and ${more} more.`] : [];
}
