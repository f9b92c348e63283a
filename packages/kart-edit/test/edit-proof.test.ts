import { afterAll, expect, test } from "bun:test";
import { ToolError } from "@kart/core/mcp/tool-error";
import { lineHunks } from "@kart/core/text/line-diff";
import { lineHash } from "@kart/core/text/line-hash";
import { applyEdits } from "@kart/core/text/text-edit";
import { CORPORA, corpusFiles } from "@kart/testkit/corpora";
import { FileText } from "../src/change/file-text.ts";
import { planLineEdits, type SentEdit } from "../src/change/plan-line-edits.ts";
import { Snapshots } from "../src/change/snapshots.ts";
import { FileLines } from "../src/planning/lines/file-lines.ts";
import { loadParser } from "@kart/core/syntax/parser/parse";

// Edits of real source files by anchors: back from a mutation, and on a file that has changed since it was read. The way
// over the disk is for the tests that go through MCP; here the text is planned and compared.

const oxc = await loadParser();

/** Numbers that look random and are the same in every run (mulberry32). */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

const random = numbers(20_261_121);
const below = (count: number) => Math.floor(random.next().value * count);
const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;

/** A line with an identity: two that read alike are still two. */
interface Identified {
  readonly text: string;
  readonly id: number;
}

type Mutation = (lines: Identified[]) => Identified[];

let fresh = -1;
const made = (text: string): Identified => ({ text, id: fresh-- });

const solid = (lines: readonly Identified[]) => {
  const places = lines.flatMap(({ text }, index) => (text.trim().length > 3 ? [index] : []));
  return places.length === 0 ? 0 : pick(places);
};

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "another operator": (lines) => {
    const at = solid(lines);
    const text = (lines[at]?.text ?? "").replace(/===|!==|&&|\|\||[+\-<>=]/, "*");
    return lines.with(at, made(text === lines[at]?.text ? `${text};` : text));
  },
  "two lines swapped": (lines) => {
    const at = below(lines.length - 1);
    return lines.with(at, lines[at + 1] as Identified).with(at + 1, lines[at] as Identified);
  },
  "a line deleted": (lines) => lines.toSpliced(below(lines.length), 1),
  "a line doubled": (lines) => {
    const at = below(lines.length);
    return lines.toSpliced(at, 0, made(lines[at]?.text ?? ""));
  },
  "another indentation": (lines) => {
    const at = solid(lines);
    return lines.with(at, made(`  ${lines[at]?.text}`));
  },
  "a block unwrapped": (lines) => {
    const at = lines.findIndex(({ text }, index) => index > below(lines.length) && text.endsWith("{"));
    const end = lines.findIndex(({ text }, index) => index > at && /^\s*\}/.test(text));
    return at === -1 || end === -1 ? lines.toSpliced(0, 1) : lines.toSpliced(end, 1).toSpliced(at, 1);
  },
  "a blank line": (lines) => lines.toSpliced(below(lines.length), 0, made("")),
};

const joined = (lines: readonly Identified[], ending: string) => lines.map(({ text }) => text + ending).join("");

/** Real files of a size that people edit, as lines. */
const files = CORPORA.flatMap((corpus) => [...corpusFiles(corpus)])
  .map(({ path, source }) => ({
    path,
    lines: source
      .replace(/^\ufeff/, "")
      .split(/\r?\n/)
      .slice(0, -1),
  }))
  .filter(({ lines }) => lines.length >= 20 && lines.length <= 1000)
  .map(({ path, lines }) => ({ path, lines: lines.map((text, id): Identified => ({ text, id })) }));

const anchor = (lines: readonly { readonly text: string }[], index: number) =>
  `${index + 1}:${lineHash(lines[index]?.text ?? "")}`;

/** Everything of a text was shown. */
function shown(path: string, text: string): Snapshots {
  const snapshots = new Snapshots();
  snapshots.show(path, text, [{ from: 1, to: new FileLines(text).lines.length }]);
  return snapshots;
}

const figures: string[] = [];
afterAll(() => console.log(figures.join("\n")));

const TASKS = 1200;

test("the way back from a mutation, as anchored edits, is exact", () => {
  for (let task = 0; task < TASKS; task++) {
    const { path, lines } = pick(files);
    let mutated = lines;
    for (let times = below(5); times >= 0; times--) mutated = pick(Object.values(MUTATIONS))(mutated);
    const ending = task % 4 === 0 ? "\r\n" : "\n";
    const [from, wanted] = [joined(mutated, ending), joined(lines, ending)];
    const edits = wayBack(from, wanted);
    if (edits.length === 0) {
      // The mutations took each other back.
      task--;
      continue;
    }
    const plan = planLineEdits(new FileText(oxc, `${path}.txt`, from), edits, shown(`${path}.txt`, from));
    if (applyEdits(from, plan.edits) !== wanted) throw new Error(`${path}: ${JSON.stringify(edits).slice(0, 500)}`);
  }
  figures.push(`anchored edits: ${TASKS} of ${TASKS} ways back from one to five mutations exact`);
}, 60_000);

