import type { Span } from "../../text/span.ts";

/**
 * Where all that a module exports is named, `module.exports = Thing` or `= require("./thing")`: at that statement, or in the whole of
 * a file. UTF-16.
 */
export function wholeStart(source: string, { start, end }: Span): number | undefined {
  const line = source.lastIndexOf("\n", start) + 1;
  // What a string names is the empty place at the start of the file.
  if (start > 0 || (end > 0 && end < source.trimEnd().length)) {
    const statement = WHOLE_EXPORT.exec(source.slice(line, line + 200));
    return statement?.index === 0 ? line + statement[0].length : undefined;
  }
  const [statement, ...others] = source.matchAll(new RegExp(WHOLE_EXPORT, "gmu"));
  return statement === undefined || others.length > 0 ? undefined : statement.index + statement[0].length;
}

const WHOLE_EXPORT =
  /^\s*(?:exports\s*=\s*)?module\.exports\s*=\s*(?:exports\s*=\s*)?(?:(?=[\p{ID_Start}$_][\p{ID_Continue}$]*\s*(?:;|$))|(?:function|class)\s+(?=[\p{ID_Start}$_])(?!extends\b)|require\s*\(\s*["'](?=[^"'\n]+["']\s*\)\s*(?:;|$)))/mu;
