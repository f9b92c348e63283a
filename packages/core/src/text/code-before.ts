/** UTF-16 units that are looked at. */
const FAR = 2_000;

/**
 * The code before an offset (UTF-16) up to where white space and comments begin that stand right before it, as far as lines tell: a `//`
 * in a string counts where nothing that ends an entry stands behind it.
 */
export function codeBefore(source: string, offset: number): string {
  let code = source.slice(Math.max(0, offset - FAR), offset).trimEnd();
  for (;;) {
    const line = code.slice(code.lastIndexOf("\n") + 1);
    const comment = line.indexOf("//");
    if (code.endsWith("*/")) {
      const start = code.lastIndexOf("/*", code.length - 3);
      if (start === -1) return code;
      code = code.slice(0, start).trimEnd();
    } else if (comment !== -1 && (/^\s*\/\//.test(line) || !/[{,]$/.test(line))) {
      code = code.slice(0, code.length - line.length + comment).trimEnd();
    } else return code;
  }
}
