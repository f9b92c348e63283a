import { randomUUID } from "node:crypto";
import type { HistoryIndex } from "./history-index.ts";

/** Milliseconds for which a builder that says nothing is believed to be at work. */
const LEASE_MS = 10_000;
/** Milliseconds between two looks at another's lease. */
const LOOK_MS = 25;

interface Holder {
  readonly token: string;
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/**
 * The right to write an index, of one process at a time. It runs out by itself, so that a builder that was killed, or hangs,
 * blocks nobody; a builder that has lost it finds out in its next transaction, before it writes.
 */
export class BuildLease implements Disposable {
  readonly #index: HistoryIndex;
  readonly #token = randomUUID();
  /** git may need longer than a lease for one large commit. */
  readonly #heartbeat = setInterval(() => this.#renew(), LEASE_MS / 4);

  private constructor(index: HistoryIndex) {
    this.#index = index;
  }

  /** Waits for its turn. Throws the signal's reason. */
  static async take(index: HistoryIndex, signal: AbortSignal): Promise<BuildLease> {
    const lease = new BuildLease(index);
    try {
      while (!lease.#tryTake()) {
        signal.throwIfAborted();
        await Bun.sleep(LOOK_MS);
      }
      return lease;
    } catch (error) {
      lease[Symbol.dispose]();
      throw error;
    }
  }

  /** Writes in one transaction. Throws {@link LeaseLost}, with nothing written, where another process took over. */
  write(work: () => void): void {
    const guarded = this.#index.database.transaction(() => {
      if (this.#holder()?.token !== this.#token) throw new LeaseLost("another process took the index over");
      work();
      this.#index.setFact("generation", String(generation(this.#index) + 1));
      this.#hold();
    });
    guarded.immediate();
  }

  #tryTake(): boolean {
    const attempt = this.#index.database.transaction(() => {
      const holder = this.#holder();
      if (holder !== undefined && holder.until > Date.now() && isAlive(holder.pid)) return false;
      this.#hold();
      return true;
    });
    return attempt.immediate();
  }

  #renew(): void {
    this.#ifHeld(() => this.#hold());
  }

  #ifHeld(work: () => void): void {
    const guarded = this.#index.database.transaction(() => {
      if (this.#holder()?.token === this.#token) work();
    });
    guarded.immediate();
  }

  #holder(): Holder | undefined {
    const value = this.#index.fact("builder");
    return value === undefined ? undefined : (JSON.parse(value) as Holder);
  }

  #hold(): void {
    const holder: Holder = { token: this.#token, pid: process.pid, until: Date.now() + LEASE_MS };
    this.#index.setFact("builder", JSON.stringify(holder));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#heartbeat);
    this.#ifHeld(() => this.#index.setFact("builder", undefined));
  }
}

/** Grows with every write: what was learnt from an index holds as long as it is the same. */
export function generation(index: HistoryIndex): number {
  return Number(index.fact("generation") ?? 0);
}

export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
