/** A range of UTF-16 offsets. */
export interface MarkedRange {
  readonly start: number;
  readonly end: number;
}

/** Source text with its marks taken out: `/＊|＊/` for the cursor (without the wide stars) and `[|…|]` for ranges. */
export interface MarkedSource {
  readonly source: string;
  readonly cursor: number | undefined;
  /** In the order of their ends, so that inner ranges come first. */
  readonly ranges: readonly MarkedRange[];
}

const MARK = /\/\*\|\*\/|\[\||\|\]/g;

export function marked(text: string): MarkedSource {
  let source = "";
  let from = 0;
  let cursor: number | undefined;
  const open: number[] = [];
  const ranges: MarkedRange[] = [];
  for (const match of text.matchAll(MARK)) {
    source += text.slice(from, match.index);
    from = match.index + match[0].length;
    if (match[0] === "[|") open.push(source.length);
    else if (match[0] === "|]") ranges.push({ start: open.pop() ?? Number.NaN, end: source.length });
    else cursor = source.length;
  }
  if (open.length > 0 || ranges.some(({ start }) => Number.isNaN(start))) throw new Error("range marks do not pair");
  return { source: source + text.slice(from), cursor, ranges };
}

/** A source with some of its ranges between `«` and `»`; ranges that touch each other stay apart. */
export function withMarks(source: string, ranges: readonly MarkedRange[]): string {
  const marks = ranges.flatMap(({ start, end }) => [
    { at: start, mark: "«" },
    { at: end, mark: "»" },
  ]);
  return marks
    .toSorted((a, b) => b.at - a.at)
    .reduce((all, { at, mark }) => all.slice(0, at) + mark + all.slice(at), source);
}

/** Splits a text at lines `// @filename: path` into files. */
export function markedFiles(text: string): Record<string, string> {
  const files: Record<string, string> = {};
  const parts = text.split(/^\/\/ @filename: (.+)\r?\n/m);
  for (let index = 1; index < parts.length; index += 2)
    files[(parts[index] as string).trim()] = parts[index + 1] as string;
  return files;
}
