import { existsSync } from "node:fs";
import { relative } from "node:path";
import type { Position, Range } from "vscode-languageserver-types";
import type { Span } from "../text/span.ts";
import { installedPackage, isOfLibrary } from "../workspace/installed-package.ts";
import { realPathOrUndefined } from "../workspace/real-path.ts";
import type { WorkspaceRoot } from "../workspace/workspace-path.ts";
import type { LspText } from "./session/lsp-text.ts";
import { Texts } from "./session/texts.ts";
import { filePath } from "./session/uri.ts";

/** A range in a file. */
export interface SourceLocation {
  /** Absolute. */
  readonly file: string;
  /** Relative to the root, with `/`; absent for a file outside, such as TypeScript's own library. */
  readonly path?: string;
  /** The same of a file outside that belongs neither to a package nor to that library: `../shared/util.ts`. */
  readonly outside?: string;
  /** UTF-16 offsets. */
  readonly span: Span;
  /** Of the start, 1-based, in UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

/** Whether a package or TypeScript's library has it, and not the workspace itself. */
export function isInstalled({ path }: SourceLocation): boolean {
  return path === undefined || installedPackage(path) !== undefined;
}

/** Alike for the same place. */
export function keyOf({ file, span }: Pick<SourceLocation, "file" | "span">): string {
  return `${span.start} ${file}`;
}

/** Each once, in their order. */
export function unique(locations: readonly SourceLocation[]): SourceLocation[] {
  return [...new Map(locations.map((one) => [keyOf(one), one])).values()];
}

/** Those found and more, each once. */
export function withUses(found: readonly SourceLocation[], more: readonly SourceLocation[]): readonly SourceLocation[] {
  return more.length === 0 ? found : unique([...more, ...found]);
}

/** Turns ranges of answers into locations, reading each file once. */
export class LocationReader {
  readonly #root: WorkspaceRoot;
  readonly #kept: Texts;
  readonly #texts = new Map<string, LspText | undefined>();
  /** By URI, of which answers name few, and each many times. */
  readonly #files = new Map<string, string | undefined>();
  readonly #targets = new Map<string, string | undefined>();
  /** Files of the workspace that the server named and we cannot read as text, absolute: UTF-16, or too large. */
  readonly unread = new Set<string>();

  /** @param open texts that stand in the place of what the disk holds, by absolute path */
  constructor(root: WorkspaceRoot, kept = new Texts(), open: ReadonlyMap<string, LspText> = new Map()) {
    this.#root = root;
    this.#kept = kept;
    for (const [path, text] of open) this.#texts.set(path, text);
  }

