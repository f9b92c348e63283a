import { declarationTwin } from "../../modules/declaration-twin.ts";
import type { ModuleGraph } from "../../modules/module-graph.ts";
import { endsTo, specifierPattern } from "../../modules/specifier-end.ts";
import {
  type DeclarationAt,
  declarationAt,
  type FileDeclarations,
  fileDeclarations,
  symbolAt,
} from "../../syntax/declaration-at.ts";
import { loadParser, parseSource } from "../../syntax/parser/parse.ts";
import { isDeclarationFile, sourceLanguage } from "../../syntax/parser/source-language.ts";
import { nameAt } from "../../text/name-at.ts";
import { isInstalled, type SourceLocation, unique } from "../locations.ts";
import type { Place, Questions } from "../questions.ts";
import { autoImportedUses } from "./auto-imported.ts";
import { shorthandMembers } from "./shorthand-members.ts";
import { UntypedExports } from "./untyped-exports.ts";
import { UntypedMembers } from "./untyped-members.ts";
import { type Declared, type UntypedUses, UntypedWorld } from "./untyped-world.ts";

const NONE: UntypedUses = { found: [], unseen: [] };

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
  const search = new UntypedSearch(new UntypedWorld(questions, graph, layout, await loadParser(), isOwnName));
  return Promise.all(places.map((place) => search.of(place)));
}

/** UTF-16 units before a name that are looked at. */
const NEAR = 80;

class UntypedSearch {
  readonly #world: UntypedWorld;
  readonly #exports: UntypedExports;
  readonly #members: UntypedMembers;
  /** By absolute path; undefined for what does not parse. */
  readonly #declared = new Map<string, FileDeclarations | undefined>();

  constructor(world: UntypedWorld) {
    this.#world = world;
    this.#exports = new UntypedExports(world);
    this.#members = new UntypedMembers(world);
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
      if (declaration.isMember) for (const one of await this.#members.of(declared)) unseen.add(one);
      else {
        const uses = await this.#exports.of(declared);
        found.push(...uses.found);
        for (const one of [...uses.unseen, ...(await this.#members.withoutImport(declared))]) unseen.add(one);
      }
      for (const one of this.#inUnparsed(declared, unseen)) unseen.add(one);
      const { name, isMember } = declaration;
      const asked = { definition, path: definition.path, name, isMember };
      const auto = await autoImportedUses(this.#world.questions, this.#world.graph, asked, this.#world.isOwnName);
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
    const members = await this.#world.questions.definitions(place);
    const definitions = unique([...(await this.#takenApart(place)), ...members]);
    if (this.#world.isOwnName) return definitions;
    return unique([...definitions, ...(await shorthandMembers(this.#world.questions, place, definitions))]);
  }

  /** What `export const { name } = value` declares, of which the server knows the member that it is taken from. */
  async #takenApart(place: Place): Promise<readonly SourceLocation[]> {
    const { path, offset } = place;
    const file = path.absolute;
    const { source } = this.#world.questions.text(file);
    const name = nameAt(source, offset);
    const isTaken =
      /[{,]\s*$/.test(source.slice(Math.max(0, offset - NEAR), offset)) &&
      /^\s*[,}=]/.test(source.slice(offset + (name ?? "").length));
    if (name === undefined || !isTaken) return [];
    const own = this.#world.questions.reader.located(file, { start: offset, end: offset + name.length });
    const declaration = own && (await this.#declarationOf(own, place));
    return own === undefined || declaration === undefined || declaration.isMember ? [] : [own];
  }

  /** Where the declaration file beside JavaScript declares the same, or that has what such a file declares. */
  #inTwin({ path, declaration: { name } }: Declared): string[] {
    const twin = declarationTwin(this.#world.graph, path);
    // A rename tells of each place there by itself.
    const isTold = this.#world.isOwnName && isDeclarationFile(path);
    const word = twin === undefined || isTold ? undefined : this.#world.word(twin, name);
    const what = isDeclarationFile(path) ? "is what it declares" : "declares it for TypeScript";
    return word === undefined ? [] : [`${word} (${what})`];
  }

  /** Components whose scripts do not parse, so that nobody knows what they import, where they hold a name or a specifier that may lead there. */
  #inUnparsed({ path, declaration: { name } }: Declared, seen: ReadonlySet<string>): string[] {
    if (this.#world.graph.unparsed.length === 0) return [];
    const specifier = new RegExp(specifierPattern(endsTo([path])));
    return this.#world.graph.unparsed.flatMap((one) => {
      if (sourceLanguage(one.path) !== undefined) return [];
      const own = this.#world.at(one.path, "");
      if ([...seen].some((place) => place.startsWith(own))) return [];
      const word = name === "default" ? undefined : this.#world.lineOf(one.path, name);
      if (word === undefined && (this.#world.isOwnName || !specifier.test(this.#world.textOf(one.path)))) return [];
      return [`${this.#world.at(one.path, word ?? one.line)} (NOT PARSED)`];
    });
  }

  /** What stands at a definition: of a constructor its class. */
  async #declarationOf({ file, span }: SourceLocation, place: Place): Promise<DeclarationAt | undefined> {
    const { reader, session } = this.#world.questions;
    // What exports a whole module is to the server the file.
    const isModule = file === place.path.absolute && span.start === 0 && span.end > place.offset;
    const start = isModule ? place.offset : span.start;
    const { found } = await session.candidates.kept(`declared ${start} ${file}`, async () => {
      const parse = () => {
        const outcome = parseSource(this.#world.oxc, file, reader.textOf(file)?.source ?? "");
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
