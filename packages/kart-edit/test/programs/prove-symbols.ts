/**
 * Edits every symbol of a share of a corpus' files in memory, and proves every result: `prove-symbols.ts CORPUS VARIANT
 * MOST SHARE OF`. Prints what was tried as JSON, or the first thing that went wrong, with exit status 1.
 *
 * MOST is how many symbols of a file are tried with all that needs parsing the whole file, spread evenly; all are
 * replaced by themselves.
 */
import { walkDeclarations } from "@kart/core/syntax/declaration";
import { loadParser } from "@kart/core/syntax/parser/parse";
import { siblingList } from "@kart/core/syntax/sibling-list";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { textOf } from "@kart/core/text/span";
import { type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { type CORPORA, type CorpusFile, corpusFiles } from "@kart/testkit/corpora";
import { ToolError } from "@kart/core/mcp/tool-error";
import { FileText } from "../../src/change/file-text.ts";
import { provenResult } from "../../src/change/proven-result.ts";
import { planInsertion } from "../../src/planning/insert.ts";
import type { Plan, Target } from "../../src/planning/plan.ts";
import { planReplacement } from "../../src/planning/replace.ts";
import { VARIANTS } from "../variants.ts";

const oxc = await loadParser();
const tried = { files: 0, symbols: 0, identities: 0, insertions: 0, changes: 0, refusals: 0 };

const [corpus, variant, most, share, of] = process.argv.slice(2) as [
  (typeof CORPORA)[number],
  string,
  string,
  string,
  string,
];
/** Every share gets files of all sizes: what a file costs grows with the square of its length. */
function shareOf(files: readonly CorpusFile[], index: number, count: number): CorpusFile[] {
  const costs = Array.from({ length: count }, () => 0);
  return files
    .toSorted((a, b) => b.source.length - a.source.length)
    .filter(({ source }) => {
      const least = costs.indexOf(Math.min(...costs));
      costs[least] = (costs[least] as number) + source.length ** 2;
      return least === index;
    });
}

function tryFile(path: string, source: string, mostParsed: number): void {
  const file = new FileText(oxc, path, source);
  // Some files are meant not to parse.
  if (file.parsed === undefined || !("declarations" in file.parsed)) return;
  const symbols = file.parsed;
  const targets = targetsOf(symbols);
  tried.files++;
  const stride = Math.max(1, Math.ceil(targets.length / mostParsed));
  const first = Object.keys(VARIANTS).indexOf(variant) % stride;
  for (const [index, target] of targets.entries()) {
    const where = `${path} ${target.declaration.namePath}`;
    tried.symbols++;
    itself(file, target, where);
    if (index % stride !== first) continue;
    beside(file, target, where);
    changed(file, target, where);
    broken(file, target, where);
  }
}

/** Every symbol, and every overload. */
function targetsOf(source: SourceSymbols): Target[] {
  return walkDeclarations(source.declarations).flatMap(({ declaration }): Target[] => [
    { source, declaration, span: declaration.span },
    ...(declaration.overloads ?? []).map(({ span }, overload) => ({ source, declaration, span, overload })),
  ]);
}

function itself(file: FileText, target: Target, where: string): void {
  const plan = planReplacement(oxc, file.path, target, textOf(file.text, target.span));
  if (provenText(file, plan) !== file.text) throw new Error(`${where}: replaced by itself, and changed`);
  tried.identities++;
}

function provenText(file: FileText, plan: Plan): string {
  const [edit, more] = plan.edits;
  if (more === undefined && edit !== undefined && textOf(file.text, edit.span) === edit.text) return file.text;
  return provenResult(file, plan).after.text;
}

const PROBES = {
  statements: "export const kartProbe = 1;",
  class: "kartProbe: 1;",
  signatures: "kartProbe: 1;",
  enum: "KartProbe = 1",
  object: "kartProbe: 1",
} as const;

/** Above and behind at once: only insertions, of which the result holds both, each at its place. */
function beside(file: FileText, target: Target, where: string): void {
  const { declaration, span, source } = target;
  const list = siblingList(
    source.parsed.program,
    target.overload === undefined ? (declaration.statement ?? span) : span,
  );
  if (list === undefined) return;
  const plans = (["before", "after"] as const).map((side) =>
    planInsertion(oxc, file.path, target, side, PROBES[list.kind].replace("Probe", side)),
  );
  const edits = plans.flatMap((plan) => plan.edits);
  const { after } = provenResult(file, { ...(plans[0] as Plan), edits: textEdits(edits) as TextEdits });
  const length = edits.reduce((sum, { text }) => sum + text.length, 0);
  if (edits.some((edit) => edit.span.start < edit.span.end) || after.text.length !== file.text.length + length)
    throw new Error(`${where}: an insertion took something`);
  const probes = walkDeclarations(after.symbols().declarations).filter(({ declaration: { name } }) =>
    /^kart(before|after)$/i.test(name),
  );
  const places = probes.map(({ declaration: probe }) => siblingList(after.symbols().parsed.program, probe.span)?.first);
  if (places.join() !== [list.first, list.last + 2].join())
    throw new Error(`${where}: inserted at ${places.join()} of its list`);
  layout(file.text, after.text, where);
  tried.insertions += 2;
}

/** No white space behind the lines that are new, no line break of another kind than the file's. */
function layout(before: string, after: string, where: string): void {
  const spaced = (text: string) => text.match(/[^\S\r\n]+$/gm)?.length ?? 0;
  if (spaced(after) > spaced(before)) throw new Error(`${where}: white space at the end of a line`);
  if (!before.includes("\r") && after.includes("\r")) throw new Error(`${where}: a foreign line break`);
  if (!/(?<!\r)\n/.test(before) && before.includes("\r\n") && /(?<!\r)\n/.test(after))
    throw new Error(`${where}: a foreign LF`);
}

function changed(file: FileText, target: Target, where: string): void {
  const { span, declaration } = target;
  // A comment behind the name is legal anywhere, also in signatures, patterns and shorthand.
  const at =
    declaration.nameRange.end >= span.start && declaration.nameRange.end <= span.end
      ? declaration.nameRange.end
      : span.end;
  const content = `${file.text.slice(span.start, at)}/* kart */${file.text.slice(at, span.end)}`;
  const after = provenResult(file, planReplacement(oxc, file.path, target, content)).after.text;
  if (!after.startsWith(file.text.slice(0, span.start)) || !after.endsWith(file.text.slice(span.end)))
    throw new Error(`${where}: a change of it changed something else`);
  if (!after.includes("/* kart */")) throw new Error(`${where}: a change of it did not come through`);
  tried.changes++;
}

/** What every kind of declaration can be broken by, in turn: something left open. */
const BREAKS = [" ({", " `", " /*"];

function broken(file: FileText, target: Target, where: string): void {
  const open = BREAKS[tried.refusals % BREAKS.length] as string;
  const plan = planReplacement(oxc, file.path, target, textOf(file.text, target.span) + open);
  try {
    provenResult(file, plan);
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "syntax_error") throw error;
    tried.refusals++;
    return;
  }
  throw new Error(`${where}: with ${open} behind it, it was taken`);
}

const vary = VARIANTS[variant] as (source: string) => string;
for (const { path, source } of shareOf([...corpusFiles(corpus)], Number(share), Number(of)))
  tryFile(path, vary(source), Number(most));
console.log(JSON.stringify(tried));
