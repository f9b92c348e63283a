import type { Node } from "oxc-parser";
import { loadParser, parseSource } from "../../syntax/parser/parse.ts";
import { childNodes } from "../../syntax/parser/tree.ts";
import { contains, type Span } from "../../text/span.ts";
import { isStyleCheck, type SourceDiagnostic } from "../answers.ts";
import { diagnosticsOf } from "../diagnostics.ts";
import type { Questions } from "../questions.ts";

/** A string, with its quotes. UTF-16. */
export type Quoted = Span;

export interface Suspect {
  /** Absolute. */
  readonly file: string;
  readonly strings: readonly Quoted[];
}

/**
 * Of strings that are the name of a member, or are made of it, those that the compiler complains of once the member has another name
 * of the same length, and not before. In a call whose types hang on the string it may complain of another argument,
 * `run(client, read, "read")`: then it must have nothing to say with the other name in the string too.
 *
 * @param other the other name
 * @param before texts that stand in the place of files, by absolute path
 * @param after these, with the other name where the member is declared and where it is referred to
 */
export async function complainedOf(
  questions: Questions,
  suspects: readonly Suspect[],
  other: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Promise<Complaints> {
  const { reader } = questions;
  const textIn = (texts: ReadonlyMap<string, string>, file: string) =>
    texts.get(file) ?? reader.textOf(file)?.source ?? "";
  const likely = await Promise.all(suspects.map((one) => withCalls(one, textIn(after, one.file))));
  const complaining = async (files: ReadonlySet<string>, texts: ReadonlyMap<string, string>) => {
    const complaints = await complaintsIn(questions, [...files], texts);
    const is = (file: string, call: QuotedInCall): Complained => {
      const source = textIn(texts, file);
      const errors = complaints.get(file) ?? [];
      if (errors.some((error) => isAbout(error, call.quoted, source))) return "itself";
      const { around } = call;
      return around !== undefined && errors.some(({ location: { span } }) => contains(around, span)) ? "beside" : "not";
    };
    return { complaints, is };
  };
  const later = await complaining(new Set(likely.map(({ file }) => file)), after);
  const complained = kept(likely, (file, call) => later.is(file, call) !== "not");
  const files = new Set(likely.map(({ file }) => file).filter((file) => (later.complaints.get(file) ?? []).length > 0));
  if (files.size === 0) return { certain: [], elsewhere: [] };
  const former = await complaining(files, before);
  const fresh = kept(complained, (file, call) => {
    const was = former.is(file, call);
    return was === "not" || (was === "beside" && later.is(file, call) === "itself");
  });
  const beside = kept(fresh, (file, call) => later.is(file, call) === "beside");
  const elsewhere = (certain: readonly SuspectCalls[]) =>
    [...files].flatMap((file) => {
      const calls = certain.flatMap((one) => (one.file === file ? one.calls : []));
      const known = new Set(former.complaints.get(file)?.map(placeOf));
      const source = textIn(after, file);
      return (later.complaints.get(file) ?? []).filter(
        (error) =>
          !known.has(placeOf(error)) &&
          !calls.some(
            ({ quoted, around }) =>
              isAbout(error, quoted, source) || (around !== undefined && contains(around, error.location.span)),
          ),
      );
    });
  /** Texts in which strings have the other name too, but for what is made of the name. */
  const withNames = (ones: readonly SuspectCalls[]) =>
    ones.reduce((texts, { file, calls }) => {
      const spell = (text: string, { quoted: { start, end } }: QuotedInCall) =>
        end - start === other.length + 2 ? text.slice(0, start + 1) + other + text.slice(end - 1) : text;
      return texts.set(file, calls.reduce(spell, textIn(texts, file)));
    }, new Map(after));
  const still =
    beside.length === 0 ? undefined : await complaining(new Set(beside.map(({ file }) => file)), withNames(beside));
  const certain =
    still === undefined
      ? fresh
      : kept(fresh, (file, call) => later.is(file, call) === "itself" || still.is(file, call) === "not");
  const others = elsewhere(certain);
  if (certain.length === 0 || others.length === 0) return { certain: certain.map(plain), elsewhere: others };
  // What hangs on a string that has the old name is no place of its own.
  const left = await complaintsIn(questions, [...files], withNames(certain));
  const isLeft = (one: SourceDiagnostic) =>
    left.get(one.location.file)?.some((each) => placeOf(each) === placeOf(one)) === true;
  return { certain: certain.map(plain), elsewhere: others.filter(isLeft) };
}

/** What the compiler complains of once a member has another name. */
export interface Complaints {
  /** Strings that it complains of. */
  readonly certain: readonly Suspect[];
  /** What else it has to say. */
  readonly elsewhere: readonly SourceDiagnostic[];
}

function placeOf({ location: { span } }: SourceDiagnostic): number {
  return span.start;
}

/** Where a complaint stands that may be about a string. */
type Complained = "itself" | "beside" | "not";

interface QuotedInCall {
  readonly quoted: Quoted;
  /** The call that it is an argument of, or stands in one of. */
  readonly around: Span | undefined;
}

interface SuspectCalls {
  readonly file: string;
  readonly calls: readonly QuotedInCall[];
}

function kept(
  suspects: readonly SuspectCalls[],
  isKept: (file: string, call: QuotedInCall) => boolean,
): SuspectCalls[] {
  return suspects
    .map(({ file, calls }) => ({ file, calls: calls.filter((call) => isKept(file, call)) }))
    .filter(({ calls }) => calls.length > 0);
}

function plain({ file, calls }: SuspectCalls): Suspect {
  return { file, strings: calls.map(({ quoted }) => quoted) };
}

async function withCalls({ file, strings }: Suspect, text: string): Promise<SuspectCalls> {
  const outcome = parseSource(await loadParser(), file, text);
  const calls = new Map<number, Span>();
  const pending: (readonly [node: Node, around: Span | undefined])[] = outcome.ok
    ? [[outcome.parsed.program, undefined]]
    : [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, around] = next;
    if (around !== undefined) calls.set(node.start, around);
    const isCall = node.type === "CallExpression" || node.type === "NewExpression";
    const given = new Set<Node>(isCall ? node.arguments : []);
    const within = PASSED_ON.has(node.type) ? around : undefined;
    for (const one of childNodes(node)) pending.push([one, given.has(one) ? node : within]);
  }
  return { file, calls: strings.map((quoted) => ({ quoted, around: calls.get(quoted.start) })) };
}

