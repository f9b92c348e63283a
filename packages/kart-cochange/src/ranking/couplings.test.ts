import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { type CoupledFiles, couplings } from "./couplings.ts";

const NOW = 1_700_000_000;

const commit = fc.record({
  time: fc.integer({ min: NOW - 10_000_000, max: NOW }),
  files: fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { minLength: 2, maxLength: 8 }),
});

/** What is counted, as one would count it by hand. */
function naive(commits: readonly CoupledFiles[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { files } of commits)
    for (const a of files)
      for (const b of files) if (a < b) counts.set(`${a} ${b}`, (counts.get(`${a} ${b}`) ?? 0) + 1);
  return new Map([...counts].filter(([, count]) => count > 1));
}

test("counts each pair that more than one commit changed, the strongest first", () => {
  fc.assert(
    fc.property(fc.array(commit, { maxLength: 20 }), fc.integer({ min: 1, max: 30 }), (commits, limit) => {
      const expected = naive(commits);
      const all = couplings(commits, String, NOW, 1000);
      expect(new Map(all.strongest.map((one) => [`${one.a} ${one.b}`, one.commits]))).toEqual(expected);
      expect(all.total).toBe(expected.size);
      for (const { confidence } of all.strongest) expect(confidence).toBeWithin(0, 1.000_001);
      const scores = all.strongest.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((x, y) => y - x));
      const some = couplings(commits, String, NOW, limit);
      expect(some.total).toBe(expected.size);
      expect(some.strongest.map(({ score }) => score)).toEqual(scores.slice(0, limit));
    }),
  );
});

test("a commit of many files and a changelog couple nothing", () => {
  const crowd = Array.from({ length: 31 }, (_none, file) => file);
  const names = (id: number) => (id === 40 ? "CHANGELOG.md" : String(id));
  const commits = [0, 1, 2].flatMap(() => [
    { time: NOW, files: crowd },
    { time: NOW, files: [40, 41] },
    { time: NOW, files: [50, 51] },
  ]);
  expect(couplings(commits, names, NOW, 10)).toMatchObject({ total: 1, strongest: [{ a: "50", b: "51", commits: 3 }] });
});
