import type { Span } from "../../text/span.ts";
import { CodeReader } from "./code-reader.ts";

/** The code between the fences that an `.astro` file starts with. Comments may stand above them, and either may stand anywhere on its line. */
export function astroFrontmatter(text: string): Span | undefined {
  const opening = /^(?:\s|<!--(?:[^-]|-(?!->))*-->)*---/.exec(text);
  if (opening === null) return undefined;
  const start = opening[0].length;
  const end = new CodeReader(text).find("---", start);
  if (end !== -1) return { start, end };
  // What does not read as code may still be closed where a line is.
  const closing = /\n[ \t]*---/g;
  closing.lastIndex = start;
  const line = closing.exec(text);
  return line === null ? undefined : { start, end: line.index };
}
