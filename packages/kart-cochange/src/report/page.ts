import style from "../../page/page.css" with { type: "text" };
import template from "../../page/page.html" with { type: "text" };
import { pageScript } from "./page-script.ts";
import type { Report } from "./report.ts";

/**
 * One page that needs nothing but itself. Names are data to its script, and never markup; its policy lets this one script
 * run and nothing else be loaded.
 */
export async function reportPage(report: Report): Promise<string> {
  const script = await pageScript();
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;
  const fill = (page: string, [empty, filled]: readonly [string, string]) => page.replace(empty, () => filled);
  return (
    [
      [`content=""`, `content="${policy}"`],
      ["<style></style>", `<style>${style}</style>`],
      [`id="report"></script>`, `id="report">${embedded(report)}</script>`],
      ["<script></script>", `<script>${script}</script>`],
    ] as const
  ).reduce(fill, template as unknown as string);
}

/** JSON that cannot end the script element that it stands in, nor begin a comment there. Four digits of a number will do. */
function embedded(report: Report): string {
  const json = JSON.stringify(report, (_key, value: unknown) =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value,
  );
  return json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function hashOf(text: string): string {
  return `'sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}'`;
}