  /** One that reads texts in the place of what the disk holds, by absolute path. */
  seeing(open: ReadonlyMap<string, LspText>): LocationReader {
    return new LocationReader(this.#root, this.#kept, open);
  }

  /** Undefined for what lies in no file on disk, or where the file has changed so much meanwhile that the range is not there. */
  locate({ uri, range }: { readonly uri: string; readonly range: Range }): SourceLocation | undefined {
    const file = this.#fileAt(uri);
    if (file === undefined) return undefined;
    const text = this.textOf(file);
    if (text === undefined && this.#root.holds(file) && existsSync(file)) this.unread.add(file);
    const span = text?.spanOf(range);
    return span === undefined ? undefined : this.#location(file, span, range.start);
  }

  /**
   * Without what a link to a file repeats of it: to TypeScript the link is another module with the same text, in which it finds the
   * same again. What it finds in the link alone stays.
   */
  withoutRepeated<Ranged extends { readonly uri: string; readonly range: Range }>(
    ranges: readonly Ranged[],
  ): readonly Ranged[] {
    const targets = new Map(
      [...new Set(ranges.map(({ uri }) => uri))].flatMap((uri) => {
        const target = this.#targets.getOrInsertComputed(uri, () => this.linkTarget(this.#fileAt(uri)));
        return target === undefined ? [] : [[uri, target] as const];
      }),
    );
    if (targets.size === 0) return ranges;
    const known = new Set(ranges.map(({ uri, range }) => rangeKey(this.#fileAt(uri), range)));
    return ranges.filter(({ uri, range }) => !targets.has(uri) || !known.has(rangeKey(targets.get(uri), range)));
  }

  /** What a link of the workspace leads to; no link is read as text by its own name. */
  linkTarget(file: string | undefined): string | undefined {
    if (file === undefined || !this.#root.holds(file) || this.textOf(file) !== undefined) return undefined;
    const target = realPathOrUndefined(file);
    return target === file ? undefined : target;
  }

  /** Whether a range is of what servers are shown and no file has. */
  isAdded({ uri, range }: { readonly uri: string; readonly range: Range }): boolean {
    const file = this.#fileAt(uri);
    return file !== undefined && this.textOf(file)?.isAdded(range) === true;
  }

  #fileAt(uri: string): string | undefined {
    return this.#files.getOrInsertComputed(uri, filePath);
  }

  /** A span of a file as it is on disk. Undefined where the file cannot be read. */
  located(file: string, span: Span): SourceLocation | undefined {
    const text = this.textOf(file);
    return text === undefined ? undefined : this.#location(file, span, text.positionAt(span.start));
  }

  /** The server gives a constructor below a doc comment as the empty place behind that comment. */
  atKeyword(location: SourceLocation): SourceLocation {
    const { file, span } = location;
    if (span.end > span.start) return location;
    KEYWORD_BELOW.lastIndex = span.start;
    const [below = "", keyword = ""] = KEYWORD_BELOW.exec(this.textOf(file)?.source ?? "") ?? [];
    if (keyword === "") return location;
    const end = span.start + below.length;
    return this.located(file, { start: end - keyword.length, end }) ?? location;
  }

  /**
   * The server gives an export that has no name as its whole statement; it goes by its keyword. A module it gives as all from its
   * first word to the end of the file; that starts where the file does.
   */
  atDefault(location: SourceLocation): SourceLocation {
    const { file, span } = location;
    const source = this.textOf(file)?.source ?? "";
    if (isModule(source, span)) return this.located(file, { ...span, start: 0 }) ?? location;
    const [before = ""] = DEFAULT.exec(source.slice(span.start, span.end)) ?? [];
    const end = span.start + before.length;
    return before === "" ? location : (this.located(file, { start: end - "default".length, end }) ?? location);
  }

  /** As people call a file. */
  nameOf(file: string): string {
    return this.#root.relative(file);
  }

  #location(file: string, span: Span, { line, character }: Position): SourceLocation {
    const path = this.#root.holds(file) ? { path: this.#root.relative(file) } : this.#outside(file);
    return { file, ...path, span, line: line + 1, column: character + 1 };
  }

  #outside(file: string): Pick<SourceLocation, "outside"> {
    const isOther = isOfLibrary(file) || installedPackage(file) !== undefined;
    return isOther ? {} : { outside: relative(this.#root.absolute, file).replaceAll("\\", "/") };
  }

  textOf(file: string): LspText | undefined {
    if (!this.#texts.has(file)) this.#texts.set(file, this.#kept.at(file));
    return this.#texts.get(file);
  }
}

function rangeKey(file: string | undefined, { start, end }: Range): string {
  return `${start.line}:${start.character} ${end.line}:${end.character} ${file}`;
}

/** Whether a span is all of a file but what stands before its first word. */
function isModule(source: string, { start, end }: Span): boolean {
  if (end < source.length || (start > 0 && !BEFORE_CODE.test(source.slice(0, start)))) return false;
  // A statement does not hold the line break behind it.
  return /\s$/.test(source) || !UNNAMED.test(source.slice(start));
}

/** Each part ends in one way alone: a comment of eighty slashes is gone through once. */
const BEFORE_CODE = /^\uFEFF?(?:#![^\r\n]*)?(?:\s|\/\/[^\r\n]*(?:[\r\n]|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*$/;

const UNNAMED = /^(?:@|export\s+default\b|export\s*=|module\.exports\s*=)/;

const DEFAULT = /^(?:@[^]*?\s)?export\s+default\b/;

const KEYWORD_BELOW = /(?:\s|\/\/[^\r\n]*[\r\n]|\/\*(?:[^*]|\*(?!\/))*\*\/)*(\w+)/y;
