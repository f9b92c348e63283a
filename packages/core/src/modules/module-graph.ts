import { join } from "node:path";
import type {
  ComputedImport,
  ExportRecord,
  ImportedName,
  ImportRecord,
  ModuleRecord,
} from "../syntax/module-records/module-record.ts";
import type { JsxFactories } from "../syntax/module-records/jsx-factory.ts";
import { type MemberUses, memberUses } from "../syntax/module-records/member-uses.ts";
import { sourceLanguage } from "../syntax/parser/source-language.ts";
import type { Span } from "../text/span.ts";
import { type FileVersion, isSameVersion, readTextFile } from "../workspace/read-file.ts";
import type { WorkspaceRoot } from "../workspace/workspace-path.ts";
import { splitPackageSpecifier } from "../workspace/package-manifest.ts";
import type { ProjectFiles } from "../workspace/project-files.ts";
import { isRelative } from "./import-places.ts";
import type { Resolution, Resolver } from "./resolver.ts";

/** One file of the graph. */
export interface ModuleNode {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly record: ModuleRecord;
  /** What the file was when it was read. */
  readonly version: FileVersion;
  /** Where each specifier of the record leads. */
  readonly targets: ReadonlyMap<string, Resolution>;
  /** Other sources that a specifier leads to: under other conditions, on other platforms, in other projects. */
  readonly variants: ReadonlyMap<string, readonly string[]>;
  /** What its JSX calls without naming it; absent where it calls nothing. */
  readonly factories?: readonly JsxFactories[];
  /** Git ignores it, and a source imports it: what it uses counts, and what it exports is not looked at. */
  readonly isIgnored?: true;
}

/** A file whose imports may be missing from the graph. 1-based line. */
export interface UnparsedFile {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** An import that leads nowhere. 1-based line. */
export interface UnresolvedImport {
  readonly path: string;
  readonly line: number;
  readonly specifier: string;
  readonly reason: string;
  /** It may be a package that is not installed, rather than a file that is missing. */
  readonly looksLikePackage: boolean;
}

/** An import seen from the file that it leads to. */
export interface ImportEdge {
  readonly importer: ModuleNode;
  readonly record: ImportRecord;
}

/** All names that a module exports. */
export interface ExportedNames {
  readonly names: ReadonlySet<string>;
  /** It may export more: it re-exports a package, assigns to `exports`, or was not parsed. */
  readonly isOpen: boolean;
}

/**
 * What imports what at one moment; a later question gets another graph. The few texts that are asked for are read as they are then:
 * of a file that changed since, any member may be used.
 */
export class ModuleGraph {
  readonly nodes: ReadonlyMap<string, ModuleNode>;
  readonly unparsed: readonly UnparsedFile[];
  readonly files: ProjectFiles;
  readonly resolver: Resolver;
  readonly root: WorkspaceRoot;
  readonly #edges = new Map<string, ImportEdge[]>();
  readonly #named = new Map<string, ReadonlyMap<string, readonly ExportRecord[]>>();
  readonly #exported = new Map<string, ExportedNames>();
  readonly #uses = new Map<string, MemberUses>();
  readonly #unparsedPaths: ReadonlySet<string>;
  /** The few nodes that compute specifiers: each question about a file asks them all. */
  readonly #computing: readonly ModuleNode[];

  constructor(
    root: WorkspaceRoot,
    files: ProjectFiles,
    resolver: Resolver,
    nodes: ReadonlyMap<string, ModuleNode>,
    unparsed: readonly UnparsedFile[],
  ) {
    this.root = root;
    this.files = files;
    this.resolver = resolver;
    this.nodes = nodes;
    this.unparsed = unparsed;
    this.#unparsedPaths = new Set(unparsed.map(({ path }) => path));
    this.#computing = [...nodes.values()].filter(({ record }) => record.computed.length > 0);
    for (const importer of nodes.values())
      for (const record of importer.record.imports)
        for (const path of this.targetsOf(importer, record.specifier)) {
          const edges = this.#edges.get(path);
          if (edges === undefined) this.#edges.set(path, [{ importer, record }]);
          else edges.push({ importer, record });
        }
  }

  /** Every import that leads to a file of the workspace, in the order of paths and lines. */
  importsOf(path: string): readonly ImportEdge[] {
    return this.#edges.get(path) ?? [];
  }

  /** The workspace file behind a specifier. */
  targetOf({ targets }: ModuleNode, specifier: string): string | undefined {
    const target = targets.get(specifier);
    return target?.kind === "source" || target?.kind === "asset" ? target.path : undefined;
  }

  /** All workspace files behind a specifier, whatever the condition or the platform. */
  targetsOf(node: ModuleNode, specifier: string): string[] {
    return [this.targetOf(node, specifier) ?? [], node.variants.get(specifier) ?? []].flat();
  }

  /** What a file itself exports under a name: a list or declaration of its own, not by `export *`. */
  exportsNamed({ path, record }: ModuleNode, name: string): readonly ExportRecord[] {
    let named = this.#named.get(path);
    if (named === undefined) this.#named.set(path, (named = Map.groupBy(record.exports, (one) => one.name)));
    return named.get(name) ?? [];
  }

