import { expect, setDefaultTimeout, test } from "bun:test";
import { README, withAnswers } from "./readme.ts";

setDefaultTimeout(90_000);

test("README.md shows what the servers answer today; `bun scripts/readme.ts` asks anew", async () => {
  const readme = await Bun.file(README).text();
  expect(readme.match(/^kart_\w+ \{/gm)?.length).toBeGreaterThan(15);
  expect(await withAnswers(readme)).toBe(readme);
});
