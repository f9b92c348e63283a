import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { ToolError } from "@kart/core/mcp/tool-error";
import { type Declaration, walkDeclarations } from "@kart/core/syntax/declaration";
import { moduleRecord } from "@kart/core/syntax/module-records/module-record";
import { isFailure } from "@kart/core/syntax/parser/parse";
import { clip, escapeInvisible, escapeName } from "@kart/core/text/display";
import { LineIndex } from "@kart/core/text/line-index";
import { editedSpans } from "@kart/core/text/text-edit";
import type { ChangedFile } from "../../change/change-files.ts";
import type { FileText } from "../../change/file-text.ts";
import { ownerOf, type Target } from "../../planning/plan.ts";
import { duplicatesIn } from "../../planning/duplicates.ts";
import { starBarrels } from "../exported-through.ts";

/** A place where the new name would meet another thing of that name. */
export interface Collision {
  /** From the root, with `/`. */
  readonly path: string;
  /** 1-based, in the text after the rename. */
  readonly line: number;
  readonly text: string;
}

/** Where something of the name stands in a scope or an owner in which the new name is written. */
export function duplicates(files: readonly ChangedFile[], name: string): Collision[] {
  return files.flatMap(({ path, before, after, edits }) => {
    // Else all that has the name was given it. Names may have characters in numbers.
    if (!before.text.includes(name) && !before.text.includes("\\u")) return [];
    if (after.parsed === undefined || isFailure(after.parsed)) return [];
    return duplicatesIn(after.parsed, name, editedSpans(edits)).map((start) => collisionAt(path, after.text, start));
  });
}

/** Where another part of the merged symbol that a member belongs to declares the new name: `enum E` and `namespace E`. */
export function takenInOtherParts(target: Target, path: string, name: string): Collision[] {
  const { source, declaration } = target;
  const owner = ownerOf(target);
  // What the types of a function declare is no part of its value.
  if (owner === undefined || owner.kind === "function" || !MERGING.has(owner.kind)) return [];
  const { source: text } = source.parsed;
  // What instances have is no part of the value that a namespace adds to.
  if (owner.kind === "class" && !/\bstatic\b/.test(text.slice(declaration.span.start, declaration.nameRange.start)))
    return [];
  const around = walkDeclarations(source.declarations).find(({ declaration: one }) => one.children.includes(owner));
  const siblings = around?.declaration.children ?? source.declarations;
  return siblings
    .filter((one) => one !== owner && one.name === owner.name && MERGING.has(one.kind))
    .flatMap(({ children }) => children)
    .filter((one) => one.name === name && !areApart(one, declaration))
    .map(({ nameRange }) => collisionAt(path, text, nameRange.start));
}

/** A type and a value may share a name. */
function areApart(one: Declaration, other: Declaration): boolean {
  return (TYPES.has(one.kind) && VALUES.has(other.kind)) || (VALUES.has(one.kind) && TYPES.has(other.kind));
}

const TYPES = new Set<Declaration["kind"]>(["interface", "type"]);
const VALUES = new Set<Declaration["kind"]>(["const", "let", "var", "function"]);
const MERGING = new Set<Declaration["kind"]>(["namespace", "enum", "class", "function"]);

/** Files that pass on by `export *` what a file exports, and export the new name themselves. */
export function hiddenByStars(graph: ModuleGraph, files: readonly ChangedFile[], name: string): Collision[] {
  const edited = new Set(files.map(({ path }) => path));
  const barrels = files.flatMap(({ path, after }) =>
    exportsName(after, name) ? starBarrels(graph, path).filter((barrel) => barrel !== path) : [],
  );
  return [...new Set(barrels)]
    .filter((barrel) => !edited.has(barrel) && graph.exportedNames(barrel).names.has(name))
    .map((path) => ({ path, line: 1, text: `exports another \`${name}\`` }));
}

/** Files that come to export the new name themselves, and passed on another thing of that name by `export *`, which is hidden then. */
export function hidingStars(graph: ModuleGraph, files: readonly ChangedFile[], name: string): Collision[] {
  return files
    .filter(
      ({ path, before, after }) =>
        graph.exportedNames(path).names.has(name) && exportsName(after, name) && !exportsName(before, name),
    )
    .map(({ path }) => ({ path, line: 1, text: `exports another \`${name}\` by \`export *\`, which this would hide` }));
}

function exportsName({ oxc, path, text }: FileText, name: string): boolean {
  const read = moduleRecord(oxc, path, text);
  return read.ok && read.record.exports.some((one) => one.name === name);
}

export function collisionAt(path: string, text: string, offset: number): Collision {
  const lines = new LineIndex(text);
  const line = lines.lineAt(offset);
  return { path, line, text: lines.textOf(line).trim() };
}

const MAX_SHOWN = 10;

/** Throws `already_exists` where there is any. */
export function refuseCollisions(old: string, name: string, collisions: readonly Collision[]): void {
  if (collisions.length === 0) return;
  const unique = [...new Map(collisions.map((one) => [`${one.path}:${one.line}`, one])).values()];
  const rows = unique
    .slice(0, MAX_SHOWN)
    .map(({ path, line, text }) => `${escapeName(path)}:${line} ${clip(escapeInvisible(text), 120)}`);
  const more = unique.length > rows.length ? [`… and ${unique.length - rows.length} more`] : [];
  const shown = `\`${escapeInvisible(name)}\``;
  throw new ToolError(
    "already_exists",
    [
      `${shown} is taken where \`${escapeInvisible(old)}\` is used or declared: a name would come to mean another thing. As it would read:`,
      ...rows,
      ...more,
      "Send another name, or rename what has that one first.",
    ].join("\n"),
  );
}
