import type { Expression, Node } from "oxc-parser";
import type { Declaration } from "@kart/core/syntax/declaration";
import { unwrap } from "@kart/core/syntax/members";
import { declaresGlobals } from "@kart/core/syntax/module-records/is-script";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import { contains, type Span, textOf } from "@kart/core/text/span";
import { typesAbove, typesInDoc } from "./doc-types.ts";
import { isJavaScript } from "@kart/core/syntax/parser/source-language";

/** What a change did to what a file exports, by name path. What it added is not listed. */
export interface ExportChanges {
  /** Those that are there before and after and say something else outside of bodies. */
  readonly changed: readonly string[];
  /** Those that importers no longer reach. */
  readonly gone: readonly string[];
  /** What was the default export and is exported under another name alone. */
  readonly formerDefault?: string;
  /** Those that are exported as the default or under another name alone, and no longer under their own. */
  readonly unnamed: readonly string[];
  /** Those that have members more which nobody must give: few users break by that, but those that take its keys. */
  readonly grown: readonly string[];
}

/**
 * Compares what importers see of a file's exports and of their members: by the syntax tree, and in JavaScript by what comments
 * say of types, so that a type that is inferred counts for nothing but the head of a function.
 */
export function exportChanges(before: SourceSymbols, after: SourceSymbols): ExportChanges {
  return changesOf({ symbols: before, named: exportsOf(before) }, { symbols: after, named: exportsOf(after) });
}

/** The same of what a file declares for all others: as a script, by `declare global` and `declare module "x"`. */
export function globalChanges(before: SourceSymbols, after: SourceSymbols): ExportChanges {
  const [old, now] = [globalsOf(before), globalsOf(after)];
  const all = changesOf(
    { symbols: before, named: old, isGlobal: true },
    { symbols: after, named: now, isGlobal: true },
  );
  return { ...all, gone: [...all.gone, ...all.unnamed], unnamed: [] };
}

/** What others know of a file, by name. */
interface Known {
  readonly symbols: SourceSymbols;
  readonly named: ReadonlyMap<string, readonly (Declaration | Node)[]>;
  /** Whether they know each member, too. */
  readonly isGlobal?: boolean;
}

function changesOf(former: Known, present: Known): ExportChanges {
  const [before, after] = [former.symbols, present.symbols];
  const [changed, gone, grown] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const unnamed = new Set<string>();
  let formerDefault: string | undefined;
  const fresh = present.named;
  const declared = new Map([...fresh].map(([name, list]) => [nameInFile(name, list), list]));
  for (const [name, olds] of former.named) {
    const earlier = nameInFile(name, olds);
    const named = fresh.get(name);
    // What one name no longer leads to may be exported under another.
    const news = named ?? declared.get(earlier);
    if (named === undefined) {
      if (news === undefined) gone.add(earlier);
      else if (name === "default") formerDefault = earlier;
      else if (name === earlier) unnamed.add(earlier);
      else if (name === WHOLE_MODULE) changed.add(earlier);
      else gone.add(name);
    }
    if (news === undefined) continue;
    // Another declaration of the file is exported under the name.
    if (earlier !== nameInFile(name, news) && named !== undefined) changed.add(name);
    else if (rawText(before, olds) !== rawText(after, news)) {
      if ([...olds, ...news].some((one) => !("span" in one))) {
        // What another module declares may be anything.
        changed.add(earlier);
        continue;
      }
      const [old, now] = [seenOf(former, olds), seenOf(present, news)];
      for (const [path, was] of old) {
        const is = now.get(path);
        if (is === undefined) {
          if (!gone.has(was.owner)) gone.add(path);
        } else if (was.raw !== is.raw && seenTexts(before, was) !== seenTexts(after, is)) changed.add(path);
      }
      for (const [path, { isNeeded, owner }] of now)
        if (!old.has(path) && old.has(owner)) (isNeeded ? changed : grown).add(owner);
    }
  }
  return {
    changed: [...changed],
    gone: [...gone],
    ...(formerDefault !== undefined && { formerDefault }),
    unnamed: [...unnamed],
    grown: [...grown.difference(changed)],
  };
}

