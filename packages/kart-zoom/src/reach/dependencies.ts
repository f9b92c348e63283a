import { basename } from "node:path";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled, type SourceLocation } from "@kart/core/language-server/locations";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { type Declaration, ownerOf } from "@kart/core/syntax/declaration";
import { isDeclarationFile } from "@kart/core/syntax/parser/source-language";
import { contains } from "@kart/core/text/span";
import { isBehindDot } from "@kart/core/text/words";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { namedAt, nameIn, symbolAround } from "../source/asked-place.ts";
import { importAt } from "../source/imported-name.ts";
import { placeOf } from "../source/place-of.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { SourceFiles } from "../source/source-files.ts";
import { type CodeOfSymbol, componentsNeeded } from "./components-needed.ts";
import { isBuilt, nodeBehindBuilt } from "./behind-built.ts";
import { nodeBehind } from "./behind-import.ts";
import type { Step } from "./breadth-first.ts";
import { type Dependence, Steps } from "./dependence.ts";
import { Heritage, type Member } from "./heritage.ts";
import { type SymbolNode, symbolNode } from "./symbol-node.ts";
import { withWholeTypes } from "./whole-types.ts";

/** Places of one question of which the language server is asked whether they have a type, one by one. */
const MAX_ASKED = 200;

/** Where a name stands. UTF-16 offset. */
interface Name {
  readonly file: SourceFile;
  readonly offset: number;
}

/** Finds what symbols depend on. */
export class Dependencies {
  readonly #server: LanguageServer;
  readonly #sources: SourceFiles;
  readonly #root: WorkspaceRoot;
  readonly #signal: AbortSignal;
  readonly #heritage: Heritage;
  readonly #graphNow: () => Promise<ModuleGraph>;
  /** Names that lead to TypeScript's own library, which is left out. */
  readonly library = new Set<string>();
  /** Files outside the root that declare some of it. What those need in turn is not looked into. */
  readonly outside = new Set<string>();
  /** Files that do not parse among those that were looked into, as `path:line`: what stands there may be missing. */
  readonly unparsed = new Set<string>();
  /** Single-file components that are needed. What those need in turn is not looked into. */
  readonly components = new Set<string>();
  /** Declarations of what was built from sources that are not known. What those need in turn is not looked into. */
  readonly built = new Set<string>();
  /** Members of values of type any, in the symbol that was asked about: what they are nobody knows. */
  readonly untyped = new Set<string>();
  /** Those in what it depends on. */
  readonly untypedDeeper = new Set<string>();
  /** Members that are declared nowhere and were not asked about, there being too many. */
  unasked = 0;
  /** Files with their nested members, by path. */
  readonly #nested = new Map<string, SourceFile>();
  /** Of properties that assignments make, by where each is named. */
  readonly #made = new Map<string, SymbolNode | undefined>();
  #asked = 0;
  #isDeeper = false;

  constructor(
    server: LanguageServer,
    sources: SourceFiles,
    root: WorkspaceRoot,
    graphNow: () => Promise<ModuleGraph>,
    signal: AbortSignal,
  ) {
    this.#server = server;
    this.#graphNow = graphNow;
    this.#sources = sources;
    this.#root = root;
    this.#signal = signal;
    this.#heritage = new Heritage(server, sources, root, signal);
  }

