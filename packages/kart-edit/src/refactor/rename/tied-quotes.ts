import type { Node, Program } from "oxc-parser";
import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import { namesInType } from "@kart/core/syntax/key-types";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { isFailure } from "@kart/core/syntax/parser/parse";
import { childNodes, nodesIn } from "@kart/core/syntax/parser/tree";
import { gapNote } from "@kart/core/text/gap-note";
import { LineIndex } from "@kart/core/text/line-index";
import { contains, type Span } from "@kart/core/text/span";
import { mapOffset } from "@kart/core/text/text-edit";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { ChangedFile, PlannedFile } from "../../change/change-files.ts";
import { FileText } from "../../change/file-text.ts";
import { withEdits } from "./added-edits.ts";
import type { RenameWorld } from "./rename-world.ts";

/** A string that is the name of a symbol, in the text before a rename. The span lies within the quotes. */
export interface QuotedName {
  /** From the root, with `/`. */
  readonly path: string;
  readonly span: Span;
}

/**
 * The strings that a compiler's complaints about a rename are about: `vi.spyOn(service, "load")` asks for a member that is `fresh` now.
 * Whether the new name in their place spares the complaints is for the compiler to say.
 *
 * @param errors in texts after the rename
 * @param changed what it changes
 */
export function quotesInErrors(
  oxc: Parser,
  errors: readonly SourceDiagnostic[],
  changed: readonly ChangedFile[],
  old: string,
  world: RenameWorld,
  root: WorkspaceRoot,
): QuotedName[] {
  const found = new Map<string, QuotedName>();
  for (const [file, all] of Map.groupBy(errors, ({ location }) => location.file)) {
    const before = root.holds(file) ? world.sourceOf(file) : undefined;
    if (before === undefined || !quotedName(old).test(before)) continue;
    const path = root.relative(file);
    const change = changed.find((one) => one.path === path);
    const after = change?.after ?? new FileText(oxc, path, before);
    if (after.parsed === undefined || isFailure(after.parsed)) continue;
    const { program } = after.parsed.parsed;
    const starts = new Set(all.flatMap(({ location: { span } }) => stringsAt(program, span, old)));
    for (const { index } of before.matchAll(new RegExp(quotedName(old), "g"))) {
      const start = index + 1;
      if (starts.has(change === undefined ? start : mapOffset(change.edits, start)))
        found.set(`${path}\0${start}`, { path, span: { start, end: start + old.length } });
    }
  }
  return [...found.values()];
}

function quotedName(name: string): RegExp {
  return new RegExp(`(["'])${RegExp.escape(name)}\\1`);
}

/**
 * Where a complaint is about a string, the string, and about a union of them, `PartialKeys<Options, "rect" | "offset">`, those in it; else
 * those right in what it is about, as the arguments of a call or the value of a declaration. Offsets within the quotes.
 */
function stringsAt(program: Program, error: Span, name: string): number[] {
  const isName = (node: Node) =>
    node.type === "Literal" && node.value === name && node.end - node.start === name.length + 2;
  const around = [...nodesIn(program, error)].filter((node) => contains(node, error) || isName(node));
  const whole = around.filter((node) => node.start === error.start && node.end === error.end);
  const itself = whole.find(isName);
  if (itself !== undefined) return [itself.start + 1];
  const union = whole.find(({ type }) => type === "TSUnionType");
  if (union !== undefined) return namesInType(union, name).map(({ start }) => start + 1);
  // What stands around a function has nothing to do with what is wrong inside of it: `describe("load", () => …)`.
  const inner = around.slice(around.findLastIndex(({ type }) => APART.has(type)) + 1);
  const strings = inner.map((node) => childNodes(node).filter(isName)).findLast((all) => all.length > 0) ?? [];
  return strings.map(({ start }) => start + 1);
}

const APART: ReadonlySet<Node["type"]> = new Set<Node["type"]>([
  "ArrowFunctionExpression",
  "BlockStatement",
  "ClassBody",
  "FunctionDeclaration",
  "FunctionExpression",
  "Program",
  "TSModuleBlock",
]);

/** A planned rename with strings that it changes besides. */
export function withQuotes(
  planned: readonly PlannedFile[],
  quotes: readonly QuotedName[],
  fresh: string,
  textOf: (path: string) => string | undefined,
): readonly PlannedFile[] {
  const added = [...Map.groupBy(quotes, (one) => one.path)].flatMap(([path, all]) => {
    const text = textOf(path);
    return text === undefined ? [] : [{ path, text, edits: all.map(({ span }) => ({ span, text: fresh })) }];
  });
  return withEdits(planned, added);
}

export function quotesNote(quotes: readonly QuotedName[], textOf: (path: string) => string | undefined): string[] {
  const inOrder = quotes.toSorted((a, b) =>
    a.path === b.path ? a.span.start - b.span.start : a.path < b.path ? -1 : 1,
  );
  const places = inOrder.map(({ path, span }) => `${path}:${new LineIndex(textOf(path) ?? "").lineAt(span.start)}`);
  return gapNote("Changed in quotes too, where types ask for the name", places);
}
