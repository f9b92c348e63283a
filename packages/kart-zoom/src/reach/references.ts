import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled, type SourceLocation } from "@kart/core/language-server/locations";
import type { Coverage } from "@kart/core/language-server/projects/projects";
import type { Place } from "@kart/core/language-server/questions";
import { withoutTold } from "@kart/core/language-server/uses/keyed-uses";
import type { UnknownValues } from "@kart/core/language-server/uses/unknown-values";
import { type Declaration, isNamedAt, isOfGlobalObject, isValueMember, ownerOf } from "@kart/core/syntax/declaration";
import { askedBeside } from "@kart/core/syntax/merged-declarations";
import { declaresGlobally } from "@kart/core/syntax/module-records/declares-globally";
import type { Use } from "@kart/core/syntax/use-site";
import { isBehindDot } from "@kart/core/text/words";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { withoutUnnamed } from "./coverage.ts";
import { type AskedPlace, askedPlaces, namedAt, nameIn, nameOffset } from "../source/asked-place.ts";
import { isKeyOfLiteral } from "../source/literal-key.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { SourceFiles } from "../source/source-files.ts";
import { variablesAlone } from "./taken-variables.ts";

/** How a reference depends on what it refers to; `definition` where it is that itself. */
export type Via = Exclude<Use, "declaration"> | "override" | "definition";

/** A reference in a file of the workspace. */
export interface Reference {
  readonly file: SourceFile;
  /** UTF-16 offset of the name. */
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly via: Via;
  /** The innermost declarations around it; none for code of the module itself. */
  readonly enclosing: readonly Declaration[];
}

export interface ReferencesFound {
  /** By path, line and column. */
  readonly references: readonly Reference[];
  readonly coverage: Coverage;
  /** Where a member may be used besides, on values that have no type. */
  readonly unknown: UnknownValues;
  /** Where it is declared, as far as that takes the language server to tell. */
  readonly definitions: readonly SourceLocation[];
  /** Files that declare it, from the root. */
  readonly declaring: ReadonlySet<string>;
}

/**
 * Every reference to what stands at a place. At an import or a use, all references to what that leads to are meant, not those to
 * the alias alone.
 *
 * @param alike other places that mean the same, though the language server does not know it
 */
