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
      owner: z.string().optional(),
      package: z.string().optional(),
    }),
  ),
};

/** Declarations shown before the rest is counted, where nobody says how many. */
const MAX_SHOWN = 200;

/**
 * @param what `definition`, `implementation`
 * @param asked whether these are all, and how many are shown, where the tool tells
 */
export function definitionsAnswer(
  definitions: readonly DescribedLocation[],
  what: string,
  notes: readonly string[],
  asked?: { readonly complete: boolean; readonly limit: number },
) {
  const shown = definitions.slice(0, asked?.limit ?? MAX_SHOWN);
  const rest = definitions.length - shown.length;
  const isAll = asked === undefined ? "" : asked.complete ? ", complete" : ", INCOMPLETE";
  const headline =
    definitions.length === 0
      ? [`No ${what} found${isAll}.`]
      : definitions.length > 1 || isAll !== ""
        ? [`${count(definitions.length, what)}${isAll}`]
        : [];
  const more =
    rest > 0 ? [asked === undefined ? `… and ${rest} more, not shown.` : `… and ${rest} more; raise limit.`] : [];
  return {
    structured: { found: definitions.length > 0, definitions: shown },
    text: [...headline, ...rows(shown), ...more, ...notes].join("\n"),
  };
}

/** `src/url.ts:12-40 function parse(input: string): Url`; several of one file below its path. */
function rows(definitions: readonly DescribedLocation[]): string[] {
  return [...Map.groupBy(definitions, ({ path }) => path)].flatMap(([path, list]) => {
    const texts = list.map(row);
    return texts.length === 1
      ? [`${escapeName(path)}:${texts[0]}`]
      : [escapeName(path), ...texts.map((text) => ` ${text}`)];
  });
}

/** `12 Url: property href: string` */
function row({ line, endLine, kind, preview, owner }: DescribedLocation): string {
  const place = `${endLine === line ? line : `${line}-${endLine}`}${owner === undefined ? "" : ` ${escapeName(owner)}:`}`;
  // A module that starts with a comment has nothing to show.
  return `${place} ${preview.includes(kind) ? preview : `${kind} ${preview}`.trimEnd()}`;
}
