import type { Node } from "oxc-parser";
import type { ParsedSource } from "@kart/core/syntax/parse";
import { childNodes } from "@kart/core/syntax/tree";
import type { Span } from "@kart/core/text/span";
import { applyEdits, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";

/**
 * A text in which the shorthand properties of some names, in literals and patterns, are written out: `{ a: a }` for `{ a }`.
 * There a property and a variable are two places, and whoever renames one of them leaves the other alone.
 */
export class ExpandedText {
  readonly source: string;
  readonly text: string;
  /** The names that are a key and a value at once, in the order of the source. */
  readonly #shorthands: readonly Span[];

  constructor({ source, program }: ParsedSource, names: ReadonlySet<string>) {
    this.source = source;
    this.#shorthands = shorthandsIn(program, source, names);
    const edits = this.#shorthands.map(({ start, end }) => ({
      span: { start: end, end },
      text: BETWEEN + source.slice(start, end),
    }));
    this.text = applyEdits(source, textEdits(edits) as TextEdits);
  }

  get isExpanded(): boolean {
    return this.#shorthands.length > 0;
  }

  /** Where an offset of the source stands in the text; of a shorthand the key, or the value. */
  offsetOf(offset: number, isValue: boolean): number {
    let shift = 0;
    for (const { start, end } of this.#shorthands) {
      if (start > offset || (start === offset && !isValue)) break;
      shift += end - start + BETWEEN.length;
    }
    return offset + shift;
  }

  /** Edits of the text as edits of the source: what is still the same on both sides stays a shorthand. */
  collapsed(edits: TextEdits): TextEdits {
    const keys = new Map<Span, string>();
    const values = new Map<Span, string>();
    const others: TextEdit[] = [];
    for (const edit of edits) {
      const { start } = edit.span;
      let shift = 0;
      let isPart = false;
      for (const shorthand of this.#shorthands) {
        const length = shorthand.end - shorthand.start;
        if (start === shorthand.start + shift) keys.set(shorthand, edit.text);
        else if (start === shorthand.end + shift + BETWEEN.length) values.set(shorthand, edit.text);
        else if (start >= shorthand.end + shift) {
          shift += length + BETWEEN.length;
          continue;
        } else break;
        isPart = true;
        break;
      }
      if (!isPart) others.push({ span: { start: start - shift, end: edit.span.end - shift }, text: edit.text });
    }
    const mended = this.#shorthands.flatMap((span): TextEdit[] => {
      if (!keys.has(span) && !values.has(span)) return [];
      const name = this.source.slice(span.start, span.end);
      const [key, value] = [keys.get(span) ?? name, values.get(span) ?? name];
      return [{ span, text: key === value ? key : key + BETWEEN + value }];
    });
    return textEdits([...others, ...mended]) as TextEdits;
  }
}

const BETWEEN = ": ";

/** A text that holds none of the names as a shorthand needs no tree to know that. What statements import and export is none. */
export function mayHoldShorthand(text: string, names: Iterable<string>): boolean {
  const alternatives = [...names].map((name) => RegExp.escape(name)).join("|");
  const shorthand = new RegExp(`(?:[{,]|\\*/|[\\r\\n])\\s*(?:${alternatives})\\s*(?:[,}=]|/[/*])`);
  if (!shorthand.test(text)) return false;
  return shorthand.test(text.replaceAll(/\b(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{[^{}'"`]*\}/g, ""));
}

function shorthandsIn(program: Node, source: string, names: ReadonlySet<string>): Span[] {
  const found: Span[] = [];
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === "Property" && node.shorthand && node.key.type === "Identifier") {
      const { name, start } = node.key;
      const end = start + name.length;
      if (names.has(name) && source.slice(start, end) === name && name !== "__proto__") found.push({ start, end });
    }
    pending.push(...childNodes(node));
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Whether any edit stands beside a colon, so that {@link withShorthands} may have something to do. */
export function mayJoin(source: string, edits: TextEdits): boolean {
  return edits.some(
    ({ span }) =>
      source.startsWith(BETWEEN, span.end) || source.slice(span.start - BETWEEN.length, span.start) === BETWEEN,
  );
}

/**
 * The same edits, with `{ b: b }` that they would make of `{ a: b }` as `{ b }`: the reverse of what {@link ExpandedText} does,
 * so that renaming back gives the old bytes.
 */
export function withShorthands({ source, program }: ParsedSource, edits: TextEdits): TextEdits {
  const byStart = new Map(edits.map((edit) => [edit.span.start, edit]));
  const joined = new Set<TextEdit>();
  const added: TextEdit[] = [];
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    pending.push(
      ...childNodes(node).filter((child) =>
        edits.some(({ span }) => child.start <= span.start && span.end <= child.end),
      ),
    );
    if (node.type !== "Property" || node.shorthand || node.computed || node.method || node.kind !== "init") continue;
    const { key } = node;
    const value = node.value.type === "AssignmentPattern" ? node.value.left : node.value;
    if (key.type !== "Identifier" || value.type !== "Identifier") continue;
    const [keyEdit, valueEdit] = [byStart.get(key.start), byStart.get(value.start)];
    if (keyEdit === undefined && valueEdit === undefined) continue;
    const name = keyEdit?.text ?? key.name;
    const end = value.start + value.name.length;
    const isBare =
      source.slice(key.start + key.name.length, value.start) === BETWEEN &&
      !("typeAnnotation" in value && value.typeAnnotation);
    if (name !== (valueEdit?.text ?? value.name) || !isBare || name === "__proto__") continue;
    for (const edit of [keyEdit, valueEdit]) if (edit !== undefined) joined.add(edit);
    added.push({ span: { start: key.start, end }, text: name });
  }
  return textEdits([...edits.filter((edit) => !joined.has(edit)), ...added]) as TextEdits;
}
