import { availableParallelism } from "node:os";
import { afterAll, expect, test } from "bun:test";
import { CORPORA } from "@kart/testkit/corpora";
import { effort } from "./checked-project.ts";
import { VARIANTS } from "./variants.ts";

// Every symbol of real code is replaced, inserted beside, changed and broken, and every result proven. Nothing is
// written here: that what is written is what was planned is for the tests that go through MCP.

/**
 * How many symbols of a file are tried with all that needs parsing it anew, as it is and in each variant, which tries others than
 * the one before. What a file costs grows with the square of its length: the long ones are tried in part.
 */
const EFFORT: Readonly<Record<(typeof CORPORA)[number], readonly [asItIs: number, varied: number]>> = {
  zod: [effort(20, 40), effort(3, 6)],
  effect: [effort(1, 3), 0],
  rxjs: [Infinity, effort(3, Infinity)],
  "@tanstack/query-core": [Infinity, effort(6, 12)],
};

const total: Record<string, number> = {};
afterAll(() => {
  const counts = Object.entries(total).map(([what, count]) => `${count} ${what}`);
  console.log(`proof: ${counts.join(", ")}; no byte out of place`);
});

for (const corpus of CORPORA) {
  for (const variant of Object.keys(VARIANTS)) {
    const most = EFFORT[corpus][variant === "as it is" ? 0 : 1];
    if (most > 0) test(`${corpus}, ${variant}`, () => prove(corpus, variant, most), 600_000);
  }
}

async function prove(corpus: string, variant: string, most: number): Promise<void> {
  const shares = availableParallelism();
  const program = `${import.meta.dir}/programs/prove-symbols.ts`;
  await Promise.all(
    Array.from({ length: shares }, async (_, share) => {
      const command = [process.execPath, program, corpus, variant, `${most}`, `${share}`, `${shares}`];
      const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
      const [stdout, stderr, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
      expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
      for (const [what, count] of Object.entries(JSON.parse(stdout) as Record<string, number>))
        total[what] = (total[what] ?? 0) + count;
    }),
  );
}
