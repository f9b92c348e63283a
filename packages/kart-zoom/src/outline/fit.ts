import { count, escapeInvisible, escapeName } from "@kart/core/text/display";
import { type Block, blockRows, reExportRows, type SymbolData } from "./blocks.ts";
import { passedOnIn, passedOnRows } from "./passed-on.ts";
import type { ReExport } from "./module-exports.ts";
import type { Detail } from "./render.ts";

/** Longest outline, in UTF-16 units. What does not fit is shown in less detail, and at last only named. */
const MAX_OUTLINE = 17_500;

/** The same of one symbol that was asked for by its name. */
export const MAX_SYMBOL = 36_000;

/** What one answer says of a file. */
export interface Section {
  readonly path: string;
  readonly blocks: readonly Block[];
  readonly reExports: readonly ReExport[];
  /** What other sections of the answer show, by the names under which their files export it. */
  readonly passedOn?: ReadonlyMap<Block, string>;
}

export interface Fitted {
  readonly text: string;
  /** What is shown, of each section. */
  readonly symbols: readonly (readonly SymbolData[])[];
  /** Whether more than docs is left out. */
  readonly truncated: boolean;
}

/** From all there is to heads alone. */
const DETAILS: readonly Omit<Detail, "privates">[] = [
  { docs: "whole", members: true },
  { docs: "first-line", members: true },
  { docs: "none", members: true },
  { docs: "none", members: false },
];

/** Longest declaration where members are left out, in UTF-16 units. */
const MAX_HEAD = 500;

/** One file in the greatest detail that fits; where none does, as many heads as fit, and the names of the rest. */
export function fitFile(section: Section, privates: boolean, limit = MAX_OUTLINE): Fitted {
  const { path, blocks } = section;
  // Who asks for one declaration wants all of it, and who uses a module all that it offers.
  const fewOverloads = privates && blocks.length > 1;
  for (const step of DETAILS) {
    const detail = { ...step, privates, fewOverloads };
    const rows = [`// ${escapeName(path)}`, ...sectionRows(section, detail)];
    if (rows.join("\n").length > limit) continue;
    const isLess = !detail.members || (detail.docs !== "whole" && blocks.some((one) => hasDoc(one)));
    const note = isLess
      ? [
          `// ${lessNote(detail)}: ${blocks.length === 1 ? "name a member, or take level 2" : "pass symbol for all of one"}.`,
        ]
      : [];
    const symbols = [blocks.map((one) => one.data(detail))];
    return { text: [...rows, ...note].join("\n"), symbols, truncated: !detail.members };
  }
  return cutFile(section, { docs: "none", members: false, privates }, limit);
}

/** @param what one of its docs holds */
function hasDoc({ outlined }: Block, what = ""): boolean {
  return [outlined, ...(outlined.children ?? [])].some(({ doc }) => doc !== "" && doc.includes(what));
}

function lessNote({ docs, members }: Detail): string {
  if (!members) return "Members, docs and long types are left out";
  return docs === "none" ? "Docs are left out" : "Of docs the first lines";
}

function sectionRows({ path, blocks, reExports, passedOn }: Section, detail: Detail): string[] {
  const own = passedOn === undefined ? blocks : blocks.filter((one) => !passedOn.has(one));
  return [
    ...blockRows(own, path, (one) => blockText(one, detail)),
    ...reExportRows(reExports, path, own),
    ...(passedOn === undefined ? [] : passedOnRows(passedOn)),
  ];
}

function blockText(one: Block, detail: Detail): string {
  const whole = one.text(detail);
  if (detail.members || whole.length <= MAX_HEAD) return whole;
  return `// ${one.kind} ${escapeName(escapeInvisible(one.name))} // ${one.line}`;
}

/** Room for the names of what is left out, in UTF-16 units. */
const MAX_NAMES = 4000;

function cutFile({ path, blocks, reExports }: Section, detail: Detail, limit: number): Fitted {
  const passedOn = reExports.slice(0, 20);
  let room = limit - MAX_NAMES - reExportRows(passedOn, path, []).join("\n").length;
  const shown: Block[] = [];
  for (const one of blocks) {
    room -= blockText(one, detail).length + one.path.length + 10;
    if (room < 0) break;
    shown.push(one);
  }
  const left = blocks.slice(shown.length);
  const rows = [
    `// ${escapeName(path)}`,
    ...blockRows(shown, path, (one) => blockText(one, detail)),
    ...reExportRows(passedOn, path, shown),
    `// ${shown.length} of ${count(blocks.length, "declaration")}, without members and docs: pass symbol for one, or zoom the file it is from. Not shown:`,
    ...namesOf(left, path),
  ];
  return { text: rows.join("\n"), symbols: [shown.map((one) => one.data(detail))], truncated: true };
}

/** `// src/a.ts: parse, Url`, as far as there is room. */
function namesOf(blocks: readonly Block[], path: string): string[] {
  const rows: string[] = [];
  let room = MAX_NAMES - 200;
  let named = 0;
  for (const [from, group] of Map.groupBy(blocks, (one) => one.path)) {
    const start = from === path ? "//" : `// ${escapeName(from)}:`;
    const names = namesWithin(group.map(nameOf), room - start.length - 2);
    if (names.length === 0) break;
    const row = `${start} ${names.join(", ")}`;
    room -= row.length + 1;
    named += names.length;
    rows.push(row);
  }
  if (named < blocks.length) rows.push(`// and ${(blocks.length - named).toLocaleString("en-US")} more`);
  return rows;
}

