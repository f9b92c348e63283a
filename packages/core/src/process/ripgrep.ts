import { ToolError } from "../mcp/tool-error.ts";
import { clip, collapse } from "../text/display.ts";
import { filesTaken } from "./named-files.ts";
import { patternAdvice } from "./pattern-advice.ts";
import { rememberSize, threadArguments } from "./ripgrep-threads.ts";
import { bytesOf, parseRecord, type RipgrepRecord, type RipgrepText, withFirstMatch } from "./ripgrep-record.ts";
import { run, runToEnd } from "./run.ts";

/** Where ripgrep looks, and which ignore rules hold there. */
export interface RipgrepScope {
  /** The workspace root; ripgrep runs in it. */
  readonly root: string;
  /** Proven paths relative to the root, with `/`; `.` is the root. */
  readonly paths: readonly string[];
  /** True where the paths lie inside something git ignores and were named on purpose. */
  readonly includeIgnored?: boolean;
  /** True where each path is a file that was found, not named: only those are taken that `fileNames` or `type` takes. */
  readonly areFiles?: boolean;
  /** Tells the files that are left out of lists by rules that ripgrep does not know; lines in them are told all the same. */
  readonly isHidden?: (path: string) => boolean;
  /**
   * Tells the files that a list is of. Globs would do, but that ripgrep takes longer to make something of fifty of them than to list a
   * small workspace.
   */
  readonly takes?: (path: string) => boolean;
  /** Globs over base names, one of which a file must match. Unlike `--glob` they leave the ignore rules in force. */
  readonly fileNames?: readonly string[];
  /** A file type as ripgrep names it. It takes what is of any of the types it is given: not beside `fileNames`. */
  readonly type?: string;
  /** Folders to descend: 1 lists the paths' own files alone. */
  readonly maxDepth?: number;
  readonly signal: AbortSignal;
}

/** Paths relative to the root, and what could not be read on the way. */
export interface RipgrepFiles {
  readonly files: string[];
  /** ripgrep's own words, one a path; empty where everything was read. */
  readonly problems: string[];
}

export interface ListedFiles extends RipgrepFiles {
  /** What stands for names that are not UTF-8: of no file that can be opened, and each among the problems. */
  readonly unnameable: string[];
}

/** A matching line or a line of context around one. Offsets in bytes. */
export interface RipgrepLine {
  readonly isMatch: boolean;
  readonly path: string;
  readonly lineNumber: number;
  /** The line with its line break; of a long one the first match and `KEPT_BEHIND` bytes from there on. */
  readonly line: Uint8Array;
  /** Where the line starts in the file. */
  readonly lineOffset: number;
  /** Where the first match starts in the line. */
  readonly matchStart: number;
}

let binary: Promise<string> | undefined;

/** The ripgrep that ships inside `@vscode/ripgrep`; another only through `KART_RG`. Throws `backend_unavailable`. */
export function ripgrepPath(): Promise<string> {
  const own = process.env["KART_RG"];
  if (own !== undefined && own !== "") return Promise.resolve(own);
  return (binary ??= import("@vscode/ripgrep").then(
    ({ rgPath }) => rgPath,
    (error: unknown) => {
      binary = undefined;
      throw new ToolError(
        "backend_unavailable",
        `ripgrep was not found: ${collapse(String(error))}. Reinstall with optional dependencies, or set KART_RG to an rg binary.`,
      );
    },
  ));
}

/** Every file that git would not ignore, in no particular order. */
export async function listFiles(scope: RipgrepScope): Promise<ListedFiles> {
  const { areFiles, takes = () => true } = scope;
  if (areFiles === true)
    return { files: (await filesTaken(scope, ripgrepPath)).filter(takes), problems: [], unnameable: [] };
  return files("list", ["--files", "--null"], scope);
}

/**
 * The files that hold a match of `pattern`, a regular expression of ripgrep.
 *
 * @param multiline whether a match may span lines
 */
