interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Resident, in MB. */
  readonly megabytes: number;
}

/** A process, the first in the list, and all that it started, directly or not. */
export function processTree(root: number): readonly Process[] {
  const { stdout } = Bun.spawnSync(["ps", "-A", "-o", "pid=,ppid=,rss="]);
  const all = stdout
    .toString()
    .trim()
    .split("\n")
    .map((line): Process => {
      const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent, megabytes: kilobytes / 1024 };
    });
  const children = Map.groupBy(all, ({ parent }) => parent);
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** Ends a process and all that it started: some servers leave theirs behind. */
export function endTree(root: number): void {
  for (const { pid } of processTree(root)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // Gone already.
    }
  }
}
