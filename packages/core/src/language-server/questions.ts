import type { ModuleGraph } from "../modules/module-graph.ts";
import type { ModuleIndex } from "../modules/module-index.ts";
import type { ReadModule } from "../modules/read-module.ts";
import { type AssignedName, assignedNames } from "../syntax/common-js/common-js-names.ts";
import { loadParser, parseSource } from "../syntax/parser/parse.ts";
import { nameAt } from "../text/name-at.ts";
import type { Span } from "../text/span.ts";
import { isBehindDot } from "../text/words.ts";
import { unreadError } from "../workspace/unread-error.ts";
import type { WorkspacePath, WorkspaceRoot } from "../workspace/workspace-path.ts";
import { locationsFrom } from "./answers.ts";
import { asWrittenNow } from "./projects/outdated-maps.ts";
import { withVariables } from "./uses/given-later.ts";
import { ownDefinition } from "./uses/own-definition.ts";
import { withPatternMembers } from "./uses/pattern-uses.ts";
import { searchableTextAt, searchableTexts } from "./uses/searchable-texts.ts";
import { isInstalled, LocationReader, type SourceLocation, unique } from "./locations.ts";
import { wholeStart } from "../syntax/common-js/whole-start.ts";
import { LspText } from "./session/lsp-text.ts";
import type { Session } from "./session/session.ts";
import type { Texts } from "./session/texts.ts";
import { fileUri } from "./session/uri.ts";

/** A place in a source file. */
export interface Place {
  readonly path: WorkspacePath;
  /** UTF-16 offset; one outside the text counts as its nearest end. */
  readonly offset: number;
}

/** A file, or a text that stands in its stead for one question alone. */
export interface FileOrContent {
  readonly path: WorkspacePath;
  readonly content?: string;
}

/** A place in a file or in the text in its stead. */
export interface PlaceInContent extends Place, FileOrContent {}

/** A text that stands in the place of a file, absolute, for one question, and UTF-16 offsets in it. */
export interface AskedText {
  readonly file: string;
  readonly content: string;
  readonly offsets: readonly number[];
}

/** What is asked of the module graph. */
export type Modules = Pick<ModuleIndex, "graph" | "module">;

/** One caller's requests to one server. */
export class Questions {
  readonly session: Session;
  readonly signal: AbortSignal;
  readonly root: WorkspaceRoot;
  readonly #modules: () => Promise<Modules>;
  #graph: Promise<ModuleGraph> | undefined;
  /** Whether files can be asked about without being opened, while no more is loaded. */
  readonly #unopened = new Map<string, { readonly sight: number; readonly isKnown: Promise<boolean> }>();
  /** One answer may name the files of another. */
  readonly reader: LocationReader;
  readonly #definitions = new Map<Place, Promise<SourceLocation[]>>();
  readonly #kept = new Map<string, Promise<unknown>>();
  readonly #references = new Map<Place, { readonly sight: number; readonly found: Promise<SourceLocation[]> }>();

  constructor(
    root: WorkspaceRoot,
    session: Session,
    texts: Texts,
    modules: () => Promise<Modules>,
    signal: AbortSignal,
  ) {
    this.root = root;
    this.#modules = modules;
    this.session = session;
    this.signal = signal;
    this.reader = new LocationReader(root, texts);
  }

