/** The same source as other editors would have left it. */
export const VARIANTS: Readonly<Record<string, (source: string) => string>> = {
  "as it is": (source) => source,
  CRLF: (source) => source.replaceAll(/\r?\n/g, "\r\n"),
  BOM: (source) => `\ufeff${source}`,
  "mixed line breaks": (source) => {
    let line = 0;
    return source.replaceAll(/\r?\n/g, () => (line++ % 3 === 0 ? "\r\n" : "\n"));
  },
  emoji: (source) =>
    source.replaceAll(/^([^\S\n]*)(?=(?:export|const|function|class|interface|type) )/gm, "$1/* 😀 */ "),
};
