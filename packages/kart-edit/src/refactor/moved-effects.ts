import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { Parser } from "@kart/core/syntax/parse";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import { gapNote } from "@kart/core/text/gap-note";
import type { MovedSymbols } from "../planning/moved-symbols.ts";
import { LoadOrder } from "./load-order.ts";
import type { Ends, Worked } from "./move-symbols.ts";

/** Two files. Paths from the root. */
interface Places {
  readonly from: string;
  readonly to: string;
}

/** What the old file comes to export, since moved code uses it. */
export function exportedAnew({ own }: MovedSymbols): string[] {
  return own.filter(({ exportedAs }) => exportedAs === undefined).map(({ name }) => name);
}

/** @param targetOf where a specifier will lead */
export function loadOrder(
  oxc: Parser,
  graph: ModuleGraph,
  { from, to }: Places,
  { moved, kept, texts }: Worked,
  targetOf: (importer: string, specifier: string) => string | undefined,
): LoadOrder {
  const node = graph.nodes.get(from);
  const needed = new Set(
    moved.imports.flatMap(({ isValue, from: { specifier } }) =>
      isValue && node !== undefined ? (graph.targetOf(node, specifier) ?? []) : [],
    ),
  );
  const goesOn = graph.importsOf(from).some(({ importer, record: { names, typeOnly, dynamic } }) => {
    const isOther = names.length === 0 || names.some((one) => !one.typeOnly && !moved.exported.has(one.imported));
    return importer.path === to && !typeOnly && !dynamic && isOther;
  });
  if (goesOn || moved.own.some(({ isValue }) => isValue)) needed.add(from);
  const goesBack = moved.valuesOfRest.size > 0 || [...kept].some((name) => !moved.types.has(name));
  // The circle of these two is the one to tell of.
  const paths = [...new Set([from, to, ...texts.keys()])];
  return new LoadOrder(
    oxc,
    graph,
    paths.flatMap((path): [string, string][] => {
      const text = texts.get(path);
      return text === undefined ? [] : [[path, text.after]];
    }),
    targetOf,
    (importer, target, wasLoaded) => {
      if (importer === to) return needed.has(target) || (wasLoaded && target !== from);
      return importer !== from || target !== to || wasLoaded || goesBack;
    },
  );
}

/** Throws `invalid_argument` where two files would load each other, and one would need at once what the other does not have yet. */
export function refuseUnready(order: LoadOrder, { from, to }: Places, { moved, isEntry }: Worked): void {
  const { needed, left } = moved.atLoad;
  if (order.way(to, from) === undefined || order.way(from, to) === undefined) return;
  if (needed.length > 0 && (isEntry || order.isLoadedFirst(from, to)))
    throw unready(to, from, needed, `${listed(needed)} along`);
  const used = moved.own.flatMap(({ name, isValue }) => (isValue ? [name] : []));
  if (left.length > 0 && order.isLoadedFirst(to, from))
    throw unready(from, to, left, used.length === 0 ? "what uses it along" : `${listed(used)} along, or what uses it`);
}

/** @param of the file that has what the other one uses while it loads */
function unready(path: string, of: string, names: readonly string[], next: string): ToolError {
  return new ToolError(
    "invalid_argument",
    `${escapeName(path)} would use ${listed(names)} of ${escapeName(of)} while it loads, and each would import the other: it fails where ${escapeName(of)} is loaded first. Move ${next}: symbol takes several.`,
  );
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${escapeInvisible(name)}\``).join(", ");
}

/** What the caller has to know. */
export function notesOf(
  { from }: Ends,
  order: LoadOrder,
  { moved, kept, isEntry, importers: { keeping, mocks }, texts }: Worked,
): string[] {
  const isLeftEmpty = /^(?:\s*export \{\};)?\s*$/.test(texts.get(from.path)?.after ?? "");
  const made = exportedAnew(moved);
  const circle = order.newCircle();
  const code = moved.statements.map(({ span }) => from.source.parsed.source.slice(span.start, span.end)).join("\n");
  return [
    ...(isLeftEmpty ? [`Nothing is left in ${escapeName(from.path)}: delete it.`] : []),
    ...gapNote(`EXPORTED from ${from.path} now, since what moved uses it`, made),
    ...(kept.size === 0
      ? []
      : isEntry
        ? [
            `${escapeName(from.path)} is an entry point, and goes on exporting ${[...kept].map((name) => `\`${name}\``).join(", ")}.`,
          ]
        : gapNote(`${from.path} goes on exporting what these have without naming it in a list`, keeping)),
    ...gapNote("LOOK AT THESE mocks, which may be meant for what moved", mocks),
    ...(circle === undefined
      ? []
      : [
          `IN A CIRCLE now: ${circle.map(escapeName).join(" → ")}. What runs while they load may find the other not ready.`,
        ]),
    ...(/\bimport\.meta\b|\b__(?:dir|file)name\b/.test(code)
      ? ["`import.meta`, `__dirname` and `__filename` mean the new file there: LOOK AT them."]
      : []),
  ];
}
