import { availableParallelism } from "node:os";
import { abortable } from "@kart/core/process/abortable";

/** Each is three programs that use whole cores: more at once would all take so long that none is done in time. */
const AT_ONCE = Math.max(2, Math.floor(availableParallelism() / 2));

/** Lints a few files at a time, in the order they came. */
export class LintTurns {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /**
   * Undefined where the turn does not come in time: nothing was run then. Throws the signal's reason when aborted.
   *
   * @param patienceMs milliseconds to wait at most
   */
  async run<T>(work: () => Promise<T>, patienceMs: number, signal: AbortSignal): Promise<T | undefined> {
    if (!(await this.#take(patienceMs, signal))) return undefined;
    try {
      return await work();
    } finally {
      this.#passOn();
    }
  }

  async #take(patienceMs: number, signal: AbortSignal): Promise<boolean> {
    if (this.#running < AT_ONCE) {
      this.#running++;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const go = () => resolve(true);
    this.#waiting.push(go);
    const timer = setTimeout(resolve, patienceMs, false);
    let isMine = false;
    try {
      return (isMine = await abortable(promise, signal));
    } finally {
      clearTimeout(timer);
      if (!isMine) this.#leave(go);
    }
  }

  /** A turn that came at the very moment is passed on. */
  #leave(go: () => void): void {
    const place = this.#waiting.indexOf(go);
    if (place === -1) this.#passOn();
    else this.#waiting.splice(place, 1);
  }

  #passOn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
  }
}
