import type { Command } from "@kart/core/mcp/serve";
import { count } from "@kart/core/text/display";

/** Milliseconds: a person looks on, and may stop it. */
const NO_DEADLINE = 24 * 60 * 60 * 1000;

export const build: Command = {
  name: "build",
  usage: "[--rebuild]",
  summary: "read the whole history now, rather than at the first question",
  options: { rebuild: { type: "boolean" } },
  async run({ root, options, print, showProgress }) {
    const [{ requireRepository }, { countCommits }, { RepositoryIndexes }] = await Promise.all([
      import("./require-repository.ts"),
      import("../history/read-log.ts"),
      import("../index/repository-indexes.ts"),
    ]);
    const { signal } = new AbortController();
    const repository = await requireRepository(root, signal);
    const indexes = new RepositoryIndexes();
    if (options["rebuild"] === true) indexes.forget(repository);
    const known = indexes.stored(repository)?.index.tips() ?? [];
    const limits = { signal, timeoutMs: NO_DEADLINE };
    const total = repository.head === undefined ? 0 : await countCommits(repository, known, limits).catch(() => 0);
    const started = performance.now();
    await indexes.read(repository, () => undefined, {
      ...limits,
      onProgress: (added) => showProgress(bar(added, total)),
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const stored = indexes.stored(repository);
    if (stored === undefined) {
      print("The index cannot be kept: see kart-cochange status. Each server will read the history anew.");
      return 1;
    }
    print(`${count(stored.index.commitCount(), "commit")} indexed in ${seconds} s: ${stored.file}`);
    return 0;
  },
};

const WIDTH = 30;

/** `[#########---------------------] 1,200 of 4,000 commits` */
function bar(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * WIDTH);
  const of = total === 0 ? "" : ` of ${total.toLocaleString("en-US")}`;
  return `[${"#".repeat(filled)}${"-".repeat(WIDTH - filled)}] ${done.toLocaleString("en-US")}${of} commits`;
}