  /**
   * The module's own names and those that `export *` brings.
   *
   * @param own what was read of a file that git ignores, which is no node
   */
  exportedNames(path: string, own = this.nodes.get(path)): ExportedNames {
    const isKnown = this.nodes.has(path);
    const known = isKnown ? this.#exported.get(path) : undefined;
    if (known !== undefined) return known;
    const names = new Set<string>();
    let isOpen = false;
    const reached = new Set([path]);
    for (const at of reached) {
      const node = at === path ? own : this.nodes.get(at);
      // What a component exports its compiler makes.
      if (node === undefined || this.#unparsedPaths.has(at) || sourceLanguage(at) === undefined) isOpen = true;
      if (node?.record.handsOnExports === true) isOpen = true;
      for (const { name, commonJs } of node?.record.exports ?? []) {
        if (at === path || (name !== "default" && name !== "export=")) names.add(name);
        if (commonJs === true || name === "export=") isOpen = true;
      }
      for (const { specifier } of node?.record.stars ?? []) {
        const targets = this.targetsOf(node as ModuleNode, specifier);
        if (targets.length === 0) isOpen = true;
        for (const target of targets) reached.add(target);
      }
    }
    const exported = { names, isOpen };
    if (isKnown) this.#exported.set(path, exported);
    return exported;
  }

  /** The text of a file as it is now; undefined where there is none, or where a symlink leads to it. */
  text(path: string): string | undefined {
    const outcome = readTextFile(join(this.root.absolute, path));
    return outcome.status === "read" ? outcome.text : undefined;
  }

  /** Whether a file, other than one that is no text, may not be read: it may import anything. */
  isUnreadable(path: string): boolean {
    return readTextFile(join(this.root.absolute, path)).status === "unreadable";
  }

  /**
   * The members used of a binding that turned out to be a namespace; read from the file's text when first asked. All where that is not
   * the one that the record is of, whose offsets are others.
   */
  membersUsed(importer: ModuleNode, name: ImportedName): MemberUses {
    const named = this.#membersNamed(importer, name);
    const taken = membersTaken(importer, name.local);
    return named === "all" || taken.length === 0 ? named : [...new Set([...named, ...taken])];
  }

  #membersNamed(importer: ModuleNode, name: ImportedName): MemberUses {
    if (name.members !== undefined) return name.members;
    // Nothing is called by it, so that nothing tells.
    if (name.local === "*") return "all";
    const key = `${importer.path}\0${name.local}`;
    const known = this.#uses.get(key);
    if (known !== undefined) return known;
    const uses = sourceLanguage(importer.path) === undefined ? "all" : this.#membersIn(importer, name.local);
    this.#uses.set(key, uses);
    return uses;
  }

  #membersIn({ path, record, version }: ModuleNode, local: string): MemberUses {
    const outcome = readTextFile(join(this.root.absolute, path));
    if (outcome.status !== "read" || !isSameVersion(outcome.version, version)) return "all";
    return memberUses(outcome.text, local, statementsOf(record, local, outcome.text));
  }

  /** Imports that do not lead anywhere, and so may be meant for any file. */
  unresolved(): UnresolvedImport[] {
    return [...this.nodes.values()].flatMap(({ path, record, targets }) =>
      record.imports.flatMap(({ specifier, line }) => {
        const target = targets.get(specifier);
        if (target?.kind !== "unresolved") return [];
        return [
          {
            path,
            line,
            specifier,
            reason: target.reason,
            looksLikePackage: splitPackageSpecifier(specifier) !== undefined,
          },
        ];
      }),
    );
  }

  /** Imports whose specifier is computed; with `target`, those that may lead to it. */
  computed(target?: string): { readonly path: string; readonly line: number; readonly prefix: string }[] {
    return this.#computing.flatMap(({ path, record }) =>
      record.computed.flatMap((one) =>
        target === undefined || mayLeadTo(path, one, target) ? [{ path, line: one.line, prefix: one.prefix }] : [],
      ),
    );
  }
}

/** The members of a binding that JSX takes without naming them. */
function membersTaken({ factories = [] }: ModuleNode, local: string): string[] {
  return factories
    .flatMap(({ element, fragment }) => [element, fragment])
    .flatMap(([root, member]) => (root === local && member !== undefined ? member : []));
}

/** Where a binding is imported and exported rather than used; import statements name modules, too, which may be called alike. */
function statementsOf({ imports, exports }: ModuleRecord, local: string, text: string): Span[] {
  const isStatement = ({ start, dynamic, reExport }: ImportRecord) =>
    reExport || (!dynamic && /^import\b(?!\s*\()/.test(text.slice(start, start + 20)));
  return [
    ...imports.filter(isStatement),
    ...exports.flatMap((one) => (one.local === local ? [{ start: one.start, end: one.start + 1 }] : [])),
  ];
}

/** A prefix that is not relative may be a package or an alias: only an empty one or a relative one says something. */
export function mayLeadTo(importer: string, { prefix }: ComputedImport, target: string): boolean {
  if (prefix === "") return true;
  if (!isRelative(prefix)) return !/^[\w@-]/.test(prefix) || target.includes(prefix.replace(/^@?[^/]*\//, ""));
  const start = join("/", importer, "..", prefix).slice(1).replaceAll("\\", "/");
  return target.startsWith(start);
}
