import { LineIndex } from "@kart/core/text/line-index";
import type { Span } from "@kart/core/text/span";
import type { TextEdit } from "@kart/core/text/text-edit";
import type { WhereTo } from "./config-paths.ts";
import { type Moved, pathMeant, relativeTo } from "./specifiers.ts";

export interface PageEdits {
  readonly edits: readonly TextEdit[];
  /** What can be written no more: the new place cannot be reached from where `/` leads to. 1-based lines. */
  readonly lost: readonly { readonly line: number; readonly value: string }[];
}

/**
 * Edits of a web page that names what was moved, or that was moved itself: `src` and `href` of any element, and imports in the
 * scripts that stand in it.
 *
 * @param isFile whether a file stands at a path from the root, before the move
 */
export function pageEdits(text: string, page: Moved, isFile: (path: string) => boolean, whereTo: WhereTo): PageEdits {
  const edits: TextEdit[] = [];
  const lost: { line: number; value: string }[] = [];
  for (const { value, span } of pathsIn(text)) {
    const target = targetOf(value, page, isFile, whereTo);
    if (target === undefined) continue;
    const fresh = written(value, page, target, whereTo);
    if (fresh === undefined) lost.push({ line: new LineIndex(text).lineAt(span.start), value });
    else if (fresh !== value) edits.push({ span, text: fresh });
  }
  return { edits, lost };
}

interface PagePath {
  readonly value: string;
  /** Without quotes; UTF-16 offsets. */
  readonly span: Span;
}

function pathsIn(text: string): PagePath[] {
  const tags = Array.from(text.matchAll(TAG), ({ index, 0: tag }) => captured(tag, index, ATTRIBUTE)).flat();
  const scripts = Array.from(text.matchAll(SCRIPT), ({ index, 0: all, 1: inside = "" }) =>
    captured(inside, index + all.length - inside.length, IMPORT),
  ).flat();
  const all = [...tags, ...scripts].sort((a, b) => a.span.start - b.span.start);
  return all.filter(({ span }, index) => index === 0 || span.start >= (all[index - 1] as PagePath).span.end);
}

const TAG = /<[a-z][\w-]*\s[^<>]{1,4000}>/gi;
const ATTRIBUTE = /(?<=\s(?:src|href)\s{0,10}=\s{0,10}(["']?))[^\s"'<>`]+/gi;
const SCRIPT = /<script\b[^>]{0,1000}>([^]*?)(?=<\/script)/gi;
const IMPORT = /(?<=\b(?:from\s{0,10}|import\s{0,10}\(?\s{0,10})(["']))\.{0,2}\/[^"'\s]+(?=\1)/g;

function captured(text: string, offset: number, pattern: RegExp): PagePath[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: value }) => ({
    value,
    span: { start: offset + index, end: offset + index + value.length },
  }));
}

interface Target {
  readonly path: string;
  /** The folder that a leading `/` leads to; undefined for a relative path. */
  readonly top?: string;
}

/** What a path leads to, where the move changes the way to it. A server's top is the page's folder or one above. */
function targetOf(value: string, page: Moved, isFile: (path: string) => boolean, whereTo: WhereTo): Target | undefined {
  const bare = value.replace(/[?#].*$/s, "");
  if (bare === "" || bare.startsWith("//") || /^[a-z][a-z\d+.-]*:/i.test(bare)) return undefined;
  const concerns = (path: string) => page.from !== page.to || whereTo(path) !== undefined;
  const found = (path: string) => !path.startsWith("..") && concerns(path) && isFile(path);
  if (!bare.startsWith("/")) {
    const path = pathMeant(page.from, bare);
    return found(path) ? { path } : undefined;
  }
  for (const folder of topsAround(page.from))
    for (const top of [folder, `${folder}public/`]) {
      const path = top + bare.slice(1);
      if (found(path)) return { path, top };
    }
  return undefined;
}

/** The folders above a file that a server may give out: each with a slash at its end, the nearest first, `""` for the root. */
function topsAround(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join("/")}/`), ""];
}

function written(value: string, page: Moved, { path, top }: Target, whereTo: WhereTo): string | undefined {
  const now = whereTo(path) ?? path;
  const rest = value.slice(value.replace(/[?#].*$/s, "").length);
  if (top !== undefined) {
    // Where all of what a server gives out is moved, its top is.
    const moved = top === "" ? "" : (whereTo(`${top}x`)?.slice(0, -1) ?? top);
    return now.startsWith(moved) ? `/${now.slice(moved.length)}${rest}` : undefined;
  }
  if (relativeTo(page.from, path) === relativeTo(page.to, now)) return value;
  const fresh = relativeTo(page.to, now);
  return (value.startsWith(".") ? fresh : fresh.replace(/^\.\//, "")) + rest;
}
