import { join } from "node:path";
import { wholesBehind } from "../../modules/whole-behind.ts";
import { assignedNames, takenNames } from "../../syntax/common-js/common-js-names.ts";
import { moduleMembersAt } from "../../syntax/module-records/module-members.ts";
import type { Parser } from "../../syntax/parser/parse.ts";
import { nameAt } from "../../text/name-at.ts";
import { type Giver, loadedAt, parsed } from "./common-js-users.ts";
import { WHOLE } from "../projects/cover.ts";
import type { Coverage } from "../projects/projects.ts";
import type { Place, Questions } from "../questions.ts";

/** Whether a place may be a name that `require()` gives, and TypeScript knows no declaration of it. */
export async function isRequiredUnknown(questions: Questions, place: Place): Promise<boolean> {
  const { absolute } = place.path;
  if (!/\.[cm]?jsx?$/.test(absolute) || !/require\b/i.test(questions.text(absolute).source)) return false;
  return (await questions.definitions(place)).length === 0;
}

/**
 * Who gives away what a pattern takes by `require()`, where TypeScript knows nothing of it: `exports.name = …` beside
 * `module.exports = value`.
 */
export async function giversOfTaken(oxc: Parser, questions: Questions, { path, offset }: Place): Promise<Giver[]> {
  const source = parsed(oxc, questions.reader, path.absolute);
  const isAt = (start: number) =>
    start <= offset && offset <= start + (nameAt(source?.source ?? "", start)?.length ?? 0);
  const taken = source && takenNames(source).find((one) => isAt(one.start) || isAt(one.localStart));
  if (source === undefined || taken === undefined) return [];
  const name = nameAt(source.source, taken.start);
  const graph = await questions.moduleGraph();
  const givers = new Set(
    moduleMembersAt(source, taken.start).flatMap(({ module, through }) =>
      loadedAt(graph, graph.nodes.get(path.relative), module).flatMap((one) => [...wholesBehind(graph, one, through)]),
    ),
  );
  return [...givers].flatMap((giver) => {
    const file = join(questions.root.absolute, giver);
    const given = parsed(oxc, questions.reader, file);
    const names = given === undefined ? [] : assignedNames(given).filter((one) => one.name === name);
    return names.length === 0 ? [] : [{ file, path: giver, names }];
  });
}

/** What was found by the looks alone: what TypeScript does not follow may be used where nobody sees it. */
export function untracked(givers: readonly Giver[]): Coverage {
  const names = givers.map(({ path, names: [first] }) => `uses of ${first?.name} of ${path}`);
  const unseen = names.map((one) => `${one}, which TypeScript does not follow`);
  return { ...WHOLE, complete: false, unseen };
}
