import { dlopen } from "bun:ffi";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process that runs, as Linux tells of it. Those that have ended and wait for their parent are none. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** The program and its arguments. */
  readonly command: string;
}

/** All that a process has started, and what those have started. */
export function descendantsOf(pid: number): Process[] {
  const children = Map.groupBy(
    stats().filter(({ state }) => state !== "Z"),
    ({ parent }) => parent,
  );
  const found: Process[] = [];
  for (let pending = [pid]; pending.length > 0;) {
    const next = pending.flatMap((parent) => children.get(parent) ?? []);
    // Commands are read of these alone: the table is asked again and again while a child is waited for.
    found.push(...next.map((child) => ({ pid: child.pid, parent: child.parent, command: commandOf(child.pid) })));
    pending = next.map((child) => child.pid);
  }
  return found;
}

/** Children of a process that have ended, and that it never asked for their status. */
export function zombiesOf(pid: number): number {
  return stats().filter(({ parent, state }) => parent === pid && state === "Z").length;
}

export function isRunning(pid: number): boolean {
  return stats().some((one) => one.pid === pid && one.state !== "Z");
}

/** Memory of a process that is in RAM, in MB; 0 once it has ended. */
export function residentMegabytes(pid: number): number {
  const pages = /^\d+ (\d+)/.exec(readOrEmpty(`/proc/${pid}/statm`))?.[1];
  return (Number(pages ?? 0) * 4096) / 1024 / 1024;
}

/** What a process has open, by file descriptor: paths, and kinds such as `pipe` and `socket`. Empty once it has ended. */
export function openDescriptors(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((descriptor) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${descriptor}`).replace(/:\[\d+\]$/, "");
      } catch {
        return "gone";
      }
    });
  } catch {
    return [];
  }
}

const PR_SET_CHILD_SUBREAPER = 36;

/** From now on whatever loses its parent below this process becomes a child of it, so that nothing left behind is missed. */
export function adoptOrphans(): void {
  const { symbols } = dlopen("libc.so.6", { prctl: { args: ["i32", "u64", "u64", "u64", "u64"], returns: "i32" } });
  if (symbols.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) !== 0) throw new Error("prctl failed");
}

function commandOf(pid: number): string {
  return readOrEmpty(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
}

function stats(): { readonly pid: number; readonly parent: number; readonly state: string }[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    // The name of the program stands in parentheses and may hold anything.
    const [, state, parent] = /^.*\) (\S) (\d+) /s.exec(readOrEmpty(`/proc/${name}/stat`)) ?? [];
    return state === undefined ? [] : [{ pid: Number(name), parent: Number(parent), state }];
  });
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