/** What `module.exports = …` and `export = …` export. */
const WHOLE_MODULE = "export=";

/** The name that an export has in its file: what is passed on has none but that which importers use. */
function nameInFile(name: string, [one]: readonly (Declaration | Node)[]): string {
  return one !== undefined && "span" in one ? one.namePath : name;
}

/**
 * What a file exports, by the names that importers use: by declarations, several of one name together, and by passing on what
 * other modules export.
 */
function exportsOf({ declarations, parsed: { program } }: SourceSymbols): Map<string, readonly (Declaration | Node)[]> {
  const found = new Map<string, readonly (Declaration | Node)[]>();
  for (const one of declarations)
    if (one.exported)
      for (const name of one.exportedAs ?? [one.namePath]) found.set(name, [...(found.get(name) ?? []), one]);
  const known = new Set(declarations.map(({ name }) => name));
  for (const statement of program.body) {
    if (statement.type === "ExportAllDeclaration") found.set(`* from "${statement.source.value}"`, [statement]);
    if (statement.type !== "ExportNamedDeclaration") continue;
    for (const one of statement.specifiers) {
      const isDeclared = statement.source === null && one.local.type !== "Literal" && known.has(one.local.name);
      const name = one.exported.type === "Literal" ? one.exported.value : one.exported.name;
      if (!isDeclared) found.set(name, [one]);
    }
  }
  return found;
}

function globalsOf({ declarations, parsed }: SourceSymbols): Map<string, readonly Declaration[]> {
  // What a script of code declares is global too, and seldom meant to be.
  const isScript = parsed.language === "dts" && declaresGlobals(parsed);
  const all = declarations.flatMap((one): readonly Declaration[] => {
    if (one.kind === "namespace" && one.name === "global") return one.children;
    return isScript || (one.kind === "namespace" && isQuoted(one.namePath)) ? [one] : [];
  });
  return Map.groupBy(
    all.filter(({ isImport }) => isImport !== true),
    // In a module it adds to one that there is.
    ({ namePath }) => (isQuoted(namePath) && !isScript ? `module ${namePath}` : namePath),
  );
}

/** Of a module that is declared: `"*.svg"`. */
function isQuoted(namePath: string): boolean {
  return /^["']/.test(namePath);
}

function rawText(symbols: SourceSymbols, list: readonly (Declaration | Node)[]): string {
  const { source } = symbols.parsed;
  return list
    .map((one) =>
      ("span" in one
        ? [one.exportedAs, docTypes(symbols, one), textOf(source, one.span)]
        : textOf(source, one)
      ).toString(),
    )
    .join("\n");
}

function docTypes(symbols: SourceSymbols, { span, statement = span }: Declaration): string {
  return typesAbove(symbols, statement.start);
}

interface Seen {
  /** As they stand in the source: most of a file is not touched, and need not be looked into. */
  readonly raw: string;
  /** Several where they share the name path, as the two accessors of a property do. */
  readonly declarations: readonly Declaration[];
  /** The name path of what it is a member of; empty at the top. */
  readonly owner: string;
  /** Who makes something of the owner's type must give it. */
  readonly isNeeded: boolean;
}

/** Declarations that importers reach, and their members, by name path. */
function seenOf({ symbols, isGlobal = false }: Known, list: readonly (Declaration | Node)[]): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  const add = (declaration: Declaration, owner: Declaration | undefined) => {
    const { namePath, kind, children } = declaration;
    const known = seen.get(namePath);
    seen.set(namePath, {
      raw: `${known?.raw ?? ""}${rawText(symbols, [declaration])}`,
      declarations: [...(known?.declarations ?? []), declaration],
      owner: owner?.namePath ?? "",
      isNeeded: owner !== undefined && mustBeGiven(symbols, declaration, owner),
    });
    // What a constructor's parameters declare stands in its own text.
    if (kind !== "constructor") for (const child of children) if (child.exported || isGlobal) add(child, declaration);
  };
  for (const one of list) if ("span" in one) add(one, undefined);
  return seen;
}

