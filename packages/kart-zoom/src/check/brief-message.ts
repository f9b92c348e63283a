import { clip } from "@kart/core/text/display";

/** Longest type in quotes, in UTF-16 units. */
const MAX_TYPE = 100;

/**
 * A complaint of the compiler without the steps of its explanation: what is wrong, of which property, and why in the end. Types that
 * are written out are clipped.
 */
export function briefMessage(message: string): string {
  const [first = "", ...steps] = message.split(/\r?\n/).map((line) => line.trim());
  const why = steps.at(-1);
  const property = steps.findLast((step) => /^(?:Types of property|The types (?:of|returned by)) '/.test(step));
  const kept = [
    ...new Set([first, ...(property === undefined ? [] : [property]), ...(why === undefined ? [] : [why])]),
  ];
  const left = steps.length + 1 > kept.length ? [first, "…", ...kept.slice(1)] : kept;
  return left.join(" ").replaceAll(/(?<!\w)'([^'\n]*)'/g, (_, type: string) => `'${clip(type, MAX_TYPE)}'`);
}
