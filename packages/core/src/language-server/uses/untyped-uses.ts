import { join, posix } from "node:path";
import { isRelative } from "../../modules/import-places.ts";
import { declarationTwin } from "../../modules/declaration-twin.ts";
import { importersOf } from "../../modules/importers.ts";
import { mayLoadNamed } from "../../modules/loads-resolved.ts";
import { stepsTo } from "../../modules/steps-to.ts";
import { endsTo, specifierPattern } from "../../modules/specifier-end.ts";
import { importsMeaning, takesOneOf } from "../../modules/unresolved-imports.ts";
import { namedByPath } from "../../modules/named-by-path.ts";
import { type NamespaceTaken, namespacesTaken } from "../../modules/namespaces-taken.ts";
import type { ModuleGraph } from "../../modules/module-graph.ts";
import {
  type DeclarationAt,
  declarationAt,
  type FileDeclarations,
  fileDeclarations,
  symbolAt,
} from "../../syntax/declaration-at.ts";
import { templateNames } from "../../syntax/module-records/angular-names.ts";
import type { ImportRecord } from "../../syntax/module-records/module-record.ts";
import { loadParser, type Parser, parseSource } from "../../syntax/parser/parse.ts";
import { isComponent, isDeclarationFile, sourceLanguage } from "../../syntax/parser/source-language.ts";
import { hyphenated } from "../../text/hyphenated.ts";
import { LineIndex } from "../../text/line-index.ts";
import { wordsIn } from "../../text/words.ts";
import { AngularUses } from "./angular-uses.ts";
import { autoImportedUses } from "./auto-imported.ts";
import { handedOnPlaces } from "./handed-on-places.ts";
import { meant, suspectsIn, told } from "./indirect-uses.ts";
import { isInstalled, type SourceLocation, unique } from "../locations.ts";
import { memberPlaces } from "./member-places.ts";
import { shorthandMembers } from "./shorthand-members.ts";
import type { Layout } from "../projects/project-reach.ts";
import type { Place, Questions } from "../questions.ts";
import { whyNotInstalled } from "../projects/not-installed.ts";
import { whyUnread } from "../projects/unread-javascript.ts";
import { componentsWithoutImport } from "./without-import.ts";
import { linesGivingExports } from "./untyped-graph.ts";

/** Uses that no types lead to. */
export interface UntypedUses {
  /** What takes a default export with its whole module. */
  readonly found: readonly SourceLocation[];
  /** Where else something may be used: `path:line`, absolute, and what else there is to say of it. */
  readonly unseen: readonly string[];
}

const NONE: UntypedUses = { found: [], unseen: [] };

/** What loads a module for its value. */
const LOADING: ReadonlySet<string> = new Set(["define", "import", "require", "requirejs", "System.import"]);

const WHOLE_MODULE = " (passes the whole module on)";

/**
 * Uses of each of some places that neither types nor names lead to: by who passes the whole module on, such as
 * `lazy(() => import("./page"))` or `Object.entries(ns)`, in components (`.vue` and the like), pages with scripts and Angular's templates, which the
 * language server does not read, where an import leads nowhere, and where one is put together when it runs.
 *
 * @param isOwnName whether only uses by the declaration's own name count: a rename changes no other
 */
export async function untypedUses(
  questions: Questions,
  graph: ModuleGraph | undefined,
  places: readonly Place[],
  isOwnName = false,
): Promise<UntypedUses[]> {
  if (graph === undefined) return places.map(() => NONE);
  const layout = await questions.session.projects.layout(questions.signal);
  const search = new UntypedSearch(questions, graph, layout, await loadParser(), isOwnName);
  return Promise.all(places.map((place) => search.of(place)));
}

/** What is asked about, in one of the files that declare it. */
interface Declared {
  readonly definition: SourceLocation;
  readonly path: string;
  readonly declaration: DeclarationAt;
}