  /** What each of some symbols depends on, by path and line, packages last, many members of a type as that type; nothing for a declaration in a package. */
  async of(nodes: readonly SymbolNode[]): Promise<Step<SymbolNode, Dependence>[][]> {
    const names = nodes.map(({ symbol }) => {
      if (symbol === undefined) return [];
      const { file, declaration, namesakes } = symbol;
      this.#parsed(file);
      const offsets = [declaration, ...namesakes].flatMap((one) => namesOf(file, one));
      return [...new Set(offsets)].map((offset) => ({ file, offset }));
    });
    const taken = await Promise.all(nodes.map((node) => this.#takenByJsx(node)));
    const code = nodes.flatMap(({ symbol }, index) => codeOf(symbol, names[index] ?? []));
    const places = names.flat().map(({ file, offset }) => ({ path: this.#root.proveFile(file.path), offset }));
    const definitions = places.length === 0 ? [] : await this.#server.definitionsOfAll(places, this.#signal);
    for (const one of await componentsNeeded(code, definitions.flat(), this.#sources, this.#graphNow))
      this.components.add(one);
    if (places.length + taken.flat().length === 0) return nodes.map(() => []);
    const overridden = await Promise.all(nodes.map(({ symbol }) => this.#overridden(symbol)));
    await this.#noteUntyped(names.flat().filter((_, index) => definitions[index]?.length === 0));
    const unread = await this.#behindImports(definitions.flat());
    let at = 0;
    return nodes.map((node, index) => {
      const steps = new Steps();
      for (const { file, declaration } of overridden[index] ?? []) steps.add(symbolNode(file, declaration), "override");
      const named = (names[index] ?? []).flatMap((name) =>
        this.#ownFirst(name, this.#withoutLibrary(definitions[at++] ?? [])).map((definition) => ({
          ...name,
          definition,
        })),
      );
      const uses = [...named, ...(taken[index] ?? [])];
      for (const use of uses)
        this.#add(steps, node, use, unread.get(use.definition) ?? this.#targetOf(use.definition, use));
      for (const use of uses)
        if (!unread.has(use.definition)) this.#add(steps, node, use, this.#nestedTargetOf(use.definition, node, steps));
      return [...withWholeTypes(steps.sorted(), node)];
    });
  }

  /** What the elements and fragments of a symbol are compiled to calls of. */
  async #takenByJsx({ symbol }: SymbolNode): Promise<readonly (Name & { readonly definition: SourceLocation })[]> {
    if (symbol === undefined) return [];
    const { file, declaration, namesakes } = symbol;
    const all = await this.#server.jsxTaken(this.#root.proveFile(file.path), this.#signal);
    const own = all.filter(({ start }) => [declaration, ...namesakes].some((one) => isOf(file, one, start)));
    return own.flatMap(({ start, definitions }) =>
      definitions.map((definition) => ({ file, offset: start, definition })),
    );
  }

  /** What stands behind the imports, and behind what is built, at which the language server ends. */
  async #behindImports(definitions: readonly SourceLocation[]): Promise<ReadonlyMap<SourceLocation, SymbolNode>> {
    const found = new Map<SourceLocation, SymbolNode>();
    let graph: ModuleGraph | undefined;
    const files = new Map<string, SourceFile | undefined>();
    for (const one of definitions) {
      const file = isInstalled(one) ? undefined : files.getOrInsertComputed(one.file, () => this.#sources.at(one.file));
      if (file === undefined) continue;
      const isImport = importAt(file, one.span.start) !== undefined;
      if (!isImport && !isDeclarationFile(file.path)) continue;
      graph ??= await this.#graphNow();
      if (!isImport && !isBuilt(file, graph)) continue;
      const behind = isImport ? nodeBehind : nodeBehindBuilt;
      const node = behind(one, file, graph, this.#sources);
      if (node !== undefined) found.set(one, node);
      else if (!isImport) this.built.add(file.path);
    }
    return found;
  }

  /** What leads nowhere is a key of an index signature, an error, or of no type. */
  async #noteUntyped(places: readonly Name[]): Promise<void> {
    const members = places.filter(
      ({ file, offset }) => isBehindDot(file.text, offset) && namedAt(file.outline.declarations, offset) === undefined,
    );
    const asked = members.slice(0, MAX_ASKED - this.#asked);
    this.#asked += asked.length;
    this.unasked += members.length - asked.length;
    const are = await this.#server.ofAnyType(
      asked.map(({ file, offset }) => ({ path: this.#root.proveFile(file.path), offset })),
      this.#signal,
    );
    const untyped = this.#isDeeper ? this.untypedDeeper : this.untyped;
    this.#isDeeper = true;
    for (const [index, { file, offset }] of asked.entries()) if (are[index]) untyped.add(nameIn(file, offset));
  }

  #overridden(symbol: SymbolNode["symbol"]): Promise<readonly Member[]> {
    return symbol === undefined ? Promise.resolve([]) : this.#heritage.overridden(symbol.file, symbol.declaration);
  }

  #add(steps: Steps, from: SymbolNode, { file, offset }: Name, target: SymbolNode | undefined): void {
    if (target === undefined || (target.symbol !== undefined && isWithin(target, from))) return;
    // Calling it calls a constructor; it is `extends` that names the class.
    if (target.kind === "class" && nameIn(file, offset) === "super") return;
    const use = file.useAt(offset);
    if (use === "mention" || use === "import") return;
    steps.add(target, use === "declaration" ? tieOf(file, offset) : use);
  }

  /** Without the signatures of packages by which what the workspace declares is called: `new (message?: string): Error` of its errors. */
  #ownFirst({ file, offset }: Name, definitions: readonly SourceLocation[]): readonly SourceLocation[] {
    if (definitions.every(isInstalled) || !definitions.some(isInstalled)) return definitions;
    const name = nameIn(file, offset);
    return definitions.filter((one) => {
      const declaring = isInstalled(one) ? this.#sources.at(one.file) : undefined;
      return declaring === undefined || nameIn(declaring, one.span.start) === name;
    });
  }

  /** What packages add to a declaration of TypeScript's own library belongs to that as well, and is left out with it. */
  #withoutLibrary(definitions: readonly SourceLocation[]): readonly SourceLocation[] {
    const own = definitions.find(isOfTypeScript);
    if (own === undefined) return definitions;
    const file = this.#sources.at(own.file);
    this.library.add(file === undefined ? "" : nameIn(file, own.span.start));
    return definitions.filter((one) => one.path !== undefined && placeOf(one).package === undefined);
  }

  /** Undefined for what is local to a function, and for a module as a whole. */
  #targetOf(definition: SourceLocation, use: Name): SymbolNode | undefined {
    const { path, package: owner } = placeOf(definition);
    if (owner === undefined && isData(path)) return { name: basename(path), kind: "module", path, line: 1 };
    if (owner === undefined && definition.path !== undefined) {
      const file = this.#parsed(this.#sources.at(definition.file));
      const declaration = file && namedAt(file.outline.declarations, definition.span.start);
      return file === undefined || declaration === undefined ? undefined : symbolNode(file, declaration);
    }
    const file = this.#sources.at(definition.file);
    if (file === undefined) return undefined;
    if (owner === undefined) {
      const declaration = namedAt(file.outline.declarations, definition.span.start);
      if (declaration === undefined) return undefined;
      this.outside.add(path);
      return { name: declaration.namePath, kind: declaration.kind, path, line: definition.line };
    }
    const name = nameOfUse(use) ?? nameIn(file, definition.span.start);
    return name === "" ? undefined : { name, kind: "package", path, line: definition.line, package: owner };
  }

  /**
   * A member further in than symbols, to which a mapped type may lead. Undefined where the symbol it stands in is a dependency itself,
   * or holds what depends on it.
   */
  #nestedTargetOf(definition: SourceLocation, from: SymbolNode, steps: Steps): SymbolNode | undefined {
    const { span } = definition;
    const file = isInstalled(definition) ? undefined : this.#sources.at(definition.file);
    if (file === undefined || namedAt(file.outline.declarations, span.start) !== undefined) return undefined;
    const around = symbolAround(file.outline.declarations, span.start);
    if (around === undefined) return undefined;
    const made = this.#madeAt(file, span.start);
    if (made !== undefined) return made;
    const owner = symbolNode(file, around);
    if (steps.has(owner) || isWithin(owner, from) || isWithin(from, owner)) return undefined;
    const nested = this.#nested.getOrInsertComputed(file.path, () => this.#sources.withNested(file));
    const declaration = namedAt(nested.outline.declarations, span.start);
    return declaration && symbolNode(nested, declaration);
  }

  /** What a class of JavaScript is given by `this.name = …`. */
  #madeAt(file: SourceFile, offset: number): SymbolNode | undefined {
    return this.#made.getOrInsertComputed(`${offset} ${file.path}`, () => {
      const found = this.#sources.withMade(file, offset);
      return found && symbolNode(found.file, found.made);
    });
  }

  /** The same, noted where it does not parse. */
  #parsed<File extends SourceFile | undefined>(file: File): File {
    if (file?.outline.failure !== undefined) this.unparsed.add(`${file.path}:${file.outline.failure.line}`);
    return file;
  }
}

