import { wordPattern } from "../process/ripgrep-pattern.ts";
import type { WorkspacePath } from "../workspace/workspace-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type CompletionItem, completionsFrom, describedFrom, type Hover, hoverFrom } from "./answers.ts";
import { allReferences, type ReferencesOfAll } from "./uses/all-references.ts";
import { unnamedUses } from "./uses/unnamed-uses.ts";
import { usesBeside } from "./uses/uses-beside.ts";
import { cover, withUnread } from "./projects/cover.ts";
import { diagnosticsOf, type DiagnosticsOfAll, type DiagnosticsOptions } from "./diagnostics.ts";
import type { IndirectUses, KnownPlace } from "./uses/indirect-uses.ts";
import { type SourceLocation, withUses } from "./locations.ts";
import { type JsxUses, jsxUses } from "./uses/jsx-uses.ts";
import { type JsxTaken, jsxTaken } from "./uses/jsx-taken.ts";
import type { Coverage } from "./projects/projects.ts";
import { type AskedText, type Modules, type Place, type PlaceInContent, Questions } from "./questions.ts";
import type { ReadAsBuilt } from "./projects/built-readers.ts";
import { dependentsOnBuilt } from "./projects/read-as-built.ts";
import { type Overlay, rename, type Rename } from "./rename.ts";
import type { SessionOptions } from "./session/session.ts";
import { Texts } from "./session/texts.ts";
import { composedFamily, type ComposedFamily, type ComposedHeir, composedHeirs } from "./uses/composed-bases.ts";
import { staticsMet, staticTies, type StaticTies } from "./uses/static-ties.ts";
import { inheritedMembers } from "./uses/super-members.ts";
import { Supervisor } from "./session/supervisor.ts";
import { openKeys, type QuotedUses, quotedUses } from "./uses/quoted-uses.ts";
import { looseKeys } from "./uses/loose-keys.ts";
import { type TypedKeys, typedKeys } from "./uses/typed-keys.ts";
import { membersBelow } from "./uses/heirs-of-any.ts";
import { implementations } from "./uses/implementations.ts";
import { isOfAny } from "./uses/is-of-any.ts";
import { type UnknownValues, unknownValues } from "./uses/unknown-values.ts";

export interface References {
  /** Declarations, imports and re-exports among them, in the order of the server. */
  readonly references: readonly SourceLocation[];
  readonly coverage: Coverage;
}

export interface LanguageServerOptions extends Partial<SessionOptions> {
  /** What imports what; asked where many projects hold a name. */
  readonly modules: () => Promise<Modules>;
  /** Milliseconds without a question after which the server is ended. */
  readonly idleMs?: number;
}

/**
 * TypeScript's language server for one workspace, in terms of paths and UTF-16 offsets. Nothing runs before the first question,
 * nor ten minutes after the last.
 *
 * Every question sees the disk as it is when it is asked. Each throws `timeout`, `backend_unavailable`, `backend_failed`,
 * what {@link unreadError} tells of a file that cannot be read, and the signal's reason.
 */
export class LanguageServer implements Disposable {
  readonly #workspace: Workspace;
  readonly #supervisor: Supervisor;
  readonly #texts: Texts;
  readonly #modules: () => Promise<Modules>;

  constructor(workspace: Workspace, { modules, idleMs, texts = new Texts(), ...more }: LanguageServerOptions) {
    this.#workspace = workspace;
    this.#texts = texts;
    this.#modules = modules;
    this.#supervisor = new Supervisor(workspace, { texts, ...more }, idleMs);
  }

  /** Starts the server and has it load the project of a file, or bring it up to date, ahead of a question about the file. */
  async prepare({ absolute }: WorkspacePath, signal: AbortSignal): Promise<void> {
    await this.#ask(signal, ({ session }) => session.projects.begin(absolute, signal));
  }

  /** Where the name at a place is declared. */
  definition(place: Place, signal: AbortSignal): Promise<SourceLocation[]> {
    return this.#ask(signal, (questions) => questions.definitions(place));
  }

