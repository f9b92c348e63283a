import { join, posix } from "node:path";
import { isRelative } from "../../modules/import-places.ts";
import { importersOf } from "../../modules/importers.ts";
import { mayLoadNamed } from "../../modules/loads-resolved.ts";
import { namedByPath } from "../../modules/named-by-path.ts";
import { type NamespaceTaken, namespacesTaken } from "../../modules/namespaces-taken.ts";
import { passingOn } from "../../modules/passing-on.ts";
import { importsMeaning, takesOneOf } from "../../modules/unresolved-imports.ts";
import { assignedNames } from "../../syntax/common-js/common-js-names.ts";
import { mockKey } from "../../syntax/module-records/mock-keys.ts";
import { isMock } from "../../syntax/module-records/module-expressions.ts";
import type { ImportRecord } from "../../syntax/module-records/module-record.ts";
import { parseSource } from "../../syntax/parser/parse.ts";
import { sourceLanguage } from "../../syntax/parser/source-language.ts";
import { LineIndex } from "../../text/line-index.ts";
import { wordsIn } from "../../text/words.ts";
import type { SourceLocation } from "../locations.ts";
import { whyNotInstalled } from "../projects/not-installed.ts";
import { whyUnread } from "../projects/unread-javascript.ts";
import { handedOnPlaces } from "./handed-on-places.ts";
import { meant, suspectsIn } from "./indirect-uses.ts";
import { linesGivingExports } from "./untyped-graph.ts";
import type { Declared, UntypedUses, UntypedWorld } from "./untyped-world.ts";

/** What loads a module for its value. */
const LOADING: ReadonlySet<string> = new Set(["define", "import", "require", "requirejs", "System.import"]);

const WHOLE_MODULE = " (passes the whole module on)";

interface Loading {
  readonly record: ImportRecord;
  /** Whether it is the file itself that is loaded, rather than one that has what that exports. */
  readonly isDirect: boolean;
  readonly isDefaultAlone: boolean;
}

/** Uses of exports that no types lead to: by who passes a whole module on, loads it by a computed name, or by a specifier that leads nowhere. */
export class UntypedExports {
  readonly #world: UntypedWorld;

  constructor(world: UntypedWorld) {
    this.#world = world;
  }

