import { ToolError } from "../mcp/tool-error.ts";
import { collapse } from "../text/display.ts";
import { run, runToEnd } from "./run.ts";

/** Where ripgrep looks, and which ignore rules hold there. */
export interface RipgrepScope {
  /** The workspace root; ripgrep runs in it. */
  readonly root: string;
  /** Proven paths relative to the root, with `/`; `.` is the root. */
  readonly paths: readonly string[];
  /** True where the paths lie inside something git ignores and were named on purpose. */
  readonly includeIgnored?: boolean;
  /** Globs over base names, one of which a file must match. Unlike `--glob` they leave the ignore rules in force. */
  readonly fileNames?: readonly string[];
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

/** A matching line or a line of context around one. Offsets in bytes. */
export interface RipgrepLine {
  readonly isMatch: boolean;
  readonly path: string;
  readonly lineNumber: number;
  /** The whole line with its line break. */
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
export function listFiles(scope: RipgrepScope): Promise<RipgrepFiles> {
  return files(["--files", "--null"], scope);
}

/** The files that hold a match of `pattern`, a regular expression of ripgrep. */
export function filesWithMatches(pattern: string, scope: RipgrepScope): Promise<RipgrepFiles> {
  return files(["--files-with-matches", "--null", "--regexp", pattern], scope);
}

async function files(args: readonly string[], scope: RipgrepScope): Promise<RipgrepFiles> {
  const { stdout, exitCode, stderr } = await runToEnd(await ripgrepPath(), [...args, ...scopeArguments(scope)], {
    cwd: scope.root,
    signal: scope.signal,
  });
  const problems = problemsOf(exitCode, stderr);
  const names = new TextDecoder().decode(stdout).split("\0");
  names.pop();
  return { files: names.map(withoutDot), problems };
}

export interface SearchOptions extends RipgrepScope {
  readonly pattern: string;
  readonly literal: boolean;
  readonly ignoreCase: boolean;
  /** Lines of context on each side. */
  readonly context: number;
  /** Matching lines after which a single file is left. */
  readonly maxPerFile: number;
  /** Called for each line in the order of its file; returning `false` ends the search. */
  readonly onLine: (line: RipgrepLine) => boolean | void;
}

export interface SearchEnd {
  /** Files that were searched; unknown where the search was ended early. */
  readonly searched?: number;
  /** Folders and files that could not be read, in ripgrep's words. */
  readonly problems: string[];
}

/** Searches text. Throws `invalid_argument` with ripgrep's message where the pattern is none. */
export async function searchText(options: SearchOptions): Promise<SearchEnd> {
  const { pattern, literal, ignoreCase, context, maxPerFile, onLine, root, signal } = options;
  const args = ["--json", "--regexp", pattern, "--max-count", String(maxPerFile)];
  if (literal) args.push("--fixed-strings");
  if (ignoreCase) args.push("--ignore-case");
  if (context > 0) args.push("--context", String(context));
  const messages = new JsonLines();
  let searched: number | undefined;
  const onMessage = (message: RipgrepMessage) => {
    if (message.type === "summary") searched = message.data.stats?.searches;
    return message.type === "match" || message.type === "context" ? onLine(lineOf(message)) : undefined;
  };
  const { exitCode, stderr } = await run(await ripgrepPath(), [...args, ...scopeArguments(options)], {
    cwd: root,
    signal,
    onOutput: (chunk) => messages.push(chunk, (message) => onMessage(message as RipgrepMessage)),
  });
  return { problems: problemsOf(exitCode, stderr), ...(searched === undefined ? {} : { searched }) };
}

/** An empty folder list would search everything: callers that have no path must not call. */
function scopeArguments({ paths, includeIgnored, fileNames = [], maxDepth }: RipgrepScope): string[] {
  if (paths.length === 0) throw new Error("a search without paths");
  const args = [
    "--no-config",
    "--color",
    "never",
    "--hidden",
    "--no-require-git",
    "--no-ignore-dot",
    "--path-separator",
    "/",
  ];
  // Negative globs alone leave the ignore rules in force; a positive one would override them.
  args.push("--glob", "!.git", "--glob", "!node_modules");
  if (includeIgnored === true) args.push("--no-ignore");
  if (maxDepth !== undefined) args.push("--max-depth", String(maxDepth));
  for (const glob of fileNames) args.push("--type-add", `named:${glob}`);
  if (fileNames.length > 0) args.push("--type", "named");
  // `./` keeps a path such as `-` from being read as standard input.
  args.push("--", ...paths.map((path) => (path === "." ? "./" : `./${path}`)));
  return args;
}

function withoutDot(path: string): string {
  return path.startsWith("./") ? path.slice(2) : path;
}

/** Exit status 2 stands for a bad pattern (nothing was searched) as well as for a folder that could not be read. */
function problemsOf(exitCode: number | undefined, stderr: string): string[] {
  if (exitCode === undefined || exitCode === 0 || exitCode === 1) return [];
  const lines = stderr.split("\n").flatMap((line) => {
    const message = line.replace(/^rg: /, "").trim();
    return message === "" ? [] : [message];
  });
  const unreadable = lines.filter((line) => / \(os error \d+\)$/.test(line) || line.startsWith("File system loop"));
  if (unreadable.length > 0 && unreadable.length === lines.length) return unreadable.map(withoutDot);
  if (lines.length === 0)
    throw new ToolError("backend_failed", `ripgrep ended with status ${exitCode} and said nothing. Try again.`);
  throw new ToolError("invalid_argument", `${collapse(lines.join(" "))}. Mend the pattern, or pass literal: true.`);
}

type RipgrepText = { readonly text: string } | { readonly bytes: string };

interface RipgrepMessage {
  readonly type: string;
  readonly data: {
    readonly path: RipgrepText;
    readonly lines: RipgrepText;
    readonly line_number: number;
    readonly absolute_offset: number;
    readonly submatches: readonly { readonly start: number }[];
    readonly stats?: { readonly searches: number };
  };
}

function lineOf({ type, data }: RipgrepMessage): RipgrepLine {
  return {
    path: withoutDot(Buffer.from(bytesOf(data.path)).toString("utf8")),
    lineNumber: data.line_number,
    line: bytesOf(data.lines),
    lineOffset: data.absolute_offset,
    matchStart: data.submatches[0]?.start ?? 0,
    isMatch: type === "match",
  };
}

function bytesOf(text: RipgrepText): Uint8Array {
  return "text" in text ? Buffer.from(text.text, "utf8") : Buffer.from(text.bytes, "base64");
}

/** Longest line of JSON taken whole, in bytes; a file with a longer line is left out of the answer, and said. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;

/** Cuts a stream of bytes into lines of JSON. */
class JsonLines {
  #rest: Uint8Array[] = [];
  #restBytes = 0;

  /** `onValue` may return `false` to stop; `push` then returns `false`. */
  push(chunk: Uint8Array, onValue: (value: unknown) => boolean | void): boolean {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const record = Buffer.concat([...this.#rest, chunk.subarray(start, end)]);
      this.#rest = [];
      this.#restBytes = 0;
      start = end + 1;
      if (onValue(JSON.parse(record.toString("utf8"))) === false) return false;
    }
    this.#rest.push(chunk.slice(start));
    this.#restBytes += chunk.length - start;
    if (this.#restBytes > MAX_RECORD_BYTES)
      throw new ToolError(
        "file_too_large",
        "A single line with a match is longer than 64 MB. Exclude its file with glob or paths.",
      );
    return true;
  }
}
