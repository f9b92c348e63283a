import type { Node } from "oxc-parser";
import { mapSpan, type TextEdits } from "../text/text-edit.ts";
import { contains, type Span } from "../text/span.ts";
import { walkDeclarations } from "./declaration.ts";
import type { SourceSymbols } from "./source-symbols.ts";
import { childNodes } from "./parser/tree.ts";

/** Something of the old text that the new one does not hold as it was. */
export interface Casualty {
  /** The name path of a symbol; the first words of anything else. */
  readonly what: string;
  /** Its 1-based line in the old text. */
  readonly line: number;
}

/**
 * Proves that edits changed nothing but what they were meant to: every node of the old tree outside `free`, and every
 * comment, stands in the new one, in the same parent, moved only by what the edits added or took. What holds `free` must
 * still hold it, from its first character to its last.
 *
 * That the bytes are the same follows from splicing; that they still mean the same is what needs a proof, since a bracket,
 * quote or comment left open in one place swallows what follows and may parse. What no edit touches is not looked into:
 * the same bytes in the same place are the same.
 *
 * @param free what the edits may change, in the old text. Without it, all that they touch or stand in.
 * @returns the first that was lost, or undefined
 */
export function firstCasualty(
  before: SourceSymbols,
  after: SourceSymbols,
  edits: TextEdits,
  free?: Span,
): Casualty | undefined {
  const lost =
    lostNode(before.parsed.program, after.parsed.program, {
      before: before.parsed.source,
      after: after.parsed.source,
      edits,
      free,
    }) ?? lostComment(before, after, edits, free);
  if (lost === undefined) return undefined;
  const { source, lines } = before.parsed;
  const symbol = walkDeclarations(before.declarations).find(
    ({ declaration: { span } }) => span.start === lost.start || span.end === lost.end,
  );
  // Text of JSX starts with the white space behind the element above; where it is no more than that, the next words tell its place.
  const start = source.length - source.slice(lost.start).trimStart().length;
  const end = Math.min(start < lost.end ? lost.end : source.length, start + 40);
  const firstWords = source.slice(start, end).split(/[\r\n]/)[0] ?? "";
  return { what: symbol?.declaration.namePath ?? firstWords, line: lines.lineAt(start) };
}

interface Change {
  readonly before: string;
  readonly after: string;
  readonly edits: TextEdits;
  readonly free: Span | undefined;
}

/** Goes down both trees at once, wherever an edit lies inside. */
function lostNode(old: Node, fresh: Node, change: Change): Span | undefined {
  const { before, after, edits, free } = change;
  const nodes = childNodes(fresh);
  const places = new Map(nodes.map((node) => [keyOf(unseparated(after, node), node.type), node]));
  for (const child of childNodes(old)) {
    if (free !== undefined && contains(free, child)) continue;
    // It may come to end what is put before it.
    if (child.type === "EmptyStatement") continue;
    const isTouched = edits.some(({ span }) => shares(span, child));
    const mapped = mapSpan(edits, unseparated(before, child));
    const place =
      (mapped === undefined ? undefined : places.get(keyOf(mapped, child.type))) ??
      joinedText(child, nodes, edits) ??
      (free !== undefined && endsIn(child, free)
        ? nodes.find(({ type, start }) => type === child.type && start === mapSpan(edits, pointAt(child.start))?.start)
        : undefined);
    if (place === undefined && !(free === undefined && isTouched)) return child;
    const lost = place !== undefined && isTouched ? lostNode(child, place, change) : undefined;
    if (lost !== undefined) return lost;
  }
  return undefined;
}

/** Text between the children of an element is one with text put beside it, and with that behind a child which gives way to text. */
function joinedText(child: Node, nodes: readonly Node[], edits: TextEdits): Node | undefined {
  const mapped = child.type === "JSXText" ? mapSpan(edits, child) : undefined;
  return mapped === undefined ? undefined : nodes.find((node) => node.type === "JSXText" && contains(node, mapped));
}

/** A separator is no part of what a node means: an edit beside it may bring one, or leave it one that stood further on. */
function unseparated(source: string, { start, end }: Span): Span {
  if (source[end - 1] !== ";" && source[end - 1] !== ",") return { start, end };
  return { start, end: start + source.slice(start, end - 1).trimEnd().length };
}

function lostComment(
  before: SourceSymbols,
  after: SourceSymbols,
  edits: TextEdits,
  free: Span | undefined,
): Span | undefined {
  const present = new Set(after.parsed.comments.map((comment) => keyOf(comment, "")));
  return before.parsed.comments.find((comment) => {
    if (free === undefined ? edits.some(({ span }) => shares(span, comment)) : contains(free, comment)) return false;
    const mapped = mapSpan(edits, comment);
    return mapped === undefined || !present.has(keyOf(mapped, ""));
  });
}

/** What is free may reach over the end of the statement that holds it, to a comment behind that. */
function endsIn(node: Span, free: Span): boolean {
  return node.start < free.start && free.start < node.end && node.end <= free.end;
}

function pointAt(offset: number): Span {
  return { start: offset, end: offset };
}

function keyOf({ start, end }: Span, mark: string): string {
  return `${start} ${end} ${mark}`;
}

/** Whether an edit lies in, around or across a span; one that only touches it does not. */
function shares(edit: Span, span: Span): boolean {
  return edit.start < span.end && edit.end > span.start;
}
