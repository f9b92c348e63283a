/** Resident memory of a process and of all that it started, in MB. */
export interface ProcessMemory {
  readonly own: number;
  readonly children: number;
}

export function processMemory(pid: number): ProcessMemory {
  const { stdout } = Bun.spawnSync(["ps", "-eo", "pid=,ppid=,rss="]);
  const rows = stdout
    .toString()
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number) as [pid: number, parent: number, kilobytes: number]);
  const below = new Set([pid]);
  // A child may stand before its parent, where process numbers have begun anew.
  for (let known = 0; known < below.size;) {
    known = below.size;
    for (const [one, parent] of rows) if (below.has(parent)) below.add(one);
  }
  let own = 0;
  let children = 0;
  for (const [one, , kilobytes] of rows) {
    if (one === pid) own = kilobytes / 1024;
    else if (below.has(one)) children += kilobytes / 1024;
  }
  return { own, children };
}