  /** As {@link definition}, of each of several places; of a method that is called on a union, those of all its types. */
  definitionsOfAll(places: readonly Place[], signal: AbortSignal): Promise<SourceLocation[][]> {
    return this.#ask(signal, (questions) => Promise.all(places.map((place) => questions.allDefinitions(place))));
  }

  /** Which of several places hold a name that has no type: any. */
  ofAnyType(places: readonly Place[], signal: AbortSignal): Promise<boolean[]> {
    return this.#ask(signal, (questions) => Promise.all(places.map((place) => isOfAny(questions, place))));
  }

  /**
   * Where the names at offsets of a text are declared that stands in the place of a file. What the file itself declares is given
   * as that text has it.
   */
  definitionsIn(
    { absolute }: WorkspacePath,
    content: string,
    offsets: readonly number[],
    signal: AbortSignal,
  ): Promise<SourceLocation[][]> {
    return this.#ask(signal, (questions) => questions.definitionsIn(absolute, content, offsets));
  }

  /** As {@link definitionsIn}, of texts that stand in the place of several files at once. */
  definitionsInAll(asked: readonly AskedText[], signal: AbortSignal): Promise<SourceLocation[][][]> {
    return this.#ask(signal, (questions) => questions.definitionsInAll(asked));
  }

  /** Every reference in the workspace. Asked at a name that an import gave, it answers for that name. */
  async references(place: Place, signal: AbortSignal): Promise<References> {
    const { references, coverage } = await this.referencesOfAll([place], signal);
    return { references: references[0] as readonly SourceLocation[], coverage };
  }

  /**
   * As {@link references}, of each of several places; their projects are found and loaded together.
   *
   * @param whenFound called once the server has answered, which is not yet the whole answer
   */
  referencesOfAll(places: readonly Place[], signal: AbortSignal, whenFound?: () => void): Promise<ReferencesOfAll> {
    return this.#ask(signal, (questions) => allReferences(questions, places, whenFound));
  }

