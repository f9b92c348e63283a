import type { Coupling } from "../ranking/couplings.ts";
import template from "./page.html" with { type: "text" };

export interface Report {
  readonly title: string;
  /** Full commit id. */
  readonly head: string;
  readonly files: readonly Coupling[];
  readonly folders: readonly Coupling[];
}

/** One page that needs nothing but itself. Names are data to its script, and never markup. */
export function reportPage(report: Report): string {
  const data = JSON.stringify(report, (_key, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(4)) : value,
  );
  // Inside a script only these could end it, or a line of it.
  const safe = data.replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return (template as unknown as string).replace("/* DATA */", () => safe);
}
