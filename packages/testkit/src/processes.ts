/** Asks again and again until the answer is yes. Throws once the time is up. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, timeoutMs = 2000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await Bun.sleep(10);
  }
}

/** The processes that a process has started and that still run. */
export function childrenOf(pid: number): number[] {
  return running().flatMap((row) => (row.parent === pid ? [row.pid] : []));
}

/** Stops a process, and waits until all of its threads are: it may answer once more before that. */
export async function stopped(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  await until(
    "the process is stopped",
    () => running().some((row) => row.pid === pid && row.state.startsWith("T")),
    5000,
  );
}

export function isRunning(pid: number): boolean {
  return running().some((row) => row.pid === pid);
}

/** Every process but those that have ended and wait to be asked for their status. */
function running(): { readonly pid: number; readonly parent: number; readonly state: string }[] {
  const { stdout } = Bun.spawnSync(["ps", "-A", "-o", "pid=,ppid=,stat="]);
  return stdout
    .toString()
    .split("\n")
    .flatMap((line) => {
      const [pid, parent, state] = line.trim().split(/\s+/);
      return state === undefined || state.startsWith("Z") ? [] : [{ pid: Number(pid), parent: Number(parent), state }];
    });
}
