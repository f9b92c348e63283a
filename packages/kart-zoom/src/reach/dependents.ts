import type { Node } from "oxc-parser";
import { allOf, WHOLE } from "@kart/core/language-server/projects/cover";
import { isInstalled } from "@kart/core/language-server/locations";
import { requiredNamespace } from "@kart/core/syntax/module-records/module-expressions";
import { isLastPart } from "@kart/core/syntax/last-part";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { ReferencesOfAll } from "@kart/core/language-server/uses/all-references";
import type { Coverage } from "@kart/core/language-server/projects/projects";
import type { SourceLocation } from "@kart/core/language-server/locations";
import type { Place } from "@kart/core/language-server/questions";
import type { UnknownValues } from "@kart/core/language-server/uses/unknown-values";
import { type Declaration, isValueMember, ownerOf, typeOwnerOf, walkDeclarations } from "@kart/core/syntax/declaration";
import { askedBeside } from "@kart/core/syntax/merged-declarations";
import { contains } from "@kart/core/text/span";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { SourceFile } from "../source/source-file.ts";
import type { SourceFiles } from "../source/source-files.ts";
import type { Step } from "./breadth-first.ts";
import { withoutUnnamed } from "./coverage.ts";
import { type Dependence, Steps } from "./dependence.ts";
import { Families } from "./families.ts";
import { Heritage } from "./heritage.ts";
import { implementationsOf } from "./implementations.ts";
import { isPassedOn, namedPlaces, type Reference, referencesIn } from "./references.ts";
import { variablesAlone } from "./taken-variables.ts";
import { moduleNode, placeOfNode, type SymbolNode, symbolNode } from "./symbol-node.ts";
import { addedTo, unseenUser } from "./unseen-users.ts";

type Declared = NonNullable<SymbolNode["symbol"]>;

interface Question {
  readonly place: Place;
  readonly file: SourceFile;
  readonly declaration: Declaration;
  /** Whether it is about what takes all of what a member is one of. */
  readonly isWhole: boolean;
}

/** Finds who depends on symbols, and keeps what the answers stand on. */
export class Dependents {
  readonly #server: LanguageServer;
  readonly #sources: SourceFiles;
  readonly #workspace: Workspace;
  readonly #signal: AbortSignal;
  readonly #heritage: Heritage;
  readonly #families: Families;
  readonly #coverages: Coverage[] = [];
  /** Of the first node alone: those that lead to it go by many names, and each takes many questions. */
  #unknown: Promise<UnknownValues> | undefined;

  constructor(server: LanguageServer, sources: SourceFiles, workspace: Workspace, signal: AbortSignal) {
    this.#server = server;
    this.#sources = sources;
    this.#workspace = workspace;
    this.#signal = signal;
    this.#heritage = new Heritage(server, sources, workspace.root, signal);
    this.#families = new Families(this.#heritage, server, workspace.root, signal);
  }

  /** What all answers so far stand on. */
  coverage(): Coverage {
    return allOf(this.#coverages);
  }

  /** Where the first node that was asked about, a member, may be used besides. */
  unknown(): Promise<UnknownValues> {
    return this.#unknown ?? Promise.resolve({ found: [], unasked: 0 });
  }

  /** Those that depend on each of some nodes, by path and line; none for code of a module, which nobody can refer to. */
  async of(nodes: readonly SymbolNode[]): Promise<Step<SymbolNode, Dependence>[][]> {
    const asked = nodes.map(({ symbol }) => (symbol === undefined ? [] : this.#questions(symbol)));
    const questions = asked.flat();
    if (questions.length === 0) return nodes.map(() => []);
    const { references, coverage } = await this.#references(questions, nodes[0]?.symbol?.declaration.name ?? "");
    this.#coverages.push(
      withoutUnnamed(
        coverage,
        nodes.flatMap(({ symbol }) => symbol ?? []),
      ),
    );
    const isFirst = this.#unknown === undefined;
    this.#unknown ??= this.#unknownOf(
      nodes[0],
      questions.slice(0, 1).map(({ place }) => place),
      references[0] ?? [],
    );
    // What fails is told where it is waited for.
    this.#unknown.catch(() => {});
    let at = 0;
    const answers = asked.map((own) => own.map((question) => ({ ...question, locations: references[at++] ?? [] })));
    return Promise.all(
      nodes.map(async ({ symbol }, index) => {
        if (symbol === undefined) return [];
        const found = (answers[index] ?? []).flatMap(({ place, declaration, locations, isWhole }) =>
          referencesIn(this.#sources, locations, namedPlaces(place, declaration), [declaration]).filter(
            (one) => !isWhole || isUsedWhole(one),
          ),
        );
        const { file, declaration } = symbol;
        const meant = await this.#families.meant(file, declaration, found);
        const uses = await this.#withoutBases(file, declaration, meant);
        const added = isFirst && index === 0 ? addedTo(file, declaration) : undefined;
        const unseen = new Set([
          ...(added === undefined ? [] : [added]),
          ...uses.flatMap((one) => unseenUser(one) ?? []),
        ]);
        if (unseen.size > 0) this.#coverages.push({ ...WHOLE, complete: false, unseen: [...unseen] });
        return stepsFrom(uses, symbol);
      }),
    );
  }

  async #unknownOf(
    node: SymbolNode | undefined,
    places: readonly Place[],
    known: readonly SourceLocation[],
  ): Promise<UnknownValues> {
    const isOfEnum = node?.symbol?.declaration.kind === "enum-member";
    const [unlisted, computed] = await Promise.all([
      this.#server.unlistedUses(isMember(node) ? places : [], known, this.#signal, isOfEnum ? places : []),
      // Who takes the whole of an object is among the dependents.
      this.#server.computedUses(isOfClass(node) ? places : [], this.#signal),
    ]);
    return { ...unlisted, computed };
  }

