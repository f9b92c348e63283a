import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeName } from "@kart/core/text/display";
import { directivesOf, pragmasOf } from "../../planning/moved/file-head.ts";
import { listedNames } from "../../planning/names.ts";
import type { Ends, Worked } from "./move-symbols.ts";
import { platformTwins } from "../platform-twins.ts";

/** Throws `invalid_argument` where code would mean something else in the file that it moves to, or who imports it would get another. */
export function refuseUnlike(graph: ModuleGraph, { from, to, names }: Ends, { moved }: Worked): void {
  const twins = names.flatMap((name) => (moved.exported.has(name) ? platformTwins(graph, from.path, name) : []));
  if (twins.length > 0)
    throw unmovable(
      `What may be loaded in its place has its own, ${twins.map(escapeName).join(" and ")}, and whoever imports it would always have that of ${escapeName(to.path)}. Move them with kart_patch.`,
    );
  const isOther = to.source !== undefined && pragmasOf(from.source).join() !== pragmasOf(to.source).join();
  if (moved.isJsx && isOther)
    throw unmovable(
      `The comment at the top of ${escapeName(from.path)} or ${escapeName(to.path)} compiles JSX in another way. Name another file.`,
    );
  if (!directivesOf(from.source).includes("use server")) return;
  const open = moved.own.flatMap(({ name, exportedAs, isType }) => (exportedAs === undefined && !isType ? [name] : []));
  if (open.length > 0)
    throw unmovable(
      `"use server" lets whoever asks call what ${escapeName(from.path)} exports, and ${listedNames(open)} would be exported for it. Move it along: symbol takes several.`,
    );
  const hidden = [...moved.valuesOfRest].filter((name) => !moved.exported.has(name));
  if (hidden.length > 0 && moved.exported.size > 0 && to.source === undefined)
    throw unmovable(
      `"use server" lets whoever asks call what ${escapeName(to.path)} would export, and ${listedNames(hidden)} is not exported now. Move that to a file of its own.`,
    );
}

function unmovable(message: string): ToolError {
  return new ToolError("invalid_argument", message);
}
