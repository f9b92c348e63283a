import type { ToolContext } from "@kart/core/mcp/define-tool";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { clip } from "@kart/core/text/display";
import { LineIndex } from "@kart/core/text/line-index";
import { mapOffset, type TextEdits } from "@kart/core/text/text-edit";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { ChangedFile } from "../../change/change-files.ts";
import { FileText } from "../../change/file-text.ts";
import { rowOf, type ShownRow, wholeRanges } from "../../change/shown-rows.ts";
import { readsLikeCode, type Spoken, wordPattern } from "../../planning/mentions.ts";
import type { EditServices } from "../../services.ts";

/** A line where a name is spoken of rather than used. */
export interface Mention {
  /** From the root, with `/`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** Lines of a file that are shown, as the change leaves it. */
export interface MentionsInFile {
  readonly path: string;
  readonly text: string;
  readonly rows: readonly ShownRow[];
}

export interface Mentions {
  /** Lines. */
  readonly total: number;
  /** Lines of code with a string that is the name and nothing else, or a path to it: what they mean may have changed its name. */
  readonly strings: MentionGroup;
  /** Whether there are paths among them; these come first. */
  readonly havePaths: boolean;
  /** Comments, other strings, and files that are no code. */
  readonly others: MentionGroup;
  /** Whether there are more files than were read for them. */
  readonly isPartial: boolean;
}

export interface MentionGroup {
  /** Lines. */
  readonly total: number;
  /** In the files that the change is about, and in others where they are few: worth mending. */
  readonly shown: readonly MentionsInFile[];
  /** The rest, those nearest to the declaration first. */
  readonly rest: readonly Mention[];
  /** Those of the rest that are worth a look: of a common word, which is mostly prose, what reads like code. */
  readonly named: readonly Mention[];
}

const MAX_SHOWN = 20;
/** Lines of files that do not change, up to which they are shown. */
const MAX_FAR = 5;
/** A word of more lines is a common one. */
const MAX_LINES = 100;

/** Files other than the changed ones that are read for mentions. */
const MAX_FILES = 200;

/** What is known of the files before. */
interface Known {
  /** The file that declares the name, from the root. */
  readonly path: string;
  /** The files that hold the name, absolute. */
  readonly holding: readonly string[];
  /** Texts of some of them, by path. */
  readonly texts?: ReadonlyMap<string, FileText>;
  /** Whether a place in a changed file, after the change, is where the name could be spoken of. */
  readonly isAbout?: (offset: number) => boolean;
}

/** Where a name that was changed still stands in comments, strings, and files that are no code: in the changed files first. */
export function mentionsOf(
  name: string,
  changed: readonly ChangedFile[],
  { path: declaring, holding, texts, isAbout = () => true }: Known,
  { workspace }: ToolContext<EditServices>,
): Mentions {
  const oxc = changed[0]?.after.oxc;
  const near = changed.flatMap(({ path, before, after, edits }) =>
    linesOf(
      path,
      after.text,
      leftIn(before, edits, name).filter(({ start }) => isAbout(start)),
    ),
  );
  const edited = new Set(changed.map(({ path }) => path));
  const others = holding
    .map((file) => ({ file, path: workspace.root.relative(file) }))
    .filter(({ path }) => !edited.has(path))
    .toSorted((a, b) => shared(b.path, declaring) - shared(a.path, declaring));
  const far = others.slice(0, MAX_FILES).flatMap(({ file, path }) => {
    const outcome = readTextFile(file);
    if (outcome.status !== "read" || oxc === undefined) return [];
    const { text } = outcome;
    const known = texts?.get(path);
    const one = known?.text === text ? known : new FileText(oxc, path, text);
    const isCode = sourceLanguage(path) !== undefined;
    const inText = () =>
      Array.from(text.matchAll(wordPattern(name)), ({ index }) => ({ start: index, isString: false }));
    return linesOf(path, text, isCode ? one.mentions(name) : inText());
  });
  const paths = [...near, ...far].filter(({ isPath }) => isPath);
  const strings = [...paths, ...[...near, ...far].filter(({ isString, isPath }) => isString && !isPath)];
  const [nearOnes, farOnes] = [near, far].map((ones) =>
    ones.filter(({ isString, isPath }) => !isString && !isPath),
  ) as [Line[], Line[]];
  const isCommon = nearOnes.length + farOnes.length > MAX_LINES;
  const isWorth = ({ text }: Line) => !isCommon || readsLikeCode(text, name);
  const shown = [...nearOnes.filter(isWorth).slice(0, MAX_SHOWN), ...(farOnes.length > MAX_FAR ? [] : farOnes)];
  return {
    total: near.length + far.length,
    havePaths: paths.length > 0,
    strings: groupOf(strings, new Set(strings.slice(0, MAX_SHOWN)), () => true),
    others: groupOf([...nearOnes, ...farOnes], new Set(shown), isWorth),
    isPartial: others.length > MAX_FILES,
  };
}

interface Line extends Mention {
  /** The text that it is of. */
  readonly whole: string;
  readonly isString: boolean;
  readonly isPath: boolean;
}

function groupOf(lines: readonly Line[], shown: ReadonlySet<Line>, isWorth: (line: Line) => boolean): MentionGroup {
  const rest = lines.filter((one) => !shown.has(one));
  return {
    total: lines.length,
    shown: Array.from(
      Map.groupBy(shown, ({ path }) => path),
      ([path, rows]) => ({
        path,
        text: rows[0]?.whole ?? "",
        rows: rows.toSorted((a, b) => a.line - b.line).map(shownOf),
      }),
    ),
    rest,
    named: rest.filter(isWorth),
  };
}

/** A longer line, in UTF-16 units, is clipped, and no anchor. */
const MAX_ROW = 300;
const MAX_CLIPPED = 120;

function shownOf({ line, text }: Mention): ShownRow {
  return text.length <= MAX_ROW ? rowOf(line, text) : { line, text: clip(text.trim(), MAX_CLIPPED) };
}

/** Makes anchors of the rows that an answer shows. */
export function issueAnchors({ strings, others }: Mentions, { snapshots }: EditServices): void {
  for (const { path, text, rows } of [...strings.shown, ...others.shown]) snapshots.show(path, text, wholeRanges(rows));
}

/** @returns each line once */
function linesOf(path: string, whole: string, places: readonly Spoken[]): Line[] {
  if (places.length === 0) return [];
  const lines = new LineIndex(whole);
  return Array.from(
    Map.groupBy(places, ({ start }) => lines.lineAt(start)),
    ([line, inLine]) => ({
      path,
      line,
      text: lines.textOf(line),
      whole,
      isString: inLine.some(({ isString }) => isString),
      isPath: inLine.some(({ isPath }) => isPath === true),
    }),
  );
}

/** How many folders two paths have in common. */
function shared(path: string, other: string): number {
  const [parts, others] = [path, other].map((one) => one.split("/").slice(0, -1)) as [string[], string[]];
  const end = parts.findIndex((part, at) => part !== others[at]);
  return end === -1 ? parts.length : end;
}

/** The mentions that a change left, where they are in the text after it. */
function leftIn(before: FileText, edits: TextEdits, name: string): Spoken[] {
  const isLeft = ({ start }: Spoken) => !edits.some(({ span }) => span.start <= start && start < span.end);
  return before
    .mentions(name)
    .filter(isLeft)
    .map((one) => ({ ...one, start: mapOffset(edits, one.start) }));
}
