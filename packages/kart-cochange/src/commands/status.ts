import type { Command } from "@kart/core/mcp/serve";
import { count, escapeName } from "@kart/core/text/display";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";

export const status: Command = {
  name: "status",
  usage: "",
  summary: "show what is indexed, how old it is and where it lies",
  options: {},
  async run({ root, print }) {
    const [{ requireRepository }, { countCommits }, { RepositoryIndexes }, { isUpToDate }] = await Promise.all([
      import("./require-repository.ts"),
      import("../history/read-log.ts"),
      import("../index/repository-indexes.ts"),
      import("../index/bring-up-to-date.ts"),
    ]);
    const { signal } = new AbortController();
    const repository = await requireRepository(root, signal);
    print(`repository: ${escapeName(repository.commonFolder)}${repository.isShallow ? " (shallow)" : ""}`);
    print(`HEAD: ${repository.head ?? "nothing committed yet"}`);
    if (existsSync(join(root, ".varp/cochange.db"))) print("source: .varp/cochange.db, while it can be read");
    const stored = new RepositoryIndexes().stored(repository);
    if (stored === undefined) {
      print("index: none yet. The first question builds it, or kart-cochange build.");
      return 0;
    }
    const { index, file } = stored;
    const behind = isUpToDate(index, repository)
      ? "up to date"
      : await countCommits(repository, index.tips(), { signal }).then(
          (commits) => (commits === 0 ? "of another branch" : `${count(commits, "commit")} behind`),
          () => "of a history that was rewritten",
        );
    print(`index: ${behind}, ${count(index.commitCount(), "commit")}, ${count(index.pathCount(), "path")}`);
    print(`file: ${file}, ${(bytesOf(file) / 1_000_000).toFixed(1)} MB, changed ${ageOf(file)} ago`);
    return 0;
  },
};

/** With what is written and not yet part of the file. */
function bytesOf(file: string): number {
  return ["", "-wal"].reduce((sum, end) => sum + (existsSync(file + end) ? statSync(file + end).size : 0), 0);
}

function ageOf(file: string): string {
  const newest = Math.max(...["", "-wal"].map((end) => (existsSync(file + end) ? statSync(file + end).mtimeMs : 0)));
  const minutes = Math.max(0, Math.round((Date.now() - newest) / 60_000));
  if (minutes < 120) return count(minutes, "minute");
  return minutes < 48 * 60 ? count(Math.round(minutes / 60), "hour") : count(Math.round(minutes / 60 / 24), "day");
}