  /** Asks about a place. `more` are parameters beside it. */
  async at(method: string, place: PlaceInContent, more: object = {}): Promise<unknown> {
    return (await this.#answerAt(method, place, more)).answer;
  }

  async locations(method: string, place: PlaceInContent, more: object = {}): Promise<SourceLocation[]> {
    const { answer, shown } = await this.#answerAt(method, place, more);
    return this.#located(answer, shown).map((one) => this.reader.atDefault(one));
  }

  /** Sends one request about an offset of a text that the server has of a file. */
  ask(method: string, { absolute }: WorkspacePath, text: LspText, offset: number, more: object = {}): Promise<unknown> {
    const textDocument = { uri: fileUri(absolute) };
    return this.request(`textDocument/${method}`, { textDocument, position: text.positionAt(offset), ...more });
  }

  /** An answer, and the texts that it was given for in the place of files. */
  async #answerAt(
    method: string,
    place: PlaceInContent,
    more: object,
    texts: ReadonlyMap<string, LspText> = NO_TEXTS,
  ): Promise<{ readonly answer: unknown; readonly shown: ReadonlyMap<string, LspText> }> {
    const file = place.path.absolute;
    const ask = (text: LspText) => this.ask(method, place.path, text, place.offset, more);
    const own = texts.get(file) ?? (place.content === undefined ? await searchableTextAt(this, place) : undefined);
    const shown = own === undefined ? texts : new Map([...texts, [file, own]]);
    if (shown.size === 0) return { answer: await this.within(place, ask), shown };
    const text = own ?? (await this.askable(file));
    return { answer: await this.session.documents.withContents([...shown], () => ask(text)), shown };
  }