function mustBeGiven(
  { parsed: { source } }: SourceSymbols,
  { kind, nameRange, span }: Declaration,
  owner: Declaration,
) {
  if (kind === "constructor") return true;
  if (owner.kind === "class") return /\babstract\b/.test(source.slice(span.start, nameRange.start));
  return (owner.kind === "interface" || owner.kind === "type") && source[nameRange.end] !== "?";
}

/** What importers see of declarations: without bodies, members and comments, and at the top without how they are exported. */
function seenTexts(symbols: SourceSymbols, { declarations, owner }: Seen): string {
  return declarations
    .map((one) => (owner === "" ? seenText(symbols, one).replace(EXPORTING, "") : namedText(symbols, one)))
    .join("\n");
}

const EXPORTING = /^ ?export\b(?: default\b)? ?/;

function namedText(symbols: SourceSymbols, declaration: Declaration): string {
  return [...(declaration.exportedAs ?? []), seenText(symbols, declaration)].join(" ");
}

function seenText(symbols: SourceSymbols, declaration: Declaration): string {
  const { program, source, comments, language } = symbols.parsed;
  const { span, kind, children, overloads } = declaration;
  const isTyped = isJavaScript(language);
  const hidden: Hidden[] = comments
    .filter((one) => contains(span, one))
    .map((one) => (isTyped ? { ...one, instead: typesInDoc(textOf(source, one)) } : one));
  if (kind !== "constructor")
    hidden.push(...children.map(({ span: { start, end }, lead }) => ({ start: lead?.start ?? start, end })));
  for (const node of nodesIn(program, span)) hidden.push(...hiddenIn(node));
  // Callers do not see the implementation of overloads.
  const last = overloads?.at(-1)?.span;
  if (last !== undefined && hidden.some(({ end }) => end === last.end)) hidden.push(last);
  const inside = hidden.filter((one) => contains(span, one)).sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: string[] = [];
  let from = span.start;
  for (const { start, end, instead = "" } of inside) {
    if (start < from) continue;
    parts.push(source.slice(from, start), instead);
    from = end;
  }
  parts.push(source.slice(from, span.end), docTypes(symbols, declaration));
  return parts
    .join(" ")
    .replaceAll(/[\s,;]+/g, " ")
    .replaceAll(/(?<![\w$]) | (?![\w$])/g, "");
}

/** A part of a declaration that importers do not see, and what stands for it. */
interface Hidden extends Span {
  readonly instead?: string;
}

function hiddenIn(node: Node): Hidden[] {
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "TSEmptyBodyFunctionExpression":
    case "TSDeclareFunction":
    case "ArrowFunctionExpression":
      return [...(node.body === null ? [] : [node.body]), ...node.params.flatMap(nameOfParameter)];
    case "VariableDeclarator":
      return valueOf(node.init, node.id.typeAnnotation);
    case "PropertyDefinition":
    case "AccessorProperty":
      return valueOf(node.value, node.typeAnnotation);
    case "Property":
      return node.value.type.endsWith("Pattern") ? [] : valueOf(node.value as Expression, null);
    case "ExportDefaultDeclaration":
      return node.declaration.type.endsWith("Declaration") ? [] : valueOf(node.declaration as Expression, null);
    case "AssignmentPattern":
      return [node.right];
    case "TSEnumMember":
      return node.initializer === null ? [] : [node.initializer];
    case "StaticBlock":
    case "Decorator":
      return [node];
    default:
      return [];
  }
}

/** No caller writes the name of a parameter. */
function nameOfParameter(parameter: Node): Hidden[] {
  const node = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
  return node.type === "Identifier" ? [{ start: node.start, end: node.start + node.name.length, instead: "_" }] : [];
}

/** A value, where its type is spelled out or cannot be seen from what it is. */
function valueOf(value: Expression | null | undefined, annotation: Node | null | undefined): Hidden[] {
  if (value === null || value === undefined) return [];
  const inner = unwrap(value);
  if (annotation === null || annotation === undefined) {
    if (/^(?:ArrowFunction|Function|Class|Object)Expression$/.test(inner.type)) return [];
    // `as T` tells the type.
    return [inner];
  }
  return [value];
}
