import type { ExportSpecifier } from "oxc-parser";
import { ToolError } from "@kart/core/mcp/tool-error";
import { declaredElsewhere, type Elsewhere } from "@kart/core/modules/declared-elsewhere";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import { jsDocImports } from "@kart/core/syntax/comments/jsdoc-imports";
import type { Parser } from "@kart/core/syntax/parser/parse";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import { textOf } from "@kart/core/text/span";
import { applyEdits, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { FileText } from "../../change/file-text.ts";
import { cutNames } from "../../planning/scopes/comment-imports.ts";
import { type TakenName, takingStatements, withoutTaken } from "../../planning/moved/import-statements.ts";
import { cutEntries } from "../../planning/list-removal.ts";
import type { MovedSymbols } from "../../planning/moved/moved-symbols.ts";
import type { NeededImport } from "../../planning/moved/needed-imports.ts";
import type { Taken } from "../../planning/moved/placed-symbols.ts";
import { entriesOf } from "./moved-importers.ts";
import type { SpecifiersTo } from "./specifiers-to.ts";

interface Needs {
  readonly taken: readonly Taken[];
  /** Names that the file has already, as the same. */
  readonly has: ReadonlySet<string>;
  /** Those among them that it declares. */
  readonly declared: ReadonlySet<string>;
  /** Those that it imports as types, and that the code needs as values: to be imported anew. */
  readonly widened: ReadonlySet<string>;
}

/** What moved code needs where it goes: imports that its file had, and what that declares itself. */
export function movedNeeds(
  { path, node }: { readonly path: string; readonly node: ModuleNode },
  to: string,
  moved: MovedSymbols,
  graph: ModuleGraph,
  specifiers: SpecifiersTo,
): Needs {
  const there = graph.nodes.get(to);
  const has = new Set<string>();
  const declared = new Set<string>();
  const widened = new Set<string>();
  const bySource = new Map<string, Taken & { readonly names: TakenName[] }>();
  const need = (specifier: string, attributes: string | undefined, name: TakenName) => {
    const key = `${specifier}\0${attributes ?? ""}`;
    const known = bySource.get(key);
    if (known !== undefined) known.names.push(name);
    else bySource.set(key, { from: { specifier, ...(attributes !== undefined && { attributes }) }, names: [name] });
  };
  const noteThere = (found: "value" | "type" | undefined, name: string, isValue: boolean, takeIt: () => void) => {
    if (found !== undefined) has.add(name);
    if (found === "type" && isValue) widened.add(name);
    if (found === undefined || widened.has(name)) takeIt();
  };
  for (const one of moved.imports) {
    const { imported, local, typeOnly, phase, isValue, from } = one;
    const target = graph.targetOf(node, from.specifier);
    const origin = declaredElsewhere(graph, path, local);
    const takeIt = () => {
      const specifier = isAtHome(graph, path, to, origin, imported)
        ? specifiers.to(to, origin.path)
        : specifiers.carried(node, from.specifier, to, imported === "*" ? undefined : imported);
      need(specifier, from.attributes, { imported, local, typeOnly, ...(phase && { phase }) });
    };
    if (origin?.path === to && origin.name === local) {
      has.add(local);
      declared.add(local);
    } else if (target === to) {
      refuseOtherName(there, one);
      has.add(local);
      declared.add(local);
    } else {
      // Types go by either: where they do not, the compiler tells.
      const isEither = !isValue && target === undefined && isWhole(imported);
      const names = isEither ? WHOLE : [imported];
      const found = howThere(graph, there, { target: target ?? from.specifier, names, origin }, local);
      noteThere(found, local, isValue, takeIt);
    }
  }
  for (const { name, exportedAs = name, isType, isTypeUse, isValue } of moved.own) {
    const typeOnly = isType || isTypeUse;
    const takeIt = () =>
      need(specifiers.to(to, path, exportedAs), undefined, { imported: exportedAs, local: name, typeOnly });
    const origin = { path, name };
    noteThere(howThere(graph, there, { target: path, names: [exportedAs], origin }, name), name, isValue, takeIt);
  }
  return { taken: [...bySource.values()], has, declared, widened };
}

/** Whether code comes to the package of what it imports, which has it by a path then: by its name it would import itself. */
function isAtHome(
  graph: ModuleGraph,
  from: string,
  to: string,
  origin: Elsewhere | undefined,
  imported: string,
): origin is Elsewhere {
  const { packages } = graph.resolver;
  const owner = packages.packageOf(to);
  const node = origin && graph.nodes.get(origin.path);
  if (node === undefined || packages.packageOf(from) === owner || packages.packageOf(node.path) !== owner) return false;
  return graph.exportsNamed(node, imported).length > 0;
}

/** What a package is by `import React from` and by `import * as React from`. */
const WHOLE = ["default", "*"];

function isWhole(imported: string): boolean {
  return WHOLE.includes(imported);
}

/** What moved code needs from elsewhere. */
interface Wanted {
  /** A path, or what leads out of the workspace. */
  readonly target: string;
  /** Any of these that it exports. */
  readonly names: readonly string[];
  /** Where it is declared, whichever module passes it on. */
  readonly origin: Elsewhere | undefined;
}

/** How a file imports something already under the name that it goes by. */
function howThere(
  graph: ModuleGraph,
  node: ModuleNode | undefined,
  { target, names: imported, origin }: Wanted,
  local: string,
): "value" | "type" | undefined {
  const own = origin && node && declaredElsewhere(graph, node.path, local);
  const isSame = own !== undefined && own.path === origin?.path && own.name === origin.name;
  const found = node?.record.imports
    .filter(
      ({ specifier, reExport, dynamic }) =>
        !reExport && !dynamic && (isSame || (graph.targetOf(node, specifier) ?? specifier) === target),
    )
    .flatMap(({ names, typeOnly }) => names.map((one) => ({ ...one, typeOnly: one.typeOnly || typeOnly })))
    .find((one) => (isSame || imported.includes(one.imported)) && one.local === local);
  return found && (found.typeOnly ? "type" : "value");
}

/** What a file has from the one that it moves to stands there under the name of its declaration. */
function refuseOtherName(node: ModuleNode | undefined, { imported, local }: NeededImport): void {
  const own = node?.record.exports.find(({ name }) => name === imported);
  if (imported !== "*" && own?.local === local) return;
  throw new ToolError(
    "invalid_argument",
    `It uses \`${escapeInvisible(local)}\`, which goes by another name in the file that it would stand in. Rename one of the two first (kart_rename).`,
  );
}

/** The text of a file without its imports of what comes to stand in it, and the names that these had. */
export function withoutMoved(
  oxc: Parser,
  path: string,
  source: SourceSymbols,
  moved: MovedSymbols,
  from: string,
  graph: ModuleGraph,
): { readonly text: string; readonly names: ReadonlySet<string> } {
  const node = graph.nodes.get(path);
  const names = new Set<string>();
  let text = source.parsed.source;
  for (const kind of ["import", "export"] as const) {
    for (;;) {
      const now = new FileText(oxc, path, text).symbols();
      const isMoved = ({ imported }: TakenName) => moved.names.has(imported);
      const statement = takingStatements(now.parsed.program, kind).find(
        (one) =>
          node !== undefined && graph.targetOf(node, one.source.value) === from && entriesOf(one, text).some(isMoved),
      );
      if (statement === undefined) break;
      const entries = entriesOf(statement, text).filter(isMoved);
      const other = entries.find(({ imported, local }) => imported !== local);
      if (other !== undefined)
        throw new ToolError(
          "invalid_argument",
          `${escapeName(path)} has \`${escapeInvisible(other.imported)}\` as \`${escapeInvisible(other.local)}\`. Give it one name first (kart_rename).`,
        );
      for (const { local } of entries) names.add(local);
      const starts = new Set(entries.map(({ start }) => start));
      text = withoutTaken(now, statement, ({ start }) => starts.has(start));
    }
  }
  return { text: withoutListed(new FileText(oxc, path, text).symbols(), names), names };
}

/** A text that no longer lists names for export: they come with declarations that export them. */
function withoutListed(source: SourceSymbols, names: ReadonlySet<string>): string {
  const { program, source: text } = source.parsed;
  const isListed = ({ local, exported }: ExportSpecifier) =>
    local.start === exported.start && names.has(textOf(text, local));
  const edits = program.body.flatMap((one) =>
    one.type === "ExportNamedDeclaration" && one.source === null ? cutEntries(source, one, isListed) : [],
  );
  return applyEdits(text, textEdits(edits) as TextEdits);
}

/** A text without imports, as types, of names that it is to have as values. */
export function withoutWidened(oxc: Parser, path: string, text: string, locals: ReadonlySet<string>): string {
  let now = text;
  for (;;) {
    const source = new FileText(oxc, path, now).symbols();
    const isWidened = ({ local, typeOnly }: TakenName) => typeOnly && locals.has(local);
    const statement = takingStatements(source.parsed.program, "import").find((one) =>
      entriesOf(one, now).some(isWidened),
    );
    if (statement === undefined) return withoutTags(source, locals);
    const starts = new Set(
      entriesOf(statement, now)
        .filter(isWidened)
        .map(({ start }) => start),
    );
    now = withoutTaken(source, statement, ({ start }) => starts.has(start));
  }
}

/** A text whose comments no longer import types. */
function withoutTags(source: SourceSymbols, locals: ReadonlySet<string>): string {
  const tags = jsDocImports(source.parsed);
  const edits = tags.flatMap((tag) =>
    tag.names.some(({ local }) => locals.has(local)) ? cutNames(source, tag, tags, (local) => locals.has(local)) : [],
  );
  return applyEdits(source.parsed.source, textEdits(edits) as TextEdits);
}
