/** What a commit did to a path. */
export type ChangeKind = "modified" | "added" | "deleted";

export interface Change {
  readonly path: string;
  readonly kind: ChangeKind;
  /** The path it had before, where this commit renamed it. */
  readonly previous?: string;
}

export interface LoggedCommit {
  /** Full commit id, in hexadecimal digits. */
  readonly oid: string;
  readonly parents: readonly string[];
  /** Seconds since 1970, by the committer's clock; 0 where a commit names no time, or none that a date can hold. */
  readonly time: number;
  readonly changes: readonly Change[];
}

/** The header of a commit, for `--format`: no status letter starts with its first byte, and no path stands where it does. */
export const LOG_FORMAT = "%x01%H %ct %P";

/** Seconds: the end of what `Date` can hold. */
const MAX_TIME = 8.64e12;

const NUL = 0;
const HEADER = "\u0001";

/**
 * Reads `git log -z --name-status` with {@link LOG_FORMAT}, however the bytes are cut. Fields end in NUL, so that a path may
 * hold any other byte; what is not UTF-8 in it becomes U+FFFD.
 *
 * Grammar: (header NUL (["\n"] status NUL path NUL [path NUL])*)*
 */
export class LogParser {
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #rest: Uint8Array = new Uint8Array();
  #commit: LoggedCommit | undefined;
  #changes: Change[] = [];
  /** The status whose paths are being read. */
  #status = "";
  #previous: string | undefined;

  /** The commits that these bytes complete: one is complete when the next begins. */
  *push(chunk: Uint8Array): Generator<LoggedCommit> {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = bytes.lastIndexOf(NUL);
    // The stream may reuse its buffer.
    this.#rest = bytes.slice(end + 1);
    if (end === -1) return;
    // NUL is no part of any other character in UTF-8: all fields are decoded at once, which is where the time goes.
    for (const field of this.#decoder.decode(bytes.subarray(0, end)).split("\0")) {
      const whole = this.#take(field);
      if (whole !== undefined) yield whole;
    }
  }

  /** The last commit; to be asked only where git ended well, since output that was cut short may lack some of its changes. */
  end(): LoggedCommit | undefined {
    const last = this.#commit;
    this.#commit = undefined;
    return last;
  }

  #take(field: string): LoggedCommit | undefined {
    if (this.#status !== "") {
      this.#path(field);
      return undefined;
    }
    if (field.startsWith(HEADER)) return this.#header(field.slice(1));
    this.#status = field.replace(/^\n/, "")[0] ?? "";
    return undefined;
  }

  #header(text: string): LoggedCommit | undefined {
    const before = this.#commit;
    // The time of a commit may be empty: what stands behind it are parents all the same.
    const [oid = "", clock = "", ...parents] = text.split(" ");
    const time = Number(clock);
    this.#changes = [];
    this.#commit = {
      oid,
      parents: parents.filter((parent) => parent !== ""),
      time: time <= MAX_TIME ? time : 0,
      changes: this.#changes,
    };
    return before;
  }

  #path(path: string): void {
    const status = this.#status;
    if ((status === "R" || status === "C") && this.#previous === undefined) {
      this.#previous = path;
      return;
    }
    const kind = status === "A" || status === "C" ? "added" : status === "D" ? "deleted" : "modified";
    const previous = status === "R" ? this.#previous : undefined;
    this.#changes.push(previous === undefined ? { path, kind } : { path, kind, previous });
    this.#status = "";
    this.#previous = undefined;
  }
}
