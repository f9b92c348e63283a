import type { Command } from "@kart/core/mcp/serve";
import { ToolError } from "@kart/core/mcp/tool-error";
import { count } from "@kart/core/text/display";
import { dirname, basename, resolve } from "node:path";
import type { EvidenceReader } from "../index/read-evidence.ts";
import type { Coupling } from "../ranking/couplings.ts";

/** Newest commits that a report looks at. */
const MAX_COMMITS = 20_000;
/** Couplings on the page. */
const MAX_COUPLINGS = 2000;
/** Milliseconds: a person looks on, and may stop it. */
const NO_DEADLINE = 24 * 60 * 60 * 1000;

export const report: Command = {
  name: "report",
  usage: "--out FILE.html",
  summary: "write a page that shows the strongest couplings",
  options: { out: { type: "string" } },
  async run({ root, options: { out }, print }) {
    if (typeof out !== "string" || out === "")
      throw new ToolError("invalid_argument", "Name the page to write: --out FILE.html.");
    const [{ requireRepository }, { RepositoryIndexes }, { Attributes }, { isNoise }, { FilesNow }, { reportPage }] =
      await Promise.all([
        import("./require-repository.ts"),
        import("../index/repository-indexes.ts"),
        import("../history/attributes.ts"),
        import("../ranking/noise.ts"),
        import("../history/place-of.ts"),
        import("../report/page.ts"),
      ]);
    const { WorkspaceRoot } = await import("@kart/core/workspace/workspace-path");
    const { signal } = new AbortController();
    const repository = await requireRepository(root, signal);
    const attributes = new Attributes(repository);
    const workspace = new WorkspaceRoot(root);
    const { value } = await new RepositoryIndexes().read(
      repository,
      (evidence) => {
        const { top } = repository;
        const now = new FilesNow(workspace, top ?? workspace.absolute);
        const exists = (path: string) => (top === undefined ? evidence.exists(path) : now.has(path));
        return coupledIn(evidence, (path) => !isNoise(path) && !attributes.isMarked(path) && exists(path));
      },
      { signal, timeoutMs: NO_DEADLINE },
    );
    const { files, folders } = await value;
    const title = basename(repository.top ?? repository.commonFolder);
    await Bun.write(resolve(out), reportPage({ title, head: repository.head ?? "", files, folders }));
    print(`${count(files.length, "coupling")} of files, ${folders.length} of folders: ${resolve(out)}`);
    return 0;
  },
};

interface Couplings {
  readonly files: Coupling[];
  readonly folders: Coupling[];
}

/** Reads all it needs before the first await: the index may go on to another HEAD afterwards. */
function coupledIn(evidence: EvidenceReader, counts: (path: string) => boolean): Promise<Couplings> {
  const commits = [...evidence.coupled(MAX_COMMITS, 1000, counts)];
  const names = new Map(commits.flatMap(({ files }) => files.map((id) => [id, evidence.pathOf(id) ?? ""] as const)));
  const now = evidence.newest;
  return import("../ranking/couplings.ts").then(({ couplings }) => {
    const folders: string[] = [...new Set([...names.values()].map((path) => dirname(path)))];
    const idOf = new Map(folders.map((folder, id) => [folder, id]));
    const byFolder = commits
      .map(({ time, files }) => ({
        time,
        files: [...new Set(files.map((id) => idOf.get(dirname(names.get(id) ?? "")) ?? 0))],
      }))
      .filter(({ files }) => files.length > 1);
    return {
      files: couplings(commits, (id) => names.get(id) ?? "", now, MAX_COUPLINGS),
      folders: couplings(byFolder, (id) => folders[id] ?? "", now, MAX_COUPLINGS),
    };
  });
}
