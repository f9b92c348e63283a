import { isRelative } from "@kart/core/modules/import-places";
import type { ImportRecord } from "@kart/core/syntax/module-records/module-record";
import { isDeclarationFile } from "@kart/core/syntax/parser/source-language";
import type { Span } from "@kart/core/text/span";
import type { TextEdit } from "@kart/core/text/text-edit";

/** A path before and after a move, from the root, with `/`. */
export interface Moved {
  readonly from: string;
  readonly to: string;
}

/**
 * Specifiers that may lead from an importer's new place to a target's, written the way the old one was: with the ending it
 * had or none, through the folder of an `index`, by the alias or package name it went through. Best first; whether one leads
 * there is for a resolver to say. None where it is not plain how the old one leads to the target.
 */
export function specifierCandidates(specifier: string, importer: Moved, target: Moved): string[] {
  const start = specifier.lastIndexOf("!") + 1;
  const query = /\?.*$/s.exec(specifier.slice(start))?.[0] ?? "";
  const core = specifier.slice(start, specifier.length - query.length);
  return plainCandidates(core, importer, target).map((one) => specifier.slice(0, start) + one + query);
}

function plainCandidates(core: string, importer: Moved, target: Moved): string[] {
  if (!isRelative(core)) return [...substituted(core, target), ...relativeAnew(core, importer, target)];
  const written = join(folderOf(importer.from), core);
  const style = styleOf(written, target.from);
  if (style === undefined) return [];
  const slash = style.kind === "folder" && isIndex(target.to) && core.endsWith("/") ? "/" : "";
  const isWithin = `${folderOf(importer.to)}/`.startsWith(`${folderOf(target.to)}/`);
  return [
    ...(isWithin ? [] : asFolder(style, target).map((folder) => relativeStyled(importer, target, folder, core))),
    relativeStyled(importer, target, style, core) + slash,
  ];
}

/** What was named without its ending goes by its folder once it is the index of one. */
function asFolder({ kind }: Style, { from, to }: Moved): Style[] {
  return kind === "bare" && isIndex(to) && !isIndex(from) ? [{ kind: "folder" }] : [];
}

function relativeStyled(importer: Moved, target: Moved, style: Style, old?: string): string {
  const path = styledAnew(target, style);
  const detour = old === undefined ? 0 : detourAnew(old, importer, path);
  // A file beside a folder of its name: from within, the path of the folder alone would lead to its `index`.
  const isFolder = style.kind === "folder" && isIndex(target.to);
  const isAround = !isFolder && `${folderOf(importer.to)}/`.startsWith(`${path}/`);
  return relativeTo(importer.to, path, isAround ? Math.max(1, detour) : detour);
}

/**
 * How many folders further up than it must a specifier goes on going: `../lib/a` inside of `lib` stays as it is where both ends
 * moved as one, and goes no higher than the folder that it went up to otherwise, above which no build may read.
 */
function detourAnew(old: string, importer: Moved, path: string): number {
  const plain = relativeTo(importer.from, pathMeant(importer.from, old));
  const fresh = relativeTo(importer.to, path);
  if (!isDetour(importer.from, old) || fresh === plain) return climbs(old) - climbs(plain);
  const top = above(importer.from, climbs(old));
  const turn = above(importer.to, climbs(fresh));
  const depth = (folder: string) => folder.split("/").filter((part) => part !== ".").length;
  return top === "." || `${turn}/`.startsWith(`${top}/`) ? depth(turn) - depth(top) : 0;
}

/** The folder that so many steps lead up to from a file. */
function above(file: string, steps: number): string {
  return join(folderOf(file), "../".repeat(steps));
}

/** Whether a relative specifier is the path of a file as it stands, and no resolver has to guess what is built into what. */
export function isPathOf(specifier: string, importer: string, target: string): boolean {
  const core = specifier.slice(specifier.lastIndexOf("!") + 1).replace(/\?.*$/s, "");
  return styleOf(pathMeant(importer, core), target) !== undefined;
}

