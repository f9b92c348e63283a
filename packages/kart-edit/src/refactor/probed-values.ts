import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { SourceLocation } from "@kart/core/language-server/locations";
import { isFailure, type ParsedSource, type Parser, parseSource } from "@kart/core/syntax/parse";
import type { Span } from "@kart/core/text/span";
import { applyEdits, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { FileText } from "../change/file-text.ts";
import { neverTyped, neverTypedWhereAny } from "../planning/never-typed.ts";
import { unknownTyped } from "../planning/unknown-typed.ts";
import { membersNamed } from "./shape-users.ts";

/** What is done to a member so that values show themselves where one type is taken for another by it. */
export interface Probe {
  readonly edits: (parsed: ParsedSource, name: Span) => readonly TextEdit[] | undefined;
  /** Whether others of the name that take anything are to take nothing meanwhile. */
  readonly closesOthers: boolean;
}

/** The member takes nothing: values of other types that give it are refused. */
export const TAKES_NOTHING: Probe = {
  edits: (parsed, name) => {
    const edit = neverTyped(parsed, name);
    return edit && [edit];
  },
  closesOthers: false,
};

/** The member gives nothing that anybody takes: its type's values are refused where other types ask for the name. */
export const GIVES_NOTHING: Probe = { edits: unknownTyped, closesOthers: true };

/** A member whose name goes, in the texts before and after. Paths of files are absolute. */
export interface GoingName {
  readonly file: string;
  readonly before: { readonly text: string; readonly name: Span };
  /** Under its new name; absent where it is deleted. */
  readonly after?: { readonly text: string; readonly name: Span };
  /** The old name, and the new one if there is one. */
  readonly names: readonly [old: string, fresh?: string];
  /** All new texts. */
  readonly contents: ReadonlyMap<string, string>;
  /** Files that hold the name. */
  readonly holding: readonly string[];
  /** Their old texts, by path from the root, as far as they are known. */
  readonly parsed: ReadonlyMap<string, FileText>;
  /** Whether the change reaches a place. */
  readonly isChanged: (path: string, offset: number) => boolean;
}

/**
 * Where the compiler is content though a value has a member by one name and what takes it looks for the other. Such a value is refused
 * for a probed member before the change, and is not after it.
 *
 * @param files that are checked; absolute
 */
export async function valuesCut(
  probe: Probe,
  going: GoingName,
  files: readonly string[],
  oxc: Parser,
  server: LanguageServer,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<SourceLocation[]> {
  const { file, names, contents } = going;
  const path = root.relative(file);
  const before = probed(oxc, path, going.before, probe);
  const after = going.after && probed(oxc, path, going.after, probe);
  if (before === undefined || (going.after !== undefined && after === undefined)) return [];
  const closed = probe.closesOthers ? closedWhereAny(going, root) : [];
  const refused = async (asked: readonly string[], texts: ReadonlyMap<string, string>, tells: RegExp) => {
    const paths = asked.map((one) => root.proveFile(root.relative(one)));
    const { diagnostics } = await server.diagnosticsOfAll(paths, texts, signal);
    return diagnostics.flat().filter(({ message }) => tells.test(message));
  };
  const suspects = await refused(files, new Map([...closed, [file, before]]), incompatible([names[0]]));
  if (suspects.length === 0) return [];
  const holding = [...new Set(suspects.map(({ location }) => location.file))];
  const texts = new Map([...closed, ...contents, ...(after === undefined ? [] : [[file, after] as const])]);
  const kept = await refused(holding, texts, incompatible(names));
  // What has the new name is told by its line, and what the change does not touch by its words: below a deletion lines are others.
  const known = new Set(kept.flatMap((one) => [lineOf(one), wordsOf(one)]));
  return suspects.filter((one) => !known.has(lineOf(one)) && !known.has(wordsOf(one))).map(({ location }) => location);
}

function lineOf({ location: { file, line } }: SourceDiagnostic): string {
  return `${line} ${file}`;
}

function wordsOf({ location: { file }, message }: SourceDiagnostic): string {
  return `${message} ${file}`;
}

/** The compiler's words for a value that does not go where a member has another type. */
function incompatible(names: readonly (string | undefined)[]): RegExp {
  const last = `(?:${names.flatMap((one) => (one === undefined ? [] : RegExp.escape(one))).join("|")})`;
  return new RegExp(
    `Types of property '${last}' are incompatible|The types of '(?:[^']*\\.)?${last}(?:\\(\\.*\\))?' are incompatible`,
  );
}

/** A text in which a member is changed for a probe; undefined where it is none that can be. */
function probed(
  oxc: Parser,
  path: string,
  { text, name }: { readonly text: string; readonly name: Span },
  { edits }: Probe,
): string | undefined {
  const outcome = parseSource(oxc, path, text);
  const found = outcome.ok ? edits(outcome.parsed, name) : undefined;
  return found && applyEdits(text, textEdits(found) as TextEdits);
}

/** The texts of files that stay as they are, where a member of the name takes anything: there it takes nothing. */
function closedWhereAny(
  { names: [name], holding, parsed, contents }: GoingName,
  root: WorkspaceRoot,
): readonly (readonly [string, string])[] {
  return holding.flatMap((file) => {
    const one = contents.has(file) ? undefined : parsed.get(root.relative(file));
    if (one?.parsed === undefined || isFailure(one.parsed)) return [];
    const edits = neverTypedWhereAny(one.parsed.parsed, name);
    return edits.length === 0 ? [] : [[file, applyEdits(one.text, textEdits(edits) as TextEdits)] as const];
  });
}

/** Whether anything else in the workspace has a member of the name, or a module an export that may be one. */
export function isNamedElsewhere(
  { names: [name], holding, parsed, isChanged }: Pick<GoingName, "names" | "holding" | "parsed" | "isChanged">,
  root: WorkspaceRoot,
): boolean {
  const exported = new RegExp(
    `\\bexport\\b[^;{}()=]*(?<![\\p{ID_Continue}$])${RegExp.escape(name)}(?![\\p{ID_Continue}$])`,
    "u",
  );
  return holding.some((file) => {
    const path = root.relative(file);
    const one = parsed.get(path);
    return (
      one === undefined || exported.test(one.text) || membersNamed(one, name, (offset) => isChanged(path, offset)).stays
    );
  });
}
