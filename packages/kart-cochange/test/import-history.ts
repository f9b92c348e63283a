import { KEEPING_MEMORY } from "@kart/testkit/git";
import type { GitRepository } from "./git-repository.ts";

/** Fills a repository with commits of three files each out of `files`, from 8, and checks the last one out. */
export async function importHistory(repository: GitRepository, commits: number, files = 100): Promise<void> {
  const child = Bun.spawn(["git", "fast-import", "--quiet"], {
    cwd: repository.root,
    stdin: "pipe",
    stderr: "inherit",
    env: { ...process.env, ...KEEPING_MEMORY },
  });
  for (let commit = 0; commit < commits; commit++) {
    const rows = [0, 1, 7].map((step) => fileRow(`f${(commit + step) % files}.ts`, `${commit} ${step}`));
    const time = 1_600_000_000 + commit * 3600;
    void child.stdin.write(
      `commit refs/heads/main\ncommitter a <a@example.com> ${time} +0000\ndata 1\nx\n${rows.join("")}\n`,
    );
  }
  await child.stdin.end();
  if ((await child.exited) !== 0) throw new Error("git fast-import failed");
  repository.git("reset", "--quiet", "--hard");
}

function fileRow(path: string, content: string): string {
  return `M 100644 inline ${path}\ndata ${content.length}\n${content}\n`;
}
