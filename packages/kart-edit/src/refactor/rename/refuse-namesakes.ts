import { join } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { ToolError } from "@kart/core/mcp/tool-error";
import { declarationsOf } from "@kart/core/syntax/declarations";
import { declaresGlobals } from "@kart/core/syntax/module-records/is-script";
import { type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { escapeName } from "@kart/core/text/display";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { PlannedFile } from "../../change/change-files.ts";
import type { RenameSubject } from "./rename-subject.ts";

/**
 * Throws `invalid_argument` where two scripts of no project declare something globally by one name, and one of them goes on doing so: a page
 * loads the one or the other, and TypeScript, which takes them for one program, gives the uses of both for those of each.
 *
 * @param mentioning files that hold the name, absolute
 */
export function refuseNamesakes(
  oxc: Parser,
  { root, resolver }: ModuleGraph,
  { path: { relative }, target, names, isMember }: RenameSubject,
  planned: readonly PlannedFile[],
  mentioning: readonly string[],
): void {
  const isLoose = (path: string) => resolver.projectsOf(path).length === 0;
  if (isMember || !declaresGlobals(target.source.parsed) || !isLoose(relative)) return;
  const edits = new Map(planned.map((one) => [one.path, one.edits]));
  const others = mentioning
    .map((file) => root.relative(file))
    .filter((path) => {
      if (path === relative || sourceLanguage(path) === undefined || !isLoose(path)) return false;
      const outcome = readTextFile(join(root.absolute, path));
      const parsing = outcome.status === "read" ? parseSource(oxc, path, outcome.text) : undefined;
      if (parsing?.ok !== true || !declaresGlobals(parsing.parsed)) return false;
      const isKept = (start: number) => edits.get(path)?.some(({ span }) => span.start === start) !== true;
      return declarationsOf(parsing.parsed, false).some(
        ({ name, nameRange }) => name === names.old && isKept(nameRange.start),
      );
    });
  if (others.length > 0)
    throw new ToolError(
      "invalid_argument",
      `\`${escapeName(names.old)}\` is declared in ${others.map(escapeName).join(", ")} too, and nothing tells which of them a script means. Rename it where it is meant by kart_edit.`,
    );
}
