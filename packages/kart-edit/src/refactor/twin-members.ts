import { graphOfCall, resolverOfCall } from "../change/once-per-call.ts";
import { join } from "node:path";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { importsUnderConditions, mayHaveTwins } from "@kart/core/modules/conditional-twins";
import { importsMocked, manualMocks, mayHaveManualMocks, mockedModules } from "@kart/core/modules/manual-mocks";
import { importsInOtherProjects, mayHaveStandIns } from "@kart/core/modules/other-projects";
import { importsForPlatforms, mayBeForPlatforms } from "@kart/core/modules/platforms";
import { parseNamePath } from "@kart/core/syntax/name-path";
import { textOrEmpty } from "@kart/core/workspace/read-file";
import { SOURCE_GLOBS } from "@kart/core/workspace/workspace";
import type { WorkspacePath } from "@kart/core/workspace/workspace-path";
import { isExport, ownerOf, type Target } from "../planning/plan.ts";
import { wordPattern } from "../planning/mentions.ts";
import type { EditServices } from "../services.ts";
import { exportingAmong, platformTwins } from "./platform-twins.ts";
import { filesHolding } from "./word-files.ts";

/** What is known of a member or an export whose file others take the place of: on platforms, under conditions of a package.json, in tests. */
export interface TwinMembers {
  /** Where imports lead to that file then, which TypeScript follows to another: `src/use.ts:2`. None where nobody else holds the name. */
  readonly users: readonly string[];
  /** Where the others declare what has a member of the name: `src/a.ios.ts:1`. */
  readonly twins: readonly string[];
}

export const NO_TWINS: TwinMembers = { users: [], twins: [] };

/** Of what a file exports itself the twins are told elsewhere, and the users are those that name it. */
export async function twinMembers(
  target: Target,
  path: WorkspacePath,
  { workspace, services, signal }: ToolContext<EditServices>,
): Promise<TwinMembers> {
  const { name, namePath } = target.declaration;
  const isOwn = ownerOf(target) === undefined;
  if (isOwn && !isExport(target)) return NO_TWINS;
  const mayHave = [mayBeForPlatforms, mayHaveTwins, mayHaveManualMocks].some((may) => may(path.absolute));
  if (!mayHave && !mayHaveStandIns(await resolverOfCall(services, signal))) return NO_TWINS;
  const graph = await graphOfCall(services, signal);
  const [owner = name] = parseNamePath(namePath).parts;
  const { absolute } = workspace.root;
  const isHolding = (one: string) => wordPattern(name).test(textOrEmpty(join(absolute, one)));
  const places = [path.relative];
  const led = [importsForPlatforms, importsUnderConditions, importsMocked, importsInOtherProjects].flatMap((all) =>
    all(graph, places),
  );
  const users = [...new Set(led.map((one) => one.replace(/(?<=:\d+) .*$/s, "")))];
  if (isOwn) return { users: users.filter((one) => isHolding(withoutLine(one))), twins: [] };
  const doubles = [...manualMocks(graph, path.relative), ...mockedModules(graph, path.relative)];
  const all = [...platformTwins(graph, path.relative, owner), ...exportingAmong(graph, doubles, owner)];
  const twins = all.filter((one) => isHolding(withoutLine(one)));
  const apart = new Set([path.relative, ...twins.map(withoutLine)].map((one) => join(absolute, one)));
  const holding = await filesHolding(workspace, name, SOURCE_GLOBS, signal);
  return { users: holding.every((one) => apart.has(one)) ? [] : users, twins };
}

/** The path of `src/use.ts:2`. */
export function withoutLine(place: string): string {
  return place.replace(/:\d+$/, "");
}