export async function referencesTo(
  place: AskedPlace,
  alike: readonly Place[],
  server: LanguageServer,
  sources: SourceFiles,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ReferencesFound> {
  const asked = withoutImport(place);
  const definitions = asked.declaration === undefined ? await server.definition(asked, signal) : [];
  const [, ...namesakes] = askedPlaces(asked);
  const meaning = withoutVariables(asked, definitions, sources);
  const origins = withParts(sources, [...originsOf(asked, meaning, workspace.root), ...namesakes]);
  const meant = asked.declaration === undefined ? placesToAsk(asked, origins, sources) : origins;
  // The variable that `require()` gives what is declared elsewhere has uses that are its own: who exports it.
  const own = place.declaration?.isImport === true ? [...new Set([...meant, asked])] : meant;
  const places = [...own, ...alike];
  using reading = sources.readAhead(server, nameIn(asked.file, asked.offset));
  const answer = await server.referencesOfAll(places, signal, () => reading[Symbol.dispose]());
  const { declaration, file } = asked;
  const isMember =
    declaration === undefined
      ? origins.some((one) => isMemberAt(sources, one))
      : isValueMember(file.outline.declarations, declaration);
  const members = isMember ? places : [];
  const open = declaration !== undefined && isOfGlobalObject(file.outline.declarations, declaration) ? places : members;
  const isOfEnum = origins.some(
    (one) => symbolAt(sources, one.path.absolute, one.offset)?.declaration.kind === "enum-member",
  );
  const [unlisted, computed, ties] = await Promise.all([
    server.unlistedUses(open, answer.references.flat(), signal, isOfEnum ? places : []),
    server.computedUses(isOfEnum ? places : members, signal, { inTypes: true }),
    Promise.all(members.map((one) => server.staticTies(one, signal))),
  ]);
  const coverage = withoutTold(answer.coverage, unlisted.quoted?.found ?? []);
  const beside = ties.flatMap((one) => one.beside);
  // Who asks inside a function at the name that is both means both.
  const isVariable = (one: Place) => one !== asked || asked.declaration !== undefined;
  const found = await variablesAlone(places, answer.references, isVariable, sources, server, workspace.root, signal);
  const isForeign = isOfPackages(asked, definitions, sources, workspace.root);
  // Which packages that use it are loaded hangs on what was asked before.
  const listed = [...found.flat().filter((one) => !isInstalled(one)), ...(isForeign ? [] : beside)];
  // The module that a name holds is declared by no name.
  const declared =
    isForeign || definitions.some(isModule) ? [] : origins.flatMap((one) => namedPlaces(one, declaration));
  const symbols = declared.flatMap(({ path, offset }) => symbolAt(sources, path.absolute, offset) ?? []);
  const declarations = symbols.map((one) => one.declaration);
  return {
    references: referencesIn(sources, listed, declared, declarations),
    coverage: withoutUnnamed(coverage, declaration === undefined ? symbols : [{ file, declaration }]),
    unknown: { ...unlisted, computed },
    definitions,
    declaring: new Set(origins.map(({ path }) => path.relative)),
  };
}

/** Whether what is asked about is declared in packages: of `f({ name })` the member, wherever its variable is declared. */
function isOfPackages(
  asked: AskedPlace,
  definitions: readonly SourceLocation[],
  sources: SourceFiles,
  root: WorkspaceRoot,
): boolean {
  const own = definitions.filter((one) => !isInstalled(one));
  if (own.length === definitions.length) return false;
  return (
    own.length === 0 ||
    (isShorthand(asked, "ObjectExpression") && !originsOf(asked, own, root).some((one) => isMemberAt(sources, one)))
  );
}

/** A place where something is declared, and the others at which the compiler says that it is. */
export function namedPlaces(place: Place, declaration: Declaration | undefined): readonly Place[] {
  return [place, ...(declaration?.otherNames ?? []).map(({ start }) => ({ path: place.path, offset: start }))];
}

/** What `require()` gives a variable is declared elsewhere, as what an import names is. */
function withoutImport({ declaration, ...place }: AskedPlace): AskedPlace {
  return declaration === undefined || declaration.isImport === true ? place : { ...place, declaration };
}

/** Without the variables that shorthands make members of, where a use of such a member is asked about: the server names both. */
function withoutVariables(
  { path, offset }: Place,
  definitions: readonly SourceLocation[],
  sources: SourceFiles,
): readonly SourceLocation[] {
  const members = definitions.filter(({ file: absolute, span }) => {
    const file = absolute === path.absolute && span.start === offset ? undefined : sources.at(absolute);
    return file !== undefined && isShorthand({ file, offset: span.start }, "ObjectExpression");
  });
  return members.length === 0 ? definitions : members;
}

/** Where the workspace declares what a place refers to; the place itself where that is elsewhere, nowhere, or a whole module. */
function originsOf(place: Place, definitions: readonly SourceLocation[], root: WorkspaceRoot): readonly Place[] {
  if (definitions.length === 0 || definitions.some((one) => isInstalled(one) || isModule(one))) return [place];
  return definitions.map(({ path, span }) => ({ path: root.proveFile(path as string), offset: span.start }));
}

/** Places where something is declared, each once, with those of the same symbol that have to be asked about besides. */
function withParts(sources: SourceFiles, places: readonly Place[]): readonly Place[] {
  const all = places.flatMap((place) => {
    const file = sources.at(place.path.absolute);
    const declared = file && namedAt(file.outline.declarations, place.offset);
    const beside = declared && askedBeside(file.outline.declarations, declared);
    return beside === undefined
      ? [place]
      : [place, { path: place.path, offset: nameOffset(file as SourceFile, beside) }];
  });
  return [...new Map(all.map((one) => [`${one.path.absolute}\0${one.offset}`, one])).values()];
}

/** The definition of a name that holds a module is all of the module's file. */
function isModule({ span }: SourceLocation): boolean {
  return span.start === 0;
}

/**
 * Where the language server is asked. At a shorthand it answers for the property and for the variable: who names a variable that
 * `const { a } = o` declares means that alone.
 */
function placesToAsk(asked: AskedPlace, origins: readonly Place[], sources: SourceFiles): readonly Place[] {
  const isOfBoth = ({ path, offset }: Place) => {
    const file = path.absolute === asked.path.absolute ? sources.at(path.absolute) : undefined;
    return file !== undefined && isShorthand({ file, offset });
  };
  // At a shorthand of a literal it answers for the member alone: the variable is asked about where it is declared.
  const isMember = isShorthand(asked, "ObjectExpression");
  const places = new Set(origins.map((one) => (isOfBoth(one) && !isMember ? asked : one)));
  // Of a union's member the definition is that of the first type alone.
  if (isShorthand(asked) || isBehindDot(asked.file.text, asked.offset) || isDeclaredBeside(asked, origins))
    places.add(asked);
  return [...places];
}

/** Whether the file declares a value under the name that it imports a type by: the definition is that of the type, wherever it is asked. */
function isDeclaredBeside({ path, file, offset }: AskedPlace, origins: readonly Place[]): boolean {
  if (origins.some((one) => one.path.absolute === path.absolute)) return false;
  const name = nameIn(file, offset);
  return file.outline.declarations.some((one) => one.name === name && one.isImport !== true);
}

/**
 * Whether a name is that of a property and of a variable: `const { a } = o` leads to the property alone, `({ a })` to the variable.
 */
function isShorthand({ file, offset }: Pick<AskedPlace, "file" | "offset">, of?: "ObjectExpression"): boolean {
  return file.nodesAround(offset).some(({ node, span }, at, around) => {
    if (node.type !== "Property" || !node.shorthand) return false;
    if (of !== undefined && around[at - 1]?.node.type !== of) return false;
    return offset <= span.start + (node.key.end - node.key.start);
  });
}

function symbolAt(
  sources: SourceFiles,
  absolute: string,
  offset: number,
): { readonly file: SourceFile; readonly declaration: Declaration } | undefined {
  const file = sources.at(absolute);
  if (file === undefined) return undefined;
  const known = namedAt(file.outline.declarations, offset);
  if (known !== undefined) return { file, declaration: known };
  // What is declared further in, `user.email` of a form, is no symbol.
  const nested = sources.withNested(file);
  const declaration = namedAt(nested.outline.declarations, offset);
  return declaration && { file: nested, declaration };
}

/** Whether a place is the name of a member that it declares. */
function isMemberAt(sources: SourceFiles, { path, offset }: Place): boolean {
  const declared = symbolAt(sources, path.absolute, offset);
  if (declared !== undefined) return isValueMember(declared.file.outline.declarations, declared.declaration);
  // Nor is what an assignment declares, `this.name = …`.
  return isBehindDot(sources.at(path.absolute)?.text ?? "", offset);
}

/**
 * Locations as references, each once.
 *
 * @param origins where what was asked about is declared
 * @param declarations what stands there, as far as it is a symbol
 */
export function referencesIn(
  sources: SourceFiles,
  locations: readonly SourceLocation[],
  origins: readonly Place[],
  declarations: readonly Declaration[],
): Reference[] {
  const files = Map.groupBy(locations, ({ file }) => file);
  const found = [...files]
    .toSorted(([a], [b]) => compare(a, b))
    .flatMap(([absolute, all]) => {
      const places = [...new Map(all.map((one) => [one.span.start, one])).values()];
      const inOrder = places.toSorted((a, b) => a.span.start - b.span.start);
      const isWithin = all[0]?.path !== undefined;
      const file = isWithin ? sources.at(absolute, () => inOrder.map(({ span }) => span.start)) : undefined;
      return file === undefined ? [] : inOrder.map((one) => referenceAt(sources, file, one, origins, declarations));
    });
  // Who only passes a class on does not construct it.
  const isConstructed = declarations.some(({ kind }) => kind === "constructor");
  return isConstructed ? found.filter((one) => !isPassedOn(one)) : found;
}

/** Whether a module exports something there, and declares nothing by that. */
export function isPassedOn({ via, enclosing }: Pick<Reference, "via" | "enclosing">): boolean {
  return via === "re-export" && enclosing.every(({ holdsExports }) => holdsExports === true);
}

function referenceAt(
  sources: SourceFiles,
  file: SourceFile,
  { file: absolute, span, line, column }: SourceLocation,
  origins: readonly Place[],
  declarations: readonly Declaration[],
): Reference {
  const enclosing = file.enclosing(span.start);
  const use = file.useAt(span.start);
  const isOrigin = origins.some((one) => one.path.absolute === absolute && one.offset === span.start);
  const isHere = origins.some(({ path }) => path.absolute === absolute);
  const isOwn =
    (isOrigin && !isLaterAssignment(file, span, origins)) ||
    (use === "declaration" && enclosing.some((one) => declarations.includes(one)));
  const via = isOwn
    ? "definition"
    : use === "declaration"
      ? tiedBy(declarations, file, enclosing, span.start, isHere || declaresGlobally(sources.oxc, file.path, file.text))
      : use;
  // What `require()` gives stands in no declaration: it is one itself.
  const around = via === "import" ? enclosing.filter(({ isImport }) => isImport !== true) : enclosing;
  return { file, offset: span.start, line, column, via, enclosing: around };
}

/** In JavaScript each `this.name =` declares the property; what comes behind the first of a file writes it. */
function isLaterAssignment(
  file: SourceFile,
  { start, end }: SourceLocation["span"],
  origins: readonly Place[],
): boolean {
  const isAssigned =
    /^\s*=(?![=>])/.test(file.text.slice(end, end + 40)) &&
    /\.\s*$/.test(file.text.slice(Math.max(0, start - 40), start));
  // Of `module.exports =` the compiler names the start, too.
  const isSame = (offset: number) => /^module\s*\.\s*$/.test(file.text.slice(offset, start));
  return (
    isAssigned && origins.some(({ path, offset }) => path.relative === file.path && offset < start && !isSame(offset))
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * A declaration that its type ties to the one in question: a part of the same merged symbol, which `extends` it where another module
 * is augmented, or a member of another type.
 *
 * @param mayMerge whether what goes by the same name is the same
 */
function tiedBy(
  declarations: readonly Declaration[],
  file: SourceFile,
  enclosing: readonly Declaration[],
  offset: number,
  mayMerge: boolean,
): Via {
  const tied = enclosing.find((one) => isNamedAt(one, offset));
  // A key of an object literal that is no symbol.
  if (tied === undefined) return "reference";
  // The variable that a shorthand takes its value from overrides nothing: only members do.
  const isMember = tied.namePath !== tied.name;
  const isPart = mayMerge && declarations.some(({ namePath }) => namePath === tied.namePath);
  if (!isMember || isPart) return "definition";
  if (ownerOf(file.outline.declarations, tied)?.kind === "namespace") return "extends";
  // A value of the type is given what that asks for.
  return isKeyOfLiteral(file, offset) ? "implements" : "override";
}
