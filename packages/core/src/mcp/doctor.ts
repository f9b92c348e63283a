import { accessSync, constants } from "node:fs";
import { asSentence, collapse, count, escapeInvisible, escapeName } from "../text/display.ts";
import { Workspace } from "../workspace/workspace.ts";
import type { BackendState, ServerDefinition } from "./serve.ts";
import { ToolError } from "./tool-error.ts";

/** The oldest Bun that the tests ran on. The packages ask for it too. */
export const OLDEST_BUN = "1.4.5";

/** What `doctor` tells a person: a line for each thing that was tried, and a verdict. */
interface Examination {
  readonly lines: readonly string[];
  /** False where something is broken that the server needs; a warning is none. */
  readonly isWell: boolean;
}

/** Tries the root and every backend of a server. Throws nothing: whatever fails is a finding. */
export async function examine<Services>(
  { name, version, backends }: Pick<ServerDefinition<Services>, "name" | "version" | "backends">,
  root: string,
): Promise<Examination> {
  const states = [...bunStates(Bun.version)];
  const workspace = open(root);
  states.push(workspace instanceof Workspace ? { name: "root", path: workspace.root.absolute } : workspace);
  // Nothing can be tried in a folder that is not there.
  if (workspace instanceof Workspace) states.push(...(await tried(workspace, backends)));
  const title = `${name} ${version} on Bun ${Bun.version}, ${process.platform} ${process.arch}`;
  return { lines: [title, ...states.map(lineOf), verdict(states)], isWell: !states.some(isBroken) };
}

/** Says something only where it has something to say: the version stands in the title. */
export function bunStates(version: string): BackendState[] {
  if (Bun.semver.order(version, OLDEST_BUN) >= 0) return [];
  return [
    {
      name: "bun",
      problem: `${version} is older than ${OLDEST_BUN}, which kart is tested with. Run \`bun upgrade\`.`,
      without: "What is not named below may still fail.",
    },
  ];
}

function open(root: string): Workspace | BackendState {
  try {
    const workspace = new Workspace(root);
    accessSync(workspace.root.absolute, constants.R_OK | constants.X_OK);
    return workspace;
  } catch (error) {
    const { message } = error as Error;
    return {
      name: "root",
      problem: error instanceof ToolError ? message : `${asSentence(message)} Pass another --root DIR.`,
    };
  }
}

async function tried(
  workspace: Workspace,
  backends: ServerDefinition<never>["backends"],
): Promise<readonly BackendState[]> {
  try {
    return await backends(workspace, new AbortController().signal);
  } catch (error) {
    return [
      {
        name: "backends",
        problem: `They could not be tried: ${asSentence((error as Error).message)} Install kart anew.`,
      },
    ];
  }
}

function lineOf({ name, version, path, did, problem, without }: BackendState): string {
  const found = [did, version, path].filter(Boolean).join(", ");
  if (problem === undefined) return `${name}: ${escapeName(found)}`;
  const words = without === undefined ? `PROBLEM. ${problem}` : `WARNING. ${problem} ${without}`;
  return `${name}: ${escapeInvisible(collapse(words))}`;
}

function isBroken({ problem, without }: BackendState): boolean {
  return problem !== undefined && without === undefined;
}

function verdict(states: readonly BackendState[]): string {
  const broken = states.filter(isBroken);
  const warnings = states.filter((state) => state.problem !== undefined && !isBroken(state));
  if (broken.length > 0) return `${count(broken.length, "problem")}: ${names(broken)}. What to do stands above.`;
  if (warnings.length > 0)
    return `Everything that is needed works here; ${count(warnings.length, "warning")}: ${names(warnings)}.`;
  return "Everything works here.";
}

function names(states: readonly BackendState[]): string {
  return states.map(({ name }) => name).join(", ");
}
