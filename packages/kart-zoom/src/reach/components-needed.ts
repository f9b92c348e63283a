import type { SourceLocation } from "@kart/core/language-server/locations";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import type { ExportRecord } from "@kart/core/syntax/module-records/module-record";
import { COMPONENT_EXTENSIONS, isComponent } from "@kart/core/syntax/parser/source-language";
import { contains, type Span } from "@kart/core/text/span";
import { nameIn } from "../source/asked-place.ts";
import { importAt } from "../source/imported-name.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { SourceFiles } from "../source/source-files.ts";

/** Code of a symbol, and where names stand in it. */
export interface CodeOfSymbol {
  readonly file: SourceFile;
  readonly spans: readonly Span[];
  /** UTF-16 offsets. */
  readonly names: readonly number[];
}

/**
 * The single-file components that code imports and uses, or has from files that pass them on, from the root: TypeScript knows of
 * them no more than the import, or what a declaration file says of all of a kind.
 *
 * @param definitions where the names lead
 */
export async function componentsNeeded(
  code: readonly CodeOfSymbol[],
  definitions: readonly SourceLocation[],
  sources: SourceFiles,
  graphNow: () => Promise<ModuleGraph>,
): Promise<string[]> {
  const files = Map.groupBy(definitions, ({ file }) => file);
  const isEnd = () =>
    files.entries().some(([path, all]) => {
      const file = sources.at(path);
      return (
        file !== undefined && (saysOfAll(file) || all.some(({ span }) => importAt(file, span.start) !== undefined))
      );
    });
  const asking = new Set(code.map(({ file }) => file));
  // The graph reads all files, which takes longer than most questions.
  if (!asking.values().some(({ text }) => SPECIFIER.test(text)) && !isEnd()) return [];
  const graph = await graphNow();
  return code.flatMap(({ file, spans, names }) => {
    const node = graph.nodes.get(file.path);
    const words = new Set(names.map((offset) => nameIn(file, offset)));
    return (node?.record.imports ?? []).flatMap((record) => {
      const taken = record.names.filter(({ local }) => !record.reExport && words.has(local));
      const imported = spans.some((span) => contains(span, record)) ? ["default"] : taken.map((one) => one.imported);
      return imported.flatMap((name) => componentBehind(graph, node as ModuleNode, record.specifier, name) ?? []);
    });
  });
}

/** A specifier of a component has its ending. */
const SPECIFIER = new RegExp(
  `(?:${COMPONENT_EXTENSIONS.map((one) => RegExp.escape(one)).join("|")})(?:\\?[^"'\`]*)?["'\`]`,
);

/** Whether a file says what all components of a kind are, `declare module "*.vue"`. Those of TypeScript's own library are too large to be searched each time. */
function saysOfAll({ text }: SourceFile): boolean {
  return text.length < MAX_AMBIENT && /\bdeclare\s+module\s+["']\*/.test(text);
}

/** UTF-16 units. */
const MAX_AMBIENT = 100_000;

/** The component that a name is of which a module exports. */
function componentBehind(graph: ModuleGraph, from: ModuleNode, specifier: string, name: string): string | undefined {
  let node: ModuleNode | undefined = from;
  let next: ExportRecord["from"] = { specifier, imported: name };
  for (let steps = 0; node !== undefined && next !== undefined && steps < MAX_STEPS; steps++) {
    const path: string | undefined = graph.targetOf(node, next.specifier);
    if (path === undefined || isComponent(path)) return path;
    const { imported }: { imported: string } = next;
    node = graph.nodes.get(path);
    next = node && graph.exportsNamed(node, imported)[0]?.from;
  }
  return undefined;
}

/** Files that pass a component on to one another. */
const MAX_STEPS = 20;
