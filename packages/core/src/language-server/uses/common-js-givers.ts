import { type AssignedName, assignedNames, takenNames } from "../../syntax/common-js/common-js-names.ts";
import { loadParser, type Parser } from "../../syntax/parser/parse.ts";
import type { Span } from "../../text/span.ts";
import type { LocationReader, SourceLocation } from "../locations.ts";
import type { Questions } from "../questions.ts";
import { topLevelNamesIn } from "../top-level.ts";
import { type GivenName, type Giver, parsed } from "./common-js-users.ts";

/** Whether a file may be CommonJS that exports something. */
export function isExporting(questions: Questions, absolute: string): boolean {
  return isJavaScript(absolute) && EXPORTS.test(questions.text(absolute).source);
}

function isJavaScript(file: string): boolean {
  return /\.[cm]?jsx?$/.test(file);
}

const EXPORTS = /\bexports\b/;

/**
 * What a module gives away that it took of another, `const name = require("./other").name`: the server leads those who take it there, or to
 * the variable, and from that nowhere.
 */
export async function takenBy(oxc: Parser, questions: Questions, { file, names }: Giver): Promise<SourceLocation[]> {
  const locals = new Set(names.flatMap(({ local }) => local ?? []));
  const source = locals.size === 0 ? undefined : parsed(oxc, questions.reader, file);
  const taken = source === undefined ? [] : takenNames(source).filter((one) => locals.has(one.local));
  if (taken.length === 0) return [];
  const path = questions.root.proveFile(questions.root.relative(file));
  const leads = await Promise.all(taken.map(({ start }) => questions.definitions({ path, offset: start })));
  const variables = taken
    .filter(({ isVariable }) => isVariable)
    .flatMap(({ local, localStart }) => {
      return questions.reader.located(file, { start: localStart, end: localStart + local.length }) ?? [];
    });
  return [...leads.flat(), ...variables];
}

/** Where CommonJS gives its exports what some definitions declare, `module.exports = { name: value }`: to the server a property of its own. */
export async function givenPlaces(
  questions: Questions,
  definitions: readonly SourceLocation[],
): Promise<{ readonly file: string; readonly span: Span }[]> {
  const given = definitions.filter(
    ({ path, file }) =>
      path !== undefined && isJavaScript(file) && EXPORTS.test(questions.reader.textOf(file)?.source ?? ""),
  );
  const oxc = given.length === 0 ? undefined : await loadParser();
  return given.flatMap((one) =>
    oxc === undefined
      ? []
      : giverOf(oxc, questions.reader, one).flatMap(({ file, names }) =>
          names.flatMap((name) => placesOf(name).map((span) => ({ file, span }))),
        ),
  );
}

/** The module of a definition, where it exports that by an assignment. */
export function giverOf(oxc: Parser, reader: LocationReader, { file, path, span }: SourceLocation): Giver[] {
  const source = parsed(oxc, reader, file);
  if (source === undefined || path === undefined) return [];
  const name = source.source.slice(span.start, span.end);
  const isHere = (one: AssignedName) => one.span.start === span.start || one.otherStarts?.includes(span.start) === true;
  const named = assignedNames(source).filter((one) => isHere(one) || one.local === name);
  const names = named.every(isHere) || topLevelNamesIn(source)(span.start) ? named : named.filter(isHere);
  return names.length === 0 ? [] : [{ file, path, names }];
}

/** Where the server may say that it is declared. Of a place that is no name of it the start is all that counts. */
export function placesOf({ span, otherStarts = [] }: GivenName): Span[] {
  return [span, ...otherStarts.map((start) => ({ start, end: start }))];
}
