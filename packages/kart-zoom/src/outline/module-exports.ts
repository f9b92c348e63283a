import type { Resolution } from "@kart/core/modules/resolver";
import { assignmentOf } from "@kart/core/syntax/common-js/common-js-assignment";
import { exportsComputedAt, exportsGivenAt } from "@kart/core/syntax/common-js/exports-given";
import { type ExportRecord, moduleRecord, type ModuleRecord } from "@kart/core/syntax/module-records/module-record";
import { isJavaScript, sourceLanguage } from "@kart/core/syntax/parser/source-language";
import type { ParsedFile, ParsedFiles } from "./parsed-files.ts";
import { isSpelledOut, namingOf } from "./outline-assigned.ts";
import { outlineFile } from "./outline-file.ts";
import { ownExports } from "./own-exports.ts";
import { isAugmentation, isListed, type Outlined } from "./outline.ts";

/** A symbol under a name that importers of a module use. */
export interface ExportedSymbol {
  /** `default`, `export=`, or the name between the braces of an import. */
  readonly name: string;
  readonly outlined: Outlined;
  /** The file that declares it, relative to the root; of `* as ns` the one that the statement stands in. */
  readonly path: string;
}

/** A statement that passes on what another module exports. 1-based line. */
export interface ReExport {
  readonly specifier: string;
  /** The file it leads to, where that is one of the workspace. */
  readonly path?: string;
  /** The file it stands in, where that is not the one asked about: it takes from a package what the module passes on. */
  readonly from?: string;
  /** `a`, `a as b`, `*`, `* as ns`. */
  readonly names: readonly string[];
  readonly line: number;
}

export interface ModuleExports {
  readonly symbols: readonly ExportedSymbol[];
  readonly reExports: readonly ReExport[];
  /** What it declares for others under no name of its own: `global`, `"module"`. */
  readonly augments: readonly string[];
  /** Set where it may have exports that no syntax tells; with the lines, 1-based, that give all to others, and that work names out. */
  readonly open?: { readonly given: readonly number[]; readonly computed: readonly number[] };
  /** Exported names of the workspace whose declaration was not found. */
  readonly missing: readonly string[];
  /** Files in which something may be missing. 1-based line. */
  readonly unparsed: readonly { readonly path: string; readonly line: number; readonly message: string }[];
}

/** How a specifier of a file is resolved. Asked only where something is exported again. */
export type Resolve = (importer: string, specifier: string) => Resolution;

/** Reads what modules export, through `export *` and chains of re-exports. Good for one question. */
export class ModuleExportReader {
  readonly #sources: ParsedFiles;
  readonly #openResolver: () => Promise<Resolve>;
  readonly #records = new Map<string, ModuleRecord>();
  /** By file and name: of thousands each is looked for. */
  readonly #exports = new Map<string, ReadonlyMap<string, readonly ExportRecord[]>>();
  readonly #outlined = new Map<string, ReadonlyMap<string, readonly Outlined[]>>();
  #resolver: Promise<Resolve> | undefined;
  #resolve: Resolve = () => ({ kind: "unresolved", reason: "" });

  constructor(sources: ParsedFiles, openResolver: () => Promise<Resolve>) {
    this.#sources = sources;
    this.#openResolver = openResolver;
  }