/** What a name alone is to tell: of `module.exports = Role` that it is `Role`. */
function nameOf({ name, outlined }: Block): string {
  return name === "export=" ? outlined.name : name;
}

/** Whether it is what other statements add to a declaration, which goes by its name. */
function isAddition({ outlined: { declaration, children } }: Block): boolean {
  return declaration === undefined && children !== undefined;
}

/** As many names as fit into a row of that length. */
function namesWithin(names: readonly string[], length: number): string[] {
  let room = length;
  const fitting: string[] = [];
  for (const name of names) {
    const text = escapeName(escapeInvisible(name)).slice(0, 100);
    room -= text.length + 2;
    if (room < 0) break;
    fitting.push(text);
  }
  return fitting;
}

/** How a file of a folder is shown: with this detail, or by its names alone. */
type Level = Detail | "names";

/** Whoever looks at a folder looks for a file: of docs the first lines are enough. */
const LEVELS: readonly Level[] = [
  "names",
  { docs: "none", members: false, privates: false },
  { docs: "first-line", members: false, privates: false },
  { docs: "first-line", members: true, privates: false },
];

/** Longest outline of a folder, in UTF-16 units. */
const MAX_FOLDER = 12_000;

/** What stands in another file of the answer is not shown twice. */
const SHOWN_ELSEWHERE: Detail = { docs: "none", members: false, privates: false };

/**
 * Several files, each as a module of its own; what one passes on from another is a statement in it. All are shown alike as far as
 * that fits; then those that need the least more are shown in more detail. Where not even names fit, the last files are counted.
 */
export function fitFolder(folder: string, files: readonly Section[], limit = MAX_FOLDER): Fitted {
  const shownBy = passedOnIn(files);
  const sections = files.map((one) => ({ ...one, passedOn: shownBy(one) }));
  const levels: Level[] = sections.map(() => "names");
  // All files are named before any is shown in detail.
  const row = Math.max(MIN_ROW, Math.min(MAX_ROW, Math.floor((limit - 400) / sections.length) - 1));
  const texts = sections.map((section) => fileText(section, "names", row));
  const kept = withinLimit(texts, limit - 400);
  let room = limit - 400 - texts.slice(0, kept).join("\n").length;
  for (const level of LEVELS.slice(1)) {
    const wanted = sections.slice(0, kept).map((section, index) => {
      const text = fileText(section, level);
      return { index, text, more: text.length - (texts[index] as string).length };
    });
    for (const { index, text, more } of wanted.toSorted((a, b) => a.more - b.more)) {
      if (more > room) continue;
      room -= more;
      levels[index] = level;
      texts[index] = text;
    }
  }
  const left = sections.length - kept;
  const isLess = levels.slice(0, kept).some((level) => level === "names" || !level.members);
  const isDocCut = sections.some(({ blocks }) => blocks.some((one) => hasDoc(one, "\n")));
  const notes = [
    ...(isLess
      ? ["// Of some files docs, members or all but names and lines are left out: zoom one for all."]
      : isDocCut
        ? ["// Of docs the first lines: zoom a file for all."]
        : []),
    ...(left > 0
      ? [
          `// ${count(left, "more file")} are not shown, from ${escapeName(sections[kept]?.path ?? "")} on: zoom them, or list ${escapeName(folder)}.`,
        ]
      : []),
  ];
  return {
    text: [...texts.slice(0, kept), ...notes].join("\n"),
    symbols: sections.map(({ blocks, passedOn }, index) => {
      const level = levels[index] as Level;
      if (level === "names" || index >= kept) return [];
      return blocks.map((one) => one.data(passedOn.has(one) ? SHOWN_ELSEWHERE : level));
    }),
    truncated: left > 0 || isLess,
  };
}

/** How many texts fit. */
function withinLimit(texts: readonly string[], limit: number): number {
  let room = limit;
  const at = texts.findIndex((text) => (room -= text.length + 1) < 0);
  return at === -1 ? texts.length : at;
}

/** Longest row of names of one file, in UTF-16 units: of few files and of many. */
const MAX_ROW = 300;
const MIN_ROW = 60;

function fileText(section: Section, level: Level, row = MAX_ROW): string {
  const { path, blocks } = section;
  if (level !== "names")
    return `declare module ${JSON.stringify(escapeName(path))} {\n${withoutDeclare(sectionRows(section, level).join("\n"))}\n}`;
  const start = `// ${escapeName(path)}:`;
  const own = blocks.filter((one) => !isAddition(one));
  const names = namesWithin(
    own.map((one) => (one.path === path ? `${nameOf(one)} ${one.line}` : nameOf(one))),
    row - start.length - " and 1000 more".length,
  );
  const left = own.length - names.length;
  const more = left > 0 ? ` and ${left} more` : "";
  return names.length + left === 0 ? `${start} re-exports of packages` : `${start} ${names.join(", ")}${more}`;
}

/** Inside a declared module everything is declared already. */
function withoutDeclare(text: string): string {
  return text.replaceAll(/^declare /gm, "");
}
