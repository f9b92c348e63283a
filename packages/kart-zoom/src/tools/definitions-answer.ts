import { count, escapeName } from "@kart/core/text/display";
import * as z from "zod";
import type { DescribedLocation } from "../answers/described-location.ts";

export const definitionsOutput = {
  found: z.boolean(),
  definitions: z.array(
    z.object({
      path: z.string(),
      line: z.int(),
      column: z.int(),
      endLine: z.int(),
      kind: z.string(),
      preview: z.string(),
      package: z.string().optional(),
    }),
  ),
};

/** One line a declaration: `src/url.ts:12-40 function parse(input: string): Url`. */
export function definitionRows(definitions: readonly DescribedLocation[]): string[] {
  return definitions.map(({ path, line, endLine, kind, preview }) => {
    const lines = endLine === line ? `${line}` : `${line}-${endLine}`;
    return `${escapeName(path)}:${lines} ${preview.includes(kind) ? preview : `${kind} ${preview}`}`;
  });
}

/** @param what `definition`, `implementation` */
export function definitionsAnswer(definitions: readonly DescribedLocation[], what: string, notes: readonly string[]) {
  const none = definitions.length === 0 ? [`No ${what} found.`] : [];
  const many = definitions.length > 1 ? [count(definitions.length, what)] : [];
  return {
    structured: { found: definitions.length > 0, definitions: [...definitions] },
    text: [...none, ...many, ...definitionRows(definitions), ...notes].join("\n"),
  };
}
