import type { FileEdits } from "@kart/core/language-server/answers";
import type { IndirectUses } from "@kart/core/language-server/uses/indirect-uses";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import { allOf } from "@kart/core/language-server/projects/cover";
import type { Rename } from "@kart/core/language-server/rename";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { Place } from "@kart/core/language-server/questions";
import { type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { type Span, textOf } from "@kart/core/text/span";
import { applyEdits, editedSpans, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { type FileVersion, isSameVersion, readTextFile, versionAt } from "@kart/core/workspace/read-file";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { changedMeanwhile } from "../../change/change-files.ts";
import type { NewName } from "../../planning/names.ts";
import { mayHoldEntry } from "../../planning/members/namespace-entries.ts";
import { ExpandedText, mayHoldShorthand } from "../../planning/members/shorthand.ts";
import { filesHolding } from "../word-files.ts";

/**
 * The sources as the language server is asked about them: with the shorthands of the old name and the new one written out, so
 * that it tells the property from the variable, and what namespaces export of the old name from what it is in its file.
 */
export class RenameWorld {
  /** Source files and components that hold the old name, and those that hold the new one; absolute. */
  readonly holdingOld: readonly string[];
  readonly holdingNew: readonly string[];
  /** All text files that hold the old name, absolute: searched for while the rest is worked out. */
  readonly mentioning: Promise<readonly string[]>;
  readonly #root: WorkspaceRoot;
  readonly #old: string;
  readonly #fresh: string;
  /** Whether it is a variable that is renamed rather than a property. */
  readonly #isBinding: boolean;
  readonly #expanded: ReadonlyMap<string, ExpandedText>;
  /** Texts as they were when first asked for. */
  readonly #read = new Map<string, string | undefined>();
  /** What the files that hold a name were before anybody was asked. */
  readonly #versions: ReadonlyMap<string, FileVersion | undefined>;

  /** @param isBinding whether it is a variable, a type or the like that is renamed, rather than a member */
  static async of(
    { workspace, signal }: Pick<ToolContext<unknown>, "workspace" | "signal">,
    oxc: Parser,
    names: NewName,
    isBinding: boolean,
    server: LanguageServer,
  ): Promise<RenameWorld> {
    const mentioning = filesHolding(workspace, names.old, [], signal);
    // Who waits for it is told of what fails.
    mentioning.catch(() => {});
    const [old, fresh] = await Promise.all([
      server.holdingName(names.old, signal, mentioning),
      server.holdingName(names.fresh, signal),
    ]);
    return new RenameWorld(workspace.root, oxc, names, isBinding, {
      old: old.toSorted(),
      fresh: fresh.toSorted(),
      mentioning,
    });
  }

  private constructor(
    root: WorkspaceRoot,
    oxc: Parser,
    { old, fresh }: NewName,
    isBinding: boolean,
    holding: {
      readonly old: readonly string[];
      readonly fresh: readonly string[];
      readonly mentioning: Promise<readonly string[]>;
    },
  ) {
    this.#root = root;
    this.#old = old;
    this.#fresh = fresh;
    this.#isBinding = isBinding;
    this.mentioning = holding.mentioning;
    this.holdingOld = holding.old;
    this.holdingNew = holding.fresh;
    const names = new Set([old, fresh]);
    const expanded = new Map<string, ExpandedText>();
    const all = new Set([...holding.old, ...holding.fresh]);
    this.#versions = new Map(Array.from(all, (file) => [file, versionAt(file)]));
    for (const file of all) {
      const text = this.sourceOf(file);
      if (text === undefined) continue;
      if (!mayHoldShorthand(text, names) && !(isBinding && mayHoldEntry(text, names))) continue;
      const parsed = parseSource(oxc, file, text);
      if (!parsed.ok) continue;
      const written = new ExpandedText(parsed.parsed, names, isBinding);
      if (written.isExpanded) expanded.set(file, written);
    }
    this.#expanded = expanded;
  }

  /** The text that the server is shown of a file. */
  textOf(file: string): string | undefined {
    return this.#expanded.get(file)?.text ?? this.sourceOf(file);
  }

  /** The text on disk that edits of {@link collapsed} speak of. */
  sourceOf(file: string): string | undefined {
    if (!this.#read.has(file)) {
      const outcome = readTextFile(file);
      this.#read.set(file, outcome.status === "read" ? outcome.text : undefined);
    }
    return this.#read.get(file);
  }

  collapsed(file: string, edits: TextEdits): TextEdits {
    return this.#expanded.get(file)?.collapsed(edits) ?? edits;
  }

  /** Asks about each place, and for every file joins what comes out. */
  async ask(server: LanguageServer, places: readonly Place[], signal: AbortSignal): Promise<Rename> {
    const contents = new Map(Array.from(this.#expanded, ([file, { text }]) => [file, text]));
    const ask = (place: Place) =>
      server.rename(place, this.#fresh, signal, { contents, offset: this.offsetOf(place), seen: [] });
    return joined(
      await Promise.all(places.map(ask)),
      (file, span) => textOf(this.textOf(file) ?? "", span) === this.#old,
    );
  }

  /**
   * Those of some uses that mean the symbol in what the server is shown too: what means the member of a namespace, which keeps its
   * name, can not be renamed there.
   */
  async besidesEntries(server: LanguageServer, uses: IndirectUses, signal: AbortSignal): Promise<IndirectUses> {
    if (![...this.#expanded.values()].some((one) => one.holdsEntries)) return uses;
    const contents = new Map(Array.from(this.#expanded, ([file, { text }]) => [file, text]));
    const found = await Promise.all(
      uses.found.map(async (use) => {
        const place = { path: this.#root.proveFile(this.#root.relative(use.file)), offset: use.span.start };
        const offset = this.#expanded.get(use.file)?.offsetOf(place.offset, false) ?? place.offset;
        const { files } = await server.rename(place, this.#fresh, signal, { contents, offset, seen: [] });
        return files.length === 0 ? [] : [use];
      }),
    );
    return { found: found.flat(), unseen: uses.unseen };
  }

  /**
   * Asks to give the old name back in the world after a rename, and compares: what is renamed back must be what was renamed.
   * A place that is missing means something else by its new name now, and one too many meant something else by it before.
   *
   * @returns the places that differ, in the offsets of the world after; `isMissing` of those that are not renamed back
   */
  async renamedBack(
    server: LanguageServer,
    places: readonly Place[],
    renamed: readonly FileEdits[],
    signal: AbortSignal,
  ): Promise<{ readonly file: string; readonly start: number; readonly text: string; readonly isMissing: boolean }[]> {
    const contents = this.after(renamed);
    const seen = this.holdingNew.filter((file) => sourceLanguage(file) !== undefined);
    const ask = (place: Place) => {
      const offset = offsetAfter(this.offsetOf(place), renamed.find(({ file }) => file === place.path.absolute)?.edits);
      return server.rename(place, this.#old, signal, { contents, offset, seen });
    };
    const back = joined(
      await Promise.all(places.map(ask)),
      (file, span) => textOf(contents.get(file) ?? this.textOf(file) ?? "", span) === this.#fresh,
    );
    const wanted = placesOf(renamed.map(({ file, edits }) => ({ file, spans: editedSpans(edits) })));
    const found = placesOf(back.files.map(({ file, edits }) => ({ file, spans: edits.map(({ span }) => span) })));
    return [...wanted.symmetricDifference(found)].map((key) => {
      const file = key.slice(key.indexOf(" ") + 1);
      const text = contents.get(file) ?? this.textOf(file) ?? "";
      return { file, start: Number.parseInt(key, 10), text, isMissing: wanted.has(key) };
    });
  }

  /**
   * Throws `stale` where a file that holds a name is not as it was: the server may have answered for another text than the one that
   * its answer is read in, and what does not fit that is left out of a rename.
   */
  refuseStale({ root }: Workspace): void {
    for (const [file, version] of this.#versions) {
      if (isSameVersion(version, versionAt(file))) continue;
      const outcome = readTextFile(file);
      if (outcome.status !== "read" || outcome.text !== this.#read.get(file))
        throw changedMeanwhile(root.relative(file));
    }
  }

  /** Throws `stale` where a file has come to hold a name since they were looked for: nobody was asked about it. */
  async refuseNewcomers(server: LanguageServer, { root }: Workspace, signal: AbortSignal): Promise<void> {
    const { files } = await server.holding(new Set([this.#old, this.#fresh]), signal);
    const newcomer = files.toSorted().find((file) => !this.#versions.has(file));
    if (newcomer !== undefined) throw changedMeanwhile(root.relative(newcomer));
  }

  /** The text that the server is shown of each file that a rename changes, or that stands in the place of one anyway. */
  after(renamed: readonly FileEdits[]): Map<string, string> {
    const contents = new Map(Array.from(this.#expanded, ([file, { text }]) => [file, text]));
    for (const { file, edits } of renamed) contents.set(file, applyEdits(this.textOf(file) ?? "", edits));
    return contents;
  }

  /** Where a place stands in what the server is shown. */
  offsetOf({ path, offset }: Place): number {
    return this.#expanded.get(path.absolute)?.offsetOf(offset, this.#isBinding) ?? offset;
  }
}

function placesOf(files: readonly { readonly file: string; readonly spans: readonly Span[] }[]): Set<string> {
  return new Set(files.flatMap(({ file, spans }) => spans.map(({ start }) => `${start} ${file}`)));
}

/** Where a name stands after it was changed itself. */
function offsetAfter(offset: number, edits: TextEdits | undefined): number {
  const index = edits?.findIndex(({ span }) => span.start <= offset && offset <= span.end) ?? -1;
  return edits === undefined || index === -1 ? offset : (editedSpans(edits)[index] as Span).start;
}

/**
 * One answer of several. What is not called by the name stays: behind an alias (`export { a as c }`) a server goes on to what
 * is called `c`.
 */
function joined(renames: readonly Rename[], isNamed: (file: string, span: Span) => boolean): Rename {
  const edits = new Map<string, Map<string, TextEdit>>();
  for (const { file, edits: list } of renames.flatMap(({ files }) => files)) {
    const known = edits.get(file) ?? new Map<string, TextEdit>();
    for (const edit of list) if (isNamed(file, edit.span)) known.set(`${edit.span.start} ${edit.span.end}`, edit);
    if (known.size > 0) edits.set(file, known);
  }
  return {
    files: Array.from(edits, ([file, list]) => ({ file, edits: textEdits([...list.values()]) as TextEdits })),
    coverage: allOf(renames.map(({ coverage }) => coverage)),
  };
}