  async of(path: string): Promise<ModuleExports> {
    const record = this.#record(path);
    const reExports = record.stars.length > 0 || record.exports.some(({ from }) => from !== undefined);
    if (reExports) this.#resolve = await (this.#resolver ??= this.#openResolver());
    const symbols: ExportedSymbol[] = [];
    const names = new Set<string>();
    const missing: string[] = [];
    const elsewhere: Elsewhere[] = [];
    const reached = new Set([path]);
    // A set grows while it is walked: the nearest modules come first, and their names hide those behind them.
    for (const at of reached) {
      const { exports, stars } = this.#record(at);
      const here = new Set<string>();
      for (const one of exports) {
        const isOwn = at === path || (one.name !== "default" && one.name !== "export=");
        if (!isOwn || names.has(one.name) || here.has(one.name)) continue;
        if (one.namespace !== undefined && this.#members(at, one).length > 0) continue;
        if (one.name === "export=" && isSaid(one, exports, this.#sources.within(at))) continue;
        // What else `module.exports = require()` passes on its names say.
        if (one.name === "export=" && one.from?.imported === "*" && this.#whole(at, one, new Set()) === undefined)
          continue;
        here.add(one.name);
        const found = this.#find(at, one.name, new Set());
        const [first, ...more] = found.elsewhere;
        if (found.symbols.length > 0) symbols.push(...found.symbols.map((symbol) => ({ ...symbol, name: one.name })));
        // Which of several packages has it, only the compiler knows.
        else if (first === undefined || more.length > 0) missing.push(one.name);
        else elsewhere.push({ ...first, name: one.name });
      }
      for (const name of here) names.add(name);
      for (const { specifier, line } of stars) {
        const target = this.#targetOf(at, specifier);
        if (target === undefined) elsewhere.push({ path: at, specifier, line, imported: "*", name: "*" });
        else reached.add(target);
      }
    }
    const involved = [...new Set([path, ...reached, ...symbols.map((symbol) => symbol.path)])];
    return {
      symbols,
      augments: this.#augmentations(path),
      ...this.#openness(path, record),
      reExports: [
        ...this.#reExports(path, record),
        ...statements(elsewhere.filter((one) => one.path !== path)).map(({ path: from, ...one }) => ({ ...one, from })),
      ],
      missing,
      unparsed: involved.flatMap((one) => {
        const file = this.#sources.within(one);
        const failure = file === undefined ? this.#sources.unread(one) : file.failure;
        return failure === undefined ? [] : [{ path: one, ...failure }];
      }),
    };
  }

  /** The one symbol or those that share the name, or the statements that may take it from a package. */
  #find(path: string, name: string, seen: Set<string>): Found {
    const key = `${path}\0${name}`;
    if (seen.has(key)) return NOWHERE;
    seen.add(key);
    const { stars } = this.#record(path);
    const records = this.#exportsNamed(path, name);
    if (records.length > 0) return this.#declared(path, records, seen);
    if (name === "default") return NOWHERE;
    const elsewhere: Elsewhere[] = [];
    for (const { specifier, line } of stars) {
      const target = this.#targetOf(path, specifier);
      if (target === undefined) {
        elsewhere.push({ path, specifier, line, imported: name, name, mayLack: true });
        continue;
      }
      const found = this.#find(target, name, seen);
      if (found.symbols.length > 0 || found.elsewhere.some(({ mayLack }) => mayLack !== true)) return found;
      elsewhere.push(...found.elsewhere);
    }
    return { symbols: [], elsewhere };
  }

  #declared(path: string, records: readonly ExportRecord[], seen: Set<string>): Found {
    const passedOn = records.find(({ from }) => from !== undefined);
    const file = this.#sources.within(path);
    const { name, local, line, start, commonJs } = records[0] as ExportRecord;
    if (passedOn?.from !== undefined) {
      const { specifier, imported } = passedOn.from;
      const target = this.#targetOf(path, specifier);
      if (target === undefined)
        return { symbols: [], elsewhere: [{ path, specifier, line: passedOn.line, imported, name }] };
      if (imported === "*")
        return (
          this.#whole(path, passedOn, seen) ?? declaredBy({ name, path, outlined: namespace(name, specifier, line) })
        );
      return this.#find(target, imported, seen);
    }
    const members = this.#members(path, records[0] as ExportRecord);
    if (members.length > 0) return declaredBy(...members.map((one) => ({ name, path, outlined: one })));
    const outlined = file === undefined ? [] : outlineFile(file);
    const assigned =
      commonJs === true && local === undefined ? outlined.filter((one) => isAssigned(one, name, start)) : [];
    const named = this.#outlined.getOrInsertComputed(path, () => Map.groupBy(outlined, (one) => one.name));
    if (assigned.length > 0) return declaredBy(...assigned.map((one) => ({ name, path, outlined: one })));
    const all = named.get(local ?? name) ?? [];
    // A type that a comment declares exports no variable of its name.
    const inComments = records.every(({ typeOnly }) => typeOnly)
      ? all.filter(({ comment }) => comment !== undefined)
      : [];
    const own = inComments.length > 0 ? inComments : all;
    const found = own.length > 0 || name === local ? own : (named.get(name) ?? []);
    if (found.length > 0) return declaredBy(...found.map((one) => ({ name, path, outlined: one })));
    return file?.parsed === undefined || file.failure !== undefined
      ? NOWHERE
      : declaredBy({ name, path, outlined: unnamed(local ?? name, file, start) });
  }

  /** What `exports.name = require()` exports, where that is one thing rather than a module of several. */
  #whole(path: string, { from, commonJs }: ExportRecord, seen: Set<string>): Found | undefined {
    const target = commonJs === true && from !== undefined ? this.#targetOf(path, from.specifier) : undefined;
    const exports = target === undefined ? [] : this.#record(target).exports;
    const one = exports.find(({ name }) => name === "export=");
    if (target === undefined || one === undefined || isSaid(one, exports, this.#sources.within(target)))
      return undefined;
    const found = this.#find(target, "export=", seen);
    return found.symbols.length > 0 ? found : undefined;
  }

  /** What declares a name inside the namespace that `export =` exports, which shows it. */
  #members(path: string, { namespace: owner, local }: ExportRecord): Outlined[] {
    const file = owner === undefined ? undefined : this.#sources.within(path);
    return (file === undefined ? [] : outlineFile(file))
      .filter(({ kind, name }) => kind === "namespace" && name === owner)
      .flatMap(({ children = [] }) => children.filter((one) => one.name === local && !isListed(one)));
  }

  #augmentations(path: string): string[] {
    const file = this.#sources.within(path);
    return file === undefined
      ? []
      : outlineFile(file)
          .filter(isAugmentation)
          .map(({ name }) => name);
  }

  #openness(path: string, { handsOnExports, exports }: ModuleRecord): Pick<ModuleExports, "open"> {
    const isOpen = handsOnExports === true;
    const file = isOpen || exports.every(({ commonJs }) => commonJs === true) ? this.#sources.within(path) : undefined;
    // To look for either, all of a tree is read.
    if (file?.parsed === undefined || !(isOpen || MAY_COMPUTE.test(file.text)))
      return isOpen ? { open: NONE_SEEN } : {};
    const linesOf = (places: readonly number[]) => places.map((at) => file.lines.lineAt(at));
    const computed = linesOf(exportsComputedAt(file.parsed));
    const given = isOpen ? linesOf(exportsGivenAt(file.parsed)) : [];
    return isOpen || computed.length > 0 ? { open: { given, computed } } : {};
  }