/** What types are read of, and that has no symbols of its own. */
function isData(path: string): boolean {
  return /\.jsonc?$/.test(path);
}

/**
 * What the source calls what it names: a package may declare it by another name than it exports it by, or export a module whole.
 * Undefined where nothing is named: the base class that `super` stands for, and what JSX is compiled to calls of.
 */
function nameOfUse({ file, offset }: Name): string | undefined {
  const name = nameIn(file, offset);
  return name === "" || name === "super" ? undefined : name;
}

/**
 * How a name that declares something is tied to what is declared elsewhere: a part of what a module declares extends that, a member
 * declares what another type asks of it, and a key of some other object literal only names it.
 */
function tieOf({ outline: { declarations } }: SourceFile, offset: number): Dependence {
  const declared = namedAt(declarations, offset);
  if (declared === undefined) return "reference";
  return ownerOf(declarations, declared)?.kind === "namespace" ? "extends" : "implements";
}

/** Whether what stands at an offset is a part of a declaration, as with {@link namesOf}. */
function isOf(file: SourceFile, { span, statement }: Declaration, offset: number): boolean {
  if (!contains(statement ?? span, { start: offset, end: offset })) return false;
  return statement === undefined || file.enclosing(offset).some((one) => contains(span, one.span));
}

/** None for a declaration in a package. */
function codeOf(symbol: SymbolNode["symbol"], names: readonly Name[]): CodeOfSymbol[] {
  if (symbol === undefined) return [];
  const spans = [symbol.declaration, ...symbol.namesakes].map(({ statement, span }) => statement ?? span);
  return [{ file: symbol.file, spans, names: names.map(({ offset }) => offset) }];
}

