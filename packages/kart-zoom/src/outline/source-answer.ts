import { count, escapeInvisible, escapeName } from "@kart/core/text/display";
import { readTextFile } from "@kart/core/workspace/read-file";
import { unreadError } from "@kart/core/workspace/unread-error";
import type { WorkspacePath } from "@kart/core/workspace/workspace-path";
import type { SymbolData } from "./blocks.ts";
import { plainDoc, signatureText } from "./render.ts";
import type { SourceOf, Zoom } from "./zoom.ts";

/** Most of a text that is given as data, in UTF-16 units. */
const MAX_DATA = 100_000;

/** Longest text of a reply, which has room for a note besides. */
const MAX_TEXT = 39_000;

export interface SourceAnswer {
  readonly text: string;
  /** The same, longer where that is allowed. */
  readonly data: string;
  /** Whether even the data is cut. */
  readonly truncated: boolean;
  readonly symbols: SymbolData[];
}

/** The text of a file, or of one symbol with the comments above it. */
export async function sourceAnswer(path: WorkspacePath, symbol: string | undefined, zoom: Zoom): Promise<SourceAnswer> {
  if (symbol === undefined) return { ...cut(textOf(path), 1, "Level 1 shows its declarations."), symbols: [] };
  const sources = await zoom.sourcesOf(path, symbol);
  const answers = sources.map((one) => {
    const { start, end } = one.span;
    const from = one.file.lines.lineAt(start);
    const { text, data, truncated } = cut(one.file.text.slice(start, end), from, "Name a member, or use an outline.");
    const place = `// ${escapeName(one.file.path)}:${from}-${one.file.lines.lineAt(end)}`;
    return { text: `${place}\n${text}`, data, truncated, symbol: describe(one, path.relative) };
  });
  return {
    text: answers.map(({ text }) => text).join("\n"),
    data: answers.map(({ data }) => data).join("\n"),
    truncated: answers.some(({ truncated }) => truncated),
    symbols: answers.map((answer) => answer.symbol),
  };
}

function describe({ file, name, outlined }: SourceOf, path: string): SymbolData {
  const { namePath, kind, exported, line, endLine, doc } = outlined;
  const signature = signatureText(outlined, () => undefined);
  const about = { name, namePath, kind, signature, doc: plainDoc(doc), exported, line, endLine };
  return file.path === path ? about : { ...about, from: file.path };
}

function textOf(path: WorkspacePath): string {
  const outcome = readTextFile(path.absolute);
  if (outcome.status !== "read") throw unreadError(path);
  return outcome.text;
}

/** @param line the 1-based line that the text starts at */
function cut(whole: string, line: number, hint: string): Omit<SourceAnswer, "symbols"> {
  const text = escapeInvisible(whole.replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n"));
  const data = atLineBreak(text, MAX_DATA);
  const shown = atLineBreak(text, MAX_TEXT);
  if (shown === text) return { text, data, truncated: false };
  const last = line + shown.split("\n").length - 1;
  const total = line + text.split("\n").length - 1;
  const note = `// Cut behind line ${last} of ${count(total, "line")}. ${hint}`;
  return { text: `${shown}\n${note}`, data, truncated: data !== text };
}

function atLineBreak(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.lastIndexOf("\n", max);
  return text.slice(0, end > 0 ? end : max);
}
