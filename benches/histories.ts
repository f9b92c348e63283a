import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { KEEPING_MEMORY } from "./keeping-memory.ts";

/** One commit of a recorded history: `["M", path]`, `["A", path]`, `["D", path]`, `["R", from, to]`. */
export interface RecordedCommit {
  /** Seconds since 1970. */
  readonly time: number;
  readonly changes: readonly (readonly [kind: string, path: string, renamedTo?: string])[];
}

export interface History {
  readonly name: string;
  readonly commits: readonly RecordedCommit[];
}

/** The histories in a folder: one `NAME.jsonl.gz` each, a commit a line, oldest first. */
export function* recordedHistories(folder: string): Generator<History> {
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith(".jsonl.gz")) continue;
    const lines = Buffer.from(Bun.gunzipSync(readFileSync(join(folder, file))))
      .toString()
      .split("\n");
    const commits = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as RecordedCommit);
    yield { name: basename(file, ".jsonl.gz"), commits };
  }
}

/** A history as a bare git repository, whose files hold a few lines that tell them apart. */
export class ReplayedHistory implements Disposable {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), "kart-replay-")));
  readonly root = join(this.#folder, "repository.git");
  readonly cache = join(this.#folder, "cache");
  /** Full commit ids, in the order of the history. */
  readonly oids: readonly string[];

  constructor({ commits }: History) {
    run(["git", "init", "--quiet", "--bare", "--initial-branch=main", this.root]);
    const marks = join(this.#folder, "marks");
    run(["git", "-C", this.root, "fast-import", "--quiet", `--export-marks=${marks}`], importStream(commits));
    const byMark = new Map(
      readFileSync(marks, "utf8")
        .split("\n")
        .map((line) => line.split(" ") as [string, string]),
    );
    this.oids = commits.map((_commit, place) => byMark.get(`:${place + 1}`) ?? "");
  }

  /** Makes a commit the newest one, as if what follows had not happened yet. */
  moveTo(oid: string): void {
    run(["git", "-C", this.root, "update-ref", "refs/heads/main", oid]);
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true });
  }
}

function importStream(commits: readonly RecordedCommit[]): Buffer {
  const files = new Map<string, { readonly id: number; revision: number }>();
  const parts: string[] = [];
  let lastId = 0;
  for (const [place, { time, changes }] of commits.entries()) {
    parts.push(`commit refs/heads/main\nmark :${place + 1}\ncommitter a <a@example.com> ${time} +0000\ndata 1\nx\n`);
    const moved = changes.map(([kind, path]) => (kind === "R" ? files.get(path) : undefined));
    for (const [kind, path] of changes) {
      if (kind !== "R" && kind !== "D") continue;
      files.delete(path);
      parts.push(`D ${quoted(path)}\n`);
    }
    for (const [index, [kind, path, renamedTo = path]] of changes.entries()) {
      if (kind === "D") continue;
      const file = moved[index] ?? files.get(renamedTo) ?? { id: ++lastId, revision: 0 };
      if (kind !== "R") file.revision++;
      files.set(renamedTo, file);
      const text = stub(file.id, file.revision);
      parts.push(`M 100644 inline ${quoted(renamedTo)}\ndata ${text.length}\n${text}\n`);
    }
    parts.push("\n");
  }
  return Buffer.from(parts.join(""));
}

/** Enough lines for git to follow a file through a rename, and none that another file has. */
function stub(id: number, revision: number): string {
  return `${Array.from({ length: 8 }, (_none, line) => `file ${id}, line ${line}\n`).join("")}revision ${revision}\n`;
}

function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`)}"`;
}

function run(command: string[], stdin?: Buffer): void {
  const { exitCode, stderr } = Bun.spawnSync(command, {
    ...(stdin !== undefined && { stdin }),
    env: { ...process.env, ...KEEPING_MEMORY },
  });
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr.toString()}`);
}