  #reExports(path: string, { exports, stars }: ModuleRecord): ReExport[] {
    const passedOn = exports.flatMap(({ name, line, from }) =>
      from === undefined ? [] : [{ path, specifier: from.specifier, line, imported: from.imported, name }],
    );
    const all = stars.map(({ specifier, line }) => ({ path, specifier, line, imported: "*", name: "*" }));
    return statements([...all, ...passedOn])
      .toSorted((a, b) => a.line - b.line)
      .map(({ specifier, names, line }) => {
        const target = this.#targetOf(path, specifier);
        return { specifier, ...(target === undefined ? {} : { path: target }), names, line };
      });
  }

  #targetOf(path: string, specifier: string): string | undefined {
    const target = this.#resolve(path, specifier);
    const isFile = target.kind === "source" || target.kind === "asset";
    return isFile && sourceLanguage(target.path) !== undefined ? target.path : undefined;
  }

  #fullRecord({ path, text }: ParsedFile): ModuleRecord {
    const outcome = moduleRecord(this.#sources.oxc, path, text);
    return outcome.ok ? outcome.record : (outcome.recovered ?? NOTHING);
  }

  #exportsNamed(path: string, name: string): readonly ExportRecord[] {
    const byName = () => Map.groupBy(this.#record(path).exports, (one) => one.name);
    return this.#exports.getOrInsertComputed(path, byName).get(name) ?? [];
  }

  #record(path: string): ModuleRecord {
    const known = this.#records.get(path);
    if (known !== undefined) return known;
    const file = this.#sources.within(path);
    const record = file === undefined ? NOTHING : withTypes(ownExports(file) ?? this.#fullRecord(file), file);
    this.#records.set(path, record);
    return record;
  }
}

/** Where a name is declared, as far as that is in the workspace. */
interface Found {
  readonly symbols: readonly ExportedSymbol[];
  readonly elsewhere: readonly Elsewhere[];
}

/** A name in a statement of the file `path` that passes on what another module exports. */
interface Elsewhere {
  readonly path: string;
  readonly specifier: string;
  readonly line: number;
  /** As the other module exports it; `*` for all of it. */
  readonly imported: string;
  readonly name: string;
  /** It is an `export *`, of which nobody but the compiler knows whether it has the name. */
  readonly mayLack?: true;
}

const NOWHERE: Found = { symbols: [], elsewhere: [] };

function declaredBy(...symbols: ExportedSymbol[]): Found {
  return { symbols, elsewhere: [] };
}