export function filesWithMatches(pattern: string, scope: RipgrepScope, multiline = false): Promise<RipgrepFiles> {
  // Without `--text` a file is left at its first NUL, and what stands behind it would be said not to be there.
  const args = ["--files-with-matches", "--null", "--text", "--regexp", pattern];
  return files("search", multiline ? ["--multiline", ...args] : args, scope);
}

async function files(work: "list" | "search", args: readonly string[], asked: RipgrepScope): Promise<ListedFiles> {
  const scope = await withTaken(asked);
  if (scope === undefined) return { files: [], problems: [], unnameable: [] };
  const all = [...args, ...threadArguments(scope, work), ...scopeArguments(scope)];
  const { root: cwd, signal } = scope;
  const { stdout, exitCode, stderr } = await runToEnd(await ripgrepPath(), all, { cwd, signal });
  const problems = problemsOf(exitCode, stderr);
  const found = new TextDecoder().decode(stdout).split("\0").slice(0, -1).map(withoutDot);
  if (work === "list") rememberSize(scope, found.length);
  const names = scope.takes === undefined ? found : found.filter(scope.takes);
  const odd = names.filter((name) => !isNameable(name));
  const isShown = (name: string) => isNameable(name) && scope.isHidden?.(name) !== true;
  return { files: names.filter(isShown), problems: [...problems, ...odd.map(unnameable)], unnameable: odd };
}

/** A scope as ripgrep can be given it; undefined where it takes no file. */
async function withTaken<Scope extends RipgrepScope>(scope: Scope): Promise<Scope | undefined> {
  if (scope.areFiles !== true) return scope;
  const paths = await filesTaken(scope, ripgrepPath);
  return paths.length === 0 ? undefined : { ...scope, paths };
}

export interface SearchOptions extends RipgrepScope {
  readonly pattern: string;
  /** Absent where the caller has no such choice: then no message speaks of it. */
  readonly literal?: boolean;
  readonly ignoreCase: boolean;
  /** Lines of context on each side. */
  readonly context: number;
  /** Matching lines after which a single file is left. */
  readonly maxPerFile: number;
  /** Whether files come in the order of their paths, as `./a/b`, `./a.b`; one thread alone does it. */
  readonly inOrder?: boolean;
  /** Called for each line in the order of its file; returning `false` ends the search. */
  readonly onLine: (line: RipgrepLine) => boolean | void;
}

export interface SearchEnd {
  /** Files that were searched; unknown where the search was ended early. */
  readonly searched?: number;
  /** Folders and files that could not be read, in ripgrep's words. */
  readonly problems: string[];
}

/** Searches text. Throws `invalid_argument` with ripgrep's message where the pattern or the type is none. */
export async function searchText(asked: SearchOptions): Promise<SearchEnd> {
  const options = await withTaken(asked);
  if (options === undefined) return { searched: 0, problems: [] };
  const { pattern, literal, ignoreCase, context, maxPerFile, inOrder, onLine, root, signal } = options;
  const args = ["--json", "--regexp", pattern, "--max-count", String(maxPerFile)];
  if (literal === true) args.push("--fixed-strings");
  if (ignoreCase) args.push("--ignore-case");
  if (context > 0) args.push("--context", String(context));
  // One thread keeps the last lines of a file to itself until more have come together.
  if (inOrder === true) args.push("--sort", "path", "--line-buffered");
  const problems = new Set<string>();
  const records = new Records((start) => problems.add(`${pathOf(start)}: a line with a match is too long to take`));
  let searched: number | undefined;
  const onRecord = (record: RipgrepRecord) => {
    if (record.type === "summary") searched = record.data.stats?.searches;
    if (record.type !== "match" && record.type !== "context") return true;
    const line = lineOf(record);
    if (isNameable(line.path)) return onLine(line);
    problems.add(unnameable(line.path));
    return true;
  };
  const searchWith = async (flags: readonly string[]) =>
    run(await ripgrepPath(), [...flags, ...args, ...threadArguments(options, "search"), ...scopeArguments(options)], {
      cwd: root,
      signal,
      onOutput: (chunk) => records.push(chunk, onRecord),
    });
  // A row ends before its line break, and so does `$`. Only a pattern that names a carriage return is to find one.
  const plain = await searchWith(["--crlf"]);
  const { exitCode, stderr } = NAMES_RETURN.test(plain.stderr) ? await searchWith([]) : plain;
  const mend = (complaint: string) => patternAdvice(complaint, pattern, literal !== undefined);
  return {
    problems: [...problemsOf(exitCode, stderr, mend), ...problems],
    ...(searched === undefined ? {} : { searched }),
  };
}

