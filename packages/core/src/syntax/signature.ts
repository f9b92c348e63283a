import { clip, collapse } from "../text/display.ts";
import { textOf } from "../text/span.ts";
import type { Declaration } from "./declaration.ts";

/** Longest signature, in UTF-16 units. */
const MAX_SIGNATURE = 300;

/** The head of a declaration on one line, without comments: `parse(input: string): Url`; overloads are counted. */
export function signatureOf({ head, overloads }: Declaration, source: string): string {
  const signature = onOneLine(textOf(source, head)).replace(/\s*[;,]$/, "");
  const more = overloads === undefined ? "" : ` (+${overloads.length - 1})`;
  return clip(signature, MAX_SIGNATURE - more.length) + more;
}

/** Source text on one line: no comments, no white space inside brackets, no comma before one that closes. */
export function onOneLine(text: string): string {
  return collapse(withoutComments(text))
    .replaceAll(/([(<[]) /g, "$1")
    .replaceAll(/(?<!=),? ([)\]])/g, "$1")
    .replaceAll(", >", ">");
}

/** Comments look like comments inside strings too, so strings are stepped over. */
function withoutComments(text: string): string {
  if (!text.includes("/*") && !text.includes("//")) return text;
  return text.replaceAll(
    /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\r\n]*/g,
    (_match, literal: string | undefined) => literal ?? " ",
  );
}
