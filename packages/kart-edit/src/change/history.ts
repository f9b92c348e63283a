/** One file of an edit, as it was before and as the edit left it. Whole texts, the byte order mark included. */
export interface FileChange {
  /** From the root, with `/`. */
  readonly path: string;
  /** Undefined where the edit made the file. */
  readonly before: string | undefined;
  readonly after: string;
  /** Folders that were made for it, from the root, outermost first. */
  readonly folders?: readonly string[];
}

/** Something that an edit moved, after it had changed texts. From the root, with `/`. */
export interface FileMove {
  readonly from: string;
  readonly to: string;
  /** Folders that were made for it, outermost first. */
  readonly folders: readonly string[];
  /** What a symlink said before, where the move made it say something else. */
  readonly linkText?: string;
}

/** What one call of a writing tool did. */
export interface Edit {
  readonly tool: string;
  readonly files: readonly FileChange[];
  readonly moves?: readonly FileMove[];
}

const MAX_EDITS = 50;

/** UTF-16 units of remembered text: 64 MB of ASCII, for which the runtime takes one byte each. */
const MAX_UNITS = 64 * 1024 * 1024;

/** The last edits of this server, 50 of them and 64 MB at most; the oldest are forgotten first. */
export class History {
  #edits: Edit[] = [];
  #forgotten = 0;

  /** How many older ones are kept no more. */
  get forgotten(): number {
    return this.#forgotten;
  }

  get size(): number {
    return this.#edits.length;
  }

  add(edit: Edit): void {
    this.#edits.push(edit);
    let units = 0;
    const kept = this.#edits.findLastIndex((one, index) => {
      units += sizeOf(one);
      return units > MAX_UNITS || this.#edits.length - index > MAX_EDITS;
    });
    this.#edits = this.#edits.slice(kept + 1);
    this.#forgotten += kept + 1;
  }

  /** The newest edits, newest first. */
  newest(count: number): Edit[] {
    return this.#edits.slice(-count).toReversed();
  }

  /** Forgets edits that were taken back. */
  remove(edits: readonly Edit[]): void {
    this.#edits = this.#edits.filter((edit) => !edits.includes(edit));
  }
}

function sizeOf({ files }: Edit): number {
  return files.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + after.length, 0);
}
