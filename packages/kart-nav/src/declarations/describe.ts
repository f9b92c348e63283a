import { onOneLine, signatureOf } from "@kart/core/syntax/signature";
import { clip, escapeInvisible } from "@kart/core/text/display";
import { textOf } from "@kart/core/text/span";
import { textOrEmpty } from "@kart/core/workspace/read-file";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { Found } from "./find.ts";

/** What is shown of a declaration beyond what the index keeps. */
export interface Description {
  /** Its head on one line; invisible characters escaped. */
  readonly signature: string;
  /** What follows the name in the head: parameters, type or value; clipped. */
  readonly tail: string;
  /** The exact text of its span. */
  readonly body: string;
}

/** Reads the files of declarations that are to be shown, each once. */
export function describe(workspace: Workspace, found: readonly Found[]): Description[] {
  const sources = new Map<string, string>();
  const maxTail = TAILS.find(([upTo]) => found.length <= upTo)?.[1] ?? MAX_TAIL;
  return found.map(({ declaration, path }) => {
    const source = sources.get(path) ?? textOrEmpty(`${workspace.root.absolute}/${path}`);
    sources.set(path, source);
    return {
      signature: escapeInvisible(signatureOf(declaration, source)),
      tail: clip(tailOf(declaration, source), maxTail),
      body: textOf(source, declaration.span),
    };
  });
}

/** Longest tail: keeps a list under 90 characters a symbol. */
const MAX_TAIL = 36;

/** Tails of so few symbols are longer: whoever asks for them would read the rest of the signatures next. */
const TAILS = [
  [5, 240],
  [19, 120],
] as const;

/** A name out of a pattern has no tail of its own: what follows it there is of the others. */
function tailOf({ head, nameRange }: Found["declaration"], source: string): string {
  if (/[[{]/.test(onOneLine(source.slice(head.start, nameRange.start)))) return "";
  const rest = source.slice(nameRange.end, Math.max(nameRange.end, head.end));
  const shown = escapeInvisible(onOneLine(rest)).replace(/\s*[{;,]$/, "");
  return /^\s/.test(rest) && shown !== "" ? ` ${shown}` : shown;
}
