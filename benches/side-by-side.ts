/** One measured thing and what was asked of it. */
export interface Finding {
  readonly what: string;
  readonly measured: string;
  /** Absent where nothing is asked: the figure is for reading others by. */
  readonly target?: string;
  readonly isMet: boolean;
}

/** Milliseconds by the name of what took them. */
export type Timings = Readonly<Record<string, number>>;

/**
 * Runs the variants alternately, A B A B …, so that a machine which is busy for a while is so for all of them.
 * A variant may time several things in one go. Returns the median of each; the first round only warms up.
 */
export async function sideBySide(rounds: number, variants: readonly (() => Promise<Timings>)[]): Promise<Timings> {
  const samples: Record<string, number[]> = {};
  for (let round = 0; round <= rounds; round++) {
    for (const variant of variants) {
      for (const [name, milliseconds] of Object.entries(await variant())) {
        if (round > 0) (samples[name] ??= []).push(milliseconds);
      }
    }
  }
  return Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, median(values)]));
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

interface Asked {
  readonly what: string;
  /** How many times the baseline at most. */
  readonly atMost: number;
  /** Milliseconds allowed on top. */
  readonly plus?: number;
}

/** `spawn to tools/list, bundle: 2.6x bare loop`. */
export function ratio(timings: Timings, name: string, baseline: string, { what, atMost, plus = 0 }: Asked): Finding {
  const value = timings[name] as number;
  const base = timings[baseline] as number;
  const allowed = `${atMost}x${plus > 0 ? ` + ${plus} ms` : ""}`;
  return {
    what,
    measured: `${(value / base).toFixed(2)}x ${baseline} (${inMilliseconds(value)} to ${inMilliseconds(base)})`,
    target: `at most ${allowed}`,
    isMet: value <= base * atMost + plus,
  };
}

/** A figure with an upper bound. */
export function bound(what: string, value: number, unit: string, atMost: number): Finding {
  return {
    what,
    measured: `${Math.round(value).toLocaleString("en-US")} ${unit}`,
    target: `at most ${atMost.toLocaleString("en-US")}`,
    isMet: value <= atMost,
  };
}

function inMilliseconds(value: number): string {
  return `${value < 100 ? value.toFixed(1) : Math.round(value)} ms`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}
