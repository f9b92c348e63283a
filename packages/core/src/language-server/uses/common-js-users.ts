import { join, posix } from "node:path";
import { holdersOf } from "../../modules/holders.ts";
import { mayGive } from "../../modules/may-give.ts";
import { importersOf } from "../../modules/importers.ts";
import type { AssignedName } from "../../syntax/common-js/common-js-names.ts";
import type { ModuleGraph, ModuleNode } from "../../modules/module-graph.ts";
import { wholesBehind } from "../../modules/whole-behind.ts";
import { type LoadedAt, type ModuleMember, moduleMembersAt } from "../../syntax/module-records/module-members.ts";
import type { ImportRecord } from "../../syntax/module-records/module-record.ts";
import { useBehind } from "../../syntax/use-site.ts";
import { type Span, textOf } from "../../text/span.ts";
import { type Parser, parseSource, type ParsedSource } from "../../syntax/parser/parse.ts";
import { wordsIn } from "../../text/words.ts";
import type { Suspect } from "./indirect-uses.ts";
import type { LocationReader, SourceLocation } from "../locations.ts";
import type { Questions } from "../questions.ts";

/** A name that a module exports, and where it says so. */
export type GivenName = Pick<AssignedName, "name" | "span" | "local" | "otherStarts" | "isUntracked" | "isBeside">;

/** A file that gives away what is asked about, and the names it does so under. */
export interface Giver {
  readonly file: string;
  readonly path: string;
  readonly names: readonly GivenName[];
  /** Who alone may use it in a way that the server does not find. */
  readonly among?: ReadonlySet<string>;
}

/** Where the files that may load a module hold one of some names that it exports, and the module itself. */
export async function usersOf(questions: Questions, { path, names: given, among }: Giver): Promise<Suspect[]> {
  const { session, reader, root, signal } = questions;
  const names = new Set(given.map(({ name }) => name));
  const [graph, holding] = await Promise.all([questions.moduleGraph(), session.candidates.holding(names, signal)]);
  const users = new Set([path, ...holdersOf(graph, path, [...names])]);
  for (const symbol of names) {
    const known = importersOf(graph, { path, symbol, depth: 1 }, signal);
    const result = known.status === "found" ? known : importersOf(graph, { path, depth: 1 }, signal);
    if (result.status === "found") for (const importer of result.importers) users.add(importer.path);
  }
  // Of CommonJS a default import is all that the module exports, which a namespace has as `default`.
  const whole = among === undefined ? importersOf(graph, { path, depth: 1 }, signal) : undefined;
  if (whole?.status === "found")
    for (const { names: taken, path: importer } of whole.importers)
      if (taken.includes("default") || taken.includes("*")) users.add(importer);
  return holding.flatMap((file) => {
    if (among?.has(file) === false) return [];
    const source = users.has(root.relative(file)) ? (reader.textOf(file)?.source ?? "") : "";
    const offsets = [...names].flatMap((name) => {
      const words = wordsIn(source, name).filter((at) => !isOfModules(source, at));
      // Who takes it under its name uses it by that alone; others name it as a member.
      return words.some((at) => isTaken(source, at)) ? words : words.filter((at) => isMember(source, at));
    });
    return offsets.length === 0 ? [] : [{ file, source, offsets }];
  });
}

