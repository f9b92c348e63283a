import type { IgnoreRules } from "../../workspace/ignored.ts";
import { isSame, look, type Seen } from "./seen.ts";

/** Tells whether rules of git from outside of the workspace have changed: of the repository, the user, or a folder above. */
export class OuterRules {
  readonly #seen = new Map<string, Seen | undefined>();

  areOthers({ outer }: Pick<IgnoreRules, "outer">): boolean {
    let areOthers = false;
    for (const path of outer) {
      const now = look(path, "file");
      const seen = this.#seen.get(path);
      if (seen === undefined ? now === undefined : isSame(seen, now)) continue;
      this.#seen.set(path, now);
      areOthers = true;
    }
    return areOthers;
  }
}
