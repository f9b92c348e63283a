import { ToolError } from "@kart/core/mcp/tool-error";

/** How often the same call may change nothing. */
const MAX_IDLE = 2;

/** Calls remembered. */
const MAX_CALLS = 200;

/** Calls that changed nothing since the last one that did: a model that repeats itself is told what to do instead. */
export class IdleCalls {
  readonly #counts = new Map<string, number>();

  /** Gives the warning for a call that changes nothing. Throws `no_change` from the third identical one on. */
  note(tool: string, call: unknown): string {
    const key = `${tool} ${JSON.stringify(call)}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    if (this.#counts.size >= MAX_CALLS) this.#counts.clear();
    this.#counts.set(key, count);
    if (count > MAX_IDLE)
      throw new ToolError(
        "no_change",
        `This same call has changed nothing ${count} times: the file holds that text already. Do not repeat it; read the file and go on with the next step.`,
      );
    return "That is what stands there already; nothing was written.";
  }

  reset(): void {
    this.#counts.clear();
  }
}
