/** Does something with each of several things, a few at a time, in their order; the results are in that order too. */
export async function inTurn<T, R>(all: readonly T[], atATime: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = all.entries();
  const next = async () => {
    for (const [index, one] of waiting) results[index] = await work(one);
  };
  await Promise.all(Array.from({ length: atATime }, next));
  return results;
}
