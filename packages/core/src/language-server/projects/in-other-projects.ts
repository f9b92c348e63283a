import type { SourceDiagnostic } from "../answers.ts";
import type { Questions } from "../questions.ts";
import { plainPaths } from "../../text/plain-paths.ts";
import type { ApiDiagnostic } from "../session/project-api.ts";
import type { OtherProjects } from "./project-sets.ts";

/** What is wrong with files in projects that list them beside the one that the server answers for. */
export interface InOtherProjects {
  /** Errors that are none there. `config` is a path from the root. */
  readonly errors: readonly { readonly config: string; readonly error: SourceDiagnostic }[];
  /** Files that were not checked in some of them, or in all but one. Paths from the root. */
  readonly unchecked: readonly {
    readonly file: string;
    readonly configs: readonly string[];
    readonly isAllButOne: boolean;
  }[];
}

/**
 * Checks files once more, in each of the other projects that list them. The interface by which the server is asked for that knows
 * no texts in the place of files: while there are any, all that is told is what was not checked.
 *
 * @param others by absolute path of a file
 * @param known what is complained of in each file where the server answers about it, by absolute path
 * @param isOnDisk whether no texts stand in the place of files
 * @param signal ends it; what was not checked by then is told
 */
export async function inOtherProjects(
  { root, reader, session: { projects }, signal: call }: Questions,
  others: ReadonlyMap<string, OtherProjects>,
  known: ReadonlyMap<string, readonly SourceDiagnostic[]>,
  isOnDisk: boolean,
  signal: AbortSignal,
): Promise<InOtherProjects> {
  const asked = Map.groupBy(
    [...others].flatMap(([file, { configs }]) => (known.has(file) ? configs.map((config) => ({ file, config })) : [])),
    ({ config }) => config,
  );
  const inTime = (error: unknown) => {
    call.throwIfAborted();
    if (!signal.aborted) throw error;
    return [];
  };
  const errors: { config: string; error: SourceDiagnostic }[] = [];
  const left: { file: string; config: string }[] = [];
  for (const [config, pairs] of asked) {
    const files = pairs.map(({ file }) => file);
    const found = isOnDisk ? await projects.errorsOf(config, files, signal).catch(inTime) : [];
    for (const [at, file] of files.entries()) {
      const told = found[at];
      if (told === undefined) left.push({ file, config });
      const ones = [...(known.get(file) ?? []), ...errors.map(({ error }) => error)];
      const isKnown = ({ code, pos }: ApiDiagnostic) =>
        ones.some(
          ({ severity, location, ...one }) =>
            severity === "error" && one.code === code && location.file === file && location.span.start === pos,
        );
      for (const one of told ?? []) {
        const location = isKnown(one) ? undefined : reader.located(file, { start: one.pos, end: one.end });
        if (location === undefined) continue;
        const message = plainPaths(worded(one), root.absolute);
        errors.push({ config: root.relative(config), error: { severity: "error", code: one.code, message, location } });
      }
    }
  }
  const unchecked = Array.from(
    Map.groupBy(left, ({ file }) => file),
    ([file, ones]) => ({
      file: root.relative(file),
      configs: ones.map(({ config }) => root.relative(config)),
      isAllButOne: others.get(file)?.isOneAnswering === true && others.get(file)?.configs.length === ones.length,
    }),
  );
  return { errors, unchecked };
}

/** As the server words it where it is asked about a file: each step of what it explains is a line, further in than the one before. */
function worded({ text, messageChain = [] }: Pick<ApiDiagnostic, "text" | "messageChain">, indent = ""): string {
  return [indent + text, ...messageChain.map((one) => worded(one, `${indent}  `))].join("\n");
}
