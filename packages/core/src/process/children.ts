import { ToolError } from "../mcp/tool-error.ts";
import { asSentence } from "../text/display.ts";

const ends = new Set<() => void>();

// No child outlives the server, whichever way it ends.
process.on("exit", () => {
  for (const end of ends) end();
});

/** Sees to it that `end` is called when the server ends, until disposed of. */
export function endsWithServer(end: () => void): Disposable {
  ends.add(end);
  return { [Symbol.dispose]: () => void ends.delete(end) };
}

/** Whether this system ends a whole process group at once. Windows ends a program alone. */
export const HAS_GROUPS = process.platform !== "win32";

/** Ends a process group by the process id of its leader. Nothing happens where nothing is left of it. */
export function killGroup(leader: number): void {
  try {
    process.kill(HAS_GROUPS ? -leader : leader, "SIGKILL");
  } catch {
    // Nothing is left of the group.
  }
}

/** Only what a child needs to find programs, the user's git settings and temporary space. */
export function childEnvironment(): Record<string, string> {
  const kept = ["PATH", "HOME", "USERPROFILE", "XDG_CONFIG_HOME", "SystemRoot", "TMPDIR", "TEMP", "TMP"];
  return Object.fromEntries(
    kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** The error for a program that the system did not start. */
export function notStarted(program: string, reason: Error): ToolError {
  const name = programName(program);
  const next =
    program === name ? `Install ${name}, and see that it is on PATH.` : "See that it is there and may be run.";
  return new ToolError("backend_unavailable", `${name} could not be started: ${asSentence(reason.message)} ${next}`);
}

/** The last part of a program's path. */
export function programName(program: string): string {
  return program.split(/[/\\]/).at(-1) ?? program;
}
