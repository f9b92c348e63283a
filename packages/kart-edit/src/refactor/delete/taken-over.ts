import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled, type SourceLocation } from "@kart/core/language-server/locations";
import type { Place } from "@kart/core/language-server/questions";
import { classMembersNamed, type ClassMember } from "@kart/core/syntax/class-members";
import { isNamedAt, walkDeclarations } from "@kart/core/syntax/declaration";
import { declarationsOf } from "@kart/core/syntax/declarations";
import { type ParsedSource, type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { useAt } from "@kart/core/syntax/use-site";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import { gapNote, linesByFile } from "@kart/core/text/gap-note";
import { contains, type Span } from "@kart/core/text/span";
import { isOfLibrary, placeInPackage } from "@kart/core/workspace/installed-package";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { isMemberOfValues, ownerOf, type Target } from "../../planning/plan.ts";
import { LIBRARY } from "../rename/library-names.ts";

/** What is left of a member in the classes above, once what overrides it is gone. */
export interface TakeOver {
  /** Its name path, where it has one. */
  readonly name: string;
  /** Absent where TypeScript's library declares it. */
  readonly place?: LinePlace;
  /** Whether it has a value or a body. */
  readonly hasValue: boolean;
  /** The accessor of the same name that stays, and hides it. */
  readonly hiddenBy?: "getter" | "setter";
  /** Where it is used, or what it overrides or implements itself: these may have meant what is gone. */
  readonly uses: readonly LinePlace[];
}

interface LinePlace {
  /** From the root, with `/`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/**
 * Those of the references to a member of a class that mean it and no other, by the types of what they are used on, and what takes its
 * place elsewhere. The language server names with a member all that it overrides, and what else overrides that.
 *
 * @param own where it is named itself, in its file
 */
export async function meantAlone(
  target: Target,
  place: Place,
  own: readonly Span[],
  references: readonly SourceLocation[],
  world: { readonly oxc: Parser; readonly server: LanguageServer; readonly root: WorkspaceRoot },
  signal: AbortSignal,
): Promise<{ readonly references: readonly SourceLocation[]; readonly takeOver?: TakeOver }> {
  const { oxc, server, root } = world;
  const isOfClass = isMemberOfValues(target) && ownerOf(target)?.kind === "class";
  if (!isOfClass || target.overload !== undefined) return { references };
  const places = references.map(({ path, span }) => ({ path: root.proveFile(path as string), offset: span.start }));
  const [definitions, inherited] = await Promise.all([
    server.definitionsOfAll(places, signal),
    server.inheritedMembers(place, signal),
  ]);
  const isOwn = ({ file, span }: SourceLocation) =>
    file === place.path.absolute && own.some((one) => contains(one, span));
  const parsed = new ParsedFiles(oxc);
  const { name } = target.declaration;
  const chain = new Set(inherited.map(keyOf));
  const meansIt = (at: number) => {
    const found = definitions[at] ?? [];
    const reference = references[at] as SourceLocation;
    // A package may call what overrides its own; what it has beside that is no use, and what asks for a type the compiler tells.
    if (isInstalled(reference)) return chain.has(keyOf(reference));
    return found.length === 0 || found.some(isOwn);
  };
  // A class that is not above is beside it, or below; what has the type of an interface may be of any class.
  const isAbove = (one: SourceLocation) =>
    chain.has(keyOf(one)) || memberAt(parsed.at(one.file), one, name) === undefined;
  const mayMeanIt = references.filter((_, at) => !meansIt(at) && definitions[at]?.some(isAbove) === true);
  const isUse = ({ file, span }: SourceLocation) => {
    const source = parsed.at(file);
    return source === undefined || useAt(source, span.start) !== "declaration";
  };
  const through = mayMeanIt.filter(isUse);
  const left = inherited[0];
  if (mayMeanIt.length === 0 && left === undefined) return { references };
  const meant = references.filter((_, at) => meansIt(at));
  const member = left && memberAt(parsed.at(left.file), left, name);
  // Nothing takes the place of what an interface asks for, or a class leaves to those below.
  if (left === undefined || member?.value === "abstract") return { references: [...meant, ...through] };
  // Nor does anything where the other accessor stays, and hides both of those above.
  const other = accessorBeside(target);
  if (other !== undefined && through.length > 0) return { references: [...meant, ...through] };
  const takeOver = {
    name: namePathAt(parsed.at(left.file), left) ?? name,
    ...placeOfMember(left),
    // A declaration file gives none.
    hasValue: member?.value !== "none" || isInstalled(left),
    ...(other !== undefined && { hiddenBy: other }),
    uses: through.map(({ path = "", line }) => ({ path, line })).toSorted(byPlace),
  };
  return { references: meant, takeOver };
}

function placeOfMember({ path, file, line }: SourceLocation): Pick<TakeOver, "place"> {
  if (path !== undefined) return { place: { path, line } };
  if (isOfLibrary(file)) return {};
  const installed = placeInPackage(file);
  return { place: { path: installed === undefined ? file : `${installed.name}/${installed.file}`, line } };
}

/** The other half of a pair of accessors, where one is asked about. */
function accessorBeside(target: Target): TakeOver["hiddenBy"] {
  const { kind, name, nameRange } = target.declaration;
  if (kind !== "getter" && kind !== "setter") return undefined;
  const other = kind === "getter" ? "setter" : "getter";
  const isThere = ownerOf(target)?.children.some(
    (one) => one.name === name && one.kind === other && one.nameRange.start !== nameRange.start,
  );
  return isThere === true ? other : undefined;
}

/** What is to be said of it. */
export function takeOverNote({ name, place, hasValue, hiddenBy, uses }: TakeOver): string[] {
  const from = place === undefined ? LIBRARY : `${escapeName(place.path)}:${place.line}`;
  const overridden = `\`${escapeInvisible(name)}\` (${from})`;
  const what =
    hiddenBy === undefined
      ? `It overrode ${overridden}, which ${hasValue ? "takes over" : "has no value"}`
      : `The ${hiddenBy} that stays hides ${overridden}: who ${hiddenBy === "getter" ? "sets" : "reads"} that on its values ${hiddenBy === "getter" ? "fails" : "gets undefined"}`;
  return uses.length === 0 ? [`${what}.`] : gapNote(`${what}; used through types above at`, linesByFile(uses));
}

/** Trees of files, each parsed once. */
class ParsedFiles {
  readonly #oxc: Parser;
  readonly #trees = new Map<string, ParsedSource | undefined>();

  constructor(oxc: Parser) {
    this.#oxc = oxc;
  }

  /** Undefined where a file does not parse, or cannot be read. */
  at(file: string): ParsedSource | undefined {
    if (!this.#trees.has(file)) {
      const read = readTextFile(file);
      const outcome = read.status === "read" ? parseSource(this.#oxc, file, read.text) : undefined;
      this.#trees.set(file, outcome?.ok === true ? outcome.parsed : undefined);
    }
    return this.#trees.get(file);
  }
}

function memberAt(parsed: ParsedSource | undefined, { span }: SourceLocation, name: string): ClassMember | undefined {
  const members = parsed === undefined ? [] : classMembersNamed(parsed, name);
  return members.find(({ names }) => names.some(({ start, end }) => start <= span.start + 1 && span.start <= end));
}

function namePathAt(parsed: ParsedSource | undefined, { span }: SourceLocation): string | undefined {
  const all = parsed === undefined ? [] : walkDeclarations(declarationsOf(parsed));
  return all.findLast(({ declaration }) => isNamedAt(declaration, span.start))?.declaration.namePath;
}

function byPlace(a: LinePlace, b: LinePlace): number {
  return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
}

function keyOf({ file, span }: SourceLocation): string {
  return `${span.start} ${file}`;
}
