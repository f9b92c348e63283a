import { graphOfCall } from "../../change/once-per-call.ts";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { Declaration } from "@kart/core/syntax/declaration";
import { type LocalMember, localMembers } from "@kart/core/syntax/local-members";
import { classGiven, ownerClass } from "@kart/core/syntax/made-members";
import { listed, notAtLine, SymbolMissing } from "@kart/core/syntax/find-symbol";
import { formatNamePath, parseNamePath, resolveNamePath, type SymbolResolution } from "@kart/core/syntax/name-path";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { clip, escapeInvisible, escapeName } from "@kart/core/text/display";
import type { LineIndex } from "@kart/core/text/line-index";
import {
  describedLocal,
  isDeclaredAt,
  localBindings,
  type LocalResolution,
  resolveLocal,
} from "../../planning/scopes/local-bindings.ts";
import { propertyNamed } from "../../planning/scopes/own-names.ts";
import { bindingsIn } from "../../planning/scopes/scope-walk.ts";
import type { Binding } from "../../planning/scopes/scopes.ts";
import type { EditServices } from "../../services.ts";
import { isModuleAt } from "../module-system.ts";
import { refuseImported } from "./refuse-imported.ts";

/**
 * The local that is meant where no symbol is: because none has the name, or because the line is that of a local and of no symbol.
 * A local goes before a nested member, unless the line tells.
 * What a variable takes by `require()` is another file's to name, or a package's; the variable is a local of the file, whoever it
 * passes it on to. Undefined where a symbol is meant, or nothing that is known.
 *
 * @param naming the same with nested members, where the name takes these
 *
 * Throws `symbol_ambiguous` with the candidates, and `symbol_not_found` where locals are nearly called so, or where the name
 * is another file's.
 */
export async function localMeant(
  source: SourceSymbols,
  naming: SourceSymbols,
  path: string,
  { symbol, line }: { readonly symbol: string; readonly line?: number | undefined },
  context: ToolContext<EditServices>,
): Promise<Binding | undefined> {
  const { lines } = source.parsed;
  const resolution = resolveNamePath(source.declarations, symbol, lines, line);
  const isMissing = resolution.status === "missing";
  const required = async () =>
    resolution.status === "found" ? requiredVariable(source, path, resolution.match.declaration, context) : undefined;
  if (line === undefined) refuseBesideTop(source, resolution, symbol);
  if (!isMissing && (line === undefined || isNamedAt(resolution, lines, line))) return required();
  const { all, hidden } = speakable(source, symbol, isModuleAt(context.workspace.root, path));
  const local = besidesMembers(source, symbol, resolveLocal(all, symbol, lines, line));
  const further = naming === source ? undefined : resolveNamePath(naming.declarations, symbol, lines, line);
  const nested = further?.status ?? "missing";
  if (local.status === "found" && line !== undefined && !isDeclaredAt(local.binding, lines, line)) {
    const member = memberNamedAt(source, further, symbol, line, local.binding);
    if (member !== undefined && parseNamePath(symbol).parts.length > 1) return undefined;
    if (member !== undefined) {
      const places = `${member} or ${describedLocal(local.binding, all, lines)}`;
      throw new ToolError(
        "symbol_ambiguous",
        `\`${escapeInvisible(symbol)}\` at line ${line} could be ${places}. Pass one of these as symbol, with its line.`,
      );
    }
  }
  if (nested === "found" && line !== undefined && local.status !== "found") return undefined;
  if (line !== undefined && local.status !== "found") {
    const here = hidden.filter((one) => isDeclaredAt(one, lines, line));
    refuseProperty(source, path, symbol, here);
    refuseMembers(source, path, symbol, line, true);
  }
  if (!isMissing) {
    // The line may be any of the symbol's own.
    if (local.status !== "found" || line === undefined) return required();
    if (isImportedByItsName(local.binding)) await refuseImported(path, symbol, context);
    return resolution.status === "ambiguous" || isDeclaredAt(local.binding, lines, line) ? local.binding : required();
  }
  if (local.status === "found" && !isImportedByItsName(local.binding)) return local.binding;
  if (local.status === "missing" && nested !== "missing") return undefined;
  if (local.status === "missing") refuseProperty(source, path, symbol, hidden);
  const [name = symbol] = symbol.split(/[./]/);
  // Most names are only misspelt: the whole workspace need not be read for those.
  if (local.status !== "ambiguous" && source.parsed.source.includes(name)) await refuseImported(path, symbol, context);
  if (local.status === "found") return undefined;
  if (local.status === "missing") refuseMembers(source, path, symbol, line);
  const named = (bindings: readonly Binding[]) => bindings.map((one) => describedLocal(one, all, lines));
  const shown = `\`${clip(escapeInvisible(symbol), 100)}\``;
  if (local.status === "ambiguous") {
    const places = listed(named(local.candidates));
    // One candidate is not ambiguous: it is the line that does not fit.
    if (local.candidates.length === 1)
      throw new ToolError("symbol_not_found", notAtLine(shown, local.candidates[0]?.name ?? name, places, lines, line));
    throw new ToolError("symbol_ambiguous", `${shown} could be ${places}. Pass \`line\`, or one of these as symbol.`);
  }
  if (local.similar.length === 0) return undefined;
  const symbols = resolution.similar.map(
    ({ namePath, kind, span }) => `\`${escapeInvisible(namePath)}\` (${kind}, line ${lines.lineAt(span.start)})`,
  );
  throw new SymbolMissing(
    `No symbol or local ${shown} in ${escapeName(path)}. Did you mean ${listed([...symbols, ...named(local.similar)])}?`,
    true,
  );
}