  async of({ definition, path, declaration }: Declared): Promise<UntypedUses> {
    const { name, kind, isConstructed } = declaration;
    const exported = this.#world.graph.nodes.get(path)?.record.exports ?? [];
    const isMeant = ({ local, name: as }: (typeof exported)[number]) => (local ?? as) === name;
    const names = new Set(exported.flatMap((one) => (one.from === undefined && isMeant(one) ? [one.name] : [])));
    const found: SourceLocation[] = [];
    const unseen = importsMeaning(this.#world.graph, path).flatMap(({ importer, record }) =>
      takesOneOf(record, this.#world.isOwnName ? names.intersection(new Set([name])) : names)
        ? [this.#world.aliased(importer.path, record.line, record.specifier)]
        : [],
    );
    if (names.size > 0 && kind !== "interface" && kind !== "type")
      unseen.push(
        ...this.#computed(path),
        ...this.#resolved(path),
        ...this.#byPath(path, names),
        ...(await this.#exportsGiven(path, definition)),
      );
    if (kind !== "interface" && kind !== "type") found.push(...this.#mocked(path, names));
    for (const symbol of names) {
      if (this.#world.isOwnName && symbol !== name) continue;
      const result = importersOf(this.#world.graph, { path, symbol, depth: 1 }, this.#world.questions.signal);
      for (const importer of result.status === "found" ? result.importers : []) {
        if (sourceLanguage(importer.path) === undefined) {
          const word = this.#world.word(importer.path, name);
          if (word !== undefined || !this.#world.isOwnName)
            unseen.push(word ?? this.#world.at(importer.path, importer.line));
          continue;
        }
        const why =
          whyNotInstalled(
            this.#world.graph,
            this.#world.layout.root,
            importer.path,
            new Set([path, ...importer.via]),
          ) ??
          (this.#world.isOwnName ? undefined : whyUnread(this.#world.graph, this.#world.layout, path, importer.path));
        if (why !== undefined) unseen.push(`${this.#world.at(importer.path, importer.line)} (${why})`);
        const isDefault = symbol === "default" || symbol === "export=";
        for (const { record, isDirect, isDefaultAlone } of this.#loads(importer.path, path, importer.via)) {
          if (isDefaultAlone && !(isDefault && isDirect)) {
            // A barrel may have it for its default.
            const isTaken = !isDirect && !this.#world.isOwnName && importer.names.includes("default");
            if (isTaken) found.push(...this.#specifier(importer.path, record));
          } else if (isDefault && isDirect) found.push(...this.#specifier(importer.path, record));
          else if (record.call !== "require")
            unseen.push(`${this.#world.at(importer.path, record.line)}${WHOLE_MODULE}`);
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
      const namespaces = namespacesTaken(this.#world.graph, path, symbol);
      const isFollowed = namespaces.length === 0 || !this.#isBeside(path, symbol);
      for (const taken of namespaces) unseen.push(...(await this.#handedOn(taken, isFollowed)));
    }
    return { found, unseen };
  }

  /** Who takes members alone of what a CommonJS file exports as a whole, `const { a } = require()`, and not others alone. */
  #ofMembers(path: string, others: ReadonlySet<string>): SourceLocation[] {
    return this.#world.graph
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

  /**
   * The keys of some exports in what stands in for their module in tests, `vi.mock("./math", () => ({ double: 1 }))`; none for a rename,
   * which looks for them where it knows the new name.
   */
  #mocked(path: string, names: ReadonlySet<string>): SourceLocation[] {
    const { graph, oxc, questions, isOwnName } = this.#world;
    if (isOwnName) return [];
    return [...names].flatMap((name) =>
      passingOn(graph, path, name)
        .flatMap((one) => graph.importsOf(one))
        .flatMap(({ importer, record }) => {
          if (!isMock(record.call)) return [];
          const outcome = parseSource(oxc, importer.path, this.#world.textOf(importer.path));
          const key = outcome.ok ? mockKey(outcome.parsed.program, record, name) : undefined;
          const file = join(questions.root.absolute, importer.path);
          return (key && questions.reader.located(file, key.span)) ?? [];
        }),
    );
  }

  /** Who loads a file by a specifier that is put together of its folder's and a name: `require("./" + name)`. */
  #computed(path: string): string[] {
    return this.#world.graph.computed(path).flatMap((one) => {
      const folder = one.prefix.endsWith("/") ? one.prefix : `${posix.dirname(one.prefix)}/`;
      const within = posix.relative(posix.join(posix.dirname(one.path), folder), path);
      const isOne = isRelative(one.prefix) && /^(?!\.\.)[^/]+(?:\/index\.[^/]+)?$/.test(within);
      return isOne && one.path !== path
        ? [`${this.#world.at(one.path, one.line)} (loads ${one.prefix}… when it runs)`]
        : [];
    });
  }

  /** Who asks for the path of a file and loads what is computed: `require(require.resolve("./name"))`. */
  #resolved(path: string): string[] {
    return this.#world.graph
      .importsOf(path)
      .filter(mayLoadNamed)
      .map(
        ({ importer, record: { line } }) =>
          `${this.#world.at(importer.path, line)} (resolves ${path}, and loads what is computed)`,
      );
  }

  /** Strings that lead to a file, where what it exports is named and they may be given to what loads it: `load("./name")`. */
  #byPath(path: string, names: ReadonlySet<string>): string[] {
    return namedByPath(this.#world.graph, path).flatMap(({ importer, text, target }) => {
      if (target !== path || importer.path === path) return [];
      const source = this.#world.textOf(importer.path);
      if (![...names].some((name) => wordsIn(source, name, 1).length > 0)) return [];
      const start = source.search(new RegExp(`(["'\`])${RegExp.escape(text)}\\1`));
      return [
        `${this.#world.at(importer.path, new LineIndex(source).lineAt(Math.max(0, start)))} (has its path as a string)`,
      ];
    });
  }

  /** Where a CommonJS file gives all that it exports to others; a rename of what is exported by another name changes nothing for them. */
  async #exportsGiven(path: string, { file, span }: SourceLocation): Promise<string[]> {
    const before = this.#world.textOf(path).slice(0, span.start);
    if (this.#world.isOwnName && !/\bexports\s*\.\s*$/.test(before.slice(-40))) return [];
    const lines = await linesGivingExports(this.#world.questions, file);
    return lines.length === 0 ? [] : [`${this.#world.at(path, lines.join(","))}${WHOLE_MODULE}`];
  }

  /** Whether a CommonJS file exports a name beside what it exports as a whole, so that types do not lead to it. */
  #isBeside(path: string, name: string): boolean {
    const source = this.#world.textOf(path);
    if (!/\bexports\b/.test(source)) return false;
    const outcome = parseSource(this.#world.oxc, path, source);
    return outcome.ok && assignedNames(outcome.parsed).some((one) => one.name === name && one.isBeside === true);
  }

  /** Where a namespace is handed on: any of its exports, or one by its name. */
  async #handedOn(taken: NamespaceTaken, isFollowed: boolean): Promise<string[]> {
    const world = {
      graph: this.#world.graph,
      oxc: this.#world.oxc,
      textOf: (path: string) => this.#world.textOf(path),
    };
    const places = await handedOnPlaces(this.#world.questions, world, taken, isFollowed);
    return places.flatMap(({ path, line, only }) =>
      only === undefined || taken.names.has(only)
        ? `${this.#world.at(path, line)}${only === undefined ? WHOLE_MODULE : ""}`
        : [],
    );
  }

  /** Where a file takes all of a module, or its default export alone, without a name that would tell what it uses of it. */
  #loads(importer: string, path: string, via: readonly string[]): Loading[] {
    const node = this.#world.graph.nodes.get(importer);
    return (node?.record.imports ?? []).flatMap((record) => {
      if (node === undefined || record.typeOnly || !LOADING.has(record.call ?? "")) return [];
      const isWhole = record.names.some(
        ({ imported, local, members }) =>
          imported === "*" && members === "all" && (local === "*" || record.call === "import"),
      );
      const isDefaultAlone = record.names.some(({ imported, local }) => imported === "default" && local === "*");
      const targets = isWhole || isDefaultAlone ? this.#world.graph.targetsOf(node, record.specifier) : [];
      const isDirect = targets.includes(path);
      return isDirect || targets.some((target) => via.includes(target)) ? [{ record, isDirect, isDefaultAlone }] : [];
    });
  }

  /** `const { default: D } = await import()` of `export default name`, to the server another symbol than that name. */
  async #ofDefault(importer: string, definition: SourceLocation): Promise<SourceLocation[]> {
    const { root, reader } = this.#world.questions;
    const node = this.#world.graph.nodes.get(importer);
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
    return meant(this.#world.questions, [suspect], [definition, { ...definition, span: { start, end: start } }]);
  }

  #specifier(importer: string, record: ImportRecord): SourceLocation[] {
    const file = join(this.#world.questions.root.absolute, importer);
    const text = (this.#world.questions.reader.textOf(file)?.source ?? "").slice(record.start, record.end);
    const start = record.start + Math.max(0, text.search(/["'`]/));
    return [this.#world.questions.reader.located(file, { start, end: record.end - 1 }) ?? []].flat();
  }
}
