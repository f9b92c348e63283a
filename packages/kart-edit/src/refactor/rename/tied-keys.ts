import type { Program } from "oxc-parser";
import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { SourceLocation } from "@kart/core/language-server/locations";
import type { Place } from "@kart/core/language-server/questions";
import { type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import { gapNote, linesByFile } from "@kart/core/text/gap-note";
import { LineIndex } from "@kart/core/text/line-index";
import { contains, type Span } from "@kart/core/text/span";
import { sourceOffset, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { ChangedFile, PlannedFile } from "../../change/change-files.ts";
import { type LooseKey, looseKeys } from "../../planning/members/loose-keys.ts";
import type { NewName } from "../../planning/names.ts";
import { joinedShorthands } from "../../planning/members/shorthand.ts";
import { type AddedEdits, withEdits } from "./added-edits.ts";
import type { RenameWorld } from "./rename-world.ts";

/**
 * A key of an object literal in the text before a rename, which inference alone ties to the member: `render({ values: { size }, draw })`,
 * where `draw` takes the renamed type. No search for references leads there.
 */
export interface TiedKey {
  /** From the root, with `/`. */
  readonly path: string;
  /** UTF-16 offset; of a string, behind its quote. */
  readonly offset: number;
  readonly isShorthand: boolean;
}

/** What a rename takes along for keys: themselves, and where they are used by what has their literal's type. */
export interface TiedToKeys {
  readonly keys: readonly TiedKey[];
  readonly uses: readonly Place[];
}

/** "Object literal may only specify known properties", and the same with the suggestion of another name. */
const UNKNOWN_KEY = new Set<number | string | undefined>([2353, 2561]);

/** The same of a member that is taken. */
const NO_MEMBER = new Set<number | string | undefined>([2339, 2551]);

/** Whether a complaint stands on a key, and on nothing else. */
export function standsOn({ location: { span } }: SourceDiagnostic, { offset }: Pick<TiedKey, "offset">, name: string) {
  const isAt = (start: number, end: number) => span.start === start && span.end === end;
  return isAt(offset, offset + name.length) || isAt(offset - 1, offset + name.length + 1);
}

/** Whether a complaint of a rename is that the type of an object literal has no such key. */
export function isOfKey({ code, message }: SourceDiagnostic, old: string): boolean {
  return UNKNOWN_KEY.has(code) && message.includes(`'${old}'`);
}

/**
 * The keys that a compiler's complaints about a rename stand on, or that stand alone in what is complained of, and the uses of keys
 * that it takes along already. Whether the new name in their place spares the complaints is for the compiler to say.
 *
 * @param errors in texts after the rename
 * @param changed what it changes
 * @param known what is renamed itself, and keys that are renamed with it; of strings, behind their quotes
 */
export async function keysInErrors(
  oxc: Parser,
  errors: readonly SourceDiagnostic[],
  changed: readonly ChangedFile[],
  known: readonly Pick<TiedKey, "path" | "offset">[],
  { old, fresh }: NewName,
  world: RenameWorld,
  server: LanguageServer,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<TiedToKeys> {
  const keys: TiedKey[] = [];
  const places: Place[] = [];
  for (const [file, all] of Map.groupBy(errors, ({ location }) => location.file)) {
    const text = root.holds(file) ? world.sourceOf(file) : undefined;
    const found = all.filter((one) => isOfKey(one, old) || isMissed(one, fresh) || NO_MEMBER.has(one.code));
    if (text === undefined || found.length === 0) continue;
    const path = root.relative(file);
    const edits = changed.find((one) => one.path === path)?.edits ?? NONE;
    const before = found.map((one) => ({ ...one, location: { ...one.location, span: sourceSpan(one, edits) } }));
    const isOld = ({ location: { span } }: SourceDiagnostic) => text.slice(span.start, span.end) === old;
    const isTouched = ({ offset }: LooseKey) =>
      edits.some(({ span }) => span.start <= offset && offset < Math.max(span.end, span.start + 1));
    const parsed = parseSource(oxc, path, text);
    if (!parsed.ok) continue;
    const { program } = parsed.parsed;
    const literal = looseKeys(program, old).filter((one) => !isTouched(one));
    const complained = before.flatMap((one) => {
      if (isOfKey(one, old)) return literal.filter((key) => standsOn(one, key, old));
      // Of several it is not certain that each is meant.
      const whole = wholeOf(program, one.location.span);
      const within = literal.filter(({ offset }) => contains(whole, { start: offset, end: offset + 1 }));
      return isMissed(one, fresh) && within.length === 1 ? within : [];
    });
    keys.push(...[...new Set(complained)].map(({ offset, isShorthand }) => ({ path, offset, isShorthand })));
    const uses = before.filter((one) => NO_MEMBER.has(one.code) && isOld(one));
    places.push(...uses.map(({ location }) => ({ path: root.proveFile(path), offset: location.span.start })));
  }
  if (places.length === 0) return { keys, uses: [] };
  const isKnown = ({ path, span }: SourceLocation) =>
    known.some((key) => key.path === path && (key.offset === span.start || key.offset - 1 === span.start));
  const definitions = await server.definitionsOfAll(places, signal);
  const isOfKeys = (at: number) => definitions[at]?.length !== 0 && definitions[at]?.every(isKnown) === true;
  return { keys, uses: places.filter((_, at) => isOfKeys(at)) };
}

const NONE = textEdits([]) as TextEdits;

function sourceSpan({ location: { span } }: SourceDiagnostic, edits: TextEdits): Span {
  return { start: sourceOffset(edits, span.start), end: sourceOffset(edits, span.end) };
}

/** What a complaint is about: of a statement that returns something it stands on the first word. */
function wholeOf(program: Program, span: Span): Span {
  return (
    [...nodesIn(program, span)].find(({ type, start }) => type === "ReturnStatement" && start === span.start) ?? span
  );
}

/** Whether a complaint of a rename is that a value does not have a member by the new name. */
function isMissed({ message }: SourceDiagnostic, fresh: string): boolean {
  return message.includes(`Property '${fresh}' is missing in type`);
}

/** A planned rename with keys that it changes besides: the value of `{ size }` keeps its name. */
export function withTiedKeys(
  oxc: Parser,
  planned: readonly PlannedFile[],
  keys: readonly TiedKey[],
  { old, fresh }: NewName,
  textOf: (path: string) => string | undefined,
): readonly PlannedFile[] {
  const added = new Map<string, AddedEdits>();
  for (const [path, all] of Map.groupBy(keys, (one) => one.path)) {
    const text = textOf(path);
    const edits = all.map(({ offset, isShorthand }) => ({
      span: { start: offset, end: offset + old.length },
      text: isShorthand ? `${fresh}: ${old}` : fresh,
    }));
    if (text !== undefined) added.set(path, { path, text, edits });
  }
  // What has the type of their literal may lead to them too: those are changed already.
  return withEdits(planned, added.values()).map((file) =>
    added.has(file.path) ? { ...file, edits: joinedShorthands(oxc, file.path, file.text, file.edits) } : file,
  );
}

export function keysNote(keys: readonly TiedKey[], textOf: (path: string) => string | undefined): string[] {
  const places = keys.map(({ path, offset }) => ({ path, line: new LineIndex(textOf(path) ?? "").lineAt(offset) }));
  const inOrder = places.toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
  return gapNote("Renamed with it, as object literals are taken for its type by inference", linesByFile(inOrder));
}
