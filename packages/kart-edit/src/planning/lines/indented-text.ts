import { splitLines } from "@kart/core/text/lines";
import type { Span } from "@kart/core/text/span";

/** Whether white space at the start of lines says what belongs together in a file, as in Python, YAML and lists of Markdown. */
export function isIndentedByMeaning(path: string): boolean {
  return INDENTED.test(path);
}

const INDENTED =
  /\.(?:pyx?|py[iw]|bzl|star|ya?ml|pug|jade|sass|styl|haml|slim|(?:lit)?coffee|cson|nim|fs[ix]?|gd|hs|elm|purs|mdx?|rst|mk)$|(?:^|\/)(?:[Mm]akefile|BUILD|SConstruct)$/;

/** How much further to the right, or left, the lines of a text stand in a source. */
export interface Shift {
  readonly isRight: boolean;
  readonly space: string;
  /** Whether the text starts where its line does. */
  readonly isWhole: boolean;
}

/** What moves a text to where it stands at a place of the source. Undefined where its lines do not stand equally far off, or are others. */
export function shiftAt(source: string, place: Span, text: string): Shift | undefined {
  const wanted = splitLines(text.replace(/^(?:[^\S\r\n]*(?:\r\n|\n|\r))+/, "").trimEnd()).map((line) => line.text);
  const start = Math.max(source.lastIndexOf("\n", place.start - 1), source.lastIndexOf("\r", place.start - 1)) + 1;
  const standing = splitLines(source.slice(start, place.end)).map((line) => line.text);
  if (wanted.length !== standing.length) return undefined;
  const isWhole = indentOf(wanted[0] ?? "") !== "";
  const shifts = new Map<string, Shift>();
  for (const [at, line] of wanted.entries()) {
    // A text that starts within a line says nothing of where that starts.
    if (line.trim() === "" || (at === 0 && !isWhole)) continue;
    const [from, to] = [indentOf(line), indentOf(standing[at] ?? "")];
    if (!to.endsWith(from) && !from.endsWith(to)) return undefined;
    const isRight = to.endsWith(from);
    const space = isRight ? to.slice(0, to.length - from.length) : from.slice(0, from.length - to.length);
    shifts.set(`${isRight}${space}`, { isRight, space, isWhole });
  }
  if (shifts.size > 1) return undefined;
  return [...shifts.values()][0] ?? { isRight: true, space: "", isWhole };
}

/** A text moved so. Undefined where it does not stand as far to the right as it is moved to the left. */
export function moved(text: string, { isRight, space, isWhole }: Shift): string | undefined {
  const lines = splitLines(text);
  const first = lines.findIndex((line) => line.text.trim() !== "");
  const all = lines.map(({ text: line, ending }, at) => {
    if (line.trim() === "" || (at <= first && !isWhole)) return line + ending;
    if (isRight) return space + line + ending;
    return line.startsWith(space) ? line.slice(space.length) + ending : undefined;
  });
  return all.includes(undefined) ? undefined : all.join("");
}

function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}
