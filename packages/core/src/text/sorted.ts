/**
 * The index of the first for which a test holds, by halving; the length where it holds for none.
 *
 * @param sorted so that the test holds for all behind the first, too
 */
export function firstIndex<T>(sorted: readonly T[], holds: (one: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