/** The offsets of the names that a declaration is made of. */
function namesOf(file: SourceFile, { span, lead, statement }: Declaration): number[] {
  const { start, end } = statement ?? span;
  // In JavaScript the types of a declaration stand in the comment above it.
  const names = file.namesIn({ start: Math.min(start, lead?.start ?? start), end });
  if (statement === undefined) return names;
  // An initializer that several names share belongs to each of them, that of another name to none but that.
  return names.filter((offset) => file.enclosing(offset).some((one) => contains(span, one.span)));
}

/**
 * Whether a step leads to a class that is only named as a type: of that the members are needed that are used, which are dependencies
 * of their own, and not what all of its code needs.
 */
export function isTypeAlone({ node, via }: Step<SymbolNode, Dependence>): boolean {
  return via === "type" && node.kind === "class";
}

/** Of TypeScript itself: installed beside the workspace's packages, or with a server that stands elsewhere. */
function isOfTypeScript(definition: SourceLocation): boolean {
  const { package: owner } = placeOf(definition);
  if (owner === undefined) return definition.path === undefined && definition.outside === undefined;
  return owner === "typescript" || owner.startsWith("@typescript/");
}

/** Whether a symbol is part of another, or that itself. */
function isWithin({ path, symbol: target }: SymbolNode, { path: home, symbol }: SymbolNode): boolean {
  return (
    path === home &&
    target !== undefined &&
    symbol !== undefined &&
    [symbol.declaration, ...symbol.namesakes].some(({ span }) => contains(span, target.declaration.span))
  );
}
