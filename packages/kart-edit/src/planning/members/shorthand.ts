import type { Node } from "oxc-parser";
import { type ParsedSource, type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { childNodes, nodesHolding, nodesIn, startOf } from "@kart/core/syntax/parser/tree";
import { firstIndex } from "@kart/core/text/sorted";
import { type Span, textOf } from "@kart/core/text/span";
import { applyEdits, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { wordsIn } from "@kart/core/text/words";
import { namespaceEntries } from "./namespace-entries.ts";

/**
 * A text in which the shorthand properties of some names, in literals and patterns, are written out: `{ a: a }` for `{ a }`.
 * There a property and a variable are two places, and whoever renames one of them leaves the other alone.
 *
 * What a namespace exports by an entry is such a place too, `export { a as a$$ }` for `export { a }` and for `export { a as a }`:
 * of `N.a` a server cannot tell that it is the member, which keeps its name where the entry does, and no longer `a`.
 */
export class ExpandedText {
  readonly source: string;
  readonly text: string;
  /** In the order of the source. */
  readonly #written: readonly Written[];

  /** @param keepsEntries whether what namespaces export by entries keeps its name */
  constructor({ source, program }: ParsedSource, names: ReadonlySet<string>, keepsEntries: boolean) {
    this.source = source;
    const properties = shorthandsIn(program, source, names).map((span): Written => ({
      ...span,
      kind: "property",
      behind: BETWEEN + textOf(source, span),
    }));
    const entries = (keepsEntries ? namespaceEntries(program, names) : []).map(
      ({ exported, isShorthand }): Written => ({
        ...exported,
        kind: "entry",
        behind: isShorthand ? AS + textOf(source, exported) + APART : APART,
      }),
    );
    this.#written = [...properties, ...entries].sort((a, b) => a.start - b.start);
    const edits = this.#written.map(({ end, behind }) => ({ span: { start: end, end }, text: behind }));
    this.text = applyEdits(source, textEdits(edits) as TextEdits);
  }

  get isExpanded(): boolean {
    return this.#written.length > 0;
  }

  /** Whether a namespace exports a name in it that it keeps. */
  get holdsEntries(): boolean {
    return this.#written.some(({ kind }) => kind === "entry");
  }

  /** Where an offset of the source stands in the text; of a shorthand the key, or the value. */
  offsetOf(offset: number, isValue: boolean): number {
    let shift = 0;
    for (const { start, kind, behind } of this.#written) {
      if (start > offset || (start === offset && !(isValue && kind === "property"))) break;
      shift += behind.length;
    }
    return offset + shift;
  }

  /** Edits of the text as edits of the source: what is still the same on both sides stays a shorthand. */
  collapsed(edits: TextEdits): TextEdits {
    const keys = new Map<Written, string>();
    const values = new Map<Written, string>();
    const others: TextEdit[] = [];
    for (const edit of edits) {
      const { start } = edit.span;
      let shift = 0;
      let isPart = false;
      for (const written of this.#written) {
        if (start === written.start + shift) keys.set(written, edit.text);
        else if (written.kind === "property" && start === written.end + shift + BETWEEN.length)
          values.set(written, edit.text);
        else if (start >= written.end + shift) {
          shift += written.behind.length;
          continue;
        } else break;
        isPart = true;
        break;
      }
      if (!isPart) others.push({ span: { start: start - shift, end: edit.span.end - shift }, text: edit.text });
    }
    const mended = this.#written.flatMap((written): TextEdit[] => {
      if (!keys.has(written) && !values.has(written)) return [];
      const { start, end, kind } = written;
      const span = { start, end };
      const name = this.source.slice(start, end);
      const [key, value] = [keys.get(written) ?? name, values.get(written) ?? name];
      if (kind === "entry") return [{ span, text: key + AS + name }];
      return [{ span, text: key === value ? key : key + BETWEEN + value }];
    });
    return textEdits([...others, ...mended]) as TextEdits;
  }
}

/** A name that stands for two things, and what is written behind it. */
interface Written extends Span {
  readonly kind: "property" | "entry";
  readonly behind: string;
}

const BETWEEN = ": ";

const AS = " as ";

/** What no use of a namespace's member has behind its name. */
const APART = "$$";

