import { setImmediate } from "node:timers/promises";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { FileText } from "../change/file-text.ts";

/** Files that are parsed before it is known whether they change. */
const MAX_AHEAD = 100;

/** Milliseconds of parsing before other work has its turn. */
export const SLICE = 8;

/** What will be asked of files, besides whether they parse. */
interface Wanted {
  /** The name whose mentions are listed. */
  readonly mentionsOf?: string;
  readonly trees?: boolean;
}

/** The first source files of some, by path from the root, of which it is known then what is wanted. */
export async function readAhead(
  oxc: Parser,
  files: readonly string[],
  textOf: (file: string) => string | undefined,
  root: WorkspaceRoot,
  wanted: Wanted,
): Promise<Map<string, FileText>> {
  const texts = new Map<string, FileText>();
  // Whoever is to work meanwhile is asked first.
  await setImmediate();
  let pause = performance.now() + SLICE;
  for (const file of files.filter((one) => sourceLanguage(one) !== undefined).slice(0, MAX_AHEAD)) {
    const text = textOf(file);
    if (text === undefined) continue;
    const path = root.relative(file);
    const one = new FileText(oxc, path, text);
    texts.set(path, one);
    void (wanted.trees === true && one.parsed);
    if (wanted.mentionsOf !== undefined) one.mentions(wanted.mentionsOf);
    void one.failure;
    if (performance.now() < pause) continue;
    await setImmediate();
    pause = performance.now() + SLICE;
  }
  return texts;
}
