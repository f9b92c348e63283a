import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { SourceLocation } from "@kart/core/language-server/locations";
import { isFailure, type ParsedSource, type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import type { Span } from "@kart/core/text/span";
import { applyEdits, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { textOrEmpty } from "@kart/core/workspace/read-file";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { FileText } from "../change/file-text.ts";
import { type LooseKey, looseKeys } from "../planning/members/loose-keys.ts";
import { neverTyped, neverTypedEach, neverTypedWhereAny } from "../planning/members/never-typed.ts";
import { unknownTyped } from "../planning/members/unknown-typed.ts";
import { libraryMembers } from "./library-members.ts";
import { membersNamed } from "./shape-users.ts";
import { standsOn, type TiedKey } from "./rename/tied-keys.ts";

/** What is done to a member so that values show themselves where one type is taken for another by it. */
export interface Probe {
  readonly edits: (parsed: ParsedSource, name: Span) => readonly TextEdit[] | undefined;
  /** Whether others of the name that take anything are to take nothing meanwhile. */
  readonly closesOthers: boolean;
  /** Whether what is refused is told of at a key of an object literal that is taken for the type, too. */
  readonly refusesKeys: boolean;
}

/** The member takes nothing: values of other types that give it are refused. */
export const TAKES_NOTHING: Probe = {
  edits: (parsed, name) => {
    const edit = neverTyped(parsed, name);
    return edit && [edit];
  },
  closesOthers: false,
  refusesKeys: true,
};

/** The member gives nothing that anybody takes: its type's values are refused where other types ask for the name. */
export const GIVES_NOTHING: Probe = { edits: unknownTyped, closesOthers: true, refusesKeys: false };

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

/** A value that is taken by a member's old name alone. */
export interface CutValue {
  readonly location: SourceLocation;
  /** Set where it is what an object literal has by that name: it is taken for another type by inference. */
  readonly key?: TiedKey;
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
): Promise<CutValue[]> {
  const { file, contents } = going;
  const path = root.relative(file);
  const before = probed(oxc, path, going.before, probe);
  const after = going.after && probed(oxc, path, going.after, probe);
  if (before === undefined || (going.after !== undefined && after === undefined)) return [];
  const closed = probe.closesOthers ? closedWhereAny(going, root) : [];
  const cut = await refusedOnly(
    new Map([...closed, [file, before]]),
    new Map([...closed, ...contents, ...(after === undefined ? [] : [[file, after] as const])]),
    probe.refusesKeys,
    going,
    files,
    oxc,
    server,
    root,
    signal,
  );
  return cut.filter(({ key }) => key === undefined || !going.isChanged(key.path, key.offset));
}

/**
 * Whether a rename takes from other types what they have by the old name: these are made to take nothing, which is told of before it and
 * not after.
 *
 * @param files that are checked; absolute
 */
export async function areTakenElsewhere(
  going: GoingName,
  files: readonly string[],
  oxc: Parser,
  server: LanguageServer,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<boolean> {
  const { contents, holding, names, isChanged } = going;
  const [old] = names;
  const signature = new RegExp(`(?<![\\p{ID_Continue}$])${RegExp.escape(old)}["']?\\s*\\??\\s*[:(<]`, "u");
  const closed = (texts: ReadonlyMap<string, string>, isLeft: (path: string, offset: number) => boolean) => {
    const probes = holding.flatMap((file) => {
      const text = texts.get(file) ?? textOrEmpty(file);
      const parsed = signature.test(text) ? parseSource(oxc, file, text) : undefined;
      const isAsked = (offset: number) => isLeft(root.relative(file), offset);
      const edits = parsed?.ok === true ? neverTypedEach(parsed.parsed, old, isAsked) : [];
      return edits.length === 0 ? [] : [[file, applyEdits(text, textEdits(edits) as TextEdits)] as const];
    });
    return new Map([...texts, ...probes]);
  };
  const before = closed(new Map(), (path, offset) => !isChanged(path, offset));
  const after = closed(contents, () => true);
  return (await refusedOnly(before, after, true, going, files, oxc, server, root, signal)).length > 0;
}

/** The values that are refused by a member of the old name in some texts, and by neither name in those of after a change. */
async function refusedOnly(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  refusesKeys: boolean,
  { names }: GoingName,
  files: readonly string[],
  oxc: Parser,
  server: LanguageServer,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<CutValue[]> {
  const refused = async (asked: readonly string[], texts: ReadonlyMap<string, string>, by: GoingName["names"]) => {
    const paths = asked.map((one) => root.proveFile(root.relative(one)));
    const { diagnostics } = await server.diagnosticsOfAll(paths, texts, signal);
    const tells = incompatible(by);
    const worded = diagnostics.flat().filter(({ message }) => tells.test(message));
    const others = diagnostics.flat().filter((one) => Number(one.code) === NOT_ASSIGNABLE && !worded.includes(one));
    const keys = new KeysNamed(oxc, names, texts);
    const onKeys = others.flatMap((one) => {
      const index = refusesKeys ? keys.indexOf(one) : undefined;
      return index === undefined ? [] : [{ location: one.location, index }];
    });
    return { worded, onKeys };
  };
  const suspects = await refused(files, before, [names[0]]);
  const all = [...suspects.worded, ...suspects.onKeys];
  if (all.length === 0) return [];
  const holding = [...new Set(all.map(({ location }) => location.file))];
  const kept = await refused(holding, after, names);
  // What has the new name is told by its line, and what the change does not touch by its words: below a deletion lines are others.
  const known = new Set(kept.worded.flatMap((one) => [lineOf(one), wordsOf(one)]));
  const worded = suspects.worded.filter((one) => !known.has(lineOf(one)) && !known.has(wordsOf(one)));
  const isKept = new Set(kept.onKeys.map(({ location: { file }, index }) => `${index} ${file}`));
  const originals = new KeysNamed(oxc, names, new Map());
  const onKeys = suspects.onKeys.flatMap(({ location, index }): CutValue[] => {
    const { file } = location;
    const key = originals.of(file)[index];
    const path = root.relative(file);
    if (key === undefined || key.name !== names[0] || isKept.has(`${index} ${file}`)) return [];
    return [{ location, key: { path, offset: key.offset, isShorthand: key.isShorthand } }];
  });
  return [...worded.map(({ location }) => ({ location })), ...onKeys];
}

/** "Type … is not assignable to type …", as it is said of what a key of an object literal has. */
const NOT_ASSIGNABLE = 2322;

/**
 * The keys of some names in the object literals of texts, in their order. No rename and no probe makes them more or fewer: one is at
 * the same place of the order in all of these texts.
 */
class KeysNamed {
  readonly #oxc: Parser;
  readonly #names: GoingName["names"];
  readonly #texts: ReadonlyMap<string, string>;
  readonly #keys = new Map<string, readonly (LooseKey & { readonly name: string })[]>();

  /** @param texts by absolute path, in the place of what the disk has */
  constructor(oxc: Parser, names: GoingName["names"], texts: ReadonlyMap<string, string>) {
    this.#oxc = oxc;
    this.#names = names;
    this.#texts = texts;
  }

  of(file: string): readonly (LooseKey & { readonly name: string })[] {
    const known = this.#keys.get(file);
    if (known !== undefined) return known;
    const parsed = parseSource(this.#oxc, file, this.#texts.get(file) ?? textOrEmpty(file));
    const keys = this.#names.flatMap((name) =>
      name === undefined || !parsed.ok ? [] : looseKeys(parsed.parsed.program, name).map((one) => ({ ...one, name })),
    );
    const inOrder = keys.toSorted((a, b) => a.offset - b.offset);
    this.#keys.set(file, inOrder);
    return inOrder;
  }

  /** Which of them a complaint stands on. */
  indexOf(complaint: SourceDiagnostic): number | undefined {
    const index = this.of(complaint.location.file).findIndex((key) => standsOn(complaint, key, key.name));
    return index === -1 ? undefined : index;
  }
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

/** Whether anything else in the workspace, or in TypeScript's library, has a member of the name, or a module an export that may be one. */
export function isNamedElsewhere(
  { names: [name], holding, parsed, isChanged }: Pick<GoingName, "names" | "holding" | "parsed" | "isChanged">,
  root: WorkspaceRoot,
): boolean {
  const exported = new RegExp(
    `\\bexport\\b[^;{}()=]*(?<![\\p{ID_Continue}$])${RegExp.escape(name)}(?![\\p{ID_Continue}$])`,
    "u",
  );
  if (libraryMembers(root.absolute).has(name)) return true;
  return holding.some((file) => {
    const path = root.relative(file);
    const one = parsed.get(path);
    return (
      one === undefined || exported.test(one.text) || membersNamed(one, name, (offset) => isChanged(path, offset)).stays
    );
  });
}