/** How a path leads to a file. */
type Style =
  | { readonly kind: "exact" | "bare" | "folder" }
  /** Another ending than the file's: `.js` for `.ts`. */
  | { readonly kind: "ending"; readonly ending: string };

function styleOf(written: string, target: string): Style | undefined {
  if (written === target) return { kind: "exact" };
  const stem = stemOf(target);
  if (stem === written) return { kind: "bare" };
  if (stem === join(written, "index")) return { kind: "folder" };
  const ending = /\.[cm]?[jt]sx?$/.exec(written)?.[0];
  return ending !== undefined && stem === written.slice(0, -ending.length) ? { kind: "ending", ending } : undefined;
}

function styled(target: string, style: Style): string {
  const stem = stemOf(target);
  switch (style.kind) {
    case "exact":
      return target;
    case "bare":
      return stem;
    case "folder":
      return isIndex(target) ? folderOf(stem) : stem;
    case "ending":
      return stem + endingFor(target, style.ending);
  }
}

/** As {@link styled}, of where a target is after a move. */
function styledAnew(target: Moved, style: Style): string {
  return needsEnding(target) && (style.kind === "bare" || style.kind === "folder")
    ? stemOf(target.to) + endingFor(target.to, ".js")
    : styled(target.to, style);
}

/** Whether a move made a file one that is never found without its ending: `.mts`, `.cjs`. */
export function needsEnding({ from, to }: Moved): boolean {
  const kindOf = (path: string) => /\.([cm]?)[jt]sx?$/.exec(path)?.[1] ?? "";
  return kindOf(to) !== "" && kindOf(to) !== kindOf(from);
}

function isIndex(path: string): boolean {
  return /(?:^|\/)index$/.test(stemOf(path));
}

/** The ending that is written for a file, which may have got another kind of ending by the move. */
function endingFor(target: string, ending: string): string {
  const kind = /\.([cm]?)[jt]sx?$/.exec(target)?.[1] ?? "";
  const old = /^\.([cm]?)/.exec(ending)?.[1];
  return kind === old ? ending : `.${kind}js`;
}

/** A path without its ending, all of it where it declares types. Data keeps its own: nothing is written without. */
export function stemOf(path: string): string {
  return isDeclarationFile(path)
    ? path.replace(/\.d(?:\.[^./]+)?\.[cm]?ts$/, "")
    : path.replace(/\.(?:[cm]?[jt]sx?|json|node|vue|svelte)$/, "");
}

/**
 * For `@/lib/a`, which led to `src/lib/a.ts`: what stands before the part that both end in stays before the new path. All
 * places to part them, the shortest common part last.
 */
function substituted(core: string, target: Moved): string[] {
  const found: string[] = [];
  for (const style of stylesOf(core, target.from).flatMap((one) => [...asFolder(one, target), one])) {
    const [old, fresh] = [styled(target.from, style), styledAnew(target, style)];
    const parts = core.split("/");
    const path = old.split("/");
    let common = 0;
    while (common < parts.length && common < path.length && parts.at(-1 - common) === path.at(-1 - common)) common++;
    for (let length = common; length >= 1; length--) {
      const prefix = path.slice(0, path.length - length).join("/");
      const alias = parts.slice(0, parts.length - length).join("/");
      if (prefix !== "" && !fresh.startsWith(`${prefix}/`)) continue;
      const rest = prefix === "" ? fresh : fresh.slice(prefix.length + 1);
      found.push(alias === "" ? rest : `${alias}/${rest}`);
    }
    // The alias may be glued to a name: `~lib/a` for `src/lib/a`, or `#a` for `src/a`.
    const last = path.at(-1 - common);
    const glued = parts.at(-1 - common);
    if (last !== undefined && glued?.endsWith(last) === true && glued !== last && common === parts.length - 1) {
      const prefix = path.slice(0, path.length - common - 1).join("/");
      if (prefix === "" || fresh.startsWith(`${prefix}/`))
        found.push(glued.slice(0, -last.length) + (prefix === "" ? fresh : fresh.slice(prefix.length + 1)));
    }
  }
  return [...new Set(found)];
}

