import { ToolError } from "@kart/core/mcp/tool-error";
import { ModuleIndex } from "@kart/core/modules/module-index";
import { count } from "@kart/core/text/display";
import { Workspace } from "@kart/core/workspace/workspace";
import { basename, join, posix } from "node:path";
import { Attributes } from "../history/attributes.ts";
import { FilesNow } from "../history/place-of.ts";
import type { Repository } from "../history/repository.ts";
import type { EvidenceReader } from "../index/read-evidence.ts";
import { RepositoryIndexes } from "../index/repository-indexes.ts";
import { type CoupledFiles, type Coupling, type Couplings, couplings } from "../ranking/couplings.ts";
import { remarkNotes } from "../cochange/remark-notes.ts";
import { ImportLinks } from "./import-links.ts";
import type { ImportsRead, Level, Link, LinkedCoupling, Report } from "./report.ts";

/** Newest commits that a report looks at. */
const MAX_COMMITS = 20_000;
/** Couplings on the page, of files and of folders each. */
const MAX_COUPLINGS = 2000;

/** Reads a history and what imports what. `limits` are those of bringing an index up to date. */
export async function collectReport(
  root: string,
  repository: Repository,
  limits: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<Report> {
  const workspace = new Workspace(root);
  const { value: history, remarks } = await new RepositoryIndexes().read(
    repository,
    (evidence) => readHistory(evidence, repository, workspace),
    limits,
  );
  const { commits, commitsSeen, newest, nameOf } = history;
  const { links, imports } = await readImports(workspace, repository, limits.signal);
  const folders = byFolder(commits, nameOf);
  return {
    title: basename(repository.top ?? repository.commonFolder),
    head: repository.head,
    commitsSeen,
    imports,
    notes: [
      ...remarkNotes({ ...remarks, isShallow: repository.isShallow }),
      ...(commitsSeen > MAX_COMMITS ? [`Only the newest ${count(MAX_COMMITS, "commit")} were looked at.`] : []),
    ],
    files: level(couplings(commits, nameOf, newest, MAX_COUPLINGS), links && ((a, b) => links.ofFiles(a, b))),
    folders: level(
      couplings(folders.commits, folders.nameOf, newest, MAX_COUPLINGS),
      links && ((a, b) => links.ofFolders(a, b)),
    ),
  };
}

interface History {
  readonly commits: readonly CoupledFiles[];
  readonly commitsSeen: number;
  readonly newest: number;
  /** From the workspace root. */
  readonly nameOf: (id: number) => string;
}

/** Reads all that is needed before the index may go on to another HEAD. */
function readHistory(evidence: EvidenceReader, repository: Repository, { root }: Workspace): History {
  const { top } = repository;
  const attributes = new Attributes(repository);
  const files = new FilesNow(root, top ?? root.absolute);
  const exists = (path: string) => (top === undefined ? evidence.exists(path) : files.has(path));
  const counts = (path: string) => !attributes.isNoise(path) && exists(path);
  const commits = [...evidence.coupled(MAX_COMMITS, counts)];
  const names = new Map<number, string>();
  for (const { files: ids } of commits)
    for (const id of ids)
      if (!names.has(id)) names.set(id, root.relative(join(top ?? root.absolute, evidence.pathOf(id) ?? "")));
  return {
    commits,
    commitsSeen: evidence.commitCount,
    newest: evidence.newest,
    nameOf: (id) => names.get(id) ?? "",
  };
}

async function readImports(
  workspace: Workspace,
  { top }: Repository,
  signal: AbortSignal,
): Promise<{ readonly links?: ImportLinks; readonly imports: ImportsRead }> {
  if (top === undefined)
    return { imports: { status: "unknown", reason: "A bare repository has no files to read imports from." } };
  try {
    const links = new ImportLinks(await new ModuleIndex(workspace).graph(signal));
    return { links, imports: { status: "read" } };
  } catch (error) {
    // The couplings are worth a page without what reads imports, too.
    if (!(error instanceof ToolError)) throw error;
    return { imports: { status: "unknown", reason: `Imports could not be read: ${error.message}` } };
  }
}

/** The same commits by the folders that their files lie in. */
function byFolder(commits: readonly CoupledFiles[], nameOf: (id: number) => string) {
  const ids = new Map<string, number>();
  const idOf = (file: number) => {
    const folder = posix.dirname(nameOf(file));
    const id = ids.get(folder) ?? ids.size;
    ids.set(folder, id);
    return id;
  };
  const changed = commits.map(({ time, files }) => ({ time, files: [...new Set(files.map(idOf))] }));
  const folders = [...ids.keys()];
  return { commits: changed.filter(({ files }) => files.length > 1), nameOf: (id: number) => folders[id] ?? "" };
}

const ORDER: Readonly<Record<Link, number>> = { hidden: 0, unknown: 1, import: 2, "no-code": 3 };

function level({ strongest, total }: Couplings, linkOf: ((a: string, b: string) => Link) | undefined): Level {
  if (linkOf === undefined) return { couplings: strongest, total };
  const linked = strongest.map((one: Coupling): LinkedCoupling & { link: Link } => ({
    ...one,
    link: linkOf(one.a, one.b),
  }));
  return { couplings: linked.sort((x, y) => ORDER[x.link] - ORDER[y.link] || y.score - x.score), total };
}
