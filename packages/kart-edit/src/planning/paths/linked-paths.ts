import { COMPONENT_EXTENSIONS, isComponent } from "@kart/core/syntax/parser/source-language";

/** A path by which a text that is no source leads to another file, from its own folder. */
export interface LinkedPath {
  /** UTF-16 offset. */
  readonly start: number;
  /** As it is written, without a query and a fragment. */
  readonly path: string;
}

const STYLES = ["scss", "sass", "css", "less", "styl", "pcss"];
const PROSE = ["md", "mdx", "markdown"];

export function isStylesheet(name: string): boolean {
  return endsIn(STYLES, name);
}

/** Whether people read it, and no program. */
export function isProse(name: string): boolean {
  return endsIn(PROSE, name);
}

function endsIn(endings: readonly string[], name: string): boolean {
  return endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
}

/** Names of the files that {@link linkedPaths} reads, as globs. */
export const LINKING_GLOBS: readonly string[] = [
  ...[...STYLES, ...PROSE].map((ending) => `*.${ending}`),
  ...COMPONENT_EXTENSIONS.map((ending) => `*${ending}`),
];

/**
 * What a stylesheet imports and shows, `@use "../a"`, `url(a.png)`, what Markdown links to, and what a component does in its markup
 * and its styles, in its order. What is no path, or does not start from the own folder, may be among it: whether it leads to a file
 * is for the disk to say. Imports of `.mdx` and of scripts are left out, which are a module's.
 */
export function linkedPaths(name: string, text: string): LinkedPath[] {
  const found = isStylesheet(name)
    ? inStyle(text)
    : isProse(name)
      ? inProse(text)
      : isComponent(name)
        ? inComponent(text)
        : [];
  const byStart = new Map(found.map(({ start, path }) => [start, path.replace(/[?#].*$/s, "")]));
  return Array.from(byStart, ([start, path]) => ({ start, path }))
    .filter(({ path }) => path !== "" && !/^(?:[a-z][a-z\d+.-]*:|[/~@$])/i.test(path))
    .toSorted((a, b) => a.start - b.start);
}

function inStyle(text: string): LinkedPath[] {
  const code = blanked(text, /\/\*(?:[^]*?\*\/|[^]*$)|(?<![^\s;{}])\/\/.*/g);
  const named = Array.from(code.matchAll(STYLE_IMPORT), ({ index, 0: all, 1: list = "" }) =>
    Array.from(list.matchAll(/["']([^"'\n]+)["']/g), ({ index: at, 1: path = "" }) => ({
      start: index + all.length - list.length + at + 1,
      path,
    })),
  ).flat();
  return [...captured(code, RELATIVE), ...captured(code, URL), ...named];
}

/** One or several names: `@import (reference) "a", "b"`. */
const STYLE_IMPORT = /@(?:import|use|forward|require)\s+(?:\([\w\s,]*\)\s*)?((?:["'][^"'\n]+["'][\s,]*)+)/g;
const URL = /(?<=\burl\(\s*["']?)[^"'\s()]+/gi;
/** In quotes and, in Sass without braces, out of them. */
const RELATIVE = /(?<=["'\s(,])\.{1,2}\/[^"'\s(),;]+/g;

function inProse(text: string): LinkedPath[] {
  const shown = blanked(text, /^ {0,3}(`{3,}|~{3,})[^]*?(?:^ {0,3}\1|$(?![^]))|(?<!`)(`+)(?!`)[^`\n]+\2(?!`)/gm);
  return [LINK, DEFINITION, ATTRIBUTE].flatMap((pattern) => captured(shown, pattern));
}

const LINK = /(?<=\]\(\s*<?)[^\s<>()]+/g;
const DEFINITION = /(?<=^ {0,3}\[[^\]\n]{1,200}\]:\s*<?)[^\s<>]+/gm;
const ATTRIBUTE = /(?<=\s(?:src|href)\s*=\s*["'])[^"'\s]+/gi;

function inComponent(text: string): LinkedPath[] {
  let markup = "";
  const inStyles: LinkedPath[] = [];
  // The code that an `.astro` file starts with.
  const fence = /^\s*---\r?\n/.test(text) ? text.indexOf("\n---", text.indexOf("---") + 3) : -1;
  if (fence !== -1) markup = blanked(text.slice(0, fence), /[^]+/g);
  const opening = /<!--|<(script|style)\b/gi;
  opening.lastIndex = markup.length;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const { index, 1: tag } = match;
    const inside = tag === undefined ? index : text.indexOf(">", index) + 1;
    const end = text.indexOf(tag === undefined ? "-->" : `</${tag}`, index);
    // What is never closed is none, and neither is anything behind it.
    if (end < inside || (tag !== undefined && inside === 0)) break;
    const isStyle = tag?.toLowerCase() === "style";
    // A style is in a file of its own by a link; a script is by an import.
    markup += text.slice(markup.length, isStyle ? inside : index);
    markup += blanked(text.slice(markup.length, end), /[^]+/g);
    const found = isStyle ? inStyle(text.slice(inside, end)) : [];
    inStyles.push(...found.map(({ start, path }) => ({ start: inside + start, path })));
    opening.lastIndex = end;
  }
  markup += text.slice(markup.length);
  return [...inStyles, ...captured(markup, SHOWN), ...captured(markup, URL)];
}

/** What markup shows or leads to, but for what it computes. */
const SHOWN = /(?<=\s(?:src|srcset|href|xlink:href|poster)\s*=\s*["'])[^"'\s{}]+/gi;

/** A text whose matches are white space, so that what follows stands where it stood. */
function blanked(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, (match) => match.replaceAll(/[^\r\n]/g, " "));
}

function captured(text: string, pattern: RegExp): LinkedPath[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: path }) => ({ start: index, path }));
}

/**
 * The files that a path may mean, as compilers of stylesheets, which components hold too, look for them: itself, with an ending, as a partial `_a.scss`, as the
 * index of a folder.
 *
 * @param meant a path from the root
 */
export function filesMeant(name: string, meant: string): string[] {
  if (isProse(name) || !(isStylesheet(name) || isComponent(name))) return [meant];
  const stems = [meant, meant.replace(/[^/]+$/, "_$&"), `${meant}/_index`, `${meant}/index`];
  return stems.flatMap((stem) => [stem, ...STYLES.map((ending) => `${stem}.${ending}`)]);
}