/** ripgrep's refusal, before it searches anything. */
const NAMES_RETURN = /"\\r"'? is not allowed in a regex/;

/** An empty folder list would search everything: callers that have no path must not call. */
function scopeArguments({ paths, includeIgnored, fileNames = [], type, maxDepth }: RipgrepScope): string[] {
  if (paths.length === 0) throw new Error("a search without paths");
  const args = [
    "--no-config",
    "--color",
    "never",
    "--hidden",
    "--no-require-git",
    "--no-ignore-dot",
    // A malformed .gitignore is not the caller's fault, and may be a symlink to a file outside: no word of it.
    "--no-ignore-messages",
    "--path-separator",
    "/",
  ];
  // Negative globs alone leave the ignore rules in force; a positive one would override them.
  // A temporary file is half of another one's text, and gone in a moment.
  args.push("--glob", "!.git", "--glob", "!node_modules", "--glob", "!.*.kart-tmp*");
  if (includeIgnored === true) args.push("--no-ignore");
  if (maxDepth !== undefined) args.push("--max-depth", String(maxDepth));
  for (const glob of fileNames) args.push("--type-add", `named:${glob}`);
  if (fileNames.length > 0) args.push("--type", "named");
  if (type !== undefined) args.push(`--type=${type}`);
  // `./` keeps a path such as `-` from being read as standard input.
  args.push("--", ...paths.map((path) => (path === "." ? "./" : `./${path}`)));
  return args;
}

function withoutDot(path: string): string {
  return path.startsWith("./") ? path.slice(2) : path;
}

/**
 * Exit status 2 stands for a bad pattern (nothing was searched) as well as for a folder that could not be read. Any other one that is
 * no answer is a crash, as where a folder is replaced while it is walked: what it said until then may name what lies outside.
 *
 * @param mend what to do about a bad pattern
 */
export function problemsOf(
  exitCode: number | undefined,
  stderr: string,
  mend = (_complaint: string) => "Mend the pattern.",
): string[] {
  if (exitCode === undefined || exitCode === 0 || exitCode === 1) return [];
  if (exitCode !== BAD)
    throw new ToolError(
      "backend_failed",
      `ripgrep crashed with status ${exitCode}, perhaps since files changed under it. Try again.`,
    );
  const messages = stderr.split("\n").flatMap((line) => {
    const message = line.replace(/^rg: /, "").trim();
    return message === "" ? [] : [message];
  });
  // Rules of a malformed .gitignore: `--no-ignore-messages` does not silence those of the folders above the paths.
  const lines = messages.filter((message) => !/: line \d+: error parsing glob/.test(message));
  if (lines.length === 0 && messages.length > 0) return [];
  const unreadable = lines.filter((line) => / \(os error \d+\)$/.test(line) || line.startsWith("File system loop"));
  // What vanished between being listed and being opened is no gap.
  if (unreadable.length > 0 && unreadable.length === lines.length)
    return unreadable.filter((line) => !/: (?:No such file|Not a directory)/.test(line)).map(withoutDot);
  if (lines.length === 0)
    throw new ToolError("backend_failed", `ripgrep ended with status ${exitCode} and said nothing. Try again.`);
  // ripgrep points into the pattern on a line of its own, and speaks of a flag that nobody here can pass.
  const message = collapse(lines.join(" "))
    .replace(/^(regex parse error:) .* \^+ error:/, "$1")
    .replace(/ Consider enabling PCRE2.*/, "")
    .replace(/\.$/, "");
  if (message.includes("is not allowed in a regex"))
    throw new ToolError(
      "invalid_argument",
      "The pattern holds a line break or NUL. A match lies within one line: take it out.",
    );
  if (message.startsWith("unrecognized file type"))
    throw new ToolError(
      "invalid_argument",
      `${clip(message, 300)}. Name one that ripgrep knows, such as ts, js, json, md or py, or use glob.`,
    );
  throw new ToolError("invalid_argument", `${clip(message, 1000)}. ${mend(message)}`);
}

