import type { ToolContext } from "@kart/core/mcp/define-tool";
import { isFailure, parseSource } from "@kart/core/syntax/parse";
import { sourceLanguage } from "@kart/core/syntax/source-language";
import { LineIndex } from "@kart/core/text/line-index";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { ChangedFile } from "../change/change-files.ts";
import { mentionsIn, wordPattern } from "../planning/mentions.ts";
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

/**
 * Where a name that was changed still stands in comments, strings, and files that are no code: in the changed files first.
 *
 * @param holding the files that hold it, absolute
 * @param isAbout whether a place in a changed file is where the name could be spoken of
 */
export function mentionsOf(
  name: string,
  changed: readonly ChangedFile[],
  holding: readonly string[],
  { workspace }: ToolContext<EditServices>,
  isAbout: (offset: number) => boolean = () => true,
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
  for (const { path, after } of changed)
    if (after.text.includes(name) && after.parsed !== undefined && !isFailure(after.parsed))
      add(path, after.text, mentionsIn(after.parsed.parsed, name).filter(isAbout));
  const edited = new Set(changed.map(({ path }) => path));
  const others = holding
    .map((file) => ({ file, path: workspace.root.relative(file) }))
    .filter(({ path }) => !edited.has(path));
  for (const { file, path } of others.slice(0, MAX_FILES)) {
    const outcome = readTextFile(file);
    if (outcome.status !== "read") continue;
    if (sourceLanguage(path) === undefined)
      add(
        path,
        outcome.text,
        Array.from(outcome.text.matchAll(wordPattern(name)), ({ index }) => index),
      );
    else {
      const parsed = oxc === undefined ? undefined : parseSource(oxc, path, outcome.text);
      if (parsed?.ok === true) add(path, outcome.text, mentionsIn(parsed.parsed, name));
    }
  }
  return { total, shown: found, isPartial: others.length > MAX_FILES };
}
