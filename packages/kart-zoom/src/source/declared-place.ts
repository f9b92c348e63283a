import type { Node } from "oxc-parser";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { exportedInstead } from "@kart/core/syntax/module-records/exported-instead";
import { assignedNames } from "@kart/core/syntax/common-js/common-js-names";
import { givesVariable } from "@kart/core/syntax/common-js/gives-variable";
import { parseSource } from "@kart/core/syntax/parser/parse";
import { isBehindDot, wordsIn } from "@kart/core/text/words";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { parseNamePath } from "@kart/core/syntax/name-path";
import type { ZoomServices } from "../services.ts";
import { type AskedPlace, askedPlace, nameOffset, type Target } from "./asked-place.ts";
import { importedName } from "./imported-name.ts";
import type { SourceFile } from "./source-file.ts";
import type { SourceFiles } from "./source-files.ts";

/**
 * The place that a symbol or a position means, as `askedPlace` tells it; of a symbol that the file only imports or passes on, the
 * one where it is declared, or its import where that is a package; of an export that a CommonJS module only gives, where it does; of a
 * name that no symbol on the line has which is given with it, its use there.
 */
export async function declaredPlace(
  { workspace: { root }, services, signal }: ToolContext<ZoomServices>,
  sources: SourceFiles,
  target: Target,
): Promise<AskedPlace | string> {
  try {
    return askedPlace(root, sources, target);
  } catch (error) {
    const { path, symbol, content } = target;
    // What a text not written yet imports is in no graph.
    if (symbol === undefined || content !== undefined) throw error;
    const declaring = declaringPlace(root, sources, target);
    if (declaring !== undefined) return declaring;
    const whole = wholePath(root, sources, target);
    if (whole !== undefined) return whole;
    const exported = exportedPlace(root, sources, target);
    if (exported !== undefined) return exported;
    const used = usedPlace(root, sources, target);
    if (used?.isOwn === true) return used.place;
    // The line is one that uses what stands at the top of the file.
    if (used?.place.file.outline.declarations.some(({ namePath }) => namePath === symbol) === true)
      return askedPlace(root, sources, { ...target, line: undefined });
    const { leadingOn } = await import("@kart/core/modules/leading-on");
    const graph = async () => (await services.modules()).graph(signal);
    const declared = await leadingOn(error, root.proveFile(path), symbol, graph).catch(async (unknown: unknown) => {
      const given = () => (isAmbiguous(error) ? undefined : givenPlace(root, sources, target, graph));
      const found = importPlace(root, sources, target) ?? (await given()) ?? used?.place;
      if (found === undefined) throw unknown;
      return found;
    });
    if ("offset" in declared) return declared;
    const place = askedPlace(root, sources, { ...target, path: declared.path, symbol: declared.name, line: undefined });
    if (typeof place === "string") return place;
    return place.path.relative === root.proveFile(path).relative
      ? { ...place, exportedAs: parseNamePath(symbol).parts[0] ?? symbol }
      : { ...place, isElsewhere: true };
  }
}

function isAmbiguous(error: unknown): boolean {
  return error instanceof ToolError && error.code === "symbol_ambiguous";
}

/** Of several declarations of a name the one that gives its value to all, or the only one that does not just hold what `require()` gives. */
function declaringPlace(root: WorkspaceRoot, sources: SourceFiles, target: Target): AskedPlace | undefined {
  const file = target.line === undefined ? sources.within(target.path) : undefined;
  const named = file?.outline.declarations.filter(({ namePath }) => namePath === target.symbol) ?? [];
  const giving = named.filter((one) => givesVariable(file?.text ?? "", one));
  const [own, ...others] = giving.length === 1 ? giving : named.filter((one) => one.isImport !== true);
  if (file === undefined || own === undefined || others.length > 0 || named.length < 2) return undefined;
  return { path: root.proveFile(target.path), file, offset: nameOffset(file, own), declaration: own };
}

/** What has a whole path, `Router.match`, of which the line that is given names the last part: it is one that uses it. */
function wholePath(root: WorkspaceRoot, sources: SourceFiles, target: Target): AskedPlace | undefined {
  const { path, symbol = "", line } = target;
  const file = sources.within(path);
  const name = symbol.slice(symbol.lastIndexOf(".") + 1);
  if (file === undefined || line === undefined || name === symbol || symbol.startsWith("this.")) return undefined;
  if (line > file.lines.lineCount || wordsIn(file.lines.textOf(line), name, 1).length === 0) return undefined;
  try {
    const place = askedPlace(root, sources, { ...target, line: undefined });
    return typeof place === "string" ? undefined : place;
  } catch {
    return undefined;
  }
}