/** A text that holds none of the names as a shorthand needs no tree to know that. What statements import and export is none. */
export function mayHoldShorthand(text: string, names: Iterable<string>): boolean {
  const alternatives = [...names].map((name) => RegExp.escape(name)).join("|");
  const shorthand = new RegExp(`(?:[{,]|\\*/|[\\r\\n])\\s*(?:${alternatives})\\s*(?:[,}=]|/[/*])`);
  if (!shorthand.test(text)) return false;
  return shorthand.test(text.replaceAll(/\b(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{[^{}'"`]*\}/g, ""));
}

function shorthandsIn(program: Node, source: string, names: ReadonlySet<string>): Span[] {
  const found: Span[] = [];
  const words = [...names].flatMap((name) => wordsIn(source, name)).toSorted((a, b) => a - b);
  for (const node of nodesHolding(program, words)) {
    if (node.type !== "Property" || !node.shorthand || node.key.type !== "Identifier") continue;
    const { name, start } = node.key;
    const end = start + name.length;
    if (names.has(name) && source.slice(start, end) === name && name !== "__proto__") found.push({ start, end });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** As {@link withShorthands}, of a text of which no tree is known. */
export function joinedShorthands(oxc: Parser, path: string, source: string, edits: TextEdits): TextEdits {
  // Only the tree tells a property from anything else with a colon.
  const parsed = mayJoin(source, edits) ? parseSource(oxc, path, source) : undefined;
  return parsed?.ok === true ? withShorthands(parsed.parsed, edits) : edits;
}

/** Whether any edit stands beside a colon, so that {@link withShorthands} may have something to do. */
function mayJoin(source: string, edits: TextEdits): boolean {
  return edits.some(
    ({ span }) =>
      source.startsWith(BETWEEN, span.end) || source.slice(span.start - BETWEEN.length, span.start) === BETWEEN,
  );
}

/**
 * The same edits, with `{ b: b }` that they would make of `{ a: b }` as `{ b }`: the reverse of what {@link ExpandedText} does,
 * so that renaming back gives the old bytes. JavaScript that writes no shorthands is given none.
 */
export function withShorthands(parsed: ParsedSource, edits: TextEdits): TextEdits {
  const { source, program } = parsed;
  const byStart = new Map(edits.map((edit) => [edit.span.start, edit]));
  const joined = new Set<TextEdit>();
  const added: TextEdit[] = [];
  const pending: Node[] = [program];
  // Of disjoint edits the first behind the start of a node ends first as well.
  const isEdited = (node: Node) => {
    const start = startOf(node);
    const first = edits[firstIndex(edits, ({ span }) => span.start >= start)];
    return first !== undefined && first.span.end <= node.end;
  };
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    pending.push(...childNodes(node).filter(isEdited));
    if (node.type !== "Property" || node.shorthand || node.computed || node.method || node.kind !== "init") continue;
    const { key } = node;
    const value = node.value.type === "AssignmentPattern" ? node.value.left : node.value;
    if (key.type !== "Identifier" || value.type !== "Identifier") continue;
    const [keyEdit, valueEdit] = [byStart.get(key.start), byStart.get(value.start)];
    // What is written out now stays so.
    if ((keyEdit === undefined && valueEdit === undefined) || key.name === value.name) continue;
    const name = keyEdit?.text ?? key.name;
    const end = value.start + value.name.length;
    const isBare =
      source.slice(key.start + key.name.length, value.start) === BETWEEN &&
      !("typeAnnotation" in value && value.typeAnnotation);
    if (name !== (valueEdit?.text ?? value.name) || !isBare || name === "__proto__") continue;
    for (const edit of [keyEdit, valueEdit]) if (edit !== undefined) joined.add(edit);
    added.push({ span: { start: key.start, end }, text: name });
  }
  if (added.length === 0 || !takesShorthands(parsed)) return edits;
  return textEdits([...edits.filter((edit) => !joined.has(edit)), ...added]) as TextEdits;
}

/**
 * Whether shorthands are at home in a file: in TypeScript, and in JavaScript that has one. Where a rename wrote out the only one,
 * newer syntax tells, unless the file writes `{ a: a }` besides.
 */
function takesShorthands({ source, program, language }: ParsedSource): boolean {
  if (language !== "jsx") return true;
  let isNewer = false;
  let isWrittenOut = false;
  for (const node of nodesIn(program, { start: 0, end: source.length })) {
    isNewer ||= NEWER.has(node.type) || (node.type === "VariableDeclaration" && node.kind !== "var");
    if (node.type !== "Property") continue;
    if (node.shorthand) return true;
    const { key, value, computed } = node;
    isWrittenOut ||= !computed && key.type === "Identifier" && value.type === "Identifier" && key.name === value.name;
  }
  return isNewer && !isWrittenOut;
}

/** What the version of the language that brought shorthands brought too. */
const NEWER: ReadonlySet<string> = new Set([
  "ArrowFunctionExpression",
  "ClassDeclaration",
  "ClassExpression",
  "ImportDeclaration",
  "TemplateLiteral",
]);
