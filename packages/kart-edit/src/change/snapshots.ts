import { type LineHunk, oldLineOf } from "@kart/core/text/line-diff";
import { lineHash } from "@kart/core/text/line-hash";
import type { Line } from "@kart/core/text/lines";
import { FileLines } from "../planning/lines/file-lines.ts";

/** Lines `from` to `to`, both 1-based and inclusive. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** A file as it was when lines of it were shown. */
export interface Snapshot {
  readonly text: string;
  readonly lines: readonly Line[];
  /** Whether a line, 1-based, was shown whole, with its anchor or without. */
  readonly isSeen: (line: number) => boolean;
  /** Whether it was shown with its anchor, be it under another number before a change of ours. */
  readonly isShown: (line: number) => boolean;
  /** Whether it was shown under that number. */
  readonly isDisplayed: (line: number) => boolean;
}

/** Versions of a file that are remembered. */
const MAX_VERSIONS = 4;

/** UTF-16 units of remembered text: 64 MB of ASCII, for which the runtime takes one byte each. */
const MAX_UNITS = 64 * 1024 * 1024;

/**
 * What was shown of files, exactly: the authority for anchors that come back. Of each file the last 4 versions, 64 MB in
 * all, oldest out first.
 */
export class Snapshots {
  /** Oldest first, whatever the file. */
  #versions: Version[] = [];

  /** Remembers that lines of a text were shown with anchors; what was shown of the same text before stays known. */
  show(path: string, text: string, ranges: readonly LineRange[]): void {
    this.#newest(path, text).add(ranges, DISPLAYED);
  }

  /** Remembers that lines of a text were shown without anchors: what is known of them is no more than what they say. */
  see(path: string, text: string, ranges: readonly LineRange[]): void {
    this.#newest(path, text).add(ranges, SEEN);
  }

  /** After a change: lines that it left alone stay known, under their new numbers. */
  carry(path: string, before: string, after: string, hunks: readonly LineHunk[]): void {
    const known = this.#versions.findLast((version) => version.path === path && version.text === before);
    if (known === undefined) return;
    const carried = this.#newest(path, after);
    for (let line = 1; line <= carried.lines.length; line++) {
      const from = oldLineOf(hunks, line - 1);
      if (from === undefined || !known.isSeen(from + 1)) continue;
      carried.add([{ from: line, to: line }], known.isShown(from + 1) ? CARRIED : SEEN);
    }
  }

  /** After a file or a folder was moved: what was shown of it, or in it, was shown of what stands at the new path. */
  move(from: string, to: string): void {
    const isAt = (place: string, path: string) => path === place || path.startsWith(`${place}/`);
    // What was shown of something that stood there before is void.
    this.#versions = this.#versions.filter(({ path }) => !isAt(to, path));
    for (const version of this.#versions)
      if (isAt(from, version.path)) version.path = to + version.path.slice(from.length);
  }

  /** Newest first. */
  versions(path: string): Snapshot[] {
    return this.#versions.filter((version) => version.path === path).toReversed();
  }

  /** Whether `line:hash` was really shown, in any version that is remembered. */
  isIssued(path: string, line: number, hash: string): boolean {
    return this.versions(path).some(
      (version) => version.isShown(line) && lineHash(version.lines[line - 1]?.text ?? "") === hash,
    );
  }

  /** The version of this text, made the newest. */
  #newest(path: string, text: string): Version {
    const known = this.#versions.find((version) => version.path === path && version.text === text);
    const version = known ?? new Version(path, text);
    const others = this.#versions.filter((other) => other !== version);
    const ofFile = others.filter((other) => other.path === path);
    const outdated = new Set(ofFile.slice(0, Math.max(0, ofFile.length - MAX_VERSIONS + 1)));
    this.#versions = [...others.filter((other) => !outdated.has(other)), version];
    this.#forget();
    return version;
  }

  #forget(): void {
    let units = this.#versions.reduce((sum, { text }) => sum + text.length, 0);
    while (units > MAX_UNITS && this.#versions.length > 1) units -= (this.#versions.shift() as Version).text.length;
  }
}

/** How a line came to be known: without an anchor, with one under another number, or with one. */
const SEEN = 1;
const CARRIED = 2;
const DISPLAYED = 3;

class Version implements Snapshot {
  /** Where the file stands now. */
  path: string;
  readonly text: string;
  /** By 1-based line, how it was shown. As long as needed: splitting a text into lines is left to who asks for them. */
  #shown = new Uint8Array(0);
  #lines: readonly Line[] | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  get lines(): readonly Line[] {
    return (this.#lines ??= new FileLines(this.text).lines);
  }

  readonly isSeen = (line: number): boolean => (this.#shown[line] ?? 0) >= SEEN;

  readonly isShown = (line: number): boolean => (this.#shown[line] ?? 0) >= CARRIED;

  readonly isDisplayed = (line: number): boolean => this.#shown[line] === DISPLAYED;

  add(ranges: readonly LineRange[], how: typeof SEEN | typeof CARRIED | typeof DISPLAYED): void {
    const last = ranges.reduce((most, { to }) => Math.max(most, to), 0);
    if (last >= this.#shown.length) {
      const longer = new Uint8Array(Math.max(last + 1, this.#shown.length * 2));
      longer.set(this.#shown);
      this.#shown = longer;
    }
    for (const { from, to } of ranges)
      for (let line = from; line <= to; line++) this.#shown[line] = Math.max(this.#shown[line] ?? 0, how);
  }
}