/** Lines for a reader where the path that a local was meant by is that of a member on another line too: `f.add` of `return { add }`. */
export function memberBeside(
  { parsed, declarations }: SourceSymbols,
  symbol: string,
  local: Binding,
): readonly string[] {
  const { lines } = parsed;
  const resolution = resolveNamePath(declarations, symbol, lines);
  if (parseNamePath(symbol).parts.length === 1 || resolution.status !== "found") return [];
  const { declaration } = resolution.match;
  if (isDeclaredAt(local, lines, lines.lineAt(declaration.nameRange.start))) return [];
  return [`A local was renamed. ${describedMember(declaration, lines)} is a member: pass its line`];
}

/** Throws `symbol_ambiguous` where a bare name is that of a member, and of what the module itself goes by: an import, an alias. */
function refuseBesideTop(source: SourceSymbols, resolution: SymbolResolution, symbol: string): void {
  if (resolution.status !== "found" || parseNamePath(symbol).parts.length > 1) return;
  const { namePath, kind, nameRange } = resolution.match.declaration;
  if (namePath === symbol || parseNamePath(namePath).parts.length === 1) return;
  const { lines } = source.parsed;
  const top = bindingsIn(source.parsed).find(
    ({ name, scope, isMember }) => name === symbol && scope.parent === undefined && !isMember,
  );
  if (top === undefined) return;
  const [member, other] = [nameRange.start, top.declared[0]?.start ?? 0].map((at) => lines.lineAt(at));
  throw new ToolError(
    "symbol_ambiguous",
    `\`${escapeInvisible(symbol)}\` could be \`${escapeInvisible(namePath)}\` (${kind}, line ${member}) or the ${top.kind} at line ${other}. Pass \`${escapeInvisible(namePath)}\`, or \`line\` ${other}.`,
  );
}

/**
 * Throws `symbol_not_found` where members have the name that no path and no line led to, or that a call is given.
 *
 * @param isHere whether those of other lines do not matter
 */
function refuseMembers(
  { parsed, declarations }: SourceSymbols,
  path: string,
  symbol: string,
  line?: number,
  isHere = false,
): void {
  const name = parseNamePath(symbol).parts.at(-1) as string;
  const all = localMembers(parsed, declarations, name);
  const lineOf = ({ declaration }: LocalMember) => parsed.lines.lineAt(declaration.nameRange.start);
  const here = all.filter((one) => lineOf(one) === line);
  const members = here.length > 0 || isHere ? here : all;
  const { given = [], own = [] } = Object.groupBy(members, ({ isGiven }) => (isGiven ? "given" : "own"));
  const named = (some: readonly LocalMember[]) =>
    listed(some.map(({ declaration }) => describedMember(declaration, parsed.lines)));
  const which = own.length > 1 ? "one of these" : "that";
  const hints = [
    own.length > 0 && `What has the name is ${named(own)}: pass ${which} as symbol, with its line.`,
    given.length > 0 &&
      `A key of what a call is given has the name, ${named(given)}: rename what it takes it for, or change it with kart_patch.`,
  ].filter((one) => one !== false);
  if (hints.length === 0) return;
  const asked = `\`${clip(escapeInvisible(symbol), 100)}\``;
  throw new SymbolMissing(`No symbol or local ${asked} in ${escapeName(path)}. ${hints.join(" ")}`);
}

function describedMember({ namePath, kind, nameRange: { start } }: Declaration, lines: LineIndex): string {
  return `\`${clip(escapeInvisible(namePath), 100)}\` (${kind}, line ${lines.lineAt(start)})`;
}

/**
 * The member that a line names beside a local that is only used there: `Class.name` of `this.name = name`, a key of `{ name: name }`.
 * Of `{ name }`, where both are one name, only where a path tells the member.
 */