  /** What implements or extends an interface or a class, or a member of one, at any depth. */
  implementations(place: Place, signal: AbortSignal): Promise<References> {
    return this.#ask(signal, async (questions) => {
      const { references, coverage } = await implementations(questions, place);
      const more = await membersBelow(questions, place, references);
      return { references: withUses(references, more), coverage: withUnread(coverage, questions.reader.unread) };
    });
  }

  /** What a member of a class overrides in the classes above that, static or not, the nearest first. */
  inheritedMembers(place: Place, signal: AbortSignal): Promise<readonly SourceLocation[]> {
    return this.#ask(signal, async (questions) => {
      await cover(questions, [place]);
      return inheritedMembers(questions, place);
    });
  }

  /** Which static members override one, and which it overrides. */
  staticTies(place: Place, signal: AbortSignal): Promise<StaticTies> {
    return this.#ask(signal, async (questions) => {
      await cover(questions, [place]);
      return staticTies(questions, place);
    });
  }

  /** All members that override one another with one by bases that are put together of several types, which the server's search passes by. */
  composedFamily(place: Place, signal: AbortSignal): Promise<ComposedFamily> {
    return this.#ask(signal, async (questions) => {
      await cover(questions, [place]);
      return composedFamily(questions, place, questions.references(place), true);
    });
  }

  /** As {@link composedFamily}: what each member of the name at a place overrides so. */
  composedHeirs(place: Place, signal: AbortSignal): Promise<readonly ComposedHeir[]> {
    return this.#ask(signal, async (questions) => {
      await cover(questions, [place]);
      return composedHeirs(questions, place);
    });
  }

  /** Static members that those at some places, all of one name, would override by another name, or that would override them. */
  staticsMet(places: readonly Place[], newName: string, signal: AbortSignal): Promise<readonly SourceLocation[]> {
    return this.#ask(signal, async (questions) => {
      await cover(questions, places);
      return staticsMet(questions, places, newName);
    });
  }

  /**
   * The changes that give a symbol another name. Importers take the new name too; shorthand properties are given it as well,
   * which changes the name of the property: an overlay that writes them out has only the part renamed that is meant.
   */
  rename(place: Place, newName: string, signal: AbortSignal, overlay?: Overlay): Promise<Rename> {
    return this.#ask(signal, (questions) => rename(questions, place, newName, overlay));
  }

  /**
   * Uses by its name that neither {@link rename} nor a search of importers finds: those of an export through a value that holds its
   * module, imports of a member of what `export =` exports, and names of what `exports.name =` declares in the files that load it.
   * Those that may be in what nobody can look into are unseen.
   *
   * @param found places that were found already, or will be
   */
  indirectUses(
    place: Place,
    found: Promise<readonly KnownPlace[]> | readonly KnownPlace[],
    signal: AbortSignal,
  ): Promise<IndirectUses> {
    return this.#ask(signal, (questions) => usesBeside(questions, place, found));
  }

  /**
   * Where members may be used on values of type any, in the projects that were loaded to find their references.
   *
   * @param places of members that the workspace declares; none asks nothing
   * @param known what was found already
   */
  async unknownValues(
    places: readonly Place[],
    known: readonly KnownPlace[],
    signal: AbortSignal,
  ): Promise<UnknownValues> {
    if (places.length === 0) return { found: [], unasked: 0 };
    return this.#ask(signal, (questions) => unknownValues(questions, places, known));
  }

  /** Where members may be taken without their names; with `inTypes` by types too, of which the compiler knows. */
  async computedUses(
    places: readonly Place[],
    signal: AbortSignal,
    { inTypes = false }: { readonly inTypes?: boolean } = {},
  ): Promise<readonly SourceLocation[]> {
    if (places.length === 0) return [];
    return this.#ask(signal, (questions) => unnamedUses(questions, places, inTypes));
  }

  /**
   * As {@link unknownValues}, the strings that name a member by a type made of keys, and keys whose types name it.
   *
   * @param ofEnums places of members of enums, which no value has but the enum: strings alone name them
   */
  async unlistedUses(
    places: readonly Place[],
    known: readonly KnownPlace[],
    signal: AbortSignal,
    ofEnums: readonly Place[] = [],
  ): Promise<UnknownValues> {
    if (places.length + ofEnums.length === 0) return { found: [], unasked: 0 };
    return this.#ask(signal, async (questions) => {
      const [unknown, quoted, keyed] = await Promise.all([
        unknownValues(questions, places, known),
        quotedUses(questions, [...places, ...ofEnums], known),
        typedKeys(questions, places, known),
      ]);
      return { ...unknown, quoted, keyed };
    });
  }

  /** Keys whose types name members, and of which the compiler does not complain where these are gone. None asks nothing. */
  async looseKeys(places: readonly Place[], known: readonly KnownPlace[], signal: AbortSignal): Promise<TypedKeys> {
    if (places.length === 0) return { found: [], unasked: 0 };
    return this.#ask(signal, (questions) => looseKeys(questions, places, known));
  }

  /** Where JSX takes what stands at a place without naming it, and by which names of its files. */
  jsxUses(place: Place, known: readonly KnownPlace[], signal: AbortSignal): Promise<JsxUses> {
    return this.#ask(signal, (questions) => jsxUses(questions, place, known));
  }

  /** What the JSX of a file takes of the workspace without naming it. */
  jsxTaken(path: WorkspacePath, signal: AbortSignal): Promise<JsxTaken[]> {
    return this.#ask(signal, (questions) => jsxTaken(questions, path));
  }

  /** Strings that may name a member and that the compiler is content with where it is gone. Nothing else is `found`. */
  openKeys(place: Place, known: readonly KnownPlace[], signal: AbortSignal): Promise<QuotedUses> {
    return this.#ask(signal, (questions) => openKeys(questions, place, known));
  }

  /** What the server says about the name at a place; undefined where there is none. */
  hover(place: PlaceInContent, signal: AbortSignal): Promise<Hover | undefined> {
    return this.#ask(signal, async (questions) => hoverFrom(await questions.at("hover", place), this.#workspace.root));
  }

  /** As {@link hover}, at several offsets of a text in the place of a file. */
  hovers(
    { path, content }: { readonly path: WorkspacePath; readonly content: string },
    offsets: readonly number[],
    signal: AbortSignal,
  ): Promise<(Hover | undefined)[]> {
    return this.#ask(signal, async (questions) => {
      const answers = await questions.within({ path, content }, (text) =>
        Promise.all(offsets.map((offset) => questions.ask("hover", path, text, offset))),
      );
      return answers.map((one) => hoverFrom(one, this.#workspace.root));
    });
  }

  /** What could be written at a place, in the order of the server; types and documentation come by {@link describe}. */
  completions(place: PlaceInContent, signal: AbortSignal): Promise<CompletionItem[]> {
    return this.#ask(signal, async (questions) => completionsFrom(await questions.at("completion", place)));
  }

  /** The same completions with `detail` and `documentation`. They must be of this place and content. */
  describe(items: readonly CompletionItem[], place: PlaceInContent, signal: AbortSignal): Promise<CompletionItem[]> {
    return this.#ask(signal, (questions) =>
      questions.within(place, async () => {
        const answers = await Promise.all(items.map((item) => questions.request("completionItem/resolve", item)));
        return answers.map((answer) => describedFrom(answer, this.#workspace.root));
      }),
    );
  }

  /**
   * The compiler's complaints about each of several files, while texts stand in the place of some, which all of them see.
   *
   * @param contents by absolute path
   */
  diagnosticsOfAll(
    files: readonly WorkspacePath[],
    contents: ReadonlyMap<string, string>,
    signal: AbortSignal,
    options: DiagnosticsOptions = {},
  ): Promise<DiagnosticsOfAll> {
    return this.#ask(signal, (questions) => diagnosticsOf(questions, files, contents, options));
  }

  /** The first of some files, absolute, that has another name by a symlink. */
  linkedAmong(files: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    return this.#ask(signal, ({ session }) => Promise.resolve(session.linkedAmong(files)));
  }

  /** The same for as long as nothing changes that no commit holds: what packages are installed, what git ignores, where symlinks lead. */
  unversioned(signal: AbortSignal): Promise<string> {
    return this.#ask(signal, ({ session }) => Promise.resolve(session.unversioned));
  }

  /** Source files that hold one of some names as a word, absolute, and which of them a merge left in conflict. */
  holding(
    names: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<{ readonly files: readonly string[]; readonly conflicted: ReadonlySet<string> }> {
    return this.#ask(signal, async ({ session: { candidates } }) => {
      const conflicted = await candidates.scannedAs("conflicted", signal);
      return { files: await candidates.holding(names, signal), conflicted };
    });
  }

  /**
   * Source files that hold a name as a word, and single-file components that do; absolute.
   *
   * @param files all files that do, where somebody searches for them anyway
   */
  holdingName(name: string, signal: AbortSignal, files?: Promise<readonly string[]>): Promise<readonly string[]> {
    const names = new Set([name]);
    return this.#ask(signal, async ({ session: { candidates } }) => {
      const components = candidates.componentsMatching(wordPattern(names), signal, files);
      return (await Promise.all([candidates.holding(names, signal), components])).flat();
    });
  }

  /**
   * Which of some files see others, on which they depend, as these were built, whatever they hold now: the compiler's complaints
   * about them are those of then.
   */
  dependentsOnBuilt(
    on: readonly WorkspacePath[],
    among: readonly WorkspacePath[],
    signal: AbortSignal,
  ): Promise<readonly ReadAsBuilt[]> {
    return this.#ask(signal, (questions) => dependentsOnBuilt(questions, on, among));
  }

  /** The process of the server, where one runs. */
  pid(): Promise<number | undefined> {
    return this.#supervisor.pid();
  }

  /** Ends the server, and every question that is under way. */
  [Symbol.dispose](): void {
    this.#supervisor[Symbol.dispose]();
  }

  #ask<T>(signal: AbortSignal, ask: (questions: Questions) => Promise<T>): Promise<T> {
    return this.#supervisor.ask(signal, (session) =>
      ask(new Questions(this.#workspace.root, session, this.#texts, this.#modules, signal)),
    );
  }
}
