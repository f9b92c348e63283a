import { clip, collapse } from "@kart/core/text/display";
import { LineIndex } from "@kart/core/text/line-index";

/** A problem that oxlint found in one text. */
export interface Problem {
  readonly severity: "error" | "warning";
  /** As oxlint gives it, such as `eslint(no-debugger)` or `typescript(TS2322)`; `oxlint` where it gives none. */
  readonly code: string;
  readonly message: string;
  /** 1-based. 1 for a problem of the file as a whole. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  /** Whether oxlint named a place at all. */
  readonly isPlaced: boolean;
}

export type OxlintOutput =
  | {
      readonly status: "linted";
      /** In oxlint's order. */
      readonly problems: readonly Problem[];
      /** Why types were not checked although they were asked for, in oxlint's words. */
      readonly typeProblem?: string;
    }
  /** oxlint's configuration leaves the file out, or it is of a kind that oxlint does not know. */
  | { readonly status: "ignored" }
  /** Anything but a list of diagnostics; never to be taken for a clean file. */
  | { readonly status: "failed"; readonly reason: string };

export interface Asked {
  /** The path as oxlint was given it, relative and with `/`. */
  readonly path: string;
  /** What the file holds; offsets are turned into positions of this. */
  readonly text: string;
  /** The codes of the rules that tsgolint carries out. Of use for a text with a byte order mark alone. */
  readonly typeAwareCodes?: ReadonlySet<string>;
}

/** Reads what `oxlint --format json` printed about one file. */
export function readOutput(stdout: string, stderr: string, exitCode: number | undefined, asked: Asked): OxlintOutput {
  const report = jsonIn(stdout);
  if (report === undefined) return { status: "failed", reason: ownWords(stdout, stderr, exitCode) };
  if (report.number_of_files === 0) return { status: "ignored" };
  // A problem without a file name is one of reading the file.
  const own = report.diagnostics.filter(
    ({ filename = asked.path, message }) => isSamePath(filename, asked.path) && !OF_CONFIGURATION.test(message),
  );
  const bad = report.diagnostics.find(({ code }) => code === "typescript(tsconfig-error)");
  return {
    status: "linted",
    problems: problemsOf(own, asked),
    ...(bad === undefined ? {} : { typeProblem: words(`${bad.filename}: ${bad.help ?? bad.message}`) }),
  };
}

/** One of oxlint's parser: it alone gives no code. No rule of oxlint's own was asked then. */
export function isSyntaxError({ code }: Problem): boolean {
  return code === NO_CODE;
}

const NO_CODE = "oxlint";

/** Whether positions of this output hang on {@link Asked.typeAwareCodes}. */
export function needsTypeAwareCodes(stdout: string, text: string): boolean {
  return text.startsWith(BYTE_ORDER_MARK) && /"code": ?"typescript\((?!TS\d)/.test(stdout);
}

/** Reads what `oxlint --rules --format json` printed; no codes where it is none of that. */
export function readTypeAwareCodes(stdout: string): Set<string> {
  try {
    const rules = JSON.parse(stdout) as readonly { scope: string; value: string; type_aware?: boolean }[];
    return new Set(rules.flatMap((rule) => (rule.type_aware === true ? `${rule.scope}(${rule.value})` : [])));
  } catch {
    return new Set();
  }
}

/** What a rule says of every file that a configuration covers, at its first character. */
const OF_CONFIGURATION = /^This rule requires the `\w+` compiler option/;

interface Report {
  readonly diagnostics: readonly OxlintDiagnostic[];
  readonly number_of_files?: number;
}

interface OxlintDiagnostic {
  readonly message: string;
  readonly code?: string;
  readonly severity: string;
  readonly help?: string;
  readonly filename?: string;
  /** Offsets in bytes. */
  readonly labels: readonly { readonly span: { readonly offset: number } }[];
}

/** The report may stand behind a line of text, such as that no file was found, or what a plugin printed. */
function jsonIn(stdout: string): Report | undefined {
  const start = /^\{\s*"diagnostics"/m.exec(stdout);
  if (start === null) return undefined;
  try {
    const report = JSON.parse(stdout.slice(start.index, stdout.lastIndexOf("}") + 1)) as Report;
    return Array.isArray(report.diagnostics) ? report : undefined;
  } catch {
    return undefined;
  }
}

const BYTE_ORDER_MARK = "\uFEFF";

function problemsOf(diagnostics: readonly OxlintDiagnostic[], { text, typeAwareCodes }: Asked): Problem[] {
  if (diagnostics.length === 0) return [];
  // oxlint counts a byte order mark as three bytes, tsgolint leaves it out.
  const isMarked = text.startsWith(BYTE_ORDER_MARK);
  const bytesBefore = (code = "") =>
    isMarked && (code.startsWith("typescript(TS") || typeAwareCodes?.has(code) === true) ? 3 : 0;
  const placed = diagnostics.map((diagnostic) => {
    const offset = diagnostic.labels[0]?.span.offset;
    return { diagnostic, offset: offset === undefined ? undefined : offset + bytesBefore(diagnostic.code) };
  });
  const unitsAt = utf16Offsets(text, new Set(placed.flatMap(({ offset = 0 }) => offset)));
  const lines = new LineIndex(text);
  return placed.map(({ diagnostic: { severity, code, message }, offset }) => ({
    severity: severity === "error" ? "error" : "warning",
    code: code ?? NO_CODE,
    message,
    ...lines.positionAt(unitsAt.get(offset ?? 0) ?? 0),
    isPlaced: offset !== undefined,
  }));
}

/** Offsets in bytes of UTF-8 to offsets in UTF-16 units, by one walk through the text. */
function utf16Offsets(text: string, offsets: ReadonlySet<number>): Map<number, number> {
  const bytes = Buffer.from(text);
  const units = new Map<number, number>();
  let byte = 0;
  let unit = 0;
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    unit += bytes.toString("utf8", byte, offset).length;
    byte = offset;
    units.set(offset, unit);
  }
  return units;
}

function isSamePath(printed: string, asked: string): boolean {
  return printed === asked || printed.replaceAll("\\", "/") === asked;
}

/** The first lines of what was printed, without the frame that oxlint draws around its errors. */
function ownWords(stdout: string, stderr: string, exitCode: number | undefined): string {
  const lines = (stdout.trim() === "" ? stderr : stdout).split("\n").flatMap((line) => {
    const text = line.replace(/^\s*[x×|│]\s+/, "").trim();
    return text === "" ? [] : [text];
  });
  if (lines.length === 0) return `it ended with status ${exitCode} and said nothing`;
  return words(lines.slice(0, 3).join(" "));
}

/** Characters of foreign words that a reader is given. */
const MAX_WORDS = 300;

function words(text: string): string {
  return clip(collapse(text), MAX_WORDS);
}
