import { ToolError } from "@kart/core/mcp/tool-error";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeInvisible } from "@kart/core/text/display";
import { type Span, textOf } from "@kart/core/text/span";
import { editedSpans, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import type { NewName } from "../names.ts";
import type { Binding, NamePlace } from "./scopes.ts";
import { withShorthands } from "../members/shorthand.ts";

export interface LocalEdits {
  readonly edits: TextEdits;
  /** Where the new name stands in the new text, in the order of the source. Doc comments that name a parameter are left out. */
  readonly written: readonly number[];
}

/** What gives a local another name: its declarations, its uses, and the `@param` or `@template` that documents it. */
export function localEdits(source: SourceSymbols, binding: Binding, { old, fresh }: NewName): LocalEdits {
  const { parsed } = source;
  const docs = documentedAt(source, binding).map((span): TextEdit => ({ span, text: fresh }));
  const places = [...binding.declared, ...binding.uses];
  const escaped = places.find((place) => textOf(parsed.source, place) !== old);
  if (escaped !== undefined)
    throw new ToolError(
      "invalid_argument",
      `\`${escapeInvisible(old)}\` is written with an escape in line ${parsed.lines.lineAt(escaped.start)}. Write it plainly there first.`,
    );
  const edits = withShorthands(
    parsed,
    textEdits([...places.map((place) => editOf(place, old, fresh)), ...docs]) as TextEdits,
  );
  const spans = editedSpans(edits);
  const written = edits.flatMap((edit, at) =>
    docs.includes(edit) ? [] : (spans[at] as Span).start + (edit.text.startsWith(`${old}: `) ? old.length + 2 : 0),
  );
  return { edits, written };
}

function editOf({ start, end, isShorthand, other }: NamePlace, old: string, fresh: string): TextEdit {
  if (isShorthand === true) return { span: { start, end }, text: `${old}: ${fresh}` };
  if (other?.start === start) return { span: { start, end }, text: `${fresh} as ${old}` };
  // `a as b` that would read `b as b`.
  const whole = { start: Math.min(start, other?.start ?? start), end: Math.max(end, other?.end ?? end) };
  return { span: other?.name === fresh ? whole : { start, end }, text: fresh };
}

/** The doc comments of the function or the type whose parameter this is. */
export function docsOf({ leads, parsed: { source } }: SourceSymbols, { kind, scope }: Binding): Span[] {
  if (kind !== "parameter" && kind !== "type parameter") return [];
  const found = scope.heads.flatMap((head): Span[] => {
    const doc = leads.docBefore(head);
    if (doc === undefined) return [];
    const start = source.lastIndexOf(doc, head);
    return [{ start, end: start + doc.length }];
  });
  return [...new Map(found.map((span) => [span.start, span])).values()];
}

function documentedAt(source: SourceSymbols, binding: Binding): Span[] {
  const tag = binding.kind === "parameter" ? "param|arg|argument" : "template|typeParam";
  const name = RegExp.escape(binding.name);
  // A type in braces, which may hold others, a bracket around what is optional; `a.b` documents a part of `a`.
  const named = new RegExp(
    `@(?:${tag})[ \\t]+(?:\\{(?:[^{}]|\\{(?:[^{}]|\\{[^{}]*\\})*\\})*\\}[ \\t*\\r\\n]*)?\\[?[ \\t]*${name}(?![\\p{ID_Continue}$])`,
    "gu",
  );
  return docsOf(source, binding).flatMap(({ start, end }) =>
    Array.from(source.parsed.source.slice(start, end).matchAll(named), ({ 0: { length }, index }) => {
      const behind = start + index + length;
      return { start: behind - binding.name.length, end: behind };
    }),
  );
}