function memberNamedAt(
  { parsed, declarations }: SourceSymbols,
  nested: SymbolResolution | undefined,
  symbol: string,
  line: number,
  local: Binding,
): string | undefined {
  const { lines } = parsed;
  if (nested?.status === "found") {
    const { declaration } = nested.match;
    const { start: at } = declaration.nameRange;
    const isUse = local.uses.some(({ start }) => start === at);
    const isBare = parseNamePath(symbol).parts.length === 1;
    return !(isUse && isBare) && lines.lineAt(at) === line ? describedMember(declaration, lines) : undefined;
  }
  const { parts } = parseNamePath(symbol);
  const owner = parts.length === 1 ? classGiven(parsed, declarations, symbol, line) : undefined;
  if (owner === undefined) return undefined;
  const declared = owner.children.find(({ name }) => name === symbol);
  const inherited = () => `a property that \`${escapeInvisible(owner.namePath)}\` inherits`;
  return declared === undefined ? inherited() : describedMember(declared, lines);
}

/**
 * The locals that a name path may mean. The own name of a function that a property of that name holds is `hidden` unless the whole
 * path names it.
 */
function speakable(
  source: SourceSymbols,
  symbol: string,
  isModule: boolean,
): { readonly all: readonly Binding[]; readonly hidden: readonly Binding[] } {
  const { parts } = parseNamePath(symbol);
  const isWhole = ({ path }: Binding) => parts.length > 1 && formatNamePath(path) === formatNamePath(parts);
  const isHidden = (one: Binding) => !isWhole(one) && propertyNamed(source.parsed, one) !== undefined;
  const { yes: hidden = [], no: all = [] } = Object.groupBy(localBindings(source, isModule), (one) =>
    isHidden(one) ? "yes" : "no",
  );
  return { all, hidden };
}

/** `Class.name` is a member: what a method of the class calls so is only like it. */
function besidesMembers(source: SourceSymbols, symbol: string, local: LocalResolution): LocalResolution {
  if (local.status === "missing" || ownerClass(source.parsed, source.declarations, symbol) === undefined) return local;
  const { length } = parseNamePath(symbol).parts;
  const found = local.status === "found" ? [local.binding] : local.candidates;
  return found.some(({ path }) => path.length <= length) ? local : { status: "missing", similar: found };
}

/** Throws `symbol_not_found` where only the function behind a property has the name, and the property is no symbol. */
function refuseProperty({ parsed }: SourceSymbols, path: string, symbol: string, hidden: readonly Binding[]): void {
  const name = parseNamePath(symbol).parts.at(-1) as string;
  const lineOf = (one: Binding) => parsed.lines.lineAt(propertyNamed(parsed, one)?.start ?? 0);
  const named = hidden.filter((one) => one.name === name);
  const [first] = named;
  if (first === undefined) return;
  const within = first.path.length > 1 ? `; \`${escapeInvisible(formatNamePath(first.path))}\` is the name within` : "";
  const where = named.length > 1 ? `lines ${named.map(lineOf).join(", ")}` : `line ${lineOf(first)}`;
  throw new ToolError(
    "symbol_not_found",
    `\`${escapeInvisible(name)}\` of ${escapeName(path)}, ${where}, is a property that is no symbol, and its function has the name only within itself. Change the property, and what uses it, with kart_patch${within}.`,
  );
}

/**
 * The variable that a declaration gives what `require()` does. Of one that takes a name of JavaScript, TypeScript's own rename
 * changes the name in that file too, and in no other that uses it. In TypeScript it knows the packages' alone to be others'.
 */
async function requiredVariable(
  { parsed }: SourceSymbols,
  path: string,
  { isImport, name, nameRange, span, statement = span }: Declaration,
  { services, signal }: ToolContext<EditServices>,
): Promise<Binding | undefined> {
  if (isImport !== true || parsed.source.startsWith("export", statement.start)) return undefined;
  if (parsed.language !== "jsx") {
    const node = (await graphOfCall(services, signal)).nodes.get(path);
    const taken = node?.record.imports.find(({ names }) => names.some(({ local }) => local === name));
    if (taken === undefined || node?.targets.get(taken.specifier)?.kind !== "external") return undefined;
  }
  return bindingsIn(parsed).find(({ declared }) => declared.some(({ start }) => start === nameRange.start));
}

/** `import { a }`: the name is that of what is declared elsewhere. */
function isImportedByItsName({ kind, declared: [place] }: Binding): boolean {
  return kind === "import" && place?.other?.start === place?.start;
}

/** Whether a symbol that may be meant starts on a line, or is named there. */
function isNamedAt(resolution: SymbolResolution, lines: LineIndex, line: number): boolean {
  const meant =
    resolution.status === "found"
      ? [resolution.match.declaration]
      : resolution.status === "ambiguous"
        ? resolution.candidates
        : [];
  return meant
    .flatMap((one) => [one, ...(one.overloads ?? [])])
    .some(({ span, nameRange }) => [span.start, nameRange.start].some((at) => lines.lineAt(at) === line));
}