  #located(answer: unknown, shown: ReadonlyMap<string, LspText>): SourceLocation[] {
    if (shown.size === 0) return locationsFrom(answer, this.reader);
    return locationsFrom(answer, this.reader.seeing(shown)).flatMap(
      (one) => (shown.has(one.file) ? this.reader.located(one.file, one.span) : one) ?? [],
    );
  }

  /** Where the name at a place is declared; asked once. */
  definitions(place: Place): Promise<SourceLocation[]> {
    const known = this.#definitions.get(place);
    if (known !== undefined) return known;
    const found = this.#definitionsFrom(place, 0);
    this.#definitions.set(place, found);
    return found;
  }

  /** Has a place that is asked about declared at a location, whatever the server would name beside that. */
  declare(place: Place, location: SourceLocation): void {
    this.#definitions.set(place, Promise.resolve([location]));
  }

  async #definitionsFrom(place: Place, depth: number): Promise<SourceLocation[]> {
    const own = await ownDefinition(this, place);
    if (own !== undefined) return [own];
    const told = await this.#behindImport(place, await this.locations("definition", place));
    const written = await withPatternMembers(this, place, await asWrittenNow(this, place, told));
    const found = await withVariables(this, written);
    return depth > MAX_PASSED_ON ? found : this.#behindExport(place, found, depth);
  }

  /** As {@link definitions}; of a method that is called on a union, of which they are the first type's alone, those of all types. */
  async allDefinitions(place: Place): Promise<SourceLocation[]> {
    const { source } = this.text(place.path.absolute);
    const name = nameAt(source, place.offset);
    if (name === undefined || !isCalledMember(source, place.offset)) return this.definitions(place);
    // The type of the method is made of theirs.
    const [found, types] = await Promise.all([this.definitions(place), this.locations("typeDefinition", place)]);
    return unique([...found, ...types.flatMap((one) => this.#methodOf(one, name) ?? [])]);
  }

  /** As {@link definitionsInAll}, of one text. */
  async definitionsIn(file: string, content: string, offsets: readonly number[]): Promise<SourceLocation[][]> {
    return (await this.definitionsInAll([{ file, content, offsets }]))[0] as SourceLocation[][];
  }

  /**
   * Where the names at offsets of texts are declared that stand in the place of files, absolute. What these files declare is given
   * as those texts have it.
   */
  async definitionsInAll(asked: readonly AskedText[]): Promise<SourceLocation[][][]> {
    const { documents, projects } = this.session;
    await projects.load(
      asked.map(({ file }) => file),
      this.signal,
    );
    const contents = asked.map(({ file, content }) => [file, new LspText(content)] as const);
    const answers = await documents.withContents(contents, () =>
      Promise.all(
        asked.map(({ offsets }, at) => {
          const [file, text] = contents[at] as (typeof contents)[number];
          const textDocument = { uri: fileUri(file) };
          const ask = (offset: number) =>
            this.request("textDocument/definition", { textDocument, position: text.positionAt(offset) });
          return Promise.all(offsets.map(ask));
        }),
      ),
    );
    const reader = this.reader.seeing(new Map(contents));
    return answers.map((one) => one.map((answer) => locationsFrom(answer, reader)));
  }

  /** What declares a method of some name whose type stands at a location: it itself, or `name = () => …`. */
  #methodOf(location: SourceLocation, name: string): SourceLocation | undefined {
    const { file, span } = location;
    const source = this.reader.textOf(file)?.source ?? "";
    if (source.slice(span.start, span.end) === name) return location;
    const before = VALUE_OF.exec(source.slice(Math.max(0, span.start - 200), span.start));
    if (before?.[1] !== name) return undefined;
    const start = span.start - before[0].length;
    return this.reader.located(file, { start, end: start + name.length });
  }

  /** At a shorthand property the server stops at the import that its name comes from; the property it fills it names beside that. */
  async #behindImport({ path, offset }: Place, found: SourceLocation[]): Promise<SourceLocation[]> {
    const isAlias = ({ file, span }: SourceLocation) =>
      file === path.absolute &&
      (offset < span.start || span.end < offset) &&
      isImported(this.text(path.absolute).source, span);
    if (!found.some(isAlias)) return found;
    const behind = found.map(async (one) => {
      const leads = isAlias(one) ? await this.locations("definition", { path, offset: one.span.start }) : [];
      return leads.length > 0 ? leads : [one];
    });
    return (await Promise.all(behind)).flat();
  }

  /** Of what `require()` gives, the server names the property that exports it: `module.exports = { name }`. Its value is declared elsewhere. */
  async #behindExport({ path, offset }: Place, found: SourceLocation[], depth: number): Promise<SourceLocation[]> {
    const behind = found.map(async (one) => {
      const { file, span } = one;
      const isHere = file === path.absolute && span.start <= offset && offset <= span.end;
      if (isHere || isInstalled(one) || !/\.[cm]?jsx?$/.test(file)) return [one];
      const name = (await this.#assignedNames(file)).find((each) => each.span.start === span.start);
      const start = name?.localStart ?? name?.givenAt ?? wholeStart(this.reader.textOf(file)?.source ?? "", span);
      if (start === undefined) return [one];
      const place = { path: this.root.proveFile(one.path as string), offset: start };
      const leads = await this.#definitionsFrom(place, depth + 1);
      const others = leads.filter((each) => each.file !== file || each.span.start !== span.start);
      return others.length > 0 ? others : [one];
    });
    return unique((await Promise.all(behind)).flat());
  }

  #assignedNames(file: string): Promise<readonly AssignedName[]> {
    const source = this.reader.textOf(file)?.source ?? "";
    if (!/\bexports\b/.test(source)) return Promise.resolve([]);
    return this.kept(`assigned ${file}`, async () => {
      const outcome = parseSource(await loadParser(), file, source);
      return outcome.ok ? assignedNames(outcome.parsed) : [];
    });
  }

  /** What is made once for all who ask here, and for later questions too as long as nothing changes on disk. */
  kept<T>(key: string, make: () => Promise<T>): Promise<T> {
    const made = this.#kept.get(key) ?? this.session.candidates.kept(key, make);
    this.#kept.set(key, made);
    return made as Promise<T>;
  }

  /** Every reference that the loaded projects know of; asked once for as long as no more is loaded. */
  references(place: Place): Promise<SourceLocation[]> {
    const { sight } = this.session.projects;
    const known = this.#references.get(place);
    if (known?.sight === sight) return known.found;
    // Without declarations the server leaves out imports and re-exports too.
    const found = this.#referencesFrom(place);
    this.#references.set(place, { sight, found });
    return found;
  }

  async #referencesFrom(place: Place): Promise<SourceLocation[]> {
    const more = { context: { includeDeclaration: true } };
    const name = nameAt(this.text(place.path.absolute).source, place.offset);
    const [found, texts] = await Promise.all([
      this.locations("references", place, more),
      name === undefined ? NO_TEXTS : searchableTexts(this, place, [name]),
    ]);
    const all = found.map((one) => this.reader.atKeyword(one));
    if (texts.size === 0) return all;
    const { answer, shown } = await this.#answerAt("references", place, more, texts);
    return unique([...all, ...this.#located(answer, shown)]);
  }

  /** What imports what in the workspace as it is when this is first asked for: each time all files are looked at. */
  moduleGraph(): Promise<ModuleGraph> {
    if (this.#graph !== undefined) return this.#graph;
    const graph = this.#modules().then((modules) => modules.graph(this.signal));
    this.#graph = graph;
    graph.catch(() => {
      this.#graph = undefined;
    });
    return graph;
  }

  /** What a file imports and exports; read again only where it changed. Undefined where it is gone. */
  async moduleAt(file: string): Promise<ReadModule | undefined> {
    return (await this.#modules()).module(this.root.relative(file), this.signal);
  }

  request(method: string, params: object): Promise<unknown> {
    return this.session.connection.request(method, params, this.signal);
  }

  /**
   * Asks about a file's own text, or about the content in its stead.
   *
   * @param ask sends all its requests before it first waits for anything
   */
  async within<T>({ path, content }: FileOrContent, ask: (text: LspText) => Promise<T>): Promise<T> {
    if (content === undefined) return ask(await this.askable(path.absolute));
    const text = new LspText(content);
    return this.session.documents.withContent(path.absolute, text, () => ask(text));
  }

  /** The text of a file that the server can be asked about now: it is open from here on, where it has to be. Throws what {@link unreadError} tells. */
  async askable(file: string): Promise<LspText> {
    if (this.session.documents.isOpen(file)) return this.opened(file);
    const { projects } = this.session;
    const { sight } = projects;
    let asked = this.#unopened.get(file);
    if (asked?.sight !== sight) {
      asked = { sight, isKnown: projects.answersUnopened(file, this.signal) };
      this.#unopened.set(file, asked);
    }
    return (await asked.isKnown) ? this.text(file) : this.opened(file);
  }

  /** The text of a file, which is open from here on unless the server may know it without. Throws what {@link unreadError} tells. */
  text(file: string): LspText {
    const { documents, projects } = this.session;
    if (documents.isOpen(file) || !(projects.isHeld(file) || projects.isShown(file))) return this.opened(file);
    return this.reader.textOf(file) ?? this.#unread(file);
  }

  /** The text of a file, which is open from here on. Throws what {@link unreadError} tells. */
  opened(file: string): LspText {
    return this.session.documents.open(file) ?? this.#unread(file);
  }

  #unread(file: string): never {
    throw unreadError({ absolute: file, relative: this.root.relative(file) });
  }
}

const NO_TEXTS: ReadonlyMap<string, LspText> = new Map();

/** The name of what a function is given to. */
const VALUE_OF = /([\p{ID_Continue}$]+)\s*[:=]\s*(?:async\s*)?$/u;

/** Whether a name stands behind a dot, and what follows looks like a call. */
function isCalledMember(source: string, offset: number): boolean {
  return (
    isBehindDot(source, offset) &&
    /^[\p{ID_Continue}$]*\s*!?(?:\?\.)?\s*[(<`]/u.test(source.slice(offset, offset + 200))
  );
}

/** Whether a declaration looks like one of `import` or of `const … = require()`. */
function isImported(source: string, { start, end }: Span): boolean {
  return (
    /\bimport\b[^;"'().=]*$/.test(source.slice(Math.max(0, start - LONGEST), start)) ||
    /^[^;"'().=]*=\s*require\s*\(/.test(source.slice(end, end + LONGEST))
  );
}

/** Modules that pass a name on to one another before its declaration is reached. */
const MAX_PASSED_ON = 8;

/** UTF-16 units of an import's list of names that are looked at. */
const LONGEST = 4_000;
