/**
 * What the `*` of a pattern stands for in a text, as in keys and targets of `exports` and `paths`: of several, each for the same.
 * Empty where nothing is left for it; undefined where the text does not fit, or there is no `*`.
 */
export function starFilling(pattern: string, text: string): string | undefined {
  const stars = pattern.split("*").length - 1;
  const length = (text.length - (pattern.length - stars)) / stars;
  if (stars === 0 || length < 0 || !Number.isInteger(length)) return undefined;
  const start = pattern.indexOf("*");
  const filling = text.slice(start, start + length);
  return filled(pattern, filling) === text ? filling : undefined;
}

/** A pattern in which every `*` is what it stands for. */
export function filled(pattern: string, filling: string): string {
  // A text in its place would be read for `$&` and the like.
  return pattern.replaceAll("*", () => filling);
}
