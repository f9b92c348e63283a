import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { scriptText } from "@kart/core/syntax/components/component-scripts";
import type { ExportRecord, ImportRecord } from "@kart/core/syntax/module-records/module-record";
import { type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { isBare, isComponent } from "@kart/core/syntax/parser/source-language";
import { type TextEdit, textEdits } from "@kart/core/text/text-edit";
import { readForEdit } from "@kart/core/workspace/source-bytes";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { ImportSpecifier } from "oxc-parser";
import type { PlannedFile } from "../../change/change-files.ts";
import type { NewName } from "../../planning/names.ts";
import { passingOn } from "@kart/core/modules/passing-on";

export interface ComponentImports {
  readonly planned: readonly PlannedFile[];
  /** Those of them, from the root, that have the export in another way too: by a namespace, or when they run. */
  readonly left: ReadonlySet<string>;
}

/**
 * Components, and commands without an ending, that import a renamed export by its name, with the new name in the import alone:
 * `{ fresh as old }`. Nobody knows all that their templates do with the old one, which goes on meaning what it meant.
 *
 * @param path of the file that exports it, from the root
 */
export function componentImports(
  oxc: Parser,
  graph: ModuleGraph,
  path: string,
  names: NewName,
  root: WorkspaceRoot,
): ComponentImports {
  const left = new Set<string>();
  // Another symbol may be exported under the name.
  const isItself = graph.nodes.get(path)?.record.exports.some((one) => isExported(one, names.old));
  if (isItself !== true) return { planned: [], left };
  const components = new Map<string, Set<ImportRecord>>();
  for (const target of passingOn(graph, path, names.old))
    for (const { importer, record } of graph.importsOf(target))
      if (isComponent(importer.path) || isBare(importer.path))
        components.getOrInsertComputed(importer.path, () => new Set()).add(record);
  const planned = [...components].flatMap(([component, records]) => {
    const taking = [...records].filter((one) => one.names.some(({ imported }) => imported === names.old));
    if (taking.length === 0) return [];
    const { text } = readForEdit(root, component);
    const found = specifiersIn(oxc, component, text, taking, names.old);
    const edits = textEdits(found.map((one) => renamed(one, names)));
    if (edits === undefined || found.length === 0) return [];
    if (found.length < taking.length || ![...records].every(isPlain)) left.add(component);
    return [{ path: component, text, edits }];
  });
  return { planned, left };
}

/** Whether it is what the file itself declares by a name, exported by that. */
function isExported({ name, local = name, from }: ExportRecord, wanted: string): boolean {
  return name === wanted && local === wanted && from === undefined;
}

/** Whether an import names what it takes. */
function isPlain({ dynamic, call, names }: ImportRecord): boolean {
  return !dynamic && call === undefined && names.every(({ imported }) => imported !== "*");
}

function specifiersIn(
  oxc: Parser,
  component: string,
  text: string,
  taking: readonly ImportRecord[],
  old: string,
): ImportSpecifier[] {
  const script = isBare(component) ? text : scriptText(oxc, component, text);
  const outcomes = ["ts", "tsx"].map((language) => parseSource(oxc, `${component}.${language}`, script));
  const outcome = outcomes.find(({ ok }) => ok);
  if (outcome?.ok !== true) return [];
  const starts = new Set(taking.map(({ start }) => start));
  return outcome.parsed.program.body.flatMap((statement) =>
    statement.type === "ImportDeclaration" && starts.has(statement.start)
      ? statement.specifiers.flatMap((one) => (one.type === "ImportSpecifier" && takes(one, old) ? [one] : []))
      : [],
  );
}

function takes({ imported }: ImportSpecifier, name: string): boolean {
  return imported.type === "Identifier" && imported.name === name;
}

function renamed({ imported, local }: ImportSpecifier, { old, fresh }: NewName): TextEdit {
  const { start, end } = imported;
  return { span: { start, end }, text: imported.start === local.start ? `${fresh} as ${old}` : fresh };
}