/** Whether a word is the `require` or the `module` of every file of CommonJS. UTF-16 offset. */
function isOfModules(source: string, offset: number): boolean {
  return (
    /^(?:require\s*\(|module\s*\.\s*exports\b)/.test(source.slice(offset, offset + 40)) && !isMember(source, offset)
  );
}

/**
 * Whether a name seems to stand in the braces of what takes it out of an object or a module: those of `= {` and `return {` do not.
 * UTF-16 offset.
 */
function isTaken(source: string, offset: number): boolean {
  const start = Math.max(0, offset - LONGEST_PATTERN);
  const before = source.slice(start, offset);
  if (/@import\b[^\n]*$/.test(before)) return true;
  const code = before.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "");
  if (!/[{,:]\s*$/.test(code)) return false;
  let braces = 0;
  let parentheses = 0;
  for (let at = code.length - 1; at >= 0; at--) {
    const character = code[at];
    if (character === "}") braces++;
    if (character === ")") parentheses++;
    // An argument.
    if (character === "(" && parentheses-- === 0) return false;
    if (character === "{" && braces-- === 0)
      return /(?:\b(?:const|let|var|import|export|type)|[,:(])\s*$/.test(code.slice(0, at));
  }
  return start > 0;
}

/** UTF-16 units of a pattern that are looked at, and of what stands between two words. */
const LONGEST_PATTERN = 4000;
export const LONGEST_GAP = 200;

/** Whether a name stands behind a dot, or in quotes. UTF-16 offset. */
export function isMember(source: string, offset: number): boolean {
  return /[.'"`]\s*$/.test(source.slice(Math.max(0, offset - LONGEST_GAP), offset));
}

/**
 * Which of some places, of whose names the server knows no declaration, stand for what a module gives away: to TypeScript what is
 * assigned to the properties of `module.exports = value` is no part of that.
 */
export async function usesBySyntax(
  questions: Questions,
  oxc: Parser,
  { file: given, path }: Giver,
  untold: readonly SourceLocation[],
): Promise<SourceLocation[]> {
  if (untold.length === 0) return [];
  const graph = await questions.moduleGraph();
  const edges = graph.importsOf(path);
  return [...Map.groupBy(untold, ({ file }) => file)].flatMap(([user, places]) => {
    const source = parsed(oxc, questions.reader, user);
    if (source === undefined) return [];
    const loads = edges.filter(({ importer }) => join(questions.root.absolute, importer.path) === user);
    const starts = new Set(loads.map(({ record }) => record.start));
    const imports = loads.map(({ record }) => record).filter(({ typeOnly }) => typeOnly);
    const node = graph.nodes.get(questions.root.relative(user));
    // TypeScript does not know of it that another module exports it: `module.exports = value; exports.codes = require("./codes")`.
    const isBehind = (module: LoadedAt, through: readonly string[]) =>
      loadedAt(graph, node, module).some((one) => wholesBehind(graph, one, through).has(path));
    // Nor of what `export *` passes on of `module.exports = value`.
    const isByStar = (module: LoadedAt, name: string) =>
      loadedAt(graph, node, module).some(
        (one) => wholesBehind(graph, one, []).has(path) && mayGive(graph, one, name, path),
      );
    return places.filter(({ span }) => {
      const members = moduleMembersAt(source, span.start);
      if (members.length === 0) return isTypeOf(source, imports, span);
      return members.some(({ module, through }) => {
        if (through.length > 0) return isBehind(module, through);
        if (module === "own") return user === given;
        return starts.has(module) || isByStar(module, textOf(source.source, span));
      });
    });
  });
}

/**
 * Which of some places name what another module exports by a name of its own, and made of what the first gives away: where that gets
 * another name, theirs stays.
 */
export async function usesOfOthers(
  questions: Questions,
  oxc: Parser,
  { path }: Giver,
  places: readonly SourceLocation[],
): Promise<ReadonlySet<SourceLocation>> {
  const graph = await questions.moduleGraph();
  const isOfOther = (one: string, name: string) => graph.nodes.has(one) && !mayGive(graph, one, name, path);
  const found = [...Map.groupBy(places, ({ file }) => file)].flatMap(([user, those]) => {
    const source = parsed(oxc, questions.reader, user);
    const node = graph.nodes.get(questions.root.relative(user));
    if (source === undefined) return [];
    return those.filter(({ span }) => {
      const members = moduleMembersAt(source, span.start);
      const isOne = ({ module, through }: ModuleMember) => {
        const loaded = module === "own" || through.length > 0 ? [] : loadedAt(graph, node, module);
        return loaded.length > 0 && loaded.every((one) => isOfOther(one, textOf(source.source, span)));
      };
      return members.length > 0 && members.every(isOne);
    });
  });
  return new Set(found);
}

/** The files, from the root, that a file loads at some place. */
export function loadedAt(graph: ModuleGraph, node: ModuleNode | undefined, module: LoadedAt): string[] {
  if (node === undefined) return [];
  if (module === "own") return [node.path];
  return node.record.imports.flatMap((one) => (one.start === module ? graph.targetsOf(node, one.specifier) : []));
}

/**
 * Whether a name in a comment of JavaScript is that of a type which the comments import: `{import("./a").Name}`, or `{Name}` below
 * `@import { Name } from "./a"`. What `module.exports =` lists is a value alone to TypeScript 7, and was a type to those before.
 */
function isTypeOf({ comments, source }: ParsedSource, imports: readonly ImportRecord[], { start, end }: Span): boolean {
  const comment = comments.find((one) => one.start <= start && start < one.end);
  if (comment === undefined || useBehind(source.slice(comment.start, start)) !== "type") return false;
  return imports.some((one) =>
    source.startsWith("@import", one.start)
      ? one.names.some(({ local }) => local === source.slice(start, end))
      : one.start < start && IMPORT_TYPE.test(source.slice(one.start, start)),
  );
}

const IMPORT_TYPE = /^import\s*\([\s*]*["'][^"'\n]+["'][\s*]*\)[\s*]*\.\s*$/;

/** Files that load a file itself by a call, absolute: what was built from sources loads what was built from them. */
export async function loadersOf(questions: Questions, path: string): Promise<ReadonlySet<string>> {
  const isItself = (importer: string, specifier: string) =>
    !specifier.startsWith(".") || stemOf(posix.join(posix.dirname(importer), specifier)) === stemOf(path);
  const imports = (await questions.moduleGraph()).importsOf(path);
  const loading = imports.filter(({ importer, record }) => record.dynamic && isItself(importer.path, record.specifier));
  return new Set(loading.map(({ importer }) => join(questions.root.absolute, importer.path)));
}

function stemOf(path: string): string {
  return path.replace(/(?:\/index)?(?:\.[cm]?[jt]sx?)?$/, "");
}

export function parsed(oxc: Parser, reader: LocationReader, file: string): ParsedSource | undefined {
  const source = reader.textOf(file)?.source;
  const outcome = source === undefined ? undefined : parseSource(oxc, file, source);
  return outcome?.ok === true ? outcome.parsed : undefined;
}
