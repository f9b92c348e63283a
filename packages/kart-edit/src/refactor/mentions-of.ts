import type { ToolContext } from "@kart/core/mcp/define-tool";
import { sourceLanguage } from "@kart/core/syntax/source-language";
import { LineIndex } from "@kart/core/text/line-index";
import { mapOffset, type TextEdits } from "@kart/core/text/text-edit";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { ChangedFile } from "../change/change-files.ts";
import { FileText } from "../change/file-text.ts";
import { wordPattern } from "../planning/mentions.ts";
import type { EditServices } from "../services.ts";

/** A place where a name is spoken of rather than used. */
export interface Mention {
  /** From the root, with `/`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

export interface Mentions {
  readonly total: number;
  /** The first of them. */
  readonly shown: readonly Mention[];
  /** Whether there are more files than were read for them. */
  readonly isPartial: boolean;
}

const MAX_SHOWN = 20;

/** Files other than the changed ones that are read for mentions. */
const MAX_FILES = 200;

/** What is known of the files before. */
interface Known {
  /** The files that hold the name, absolute. */
  readonly holding: readonly string[];
  /** Texts of some of them, by path. */
  readonly texts?: ReadonlyMap<string, FileText>;
  /** Whether a place in a changed file, after the change, is where the name could be spoken of. */
  readonly isAbout?: (offset: number) => boolean;
}

/** Where a name that was changed still stands in comments, strings, and files that are no code: in the changed files first. */
export function mentionsOf(
  name: string,
  changed: readonly ChangedFile[],
  { holding, texts, isAbout = () => true }: Known,
  { workspace }: ToolContext<EditServices>,
): Mentions {
  const oxc = changed[0]?.after.oxc;
  const found: Mention[] = [];
  let total = 0;
  const add = (path: string, text: string, offsets: readonly number[]) => {
    total += offsets.length;
    if (found.length >= MAX_SHOWN || offsets.length === 0) return;
    const lines = new LineIndex(text);
    for (const line of new Set(offsets.map((offset) => lines.lineAt(offset))))
      if (found.length < MAX_SHOWN) found.push({ path, line, text: lines.textOf(line).trim() });
  };
  for (const { path, before, after, edits } of changed)
    add(path, after.text, leftIn(before, edits, name).filter(isAbout));
  const edited = new Set(changed.map(({ path }) => path));
  const others = holding
    .map((file) => ({ file, path: workspace.root.relative(file) }))
    .filter(({ path }) => !edited.has(path));
  for (const { file, path } of others.slice(0, MAX_FILES)) {
    const outcome = readTextFile(file);
    if (outcome.status !== "read" || oxc === undefined) continue;
    const { text } = outcome;
    const known = texts?.get(path);
    const one = known?.text === text ? known : new FileText(oxc, path, text);
    const isCode = sourceLanguage(path) !== undefined;
    add(path, text, isCode ? one.mentions(name) : Array.from(text.matchAll(wordPattern(name)), ({ index }) => index));
  }
  return { total, shown: found, isPartial: others.length > MAX_FILES };
}

/** Offsets in the text after a change of the mentions that it left. */
function leftIn(before: FileText, edits: TextEdits, name: string): number[] {
  const isLeft = (offset: number) => !edits.some(({ span }) => span.start <= offset && offset < span.end);
  return before
    .mentions(name)
    .filter(isLeft)
    .map((offset) => mapOffset(edits, offset));
}