function wayBack(from: string, to: string): SentEdit[] {
  const [old, wanted] = [new FileLines(from).lines, new FileLines(to).lines];
  const edits = lineHunks(old, wanted).map(({ oldStart, oldEnd, newStart, newEnd }): SentEdit => {
    const texts = wanted.slice(newStart, newEnd).map(({ text }) => text);
    if (oldEnd === oldStart)
      return { insert_after: { anchor: oldStart === 0 ? "BOF" : anchor(old, oldStart - 1), text: texts } };
    if (oldEnd === oldStart + 1) return { set_line: { anchor: anchor(old, oldStart), new_text: texts } };
    return {
      replace_lines: { start_anchor: anchor(old, oldStart), end_anchor: anchor(old, oldEnd - 1), new_text: texts },
    };
  });
  return shuffled(edits);
}

/** In any order, since all speak of the text as shown. */
function shuffled(edits: SentEdit[]): SentEdit[] {
  return edits
    .map((edit) => ({ edit, key: random.next().value }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ edit }) => edit);
}

/** What another program does to a file, of which lines `[start, end)` are about to be edited. */
const CHANGES: Readonly<Record<string, (lines: Identified[], start: number, end: number) => Identified[]>> = {
  "lines inserted above": (lines, start) =>
    lines.toSpliced(below(start + 1), 0, ...Array.from({ length: 1 + below(5) }, () => made(pick(lines).text))),
  "lines inserted anywhere": (lines) => lines.toSpliced(below(lines.length), 0, made(pick(lines).text)),
  "the target changed": (lines, start, end) => {
    const at = start + below(end - start);
    return lines.with(at, made(`${lines[at]?.text} // changed`));
  },
  "the inside of the range changed": (lines, start, end) => {
    const at = Math.min(end - 1, start + 1);
    return lines.with(at, made(`${lines[at]?.text}x`));
  },
  "only indentation changed": (lines, start, end) => {
    const at = start + below(end - start);
    return lines.with(at, made(`\t${lines[at]?.text}`));
  },
  "lines deleted": (lines) => lines.toSpliced(below(lines.length), 1 + below(4)),
  "lines swapped": (lines) => {
    const at = below(lines.length - 1);
    return lines.with(at, lines[at + 1] as Identified).with(at + 1, lines[at] as Identified);
  },
  "a block copied": (lines) => {
    const from = below(lines.length);
    const block = lines.slice(from, from + 1 + below(12)).map(({ text }) => made(text));
    return lines.toSpliced(below(lines.length), 0, ...block);
  },
  "a whole reformat": (lines) =>
    lines.map(({ text, id }) =>
      text.startsWith("  ") ? made(text.replace(/^(?: {2})+/, (blank) => "\t".repeat(blank.length / 2))) : { text, id },
    ),
};

const CASES = 3600;

test("a file that changed since it was read: the exact right outcome, or a refusal", () => {
  const tally = { untouched: 0, applied: 0, refused: 0 };
  for (let number = 0; number < CASES; number++) {
    const { path, lines } = pick(files);
    const start = below(lines.length - 6);
    const end = start + 1 + below(5);
    const kind = Object.keys(CHANGES)[number % Object.keys(CHANGES).length] as string;
    const disk = (CHANGES[kind] as (typeof CHANGES)[string])(lines, start, end);
    const payload = ["// written", "// by the edit"];
    const edit: SentEdit = {
      replace_lines: { start_anchor: anchor(lines, start), end_anchor: anchor(lines, end - 1), new_text: payload },
    };
    const place = placeOf(lines.slice(start, end), disk);
    if (place !== undefined) tally.untouched++;
    const outcome = attempt(`${path}.txt`, joined(lines, "\n"), joined(disk, "\n"), edit);
    if (outcome === undefined) tally.refused++;
    else {
      const right =
        place === undefined ? undefined : joined(disk.toSpliced(place, end - start, ...payload.map(made)), "\n");
      if (outcome !== right)
        throw new Error(`${path}, ${kind}: lines ${start + 1}-${end} were edited where they were not`);
      tally.applied++;
    }
  }
  const share = tally.applied / tally.untouched;
  figures.push(
    `changed on disk: ${CASES} cases, 0 unsafe; of ${tally.untouched} with the target untouched ${tally.applied} applied (${(share * 100).toFixed(0)} %), ${tally.refused} refused in all`,
  );
  expect(share).toBeGreaterThan(0.6);
}, 600_000);

/** Where the very lines of a target stand today, all of them and together. */
function placeOf(target: readonly Identified[], disk: readonly Identified[]): number | undefined {
  const place = disk.findIndex(({ id }) => id === target[0]?.id);
  const isThere = place !== -1 && target.every(({ id }, index) => disk[place + index]?.id === id);
  return isThere ? place : undefined;
}

function attempt(path: string, read: string, disk: string, edit: SentEdit): string | undefined {
  try {
    return applyEdits(disk, planLineEdits(new FileText(oxc, path, disk), [edit], shown(path, read)).edits);
  } catch (error) {
    if (error instanceof ToolError && error.code === "stale") return undefined;
    throw error;
  }
}
