import { join } from "node:path";
import { declarationTwin } from "../../modules/declaration-twin.ts";
import { stepsTo } from "../../modules/steps-to.ts";
import { importsMeaning } from "../../modules/unresolved-imports.ts";
import { templateNames } from "../../syntax/module-records/angular-names.ts";
import { isDeclarationFile, sourceLanguage } from "../../syntax/parser/source-language.ts";
import { LineIndex } from "../../text/line-index.ts";
import type { SourceLocation } from "../locations.ts";
import { whyUnread } from "../projects/unread-javascript.ts";
import { AngularUses } from "./angular-uses.ts";
import { told } from "./indirect-uses.ts";
import { memberPlaces } from "./member-places.ts";
import type { Declared, UntypedWorld } from "./untyped-world.ts";
import { componentsWithoutImport } from "./without-import.ts";

/** Uses of members that no types lead to: in components and templates, and by files for which TypeScript does not read the one that declares them. */
export class UntypedMembers {
  readonly #world: UntypedWorld;
  readonly #reaching = new Map<string, readonly string[]>();
  readonly #angular: AngularUses;

  constructor(world: UntypedWorld) {
    const { questions, graph, oxc } = world;
    this.#world = world;
    this.#angular = new AngularUses(questions.root, graph, oxc, (path) => world.textOf(path));
  }

  /** `path:line`, absolute, and what else there is to say of it. */
  async of(declared: Declared): Promise<string[]> {
    return [...(await this.#inReaching(declared)), ...this.#inAliased(declared)];
  }

  /** Components and templates that lead to what declares a member, and hold its name. */
  async #inReaching(declared: Declared): Promise<string[]> {
    const { path, declaration } = declared;
    const { name, span, nameRange } = declaration;
    const source = this.#world.textOf(path);
    const before = source.slice(span.start, nameRange.start);
    if (!/^[\p{ID_Start}$_]/u.test(name) || /\bprivate\s/.test(before)) return [];
    // What goes by another name there keeps that.
    const names = [name, ...(this.#world.isOwnName ? [] : templateNames(source, nameRange.start, name))];
    const inTemplates = (one: string) => [...new Set(names.flatMap((each) => this.#angular.of(one, each)))];
    let reaching = this.#reaching.get(path);
    if (reaching === undefined) {
      reaching = [...stepsTo(this.#world.graph, [path]).keys()].sort();
      this.#reaching.set(path, reaching);
    }
    const found = reaching.map(async (one) =>
      sourceLanguage(one) === undefined
        ? [this.#world.word(one, name) ?? []].flat()
        : [...inTemplates(one), ...(await this.#inUnread(path, one, name))],
    );
    return (await Promise.all([...found, this.withoutImport(declared, reaching)])).flat();
  }

  /** Components that hold the name of what they need not import. */
  async withoutImport({ path, declaration }: Declared, reaching?: readonly string[]): Promise<string[]> {
    const { name, isGlobal } = declaration;
    const isExported = this.#world.graph.nodes
      .get(path)
      ?.record.exports.some(({ local, name: as }) => (local ?? as) === name);
    if (!isGlobal && reaching === undefined && isExported !== true) return [];
    const named = { path, name, isGlobal };
    const all = await componentsWithoutImport(
      this.#world.questions,
      this.#world.graph,
      this.#world.oxc,
      named,
      reaching,
    );
    return all.flatMap((one) => this.#world.word(one, name) ?? []);
  }

  /** Where a file uses a name of members, for which TypeScript does not read the one that declares it. */
  async #inUnread(path: string, importer: string, name: string): Promise<string[]> {
    const why = importer === path ? undefined : whyUnread(this.#world.graph, this.#world.layout, path, importer);
    if (why === undefined) return [];
    const source = this.#world.textOf(importer);
    const lines = new LineIndex(source);
    const offsets = memberPlaces(source, name, true);
    const suspect = { file: join(this.#world.questions.root.absolute, importer), source, offsets };
    // What a package ships types of elsewhere, `types/a.d.ts` of `src/a.js`, is what these lead to.
    const { packages } = this.#world.layout;
    const owner = packages.packageOf(path);
    const isDescribed = ({ path: at }: SourceLocation) =>
      at !== undefined && isDeclarationFile(at) && owner !== undefined && packages.packageOf(at) === owner;
    const { untold } = await told(this.#world.questions, [suspect], [], isDescribed);
    // Where a declaration file speaks for it, that is what its members lead to.
    const isByTwin = declarationTwin(this.#world.graph, path) !== undefined;
    const all = new Set(isByTwin ? offsets.map((offset) => lines.lineAt(offset)) : untold.map(({ line }) => line));
    return all.size === 0 ? [] : [`${this.#world.at(importer, [...all].join(","))} (perhaps: ${why})`];
  }

  /** Files that import what declares a member in a way that leads nowhere, and hold its name. */
  #inAliased({ path, declaration: { name } }: Declared): string[] {
    return importsMeaning(this.#world.graph, path).flatMap(({ importer, record: { specifier } }) => {
      const line = this.#world.lineOf(importer.path, name);
      return line === undefined ? [] : [this.#world.aliased(importer.path, line, specifier)];
    });
  }
}
