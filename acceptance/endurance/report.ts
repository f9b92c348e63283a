/** What a phase found: figures to print, and what was not as it must be. */
export interface Findings {
  readonly figures: readonly string[];
  readonly failures: readonly string[];
}

export const megabytes = (value: number): string => `${Math.round(value)} MB`;
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
export const whole = (value: number): string => value.toLocaleString("en-US");

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** `3 × file_not_found, 1 × stale`, the most frequent first. */
export function counted(words: Iterable<string>): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([word, count]) => `${whole(count)} ${word}`)
    .join(", ");
}