/** The statements that some names stand in, in the order of the first of each. */
function statements(passedOn: readonly Elsewhere[]): (Pick<Elsewhere, "path" | "specifier" | "line"> & {
  readonly names: readonly string[];
})[] {
  const groups = Map.groupBy(passedOn, ({ path, specifier, line }) => `${path}\0${specifier}\0${line}`);
  return [...groups.values()].map((group) => {
    const { path, specifier, line } = group[0] as Elsewhere;
    const names = group.map(({ imported, name }) => exportEntry(imported, name));
    return { path, specifier, line, names };
  });
}

const NONE_SEEN = { given: [], computed: [] };

/** Where no more is done with the exports, only these may give them names that are worked out. */
const MAY_COMPUTE = /\bObject\s*\.\s*(?:assign|defineProperty)\b/;

const NOTHING: ModuleRecord = { imports: [], computed: [], exports: [], stars: [], hasShebang: false };

/** A module of JavaScript exports the types that its comments declare. */
function withTypes(record: ModuleRecord, file: ParsedFile): ModuleRecord {
  if (!isJavaScript(file.parsed?.language)) return record;
  const types = outlineFile(file).filter(({ kind, exported }) => kind === "type" && exported);
  const exports = types.map(({ name, line }) => ({ name, line, typeOnly: true, local: name, start: 0 }));
  return exports.length === 0 ? record : { ...record, exports: [...record.exports, ...exports] };
}

/** `a`, `a as b`: what passes one export on, by both names. */
export function exportEntry(imported: string, exported: string): string {
  const [from, to] = [exportName(imported), exportName(exported)];
  return from === to ? to : `${from} as ${to}`;
}

/** A name as it stands in an export list: any string may be one. */
export function exportName(name: string): string {
  return name === "*" || /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name) ? name : JSON.stringify(name);
}

function namespace(name: string, specifier: string, line: number): Outlined {
  return {
    name,
    namePath: name,
    kind: "namespace",
    exported: true,
    isPrivate: false,
    signatures: [{ pieces: [`* as ${exportName(name)} from ${JSON.stringify(specifier)}`], line }],
    doc: "",
    line,
    endLine: line,
    exportAs: "export * as",
  };
}

/** Whether an assignment at an offset is what declares it. */
function isAssigned({ name, declaration }: Outlined, exported: string, offset: number): boolean {
  if (declaration === undefined) return false;
  const { span, exportedAs = [name] } = declaration;
  return span.start <= offset && offset < span.end && (exportedAs.includes(exported) || name === exported);
}

/** Whether `module.exports = { a, b: c }` says nothing that its names, exports of their own, do not say. */
function isSaid({ start }: ExportRecord, { length }: readonly ExportRecord[], file: ParsedFile | undefined): boolean {
  const statement = file?.parsed?.program.body.find((one) => one.start <= start && start < one.end);
  if (length === 1 || statement === undefined) return false;
  const values = statement.type === "VariableDeclaration" ? statement.declarations.map(({ init }) => init) : [];
  const value = (statement.type === "ExpressionStatement" ? [statement.expression] : values)
    .flatMap((one) => (one === null ? [] : (assignmentOf(one) ?? [])))
    .find(({ exported }) => exported.some(({ target }) => target.start === start))?.value;
  return value?.type === "ObjectExpression" && isSpelledOut(value);
}

/** What is exported without being declared: assigned to `exports`, or imported by `import x = require()`. */
function unnamed(name: string, { lines, text }: ParsedFile, start: number): Outlined {
  const line = lines.lineAt(start);
  // The record of `exports.name = …` starts at the statement.
  const behindDot = text.startsWith(name, start) ? start : text.indexOf(`.${name}`, start) + 1;
  const isOnLine = (at: number) => at > 0 && lines.lineAt(at) === line;
  // `Object.defineProperty(exports, "name", { … })`.
  const quoted = [`"${name}"`, `'${name}'`].map((one) => text.indexOf(one, start) + 1).find(isOnLine);
  const assigned = isOnLine(behindDot) ? behindDot : (quoted ?? 0);
  // `module` is what holds the exports.
  const named = name === "export=" ? text.indexOf("exports", start) : assigned;
  const at = isOnLine(named) ? named : start;
  const naming = namingOf(name);
  return {
    name,
    namePath: name,
    kind: "const",
    exported: true,
    isPrivate: false,
    signatures: [{ pieces: [`const ${naming.local ?? name}`, { at, part: "type" }], line }],
    doc: "",
    line,
    endLine: line,
    ...naming,
  };
}