/** What the end of a specifier without a relative path says of the style. */
function stylesOf(core: string, target: string): Style[] {
  const name = core.slice(core.lastIndexOf("/") + 1).replace(/^[#~@]/, "");
  const file = target.slice(target.lastIndexOf("/") + 1);
  const own = styleOf(name, file);
  const folder = isIndex(target) ? [{ kind: "folder" as const }] : [];
  return own === undefined ? [...folder, { kind: "bare" }, { kind: "exact" }] : [own, ...folder];
}

function relativeAnew(core: string, importer: Moved, target: Moved): string[] {
  return stylesOf(core, target.from).map((style) => relativeStyled(importer, target, style));
}

/** A path that a relative specifier means, whatever stands there. */
export function pathMeant(importer: string, specifier: string): string {
  return join(folderOf(importer), specifier);
}

/** Whether a relative specifier goes further up than it must. */
export function isDetour(importer: string, specifier: string): boolean {
  return climbs(specifier) > climbs(relativeTo(importer, pathMeant(importer, specifier)));
}

/** How many folders a specifier goes up. */
function climbs(specifier: string): number {
  return specifier.split("/").filter((part) => part === "..").length;
}

/**
 * A specifier for a path, from a file; it starts with a dot.
 *
 * @param detour how many folders it goes up beyond those that it must
 */
export function relativeTo(importer: string, path: string, detour = 0): string {
  const from = folderOf(importer)
    .split("/")
    .filter((part) => part !== ".");
  const to = path.split("/").filter((part) => part !== ".");
  let common = 0;
  while (common < from.length && common < to.length && from[common] === to[common]) common++;
  common = Math.max(0, common - Math.max(0, detour));
  const parts = [...from.slice(common).map(() => ".."), ...to.slice(common)];
  if (parts.length === 0) return ".";
  return parts[0] === ".." ? parts.join("/") : `./${parts.join("/")}`;
}

function folderOf(path: string): string {
  const end = path.lastIndexOf("/");
  return end === -1 ? "." : path.slice(0, end);
}

/** Normalized; without a slash at the end. */
function join(folder: string, rest: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${rest}`.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/") || ".";
}

/** The edit that gives an import another specifier. Undefined where the text does not show the old one. */
export function specifierEdit(
  source: string,
  { specifier, start, end }: ImportRecord,
  fresh: string,
): TextEdit | undefined {
  const text = source.slice(start, end);
  // In a statement the module comes last, in a call first.
  const isStatement = /^(?:import|export)\b(?!\s*\()/.test(text);
  const found = literalsIn(text).filter(({ value }) => value === specifier || `./${value}` === specifier);
  const literal = isStatement ? found.at(-1) : found[0];
  if (literal === undefined) return undefined;
  const bare = literal.value === specifier ? fresh : fresh.replace(/^\.\//, "");
  const span: Span = { start: start + literal.start, end: start + literal.end };
  return { span, text: bare.replaceAll(new RegExp(`[\\\\${literal.quote}]`, "g"), "\\$&") };
}

interface Literal extends Span {
  readonly quote: string;
  readonly value: string;
}

/** Strings as they are written; the span without the quotes. */
function literalsIn(text: string): Literal[] {
  return Array.from(text.matchAll(/(["'`])((?:\\[^]|(?!\1)[^\\])*)\1/g), ({ index, 1: quote = "", 2: inner = "" }) => ({
    quote,
    value: inner.replaceAll(/\\(["'`\\/])/g, "$1"),
    start: index + 1,
    end: index + 1 + inner.length,
  }));
}
