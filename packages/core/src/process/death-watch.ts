import { spawn } from "node:child_process";
import { HAS_GROUPS } from "./children.ts";

/** Waits for the end of its input, which is ours to hold open. */
const SCRIPT = 'read -r _; kill -s KILL -- "-$1"';

/**
 * Ends a process group once we are gone, though we were killed and could do nothing about it. A program that hangs does
 * not find that its input ended.
 *
 * What waits is a shell of 1 MB. Windows has no such thing: there the child must find that its input ended.
 *
 * @returns ends the watch, and leaves the group alone
 */
export function watchForOurDeath(leader: number): Disposable {
  if (!HAS_GROUPS) return { [Symbol.dispose]: () => {} };
  const watch = spawn("/bin/sh", ["-c", SCRIPT, "sh", String(leader)], {
    cwd: "/",
    env: {},
    stdio: ["pipe", "ignore", "ignore"],
    // Whoever ends our own group must not end the watch first.
    detached: true,
  });
  // Without a shell there is no watch, and all else holds.
  watch.on("error", () => {});
  watch.stdin.on("error", () => {});
  watch.unref();
  return { [Symbol.dispose]: () => void watch.kill("SIGKILL") };
}
