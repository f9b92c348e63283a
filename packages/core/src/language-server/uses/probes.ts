import {
  applyEdits,
  editedSpans,
  sourceOffset,
  type TextEdit,
  type TextEdits,
  textEdits,
} from "../../text/text-edit.ts";
import type { Span } from "../../text/span.ts";
import { isInstalled, keyOf, type SourceLocation } from "../locations.ts";
import type { Questions } from "../questions.ts";

/** What is written into a text so that a name in it leads where the text itself does not. */
export interface Probe {
  readonly edits: readonly TextEdit[];
  /** Where the name stands in what the first of them writes. UTF-16. */
  readonly at: number;
}

/** Where the name of a probe is declared, in the file as it is. */
export interface ProbeAnswer extends SourceLocation {
  /** Where that is in what the probe itself writes first; negative or past it where it stands elsewhere. */
  readonly within: number;
}

/** Those of one file. */
export interface ProbesOfFile {
  /** Absolute. */
  readonly file: string;
  readonly probes: readonly Probe[];
}

/**
 * What the names of probes lead to, each file's in its order.
 *
 * @param isWithPackages whether what packages declare is among it
 */
export async function answersOf(
  questions: Questions,
  asked: readonly ProbesOfFile[],
  isWithPackages = false,
): Promise<ProbeAnswer[][][]> {
  const found = new Map<Probe, ProbeAnswer[]>();
  // All files at once: each time the server makes its projects anew.
  for (let left = asked.filter(({ probes }) => probes.length > 0); left.length > 0;) {
    const rounds = left.map(({ file, probes }) => roundOf(questions, file, probes, isWithPackages));
    const answers = await questions.definitionsInAll(rounds);
    for (const [at, round] of rounds.entries())
      for (const [index, probe] of round.probes.entries())
        found.set(
          probe,
          (answers[at]?.[index] ?? []).flatMap((one) => round.asItIs(one, index)),
        );
    left = left.flatMap(({ file, probes }) => {
      const later = probes.filter((one) => !found.has(one));
      return later.length === 0 ? [] : [{ file, probes: later }];
    });
  }
  return asked.map(({ probes }) => probes.map((probe) => found.get(probe) ?? []));
}

/** As many probes of a file as do not cut into one another: `table[rows[row]]` is asked about twice. */
function roundOf({ reader }: Questions, file: string, all: readonly Probe[], isWithPackages: boolean) {
  const { source = "" } = reader.textOf(file) ?? {};
  const editsOf = (probes: readonly Probe[]) => textEdits(probes.flatMap((one) => one.edits));
  const probes: Probe[] = [];
  if (editsOf(all) !== undefined) probes.push(...all);
  else for (const probe of all) if (editsOf([...probes, probe]) !== undefined) probes.push(probe);
  const edits = editsOf(probes) as TextEdits;
  const written = editedSpans(edits);
  const starts = probes.map(({ edits: [first] }) => written[edits.findIndex((one) => one === first)]?.start ?? 0);
  const offsets = probes.map(({ at }, index) => (starts[index] ?? 0) + at);
  const asItIs = (one: SourceLocation, index: number): ProbeAnswer[] => {
    if (isInstalled(one) && !isWithPackages) return [];
    if (one.file !== file) return [{ ...one, within: -1 }];
    // What the file itself declares stands elsewhere without the probes.
    const [start, end] = [sourceOffset(edits, one.span.start), sourceOffset(edits, one.span.end)];
    const location = reader.located(file, { start, end });
    return location === undefined ? [] : [{ ...location, within: one.span.start - (starts[index] ?? 0) }];
  };
  return { file, content: applyEdits(source, edits), offsets, probes, asItIs };
}

/** Keys that name members, each with what tells whose. */
export interface AskedKeys {
  /** Absolute. */
  readonly file: string;
  readonly keys: readonly { readonly span: Span; readonly probe: Probe }[];
}

/** Keys that the server is asked about, one by one. */
const MAX_ASKED = 500;

/** Those of some keys that are of members which are known, and files that hold too many to be asked about. */
export async function keysMeant(
  questions: Questions,
  all: readonly AskedKeys[],
  known: ReadonlySet<string>,
): Promise<{ readonly found: SourceLocation[]; readonly unseen: string[] }> {
  const asked: AskedKeys[] = [];
  const unseen: string[] = [];
  let count = 0;
  for (const one of all) {
    count += one.keys.length;
    if (count > MAX_ASKED) unseen.push(one.file);
    else asked.push(one);
  }
  const members = await answersOf(
    questions,
    asked.map(({ file, keys }) => ({ file, probes: keys.map(({ probe }) => probe) })),
  );
  const found = asked.flatMap(({ file, keys }, index) =>
    keys
      .filter((_, at) => members[index]?.[at]?.some((one) => known.has(keyOf(one))))
      .flatMap(({ span }) => questions.reader.located(file, span) ?? []),
  );
  return { found, unseen };
}
