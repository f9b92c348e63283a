import { declarationTwin } from "@kart/core/modules/declaration-twin";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { isMock } from "@kart/core/syntax/module-records/module-expressions";
import { escapeName } from "@kart/core/text/display";
import { gapNote } from "@kart/core/text/gap-note";
import { contains } from "@kart/core/text/span";
import { saysGenerated } from "../../change/generated-file.ts";
import { listedNames } from "../../planning/names.ts";
import { actsAtLoad } from "../../planning/moved/acts-at-load.ts";
import { leftRequiresNote } from "./carried-specifiers.ts";
import type { CommonJsWorked } from "./move-common-js.ts";
import type { Ends } from "./move-symbols.ts";
import { publicNotes } from "./passed-on.ts";
import { computedFor, mayMean, takenBy } from "./moved-requirers.ts";

/** What the caller has to know of symbols that moved between CommonJS files. */
export function commonJsNotes(graph: ModuleGraph, { from, to }: Ends, worked: CommonJsWorked): string[] {
  const { parts, importers, kept, byPath, isEntry, texts } = worked;
  const { entries, usedByRest } = parts;
  const isLeftEmpty = /^\s*(?:"use strict"|'use strict')?;?\s*(?:module\.exports = \{\s*\};?)?\s*$/.test(
    texts.get(from.path)?.after ?? "",
  );
  const anew = [...usedByRest].filter((name) => !entries.has(name));
  const names = new Set([...entries.keys(), ...usedByRest]);
  const whole = graph.importsOf(to.path).flatMap((edge) => {
    const { importer, record } = edge;
    const isWhole = importer.path !== from.path && !isMock(record.call) && takenBy(edge, names).length > 0;
    return isWhole && record.names.some(({ imported }) => imported === "*") ? [`${importer.path}:${record.line}`] : [];
  });
  const twin = declarationTwin(graph, from.path);
  const generated = [...texts].filter(([, one]) => one.before !== one.after && saysGenerated(one.before) !== undefined);
  const mocks = graph.importsOf(to.path).filter(({ record }) => isMock(record.call));
  const acts = to.source !== undefined && actsAtLoad(to.source, () => false);
  const loading = [...texts.keys()].filter(
    (path) => path !== to.path && !graph.importsOf(to.path).some(({ importer }) => importer.path === path),
  );
  return [
    ...(isLeftEmpty ? [`Nothing is left in ${escapeName(from.path)}: delete it.`] : []),
    ...gapNote(`EXPORTED from ${to.path}, since ${from.path} uses it`, anew),
    ...publicNotes(graph, { from, to }, entries.keys(), usedByRest),
    ...(kept.size === 0
      ? []
      : isEntry
        ? [`${escapeName(from.path)} is an entry point, and goes on exporting ${listedNames([...kept])}.`]
        : gapNote(`${from.path} goes on exporting what these may have in a way that is not certain to be followed`, [
            ...importers.keeping,
            ...byPath,
          ])),
    ...gapNote("LOOK AT THESE mocks, which may be meant for what moved", [
      ...importers.mocks,
      ...mocks.map(({ importer, record }) => `${importer.path}:${record.line}`),
      ...(importers.texts.size > 0 ? mayMean(graph, from.path) : []),
    ]),
    ...gapNote(`HAVE ALL that ${to.path} exports, what moved now too`, whole),
    ...gapNote(
      `MAY LOAD ${to.path} now, since they take whatever is in its folder`,
      to.source === undefined ? computedFor(graph, to.path) : [],
    ),
    ...(acts ? gapNote(`LOADED by these now, though it does more than declare: ${escapeName(to.path)}`, loading) : []),
    ...gapNote("NAMED in comments of what moved, and declared in those that stay", unnamed(worked, from)),
    ...leftRequiresNote(from, parts.moved),
    ...gapNote("LEFT BEHIND: what moved is declared there too", twin === undefined ? [] : [twin]),
    ...gapNote(
      "Changed too, though they say that they are generated: what writes them may undo this",
      generated.map(([path]) => path),
    ),
  ];
}

/** Types that comments of the old file declare, and that those of the moved code name. */
function unnamed({ parts: { moved }, placed }: CommonJsWorked, from: Ends["from"]): string[] {
  const { comments, source } = from.source.parsed;
  const isMoved = (place: { start: number; end: number }) => moved.statements.some(({ span }) => contains(span, place));
  const text = (isIn: boolean) =>
    comments
      .filter((one) => isMoved(one) === isIn)
      .map(({ start, end }) => source.slice(start, end))
      .join("\n");
  const declared = new Set(Array.from(text(false).matchAll(TYPEDEF), ([, name = ""]) => name));
  const used = text(true);
  return [...declared].filter((name) => {
    const word = new RegExp(`(?<![\\w$.])${RegExp.escape(name)}(?![\\w$])`);
    const isThere = new RegExp(`@(?:typedef|callback|import)\\b.*\\b${RegExp.escape(name)}\\b`).test(placed);
    return word.test(used) && !isThere;
  });
}

const TYPEDEF = /@(?:typedef\s+(?:\{.*\}\s+)?|callback\s+)([\w$]+)/g;
