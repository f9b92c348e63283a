/**
 * Content that takes the place of a file's whole text. It is meant literally, but for two things that a model does not
 * see: a byte order mark stays, and the line breaks of a file that has nothing but CRLF stay where the content has none. A mark
 * before `#!` would make nonsense of it, for parsers and for the system that runs the file: it goes.
 */
export function wholeText(old: string, content: string): string {
  const text = hasOnlyCrlf(old) && !content.includes("\r") ? content.replaceAll("\n", "\r\n") : content;
  return old.startsWith(MARK) && !text.startsWith(MARK) && !text.startsWith("#!") ? MARK + text : text;
}

export const MARK = "\ufeff";

function hasOnlyCrlf(text: string): boolean {
  return text.includes("\n") && !/\r(?!\n)|(?<!\r)\n/.test(text);
}