  async #references(questions: readonly Question[], name: string): Promise<ReferencesOfAll> {
    const known = await Promise.all(
      questions.map(({ place, file, declaration }) => this.#families.known(place, file, declaration)),
    );
    const places = questions.flatMap(({ place }, at) => (known[at] === undefined ? [place] : []));
    using reading = this.#sources.readAhead(this.#server, name);
    const { references, coverage } = await this.#server.referencesOfAll(places, this.#signal, () => {
      reading[Symbol.dispose]();
    });
    const { root } = this.#workspace;
    const found = await variablesAlone(places, references, () => true, this.#sources, this.#server, root, this.#signal);
    for (const one of found) this.#families.learn(one);
    let at = 0;
    const all = known.map((one) => one ?? found[at++] ?? []);
    // As in kart_references: which packages that use it are loaded hangs on what was asked before.
    return { references: all.map((one) => one.filter((each) => !isInstalled(each))), coverage };
  }

  /** Who takes an object or an enum whole takes each of its members; who names a class or its namespace names the symbol that both are. */
  #questions({ file, declaration, namesakes }: Declared): Question[] {
    const owner = ownerOf(file.outline.declarations, declaration);
    const owners = owner !== undefined && HOLDERS.has(owner.kind) ? [owner] : [];
    const asked = [
      ...partsOf(file, declaration),
      ...namesakes,
      ...owners,
      ...this.#membersOfType(file, declaration, owner),
    ];
    return asked.map((one) => ({
      place: placeOfNode(this.#workspace.root, file, one),
      file,
      declaration: one,
      isWhole: one === owner,
    }));
  }

  /**
   * What a type says a member has: who uses `setBold` of `bold: { setBold(): void }` depends on `bold`, though a type made of the
   * members of all such, `Commands[keyof Commands]`, leads there without it.
   */
  #membersOfType(file: SourceFile, member: Declaration, owner: Declaration | undefined): readonly Declaration[] {
    if (member.kind !== "property" || (owner?.kind !== "interface" && owner?.kind !== "type")) return [];
    // Braces within a function's type are no members of it.
    if (!/^["']?\s*\??\s*:\s*\{/.test(file.text.slice(member.nameRange.end, member.span.end))) return [];
    const all = walkDeclarations(this.#sources.withNested(file).outline.declarations);
    return all.flatMap(({ declaration: one }) => (one !== member && isWithin(one, member) ? [one] : []));
  }

  /** Leaves out the members that this one overrides or implements itself: it depends on them, they do not depend on it. */
  async #withoutBases(
    file: SourceFile,
    declaration: Declaration,
    uses: readonly Reference[],
  ): Promise<readonly Reference[]> {
    const isOfValues = isValueMember(file.outline.declarations, declaration);
    // A member of a value implements that of its type, as `implements` behind a class does not.
    const tied = uses.filter(({ via }) => via === "override" || (isOfValues && via === "implements"));
    if (tied.length === 0) return uses;
    const told = tied.map(async (one) => [one, await this.#heritage.isOverriding(one, file, declaration)] as const);
    const isBelow = new Map(await Promise.all(told));
    const isTold = isBelow.values().every((one) => one !== undefined);
    const below = isTold ? new Set() : await this.#implementing(file, declaration);
    return uses.filter(
      (use) => !isBelow.has(use) || (isBelow.get(use) ?? below.has(`${use.file.path}\0${use.offset}`)),
    );
  }

  /** What the compiler says to implement or override a member: neither what is abstract nor what an interface asks for. */
  async #implementing(file: SourceFile, declaration: Declaration): Promise<ReadonlySet<string>> {
    const place = placeOfNode(this.#workspace.root, file, declaration);
    const [{ references, coverage }, { below }] = await Promise.all([
      implementationsOf(place, file, this.#server, this.#sources, this.#workspace.root, this.#signal),
      this.#server.staticTies(place, this.#signal),
    ]);
    this.#coverages.push(coverage);
    return new Set([...references, ...below].map(({ path, span }) => `${path}\0${span.start}`));
  }
}

function isWithin({ nameRange }: Declaration, { nameRange: { end }, span }: Declaration): boolean {
  return end < nameRange.start && nameRange.end <= span.end;
}

/** A declaration with what its symbol is asked about by besides. */
function partsOf(file: SourceFile, declaration: Declaration): readonly Declaration[] {
  const beside = askedBeside(file.outline.declarations, declaration);
  return beside === undefined ? [declaration] : [declaration, beside];
}

function isMember(node: SymbolNode | undefined): boolean {
  if (node?.symbol === undefined) return false;
  const { file, declaration } = node.symbol;
  return isValueMember(file.outline.declarations, declaration);
}

function isOfClass(node: SymbolNode | undefined): boolean {
  if (node?.symbol === undefined) return false;
  const { file, declaration } = node.symbol;
  return typeOwnerOf(file.outline.declarations, declaration)?.kind === "class";
}

/** Kinds whose members are taken along when the whole is. */
const HOLDERS = new Set<Declaration["kind"]>(["const", "enum"]);

/** Whether a reference takes the whole value rather than one member of it. */
function isUsedWhole({ file, offset, via }: Reference): boolean {
  if (via === "definition" || via === "import" || via === "re-export" || via === "mention") return false;
  const around = file.nodesAround(offset);
  let at = around.findLastIndex(({ node, span }) => span.start === offset && node.type === "Identifier");
  // Of a module that is required the call stands for it.
  if (at === -1) at = around.findLastIndex(({ node }) => requiredNamespace(node) !== undefined);
  // `all.Name` of a namespace stands for what has the name.
  while (isLastPart(around[at]?.node, around[at - 1]?.node)) at--;
  const [user, self] = [around[at - 1]?.node, around[at]?.node];
  if (user?.type === "MemberExpression")
    return user.object !== self || (user.computed && user.property.type !== "Literal");
  if (user?.type === "TSQualifiedName") return user.left !== self;
  if (user?.type === "TSTypeQuery") return !isIndexedByName(around.slice(0, at).map(({ node }) => node));
  // Who has a value of an enum's type has none of its members by that.
  if (user?.type === "TSTypeReference") return false;
  if (user?.type === "VariableDeclarator") return user.id.type !== "ObjectPattern";
  return true;
}

/** Whether the last of some nodes, a type, is asked for one member: `(typeof all)["name"]`. */
function isIndexedByName(around: readonly Node[]): boolean {
  let at = around.length - 1;
  while (around[at - 1]?.type === "TSParenthesizedType") at--;
  const user = around[at - 1];
  return (
    user?.type === "TSIndexedAccessType" &&
    user.objectType === around[at] &&
    user.indexType.type === "TSLiteralType" &&
    user.indexType.literal.type === "Literal"
  );
}

/** References as the declarations that hold them, each once, by path and line. */
function stepsFrom(
  uses: readonly Reference[],
  { file: home, declaration, namesakes }: Declared,
): Step<SymbolNode, Dependence>[] {
  const { path } = home;
  const parts = [...partsOf(home, declaration), ...namesakes];
  const steps = new Steps();
  for (const { file, line, via, enclosing } of uses) {
    if (via === "definition" || via === "mention" || via === "import") continue;
    const isHome = file.path === path;
    // What a module exports of its own depends on nothing more; what it declares by that, `exports.b = a`, has users of its own.
    if (isHome && isPassedOn({ via, enclosing })) continue;
    if (isHome && enclosing.some(({ span }) => parts.some((one) => contains(one.span, span)))) continue;
    if (enclosing.length === 0) steps.add(moduleNode(file, line), via);
    else for (const one of enclosing) steps.add(symbolNode(file, one), via);
  }
  // An import that nothing uses still ties the module to it.
  const files = steps.paths();
  for (const { file, line, via } of uses)
    if (via === "import" && !files.has(file.path) && file.path !== path) steps.add(moduleNode(file, line), "reference");
  return steps.sorted();
}
