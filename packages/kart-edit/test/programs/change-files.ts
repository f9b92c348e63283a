/** Changes files, and moves some, up to a certain step: what a server does that is killed. */
import { proveDestination, proveMovable } from "@kart/core/workspace/move-entry";
import { proveNew } from "@kart/core/workspace/new-path";
import { readForEdit } from "@kart/core/workspace/source-bytes";
import { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { commit } from "../../src/change/commit.ts";

/** Comes as JSON through standard input. */
export interface Errand {
  readonly root: string;
  /** New texts by path; null removes the file. */
  readonly texts: Readonly<Record<string, string | null>>;
  readonly moves: readonly (readonly [from: string, to: string])[];
  /** A file that is made. */
  readonly made?: readonly [path: string, text: string];
  /** Kills itself at this step, counted from 0; goes through where there is none. */
  readonly dieAt: number;
}

const { root: folder, texts, moves, made, dieAt } = (await Bun.stdin.json()) as Errand;
const root = new WorkspaceRoot(folder);
const steps: string[] = [];
const writes = Object.entries(texts).map(([path, text]) => ({
  file: readForEdit(root, path),
  text: text ?? undefined,
}));
const planned = moves.map(([from, to]) => {
  const entry = proveMovable(root, from);
  return { entry, to: proveDestination(root, to, entry) };
});
const path = made === undefined ? undefined : proveNew(root, made[0]);
const make = path !== undefined && made !== undefined && { made: { path, text: made[1] } };
await commit(root, { tool: "kart_rename", writes, moves: planned, ...make }, (step) => {
  if (steps.length === dieAt) process.kill(process.pid, "SIGKILL");
  steps.push(step);
});
console.log(JSON.stringify(steps));
