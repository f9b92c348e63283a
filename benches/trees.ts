import { join } from "node:path";
import { corpus } from "./corpus.ts";
import { type Finding, ratio, sideBySide } from "./side-by-side.ts";

const ROUNDS = 3;

/** Looking at trees that are read as far as one looks, and at trees out of JSON, in processes of their own. */
export async function* trees(): AsyncGenerator<Finding> {
  const { folder, files } = corpus();
  for (const [look, atMost] of [
    ["errors", 0.6],
    ["declarations", 0.6],
    ["every node", 1],
  ] as const) {
    const megabytes: Record<string, number> = {};
    const read = (how: "json" | "lazy") => async () => {
      const child = Bun.spawn([process.execPath, join(import.meta.dir, "read-trees.ts"), folder, how, look], {
        stdin: new TextEncoder().encode(files.join("\n")),
        stdout: "pipe",
        stderr: "inherit",
      });
      const result = (await child.stdout.json()) as { milliseconds: number; megabytes: number };
      megabytes[how] = result.megabytes;
      return { [how]: result.milliseconds };
    };
    const timings = await sideBySide(ROUNDS, [read("json"), read("lazy")]);
    const finding = ratio(timings, "lazy", "json", { what: `parse ${files.length} files for ${look}`, atMost });
    const [lazy, json] = [megabytes["lazy"] ?? 0, megabytes["json"] ?? 0];
    yield { ...finding, measured: `${finding.measured}, ${Math.round(lazy)} to ${Math.round(json)} MB` };
  }
}
