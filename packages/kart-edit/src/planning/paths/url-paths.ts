import type { Node, Program } from "oxc-parser";
import { calleeName, literalPrefix } from "@kart/core/syntax/module-records/module-expressions";
import { childNodes } from "@kart/core/syntax/parser/tree";
import type { Span } from "@kart/core/text/span";
import { relativeTo } from "./specifiers.ts";

/** A relative path from which a source text makes a URL beside its own: `new URL("./locales/", import.meta.url)`. */
export interface UrlPath {
  /** As it is written between its quotes, or of what puts it together. UTF-16 offsets. */
  readonly span: Span;
  /** What of it is known before the program runs. */
  readonly path: string;
  /** Something follows, or it is not written as it reads. */
  readonly isStart: boolean;
}

/** In the order of the source. */
export function urlPaths(program: Program, source: string): UrlPath[] {
  const found: UrlPath[] = [];
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    pending.push(...childNodes(node));
    if (node.type !== "NewExpression" || calleeName(node.callee) !== "URL") continue;
    const [first, base] = node.arguments;
    if (first === undefined || base === undefined || calleeName(base) !== "import.meta.url") continue;
    const path = literalPrefix(first);
    // From a server's top, and with a protocol: these start elsewhere.
    if (path === "" || /^(?:\/|[a-z][a-z\d+.-]*:)/i.test(path)) continue;
    const inner = { start: first.start + 1, end: first.end - 1 };
    // A query and an escape are no part of a path.
    const isPlain = source.slice(inner.start, inner.end) === path && !/[%?#]/.test(path);
    found.push({ span: isPlain ? inner : first, path, isStart: !isPlain });
  }
  return found.sort((a, b) => a.span.start - b.span.start);
}

/**
 * How a URL's path to a folder is written from another file. With a slash at the end, or as dots alone, a URL leads into the folder, and
 * by its name to the folder itself: so does the new one.
 */
export function folderUrl(old: string, importer: string, folder: string): string {
  const isInto = /(?:^|\/)\.{0,2}$/.test(old);
  const plain = relativeTo(importer, folder);
  const isDots = /(?:^|\/)\.{1,2}$/.test(plain);
  const dotted = isDots && !isInto ? relativeTo(importer, folder, 1) : plain;
  const fresh = old.startsWith(".") ? dotted : dotted.replace(/^\.\/(?=.)/, "");
  return isInto && (!isDots || old.endsWith("/")) ? `${fresh}/` : fresh;
}
