import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** What stands in a folder, by relative path, sorted: one line each, equal where nothing that is asked about has changed. */
export type Snapshot = Readonly<Record<string, string>>;

export interface SnapshotOptions {
  /** Whether a file that was written anew with the same bytes counts as changed. */
  readonly times: boolean;
}

/** Everything below a folder, `.git` included: kind, mode, bytes, and where asked the times of change. */
export function snapshotOf(folder: string, { times }: SnapshotOptions): Snapshot {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(["", ...paths].map((path) => [path, entry(join(folder, path), times)]));
}

function entry(path: string, times: boolean): string {
  const stat = lstatSync(path, { bigint: true });
  const what = stat.isFile()
    ? `${stat.size} bytes ${Bun.hash(readFileSync(path)).toString(16)}`
    : stat.isSymbolicLink()
      ? `link to ${readlinkSync(path)}`
      : stat.isDirectory()
        ? "folder"
        : "special";
  return `${what}, mode ${stat.mode.toString(8)}${times ? `, changed ${stat.mtimeNs} and ${stat.ctimeNs}` : ""}`;
}
