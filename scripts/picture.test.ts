import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { picture, PICTURE } from "./picture.ts";

setDefaultTimeout(90_000);

test("the picture shows what the servers answer today; `bun scripts/picture.ts` draws it anew", async () => {
  expect(await picture()).toBe(readFileSync(PICTURE, "utf8"));
});
