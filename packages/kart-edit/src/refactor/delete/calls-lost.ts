import { clip, collapse } from "@kart/core/text/display";
import { gapNote } from "@kart/core/text/gap-note";
import type { Target } from "../../planning/plan.ts";
import { callsMadeIn } from "../../planning/moved/acts-at-load.ts";

/** What a declaration calls where it stands, `export const plugin = register("a")`: that may do more than to give it its value. */
export function callsLost({ source, span }: Target): string[] {
  const { program, source: text } = source.parsed;
  const calls = callsMadeIn(program, text, span).map(({ start, end }) => clip(collapse(text.slice(start, end)), 60));
  return gapNote("NO LONGER CALLED; keep it as a statement if it does more than give a value", calls);
}
