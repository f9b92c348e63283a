import { mapSpan, type TextEdits } from "../text/text-edit.ts";
import type { Span } from "../text/span.ts";
import { walkDeclarations } from "./declaration.ts";
import type { SourceSymbols } from "./source-symbols.ts";

/** Something of the old text that the new one does not hold as it was. */
export interface Casualty {
  /** `b`, for a symbol; its first words, for a statement or comment. */
  readonly what: string;
  /** Its 1-based line in the old text. */
  readonly line: number;
}

/**
 * Proves that edits changed nothing but what they were meant to: every statement, symbol and comment outside `free`
 * stands in the new tree where the old one had it, moved only by what the edits added or took. What holds `free` must
 * still hold it, from its first character to its last.
 *
 * That the bytes are the same follows from splicing; that they still mean the same is what needs a proof, since a bracket,
 * quote or comment left open in one place swallows what follows and may parse.
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
  const present = new Set(marksOf(after).map(({ span, mark }) => keyOf(span, mark)));
  for (const { span, mark, what } of marksOf(before)) {
    if (free === undefined ? edits.some((edit) => shares(edit.span, span)) : isFree(span, free)) continue;
    const mapped = mapSpan(edits, span);
    const stands = (end: number) => mapped !== undefined && present.has(keyOf({ start: mapped.start, end }, mark));
    // A separator that an insertion put behind it has become a part of it.
    if (mapped === undefined || !(stands(mapped.end) || (isSeparated(edits, span) && stands(mapped.end + 1))))
      return { what: what(), line: before.parsed.lines.lineAt(span.start) };
  }
  return undefined;
}

interface Mark {
  readonly span: Span;
  /** What must stand there: a kind of node, and a name where it has one. */
  readonly mark: string;
  readonly what: () => string;
}

function marksOf({ parsed, declarations }: SourceSymbols): Mark[] {
  const firstWords = ({ start, end }: Span) =>
    parsed.source.slice(start, Math.min(end, start + 40)).split(/[\r\n]/)[0] ?? "";
  const statements = parsed.program.body.map((node): Mark => ({
    span: node,
    mark: node.type,
    what: () => firstWords(node),
  }));
  const comments = parsed.comments.map((comment): Mark => ({
    span: comment,
    mark: "comment",
    what: () => firstWords(comment),
  }));
  const symbols = walkDeclarations(declarations).flatMap(({ declaration: { span, overloads, kind, name, namePath } }) =>
    (overloads ?? [span]).map((part): Mark => ({ span: part, mark: `${kind} ${name}`, what: () => namePath })),
  );
  return [...symbols, ...statements, ...comments];
}

function keyOf({ start, end }: Span, mark: string): string {
  return `${start} ${end} ${mark}`;
}

function isSeparated(edits: TextEdits, { end }: Span): boolean {
  return edits.some(({ span, text }) => span.start === end && span.end === end && (text === ";" || text === ","));
}

function isFree(span: Span, free: Span): boolean {
  return free.start <= span.start && span.end <= free.end;
}

/** Whether an edit lies in, around or across a span; one that only touches it does not. */
function shares(edit: Span, span: Span): boolean {
  return edit.start < span.end && edit.end > span.start;
}