/** What an export list on the line that is given exports by a name that something else in the file has. */
function exportedPlace(root: WorkspaceRoot, sources: SourceFiles, target: Target): AskedPlace | undefined {
  const { path, symbol = "", line } = target;
  const file = sources.within(path);
  const start = line === undefined ? undefined : file?.lines.offsetAt({ line, column: 1 });
  const own = file?.outline.declarations.find(({ namePath }) => namePath === symbol);
  if (file === undefined || line === undefined || start === undefined || own === undefined) return undefined;
  const instead = exportedInstead(file.outline.declarations, own);
  const places = wordsIn(file.lines.textOf(line), symbol).map((column) => start + column);
  if (instead === undefined || !places.some((one) => isExportedName(file, one))) return undefined;
  const place = askedPlace(root, sources, { ...target, symbol: instead.namePath, line: undefined });
  return typeof place === "string" ? undefined : { ...place, exportedAs: symbol };
}

/** Whether the name at an offset is the one that importers write of `{ a as b }`. */
function isExportedName(file: SourceFile, offset: number): boolean {
  return file
    .nodesAround(offset)
    .some(
      ({ node, span }) => node.type === "ExportSpecifier" && node.exported.start - node.start + span.start === offset,
    );
}

/** Where a file imports a name. */
function importPlace(root: WorkspaceRoot, sources: SourceFiles, { path, symbol }: Target): AskedPlace | undefined {
  const file = sources.within(path);
  if (file === undefined || symbol === undefined) return undefined;
  const imported = importedName(file, symbol);
  return imported && { path: root.proveFile(path), file, offset: imported.offset };
}

/**
 * Where a CommonJS module gives its exports a name whose value it does not declare, `Object.assign(exports, { a: 1 })`; of a member that it
 * takes from another module, `exports.a = require("./b").c`, where that is named, and of a whole module of the workspace where that is.
 */
async function givenPlace(
  root: WorkspaceRoot,
  sources: SourceFiles,
  { path, symbol }: Target,
  graph: () => Promise<ModuleGraph>,
): Promise<AskedPlace | undefined> {
  const file = sources.within(path);
  const outcome = file && symbol !== undefined ? parseSource(sources.oxc, file.path, file.text) : undefined;
  if (file === undefined || outcome?.ok !== true) return undefined;
  const given = assignedNames(outcome.parsed).find(({ name }) => name === symbol);
  if (given === undefined) return undefined;
  const own = given.span.start + (isQuoteAt(file, given.span.start) ? 1 : 0);
  const { givenAt = own } = given;
  const isPackage = isQuoteAt(file, givenAt - 1) && targetsAt(await graph(), file, givenAt).length === 0;
  return { path: root.proveFile(path), file, offset: isPackage ? own : givenAt };
}

function isQuoteAt({ text }: SourceFile, offset: number): boolean {
  return /["'`]/.test(text[offset] ?? "");
}

/** The files that the specifier at an offset (UTF-16) of a file leads to. */
function targetsAt(graph: ModuleGraph, { path, text }: SourceFile, offset: number): readonly string[] {
  const node = graph.nodes.get(path);
  const specifier = /^[^"'`]*/.exec(text.slice(offset, offset + 1000))?.[0] ?? "";
  return node === undefined ? [] : graph.targetsOf(node, specifier);
}

/** A use of a name on the line that is asked about. */
interface UsedPlace {
  readonly place: AskedPlace;
  /** Whether it means nothing that stands at the top of the file: it is the name of a member, or that of a local. */
  readonly isOwn: boolean;
}

/**
 * The first use of a name on the line that is asked about, of `this.name` that of its last part. What stands behind a dot is meant where
 * nothing else has the name, and what is in quotes where no code has it.
 */
function usedPlace(root: WorkspaceRoot, sources: SourceFiles, { path, symbol, line }: Target): UsedPlace | undefined {
  const file = sources.within(path);
  if (file === undefined || symbol === undefined || line === undefined) return undefined;
  const start = file.lines.offsetAt({ line, column: 1 });
  if (start === undefined) return undefined;
  const name = symbol.slice(symbol.lastIndexOf(".") + 1);
  const places = wordsIn(file.lines.textOf(line), symbol)
    .map((column) => start + column + symbol.length - name.length)
    .filter((one) => file.useAt(one) !== "mention");
  const inCode = places.filter((one) =>
    file.nodesAround(one).some(({ node, span }) => isName(node) && span.start === one),
  );
  const offset = inCode.find((one) => !isBehindDot(file.text, one)) ?? inCode[0] ?? places[0];
  if (offset === undefined) return undefined;
  const isMember = isBehindDot(file.text, offset) || isKey(file, offset) || file.useAt(offset) === "declaration";
  const isOwn = inCode.includes(offset) && (isMember || file.isLocalAt(offset, name));
  return { place: { path: root.proveFile(path), file, offset }, isOwn };
}

function isName({ type }: Node): boolean {
  return type === "Identifier" || type === "JSXIdentifier" || type === "PrivateIdentifier";
}

/** Whether a name is the key of a property, in an object or where one is taken apart, and no more. */
function isKey(file: SourceFile, offset: number): boolean {
  return file.nodesAround(offset).some(({ node, span }) => {
    if (node.type !== "Property" || node.shorthand || node.computed) return false;
    return node.key.start - node.start + span.start === offset;
  });
}
