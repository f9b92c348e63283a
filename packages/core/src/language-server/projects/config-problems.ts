import { dirname } from "node:path";
import type { SourceDiagnostic } from "../answers.ts";
import type { Questions } from "../questions.ts";
import { plainPaths } from "../../text/plain-paths.ts";
import { isRemovedOption } from "../../workspace/removed-options.ts";
import { hasFormerDefaults } from "./former-defaults.ts";

/** Since TypeScript 6 a project that sets no `rootDir` has its configuration's folder for it; before, what all its sources have in common. */
const COMMON_FOLDER = 5011;

const UNKNOWN_OPTION = 5023;

/** Options and values that TypeScript 7 has removed, and what it asks for in their place: older compilers take them as they are. */
const REMOVED = new Set([5090, 5095, 5101, 5102, 5103, 5107, 5108]);

/**
 * What `tsc` would say of the configurations that some files are checked with: what they extend is not there, an option has a value
 * that there is not, they do not parse. A project whose own TypeScript is not the one that answers is not reproached with options
 * that its own still has.
 *
 * @param files absolute paths, whose projects are loaded
 */
export async function configProblems(
  { root, reader, session, signal }: Questions,
  files: readonly string[],
): Promise<SourceDiagnostic[]> {
  const found = await session.projects.problems(files, signal);
  const isOfOld = ({ config, code, text }: (typeof found)[number]) =>
    code === COMMON_FOLDER ? hasFormerDefaults(dirname(config)) : isRemoved(code, text);
  const told = session.isWorkspaceOwn ? found : found.filter((one) => !isOfOld(one));
  return told.flatMap(({ config, fileName, pos, end, code, text, relatedInformation = [] }) => {
    // What stands nowhere may be explained by a place, such as the name in `types` of what is not installed.
    const [related] = relatedInformation;
    const [file, start, stop] =
      fileName !== undefined
        ? [fileName, pos, end]
        : related?.fileName === undefined
          ? [config, 0, 0]
          : [related.fileName, related.pos, related.end];
    const location = reader.located(file, { start, end: stop }) ?? reader.located(config, { start: 0, end: 0 });
    return location === undefined
      ? []
      : [{ severity: "error" as const, code, message: plainPaths(text, root.absolute), location }];
  });
}

function isRemoved(code: number, text: string): boolean {
  return REMOVED.has(code) || (code === UNKNOWN_OPTION && isRemovedOption(/'(\w+)'/.exec(text)?.[1] ?? ""));
}
