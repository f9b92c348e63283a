import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { Lineage, type LineageEvent } from "./lineage.ts";

/** `a>b` is a rename and `+a` a new file; one string for each commit, from 1. */
function lineage(...commits: readonly string[]): Lineage {
  return new Lineage(commits.flatMap((text, place) => text.split(" ").map((event) => eventOf(event, place + 1))));
}

function eventOf(event: string, commit: number): LineageEvent {
  const [from = "", to = ""] = event.split(">");
  if (event.startsWith("+")) return { commit, path: idOf(event.slice(1)), previous: undefined };
  return { commit, path: idOf(to), previous: idOf(from) };
}

const idOf = (name: string) => name.charCodeAt(0);
const nameOf = (id: number | undefined) => (id === undefined ? undefined : String.fromCharCode(id));

describe("the current path of a file", () => {
  const CASES: readonly (readonly [string, Lineage, path: string, commit: number, current: string | undefined])[] = [
    ["never renamed", lineage("a>b"), "x", 1, "x"],
    ["before a rename", lineage("a>b"), "a", 0, "b"],
    ["of the rename itself", lineage("a>b"), "b", 1, "b"],
    ["through a chain", lineage("a>b", "b>c", "c>d"), "a", 0, "d"],
    ["there and back", lineage("a>b", "b>a"), "a", 0, "a"],
    ["on a branch that does not know of the rename", lineage("a>b", "+x"), "a", 5, "b"],
    ["of a new file at a freed path", lineage("a>b", "+a"), "a", 2, "a"],
    ["of the old file at that path", lineage("a>b", "+a"), "a", 1, "b"],
    ["swapped in one commit", lineage("a>b b>a"), "a", 0, "b"],
    ["swapped in one commit, the other", lineage("a>b b>a"), "b", 0, "a"],
    ["rotated in one commit", lineage("a>b b>c c>a"), "c", 0, "a"],
    ["renamed on two branches alike", lineage("a>b", "a>b"), "b", 1, "b"],
    ["renamed on two branches, the later one holds", lineage("a>b", "a>c"), "a", 0, "c"],
    ["whose last path another file took", lineage("a>b", "b>c", "+b", "b>d", "x>c"), "b", 3, "d"],
  ];
  test.each(CASES)("%s", (_what, files, path, commit, current) => {
    expect(nameOf(files.currentPath(idOf(path), commit))).toBe(current);
  });
});

test("stretches are exactly where the current path is the one asked for, whatever happened", () => {
  const names = fc.constantFrom(...Array.from("abcde"));
  const event = fc.oneof(
    fc.tuple(names, names).map(([from, to]) => (from === to ? `+${from}` : `${from}>${to}`)),
    names.map((name) => `+${name}`),
  );
  const commit = fc.uniqueArray(event, { minLength: 1, maxLength: 3 }).map((events) => events.join(" "));
  fc.assert(
    fc.property(fc.array(commit, { maxLength: 12 }), (commits) => {
      const files = lineage(...commits);
      for (const asked of "abcde") {
        const stretches = files.stretches(idOf(asked));
        for (const path of "abcde") {
          for (let at = 0; at <= commits.length + 1; at++) {
            const isIn = stretches.some((one) => one.path === idOf(path) && one.from <= at && at < one.to);
            expect(isIn).toBe(files.currentPath(idOf(path), at) === idOf(asked));
          }
        }
      }
    }),
  );
});
