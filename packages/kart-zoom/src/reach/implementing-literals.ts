import type { Node, ObjectExpression } from "oxc-parser";
import type { LanguageServer, References } from "@kart/core/language-server/language-server";
import { keyOf, type SourceLocation, unique } from "@kart/core/language-server/locations";
import { allOf, WHOLE } from "@kart/core/language-server/projects/cover";
import type { Place } from "@kart/core/language-server/questions";
import type { Declaration } from "@kart/core/syntax/declaration";
import { quotedName } from "@kart/core/syntax/pattern-keys";
import { type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { nodesHolding } from "@kart/core/syntax/parser/tree";
import { contains } from "@kart/core/text/span";
import { wordsIn } from "@kart/core/text/words";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { AskedPlace } from "../source/asked-place.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { SourceFiles } from "../source/source-files.ts";
import { unwrapped } from "./implementing.ts";
import { placeOfNode } from "./symbol-node.ts";

/** Members of a type that has none but optional ones of which each is asked about. */
const MAX_OPTIONAL = 8;

/** Members asked about of those that are required: what is spread in a literal may bring some. */
const MAX_ASKED = 3;

/** Files with a member's name that are looked into for such literals; where there are more, all those members are asked about. */
const MAX_READ = 500;

/**
 * The object literals that have an interface, or a type that lists members, for their type by where they stand: arguments, what is
 * assigned, branches of a condition. The server names those alone that are written beside that type; here they are the ones whose keys
 * it takes for the members of it.
 */
export async function implementingLiterals(
  { file, declaration }: AskedPlace,
  server: LanguageServer,
  sources: SourceFiles,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<References> {
  const none = { references: [], coverage: WHOLE };
  if (declaration === undefined || !/^(?:interface|type)$/.test(declaration.kind)) return none;
  const shape = shapeOf(file, declaration);
  if (shape === "no object") return none;
  const { required, asked } = shape;
  if (asked.length === 0)
    return { references: [], coverage: { ...WHOLE, complete: false, unseen: [UNSEEN(declaration)] } };
  const ask = async (one: Declaration): Promise<Answer> => {
    const member = placeOfNode(root, file, one);
    const { references, coverage } = await server.references(member, signal);
    const found = references.flatMap((key) => {
      const literal = literalAround(key, required, sources);
      return literal === undefined ? [] : [{ key, literal }];
    });
    const are = await Promise.all(found.map(({ key }) => isKeyOf(declaration, member, key, server, root, signal)));
    const literals = found.flatMap(({ literal }, at) => (are[at] === true ? literal : []));
    return { literals, isAll: are.every(Boolean), coverage };
  };
  const answers =
    required.size === 0 ? await Promise.all(asked.map(ask)) : await askInTurn(asked, ask, server, sources, signal);
  return {
    references: unique(answers.flatMap(({ literals }) => literals)),
    coverage: allOf(answers.map(({ coverage }) => coverage)),
  };
}

/** The literals with a key that is a member of the type. */
interface Answer {
  readonly literals: readonly SourceLocation[];
  /** Whether each key that may be that member is. */
  readonly isAll: boolean;
  readonly coverage: References["coverage"];
}

/**
 * Asks about required members, the rarest first, and about the others only where these may tell of more literals: a key that several
 * types of a union declare is that of none, and one may be spread or computed.
 */
async function askInTurn(
  [rarest, ...others]: readonly Declaration[],
  ask: (one: Declaration) => Promise<Answer>,
  server: LanguageServer,
  sources: SourceFiles,
  signal: AbortSignal,
): Promise<readonly Answer[]> {
  if (rarest === undefined) return [];
  const first = await ask(rarest);
  const needed = first.isAll ? await neededBeside(rarest, others, server, sources, signal) : others;
  return [first, ...(await Promise.all(needed.map(ask)))];
}

/** The members of some, required ones, that literals have as keys which may not name the rarest among theirs. */
async function neededBeside(
  { name: rarest }: Declaration,
  others: readonly Declaration[],
  server: LanguageServer,
  sources: SourceFiles,
  signal: AbortSignal,
): Promise<readonly Declaration[]> {
  const left = new Map(others.map((one) => [one.name, one]));
  // A number is a key in several spellings.
  if ([rarest, ...left.keys()].some((name) => !/^[\p{ID_Start}$_]/u.test(name))) return others;
  const { files } = left.size === 0 ? { files: [] } : await server.holding(new Set(left.keys()), signal);
  const texts = files
    .map((file) => ({ file, text: sources.textAt(file) ?? "" }))
    .filter(({ text }) => UNKNOWN_KEY.test(text));
  if (texts.length > MAX_READ) return others;
  const needed: Declaration[] = [];
  for (const { file, text } of texts) {
    if (left.size === 0) break;
    for (const name of keysBesideUnknown(sources.oxc, file, text, [...left.keys()], rarest)) {
      needed.push(left.get(name) as Declaration);
      left.delete(name);
    }
  }
  return needed;
}

/** What a literal may spread, a key that is computed, and escapes. */
const UNKNOWN_KEY = /\.\.\.|[{,]\s*(?:\/\*[^]*?\*\/\s*|\/\/.*\n\s*)*(?:(?:async|get|set)\s+)?\*?\s*\[|\\u/;

/** Which of some names are keys of literals that do not name another key, and have some of which the name is not told. */
function keysBesideUnknown(
  oxc: Parser,
  file: string,
  text: string,
  names: readonly string[],
  other: string,
): Set<string> {
  const outcome = parseSource(oxc, file, text);
  const parsed = outcome.ok ? outcome.parsed : outcome.recovered;
  if (parsed === undefined) return new Set(names);
  const offsets = names.flatMap((name) => wordsIn(text, name)).sort((a, b) => a - b);
  const found = new Set<string>();
  for (const node of nodesHolding(parsed.program, offsets)) {
    if (node.type !== "ObjectExpression") continue;
    const keys = new Set(node.properties.map(keyName));
    if (keys.has(undefined) && !keys.has(other)) for (const name of names) if (keys.has(name)) found.add(name);
  }
  return found;
}

/**
 * Whether the key of a literal is that of a member of a type itself, rather than of one that the type extends, or of what is mapped from it:
 * to the server `{ [K in keyof Shape]: boolean }` has the members of `Shape`. Of an interface a hover tells the name; what a type that only
 * lists members is called no hover tells, and its member is said to be the same.
 *
 * @param member where the type declares it
 */
export async function isKeyOf(
  { name, kind }: Declaration,
  member: Place,
  { path, span }: SourceLocation,
  server: LanguageServer,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<boolean> {
  if (path === undefined) return true;
  const hover = await server.hover({ path: root.proveFile(path), offset: span.start }, signal);
  if (hover === undefined) return true;
  if (kind !== "type") return new RegExp(`(?<![\\w$])${RegExp.escape(name)}(?:<[^]*>)?[.[]`).test(hover.markdown);
  const own = await server.hover(member, signal);
  return own === undefined || codeIn(own.markdown) === codeIn(hover.markdown);
}

function codeIn(markdown: string): string | undefined {
  return /```\w*\r?\n([\s\S]*?)\r?\n```/.exec(markdown)?.[1];
}

const UNSEEN = ({ namePath }: Declaration) =>
  `functions and objects that are ${namePath} by where they stand, which no type beside them says`;

/** The members without which nothing is of a type, and those whose keys tell what is: few are enough, the longer a name the rarer. */
function shapeOf(
  file: SourceFile,
  declaration: Declaration,
): { readonly required: ReadonlySet<string>; readonly asked: readonly Declaration[] } | "no object" {
  if (declaration.kind === "type") {
    const alias = file
      .nodesAround(declaration.nameRange.start)
      .findLast(({ node }) => node.type === "TSTypeAliasDeclaration");
    const type = alias?.node.type === "TSTypeAliasDeclaration" ? alias.node.typeAnnotation : undefined;
    if (type === undefined || !holdsShape(type)) return "no object";
    if (!listsMembers(type)) return { required: new Set(), asked: [] };
  }
  const members = declaration.children.filter(
    ({ kind, name }) => /^(?:method|property|getter)$/.test(kind) && !/^\[|^$/.test(name),
  );
  const [optional = [], required = []] = [true, false].map((is) =>
    members.filter(({ nameRange }) => is === (file.text[nameRange.end] === "?")),
  );
  const rarest = required.toSorted((a, b) => b.name.length - a.name.length).slice(0, MAX_ASKED);
  return {
    required: new Set(required.map(({ name }) => name)),
    asked: rarest.length === 0 ? (optional.length > MAX_OPTIONAL ? [] : optional) : rarest,
  };
}

/** Whether a type says what objects or functions are of it, rather than to give a name to others or to what is computed. */
function holdsShape(type: Node): boolean {
  if (type.type === "TSUnionType" || type.type === "TSIntersectionType") return type.types.some(holdsShape);
  return /^TS(?:TypeLiteral|FunctionType|ConstructorType|MappedType)$/.test(type.type);
}

function listsMembers(type: Node): boolean {
  if (type.type === "TSIntersectionType") return type.types.some(listsMembers);
  return type.type === "TSTypeLiteral";
}

/** The object literal that has a member where one is referred to, and all that are required. What it spreads may have any. */
function literalAround(
  one: SourceLocation,
  required: ReadonlySet<string>,
  sources: SourceFiles,
): SourceLocation | undefined {
  const source = sources.at(one.file);
  const around = source?.nodesAround(one.span.start) ?? [];
  const at = around.findLastIndex(({ node }) => node.type === "ObjectExpression");
  const [literal, member] = [around[at], around[at + 1]];
  if (source === undefined || literal?.node.type !== "ObjectExpression" || member?.node.type !== "Property")
    return undefined;
  const { key, start } = member.node;
  const offset = one.span.start - member.span.start + start;
  if (offset < key.start || offset >= key.end) return undefined;
  const names = namesIn(literal.node);
  if (names !== undefined && [...required].some((name) => !names.has(name))) return undefined;
  return { ...one, span: literal.span, ...source.lines.positionAt(literal.span.start) };
}

/** What the server gives without the lists, and the objects of which all members are written, that only hold others: of `{ a: { … } } satisfies { a: Shape }` it gives the outer one. */
export function withoutHolders(
  named: readonly SourceLocation[],
  literals: readonly SourceLocation[],
  sources: SourceFiles,
): readonly SourceLocation[] {
  if (literals.length === 0) return named;
  const inFiles = Map.groupBy(literals, ({ file }) => file);
  const known = new Set(literals.map(keyOf));
  const holds = ({ file, span }: SourceLocation) => inFiles.get(file)?.some((one) => contains(span, one.span)) ?? false;
  return named.filter((one) => known.has(keyOf(one)) || !holds(one) || !isWritten(one, sources));
}

function isWritten({ file, span }: SourceLocation, sources: SourceFiles): boolean {
  const around = sources.at(file)?.nodesAround(span.start) ?? [];
  return around.some(({ node, span: { start } }) => {
    if (start !== span.start) return false;
    return node.type === "ArrayExpression" || (node.type === "ObjectExpression" && namesIn(node) !== undefined);
  });
}

/** Where the server gives parentheses, what stands in them. */
export function withinParentheses(one: SourceLocation, sources: SourceFiles): SourceLocation {
  const source = sources.at(one.file);
  const around = source?.nodesAround(one.span.start) ?? [];
  const outer = around.find(
    ({ node, span }) => span.start === one.span.start && node.type === "ParenthesizedExpression",
  );
  if (source === undefined || outer === undefined) return one;
  const inner = unwrapped(outer.node);
  const [start, end] = [inner.start, inner.end].map((at) => at - outer.node.start + outer.span.start) as [
    number,
    number,
  ];
  return { ...one, span: { start, end }, ...source.lines.positionAt(start) };
}

/** The names of an object's members; undefined where they are not all written. */
function namesIn({ properties }: ObjectExpression): Set<string> | undefined {
  const names = properties.map(keyName);
  return names.includes(undefined) ? undefined : new Set(names as string[]);
}

function keyName(one: ObjectExpression["properties"][number]): string | undefined {
  if (one.type === "SpreadElement") return undefined;
  return !one.computed && one.key.type === "Identifier" ? one.key.name : quotedName(one.key)?.name;
}
