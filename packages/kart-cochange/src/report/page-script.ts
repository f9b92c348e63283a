import { join } from "node:path";

/**
 * The script of the page, as one text. From sources it is bundled whenever a page is written; a built kart-cochange holds the
 * finished text in the place of this file, see `scripts/build.ts`.
 */
export async function pageScript(): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, "../../page/main.ts")],
    target: "browser",
    format: "iife",
    minify: true,
  });
  const text = (await outputs[0]?.text()) ?? "";
  // Neither may stand in a script element, wherever it comes from.
  return text
    .trim()
    .replaceAll(/<\/(script)/gi, String.raw`<\/$1`)
    .replaceAll("<!--", String.raw`<\!--`);
}