/** The exit status for what it complains of. */
const BAD = 2;

const CARRIAGE_RETURN = 13;

function lineOf({ type, data }: RipgrepRecord): RipgrepLine {
  const line = bytesOf(data.lines);
  // An empty match at the end of a file whose last line is not ended has no record of its own. Of a lone carriage return there
  // ripgrep says that one follows it, which is none.
  const start = data.submatches[0]?.start ?? (line.at(-1) === CARRIAGE_RETURN ? undefined : line.length);
  return {
    path: withoutDot(Buffer.from(bytesOf(data.path)).toString("utf8")),
    lineNumber: data.line_number,
    line,
    lineOffset: data.absolute_offset,
    matchStart: type === "match" ? (start ?? 0) : 0,
    isMatch: type === "match" && start !== undefined,
  };
}

/** A name that is not UTF-8 cannot be said in JSON, and the file not be opened by what is said instead. */
export function isNameable(path: string): boolean {
  return !path.includes("\ufffd");
}

export function unnameable(path: string): string {
  return `${path}: the name is not UTF-8`;
}

/** Bytes of a record in which its path stands: no system takes one of more than 4,096, of which JSON makes six times as many. */
const MAX_PATH_RECORD = 32 * 1024;

/** The path that a record of ripgrep starts with. */
function pathOf(start: Uint8Array): string {
  const text = /^\{"type":"\w+","data":\{"path":(\{"(?:text|bytes)":"(?:[^"\\]|\\.)*"\})/.exec(
    Buffer.from(start.subarray(0, MAX_PATH_RECORD)).toString("latin1"),
  );
  return text?.[1] === undefined
    ? "a file"
    : withoutDot(Buffer.from(bytesOf(JSON.parse(text[1]) as RipgrepText)).toString("utf8"));
}

/**
 * Longest line of JSON taken whole, in bytes. Of a longer one, which names more matches than are of use, the start is taken.
 * Where not even the first match stands there, it is left out of the answer, and said.
 */
const MAX_RECORD_BYTES = 16 * 1024 * 1024;

/** Cuts ripgrep's output into records. */
class Records {
  readonly #onTooLong: (start: Uint8Array) => void;
  #rest: Uint8Array[] = [];
  #restBytes = 0;

  /** @param onTooLong called with the start of a record that is left out */
  constructor(onTooLong: (start: Uint8Array) => void) {
    this.#onTooLong = onTooLong;
  }

  /** `onRecord` may return `false` to stop; `push` then returns `false`. */
  push(chunk: Uint8Array, onRecord: (record: RipgrepRecord) => boolean | void): boolean {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#keep(chunk.subarray(start, end));
      start = end + 1;
      if (this.#take(onRecord) === false) return false;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return true;
  }

  /** What comes past the limit is dropped, however much comes at once. */
  #keep(part: Uint8Array): void {
    if (this.#restBytes < MAX_RECORD_BYTES) this.#rest.push(part.subarray(0, MAX_RECORD_BYTES - this.#restBytes));
    this.#restBytes += part.length;
  }

  #take(onRecord: (record: RipgrepRecord) => boolean | void): boolean | void {
    const parts = this.#rest;
    const isTooLong = this.#restBytes > MAX_RECORD_BYTES;
    this.#rest = [];
    this.#restBytes = 0;
    const kept = parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
    const record = isTooLong ? withFirstMatch(kept) : kept;
    if (record !== undefined) return onRecord(parseRecord(record));
    this.#onTooLong(kept);
    return undefined;
  }
}
