import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { type LoggedCommit, LogParser } from "./log-parser.ts";

function parse(chunks: readonly Uint8Array[]): LoggedCommit[] {
  const parser = new LogParser();
  const commits = chunks.flatMap((chunk) => [...parser.push(chunk)]);
  const last = parser.end();
  return last === undefined ? commits : [...commits, last];
}

/** As git writes it: NUL ends every field, and a line break leads the first status. */
function written(commits: readonly LoggedCommit[]): Buffer {
  const fields = commits.flatMap(({ oid, parents, time, changes }) => [
    `\u0001${oid} ${time} ${parents.join(" ")}`,
    ...changes.flatMap(({ path, kind, previous }, place) => {
      const status = previous === undefined ? { modified: "M", added: "A", deleted: "D" }[kind] : "R087";
      return [`${place === 0 ? "\n" : ""}${status}`, ...(previous === undefined ? [path] : [previous, path])];
    }),
  ]);
  return Buffer.from(fields.map((field) => `${field}\0`).join(""));
}

const oid = fc.string({ unit: fc.constantFrom(...Array.from("0123456789abcdef")), minLength: 40, maxLength: 40 });
/** Also paths that look like statuses and headers. */
const path = fc.oneof(
  fc.string({ unit: "binary", minLength: 1 }).filter((text) => !text.includes("\0")),
  fc.constantFrom("M", "\nM", "R100", "\u0001abc 1 ", "a\nb", "\ufeffa"),
);
const change = fc.oneof(
  fc.record({ path, kind: fc.constantFrom("modified" as const, "added" as const, "deleted" as const) }),
  fc.record({ path, kind: fc.constant("modified" as const), previous: path }),
);
const commit = fc.record({
  oid,
  parents: fc.array(oid, { maxLength: 3 }),
  time: fc.nat(),
  changes: fc.array(change, { maxLength: 4 }),
});

test("what git writes is read, however its bytes are cut", () => {
  fc.assert(
    fc.property(fc.array(commit, { maxLength: 5 }), fc.array(fc.nat({ max: 400 })), (commits, cuts) => {
      const bytes = written(commits);
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const chunks = places.slice(1).map((end, place) => bytes.subarray(places[place], end));
      expect(parse(chunks)).toEqual(commits);
    }),
  );
});

test("a copy is a new file, and a change of type a change", () => {
  const commits = parse([Buffer.from("\u0001abc 5 \0\nC100\0a\0b\0T\0c\0")]);
  expect(commits[0]?.changes).toEqual([
    { path: "b", kind: "added" },
    { path: "c", kind: "modified" },
  ]);
});

test("the last commit is not handed out unless it is asked for", () => {
  const parser = new LogParser();
  expect([...parser.push(Buffer.from("\u0001a 1 \0\nM\0x\0\u0001b 2 \0\nM\0"))].map(({ oid: id }) => id)).toEqual([
    "a",
  ]);
});

test("a commit without a time, or with one that no date can hold, keeps its parents", () => {
  const commits = parse([Buffer.from("\u0001a  p q\0\u0001b 18446744073709551615 a\0")]);
  expect(commits).toEqual([
    { oid: "a", parents: ["p", "q"], time: 0, changes: [] },
    { oid: "b", parents: ["a"], time: 0, changes: [] },
  ]);
});