/** What an argument may be made of, so that what stands in it is given to the call as well. */
const PASSED_ON: ReadonlySet<string> = new Set([
  "ArrayExpression",
  "ObjectExpression",
  "Property",
  "ParenthesizedExpression",
  "TSAsExpression",
  "TSSatisfiesExpression",
]);

async function complaintsIn(
  questions: Questions,
  files: readonly string[],
  texts: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, readonly SourceDiagnostic[]>> {
  const { root } = questions;
  const paths = files.map((file) => root.proveFile(root.relative(file)));
  const { diagnostics } = await diagnosticsOf(questions, paths, texts, { onLate: () => {} });
  const isError = (one: SourceDiagnostic) => one.severity === "error" && !isStyleCheck(one);
  const errorsOf = (at: number) => (diagnostics[at] ?? []).filter(isError);
  return new Map(files.map((file, at) => [file, errorsOf(at)]));
}

/** Whether an error is about a string: it stands there, or gives its type and holds the string, or stands where that is assigned. */
function isAbout({ message, location: { span } }: SourceDiagnostic, { start, end }: Quoted, source: string): boolean {
  if (span.start >= start && span.end <= end) return true;
  if (!message.includes(`"${source.slice(start + 1, end - 1)}"`)) return false;
  if (span.start <= start && end <= span.end) return true;
  return span.end <= start && start - span.end < LONGEST && ASSIGNED.test(source.slice(span.end, start));
}

/** What stands between a name and a string that it is given. */
const ASSIGNED = /^[^;="'`]*[=:]\s*$/;

/** UTF-16 units of it. */
const LONGEST = 300;