interface Loading {
  readonly record: ImportRecord;
  /** Whether it is the file itself that is loaded, rather than one that has what that exports. */
  readonly isDirect: boolean;
  readonly isDefaultAlone: boolean;
}

class UntypedSearch {
  readonly #questions: Questions;
  readonly #graph: ModuleGraph;
  readonly #layout: Layout;
  readonly #oxc: Parser;
  readonly #isOwnName: boolean;
  readonly #reaching = new Map<string, readonly string[]>();
  readonly #texts = new Map<string, string>();
  /** By absolute path; undefined for what does not parse. */
  readonly #declared = new Map<string, FileDeclarations | undefined>();
  readonly #angular: AngularUses;

  constructor(questions: Questions, graph: ModuleGraph, layout: Layout, oxc: Parser, isOwnName: boolean) {
    this.#questions = questions;
    this.#graph = graph;
    this.#layout = layout;
    this.#oxc = oxc;
    this.#isOwnName = isOwnName;
    this.#angular = new AngularUses(questions.root, graph, oxc, (path) => this.#textOf(path));
  }

  async of(place: Place): Promise<UntypedUses> {
    const found: SourceLocation[] = [];
    const unseen = new Set<string>();
    for (const definition of await this.#declaring(place)) {
      if (definition.path === undefined || isInstalled(definition)) continue;
      const declaration = await this.#declarationOf(definition, place);
      // What is local to a function nobody else uses.
      if (declaration === undefined) continue;
      const declared = { definition, path: definition.path, declaration };
      for (const one of this.#inTwin(declared)) unseen.add(one);
      if (declaration.isMember)
        for (const one of [...(await this.#inReaching(declared)), ...this.#inAliased(declared)]) unseen.add(one);
      else {
        const uses = await this.#ofExport(declared);
        found.push(...uses.found);
        for (const one of [...uses.unseen, ...(await this.#withoutImport(declared))]) unseen.add(one);
      }
      for (const one of this.#inUnparsed(declared, unseen)) unseen.add(one);
      const { name, isMember } = declaration;
      const asked = { definition, path: definition.path, name, isMember };
      const auto = await autoImportedUses(this.#questions, this.#graph, asked, this.#isOwnName);
      found.push(...auto.found);
      for (const { file, line } of auto.unseen) unseen.add(`${file}:${line}`);
      for (const file of auto.unasked) unseen.add(file);
    }
    // A place that is named with the alias which leads there need not be named by itself.
    const aliased = new Set(Array.from(unseen).flatMap((one) => /^(.*) \(by "/s.exec(one)?.[1] ?? []));
    return { found, unseen: [...unseen].filter((one) => !aliased.has(one)) };
  }

  /** What declares it; of the shorthand in `return { add }` also the member, which a rename keeps. */
  async #declaring(place: Place): Promise<readonly SourceLocation[]> {
    const definitions = await this.#questions.definitions(place);
    if (this.#isOwnName) return definitions;
    return unique([...definitions, ...(await shorthandMembers(this.#questions, place, definitions))]);
  }

  /** Where the declaration file beside JavaScript declares the same, or that has what such a file declares. */
  #inTwin({ path, declaration: { name } }: Declared): string[] {
    const twin = declarationTwin(this.#graph, path);
    // A rename tells of each place there by itself.
    const isTold = this.#isOwnName && isDeclarationFile(path);
    const word = twin === undefined || isTold ? undefined : this.#word(twin, name);
    const what = isDeclarationFile(path) ? "is what it declares" : "declares it for TypeScript";
    return word === undefined ? [] : [`${word} (${what})`];
  }

  /** Components whose scripts do not parse, so that nobody knows what they import, where they hold a name or a specifier that may lead there. */
  #inUnparsed({ path, declaration: { name } }: Declared, seen: ReadonlySet<string>): string[] {
    if (this.#graph.unparsed.length === 0) return [];
    const specifier = new RegExp(specifierPattern(endsTo([path])));
    return this.#graph.unparsed.flatMap((one) => {
      if (sourceLanguage(one.path) !== undefined) return [];
      const own = this.#at(one.path, "");
      if ([...seen].some((place) => place.startsWith(own))) return [];
      const word = name === "default" ? undefined : this.#lineOf(one.path, name);
      if (word === undefined && (this.#isOwnName || !specifier.test(this.#textOf(one.path)))) return [];
      return [`${this.#at(one.path, word ?? one.line)} (NOT PARSED)`];
    });
  }

  /** Components and templates that lead to what declares a member, and hold its name. */
  async #inReaching(declared: Declared): Promise<string[]> {
    const { path, declaration } = declared;
    const { name, span, nameRange } = declaration;
    const source = this.#textOf(path);
    const before = source.slice(span.start, nameRange.start);
    if (!/^[\p{ID_Start}$_]/u.test(name) || /\bprivate\s/.test(before)) return [];
    // What goes by another name there keeps that.
    const names = [name, ...(this.#isOwnName ? [] : templateNames(source, nameRange.start, name))];
    const inTemplates = (one: string) => [...new Set(names.flatMap((each) => this.#angular.of(one, each)))];
    let reaching = this.#reaching.get(path);
    if (reaching === undefined) {
      reaching = [...stepsTo(this.#graph, [path]).keys()].sort();
      this.#reaching.set(path, reaching);
    }
    const found = reaching.map(async (one) =>
      sourceLanguage(one) === undefined
        ? [this.#word(one, name) ?? []].flat()
        : [...inTemplates(one), ...(await this.#inUnread(path, one, name))],
    );
    return (await Promise.all([...found, this.#withoutImport(declared, reaching)])).flat();
  }

  /** Components that hold the name of what they need not import. */
  async #withoutImport({ path, declaration }: Declared, reaching?: readonly string[]): Promise<string[]> {
    const { name, isGlobal } = declaration;
    const isExported = this.#graph.nodes
      .get(path)
      ?.record.exports.some(({ local, name: as }) => (local ?? as) === name);
    if (!isGlobal && reaching === undefined && isExported !== true) return [];
    const named = { path, name, isGlobal };
    const all = await componentsWithoutImport(this.#questions, this.#graph, this.#oxc, named, reaching);
    return all.flatMap((one) => this.#word(one, name) ?? []);
  }

  /** Where a file uses a name of members, for which TypeScript does not read the one that declares it. */
  async #inUnread(path: string, importer: string, name: string): Promise<string[]> {
    const why = importer === path ? undefined : whyUnread(this.#graph, this.#layout, path, importer);
    if (why === undefined) return [];
    const source = this.#textOf(importer);
    const lines = new LineIndex(source);
    const offsets = memberPlaces(source, name, true);
    const suspect = { file: join(this.#questions.root.absolute, importer), source, offsets };
    // What a package ships types of elsewhere, `types/a.d.ts` of `src/a.js`, is what these lead to.
    const { packages } = this.#layout;
    const owner = packages.packageOf(path);
    const isDescribed = ({ path: at }: SourceLocation) =>
      at !== undefined && isDeclarationFile(at) && owner !== undefined && packages.packageOf(at) === owner;
    const { untold } = await told(this.#questions, [suspect], [], isDescribed);
    // Where a declaration file speaks for it, that is what its members lead to.
    const isByTwin = declarationTwin(this.#graph, path) !== undefined;
    const all = new Set(isByTwin ? offsets.map((offset) => lines.lineAt(offset)) : untold.map(({ line }) => line));
    return all.size === 0 ? [] : [`${this.#at(importer, [...all].join(","))} (perhaps: ${why})`];
  }

  /** Files that import what declares a member in a way that leads nowhere, and hold its name. */
  #inAliased({ path, declaration: { name } }: Declared): string[] {
    return importsMeaning(this.#graph, path).flatMap(({ importer, record: { specifier } }) => {
      const line = this.#lineOf(importer.path, name);
      return line === undefined ? [] : [this.#aliased(importer.path, line, specifier)];
    });
  }

  async #ofExport({ definition, path, declaration }: Declared): Promise<UntypedUses> {
    const { name, kind, isConstructed } = declaration;
    const exported = this.#graph.nodes.get(path)?.record.exports ?? [];
    const isMeant = ({ local, name: as }: (typeof exported)[number]) => (local ?? as) === name;
    const names = new Set(exported.flatMap((one) => (one.from === undefined && isMeant(one) ? [one.name] : [])));
    const found: SourceLocation[] = [];
    const unseen = importsMeaning(this.#graph, path).flatMap(({ importer, record }) =>
      takesOneOf(record, this.#isOwnName ? names.intersection(new Set([name])) : names)
        ? [this.#aliased(importer.path, record.line, record.specifier)]
        : [],
    );
    if (names.size > 0 && kind !== "interface" && kind !== "type")
      unseen.push(
        ...this.#computed(path),
        ...this.#resolved(path),
        ...this.#byPath(path, names),
        ...(await this.#exportsGiven(path, definition)),
      );
    for (const symbol of names) {
      if (this.#isOwnName && symbol !== name) continue;
      const result = importersOf(this.#graph, { path, symbol, depth: 1 }, this.#questions.signal);
      for (const importer of result.status === "found" ? result.importers : []) {
        if (sourceLanguage(importer.path) === undefined) {
          const word = this.#word(importer.path, name);
          if (word !== undefined || !this.#isOwnName) unseen.push(word ?? this.#at(importer.path, importer.line));
          continue;
        }
        const why =
          whyNotInstalled(this.#graph, this.#layout.root, importer.path, new Set([path, ...importer.via])) ??
          (this.#isOwnName ? undefined : whyUnread(this.#graph, this.#layout, path, importer.path));
        if (why !== undefined) unseen.push(`${this.#at(importer.path, importer.line)} (${why})`);
        const isDefault = symbol === "default" || symbol === "export=";
        for (const { record, isDirect, isDefaultAlone } of this.#loads(importer.path, path, importer.via)) {
          if (isDefaultAlone && !(isDefault && isDirect)) {
            // A barrel may have it for its default.
            const isTaken = !isDirect && !this.#isOwnName && importer.names.includes("default");
            if (isTaken) found.push(...this.#specifier(importer.path, record));
          } else if (isDefault && isDirect) found.push(...this.#specifier(importer.path, record));
          else if (record.call !== "require") unseen.push(`${this.#at(importer.path, record.line)}${WHOLE_MODULE}`);
        }
        if (symbol === "default" && importer.names.includes("default"))
          found.push(...(await this.#ofDefault(importer.path, definition)));
      }
      const isAssigned = symbol === "export=" && exported.some((one) => one.name === symbol && one.commonJs === true);
      if (isAssigned && !isConstructed) {
        // What is assigned beside it, `module.exports.other = …`, is no part of it.
        const beside = exported.filter(({ start }) => start < declaration.span.start || start >= declaration.span.end);
        found.push(...this.#ofMembers(path, new Set(beside.map((one) => one.name))));
      }
      // No value holds a type; what `module.exports = value` exports is itself what is handed on, and types lead there.
      if (symbol === "export=" || kind === "interface" || kind === "type") continue;
      for (const taken of namespacesTaken(this.#graph, path, symbol)) unseen.push(...(await this.#handedOn(taken)));
    }
    return { found, unseen };
  }

  /** Who takes members alone of what a CommonJS file exports as a whole, `const { a } = require()`, and not others alone. */
  #ofMembers(path: string, others: ReadonlySet<string>): SourceLocation[] {
    return this.#graph
      .importsOf(path)
      .flatMap(({ importer, record }) =>
        !record.typeOnly &&
        record.names.length > 0 &&
        record.names.every(({ imported }) => imported !== "*" && imported !== "default") &&
        record.names.some(({ imported }) => !others.has(imported))
          ? this.#specifier(importer.path, record)
          : [],
      );
  }

  /** Who loads a file by a specifier that is put together of its folder's and a name: `require("./" + name)`. */
  #computed(path: string): string[] {
    return this.#graph.computed(path).flatMap((one) => {
      const folder = one.prefix.endsWith("/") ? one.prefix : `${posix.dirname(one.prefix)}/`;
      const within = posix.relative(posix.join(posix.dirname(one.path), folder), path);
      const isOne = isRelative(one.prefix) && /^(?!\.\.)[^/]+(?:\/index\.[^/]+)?$/.test(within);
      return isOne && one.path !== path ? [`${this.#at(one.path, one.line)} (loads ${one.prefix}… when it runs)`] : [];
    });
  }

  /** Who asks for the path of a file and loads what is computed: `require(require.resolve("./name"))`. */
  #resolved(path: string): string[] {
    return this.#graph
      .importsOf(path)
      .filter(mayLoadNamed)
      .map(
        ({ importer, record: { line } }) =>
          `${this.#at(importer.path, line)} (resolves ${path}, and loads what is computed)`,
      );
  }

  /** Strings that lead to a file, where what it exports is named and they may be given to what loads it: `load("./name")`. */
  #byPath(path: string, names: ReadonlySet<string>): string[] {
    return namedByPath(this.#graph, path).flatMap(({ importer, text, target }) => {
      if (target !== path || importer.path === path) return [];
      const source = this.#textOf(importer.path);
      if (![...names].some((name) => wordsIn(source, name, 1).length > 0)) return [];
      const start = source.search(new RegExp(`(["'\`])${RegExp.escape(text)}\\1`));
      return [
        `${this.#at(importer.path, new LineIndex(source).lineAt(Math.max(0, start)))} (has its path as a string)`,
      ];
    });
  }

  /** Where a CommonJS file gives all that it exports to others; a rename of what is exported by another name changes nothing for them. */
  async #exportsGiven(path: string, { file, span }: SourceLocation): Promise<string[]> {
    const before = this.#textOf(path).slice(0, span.start);
    if (this.#isOwnName && !/\bexports\s*\.\s*$/.test(before.slice(-40))) return [];
    const lines = await linesGivingExports(this.#questions, file);
    return lines.length === 0 ? [] : [`${this.#at(path, lines.join(","))}${WHOLE_MODULE}`];
  }

  /** Where a namespace is handed on: any of its exports, or one by its name. */
  async #handedOn(taken: NamespaceTaken): Promise<string[]> {
    const world = { graph: this.#graph, oxc: this.#oxc, textOf: (path: string) => this.#textOf(path) };
    const places = await handedOnPlaces(this.#questions, world, taken);
    return places.flatMap(({ path, line, only }) =>
      only === undefined || taken.names.has(only)
        ? `${this.#at(path, line)}${only === undefined ? WHOLE_MODULE : ""}`
        : [],
    );
  }

  /** Where a file takes all of a module, or its default export alone, without a name that would tell what it uses of it. */
  #loads(importer: string, path: string, via: readonly string[]): Loading[] {
    const node = this.#graph.nodes.get(importer);
    return (node?.record.imports ?? []).flatMap((record) => {
      if (node === undefined || record.typeOnly || !LOADING.has(record.call ?? "")) return [];
      const isWhole = record.names.some(
        ({ imported, local, members }) =>
          imported === "*" && members === "all" && (local === "*" || record.call === "import"),
      );
      const isDefaultAlone = record.names.some(({ imported, local }) => imported === "default" && local === "*");
      const targets = isWhole || isDefaultAlone ? this.#graph.targetsOf(node, record.specifier) : [];
      const isDirect = targets.includes(path);
      return isDirect || targets.some((target) => via.includes(target)) ? [{ record, isDirect, isDefaultAlone }] : [];
    });
  }

  /** `const { default: D } = await import()` of `export default name`, to the server another symbol than that name. */
  async #ofDefault(importer: string, definition: SourceLocation): Promise<SourceLocation[]> {
    const { root, reader } = this.#questions;
    const node = this.#graph.nodes.get(importer);
    const isTaken = ({ dynamic, names }: ImportRecord) =>
      dynamic && names.some(({ imported, local }) => imported === "default" && local !== "*");
    if (node?.record.imports.some(isTaken) !== true) return [];
    const own = reader.textOf(definition.file)?.source ?? "";
    const statement = /\bexport\s+default\s+(?=[\p{ID_Start}$_])/u.exec(own);
    // Where it leads is the name in that statement.
    const start = statement === null ? definition.span.start : statement.index + statement[0].length;
    const file = join(root.absolute, importer);
    const source = reader.textOf(file)?.source ?? "";
    const suspect = { file, source, offsets: suspectsIn(source, new Set(["default"])) };
    return meant(this.#questions, [suspect], [definition, { ...definition, span: { start, end: start } }]);
  }

  #specifier(importer: string, record: ImportRecord): SourceLocation[] {
    const file = join(this.#questions.root.absolute, importer);
    const text = (this.#questions.reader.textOf(file)?.source ?? "").slice(record.start, record.end);
    const start = record.start + Math.max(0, text.search(/["'`]/));
    return [this.#questions.reader.located(file, { start, end: record.end - 1 }) ?? []].flat();
  }

  /** Where a component first holds a name. */
  #word(component: string, name: string): string | undefined {
    const line = this.#lineOf(component, name);
    return line === undefined ? undefined : this.#at(component, line);
  }

  #lineOf(path: string, name: string): number | undefined {
    const text = this.#textOf(path);
    const written = isComponent(path) ? hyphenated(name) : undefined;
    const other = written === undefined ? -1 : text.search(new RegExp(`(?<![\\w-])${written}(?![\\w-])`));
    const [at = Infinity] = [...wordsIn(text, name, 1), ...(other === -1 ? [] : [other])].toSorted((a, b) => a - b);
    return at === Infinity ? undefined : new LineIndex(text).lineAt(at);
  }

  #aliased(path: string, line: number, specifier: string): string {
    const isKnown = this.#graph.nodes.get(path)?.targets.get(specifier)?.kind === "source";
    return `${this.#at(path, line)} (by "${specifier}", which ${isKnown ? "TypeScript does not follow" : "leads nowhere"})`;
  }

  #at(path: string, line: number | string): string {
    return `${join(this.#questions.root.absolute, path)}:${line}`;
  }

  #textOf(path: string): string {
    const known = this.#texts.get(path) ?? this.#graph.text(path) ?? "";
    this.#texts.set(path, known);
    return known;
  }

  /** What stands at a definition: of a constructor its class. */
  async #declarationOf({ file, span }: SourceLocation, place: Place): Promise<DeclarationAt | undefined> {
    const { reader, session } = this.#questions;
    // What exports a whole module is to the server the file.
    const isModule = file === place.path.absolute && span.start === 0 && span.end > place.offset;
    const start = isModule ? place.offset : span.start;
    const { found } = await session.candidates.kept(`declared ${start} ${file}`, async () => {
      const parse = () => {
        const outcome = parseSource(this.#oxc, file, reader.textOf(file)?.source ?? "");
        return outcome.ok ? outcome.parsed : undefined;
      };
      // Of many places most stand in a few files.
      const declared = this.#declared.getOrInsertComputed(file, () => mapped(parse(), fileDeclarations));
      return { found: declared && (symbolAt(declared, start) ?? mapped(parse(), (one) => declarationAt(one, start))) };
    });
    return found;
  }
}

function mapped<From, To>(value: From | undefined, map: (value: From) => To): To | undefined {
  return value === undefined ? undefined : map(value);
}
