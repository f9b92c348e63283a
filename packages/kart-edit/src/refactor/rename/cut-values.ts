import { join } from "node:path";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { gapNote, linesByFile } from "@kart/core/text/gap-note";
import type { Span } from "@kart/core/text/span";
import { applyEdits, editedSpans } from "@kart/core/text/text-edit";
import { isMemberOfValues } from "../../planning/plan.ts";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { EditServices } from "../../services.ts";
import {
  areTakenElsewhere,
  GIVES_NOTHING,
  type GoingName,
  isNamedElsewhere,
  TAKES_NOTHING,
  valuesCut,
} from "../probed-values.ts";
import type { RenamePlan } from "./rename-plan.ts";
import type { RenameSubject } from "./rename-subject.ts";
import type { RenameWorld } from "./rename-world.ts";
import type { TiedKey } from "./tied-keys.ts";

/** Files that are checked once more for it: of a member that all values must have, the compiler tells most of it anyway. */
const MAX_CHECKED = { optional: 40, required: 20 };

const PROBES = [
  [TAKES_NOTHING, "LEFT: values of other types that give it by the old name"],
  [GIVES_NOTHING, "LEFT: values of it that other types take by the old name"],
] as const;

/** Values that a rename cuts off, without a word of the compiler. */
export interface CutValues {
  readonly notes: readonly string[];
  /** Keys of object literals among them, which inference ties to the member. */
  readonly keys: readonly TiedKey[];
}

/**
 * Where values of one type are taken for another by a member of the old name, and the compiler is content without it:
 * `draw({ ...action })` with a `size?: number` on both sides.
 *
 * @param files whose types were checked, the likeliest first; absolute
 * @returns lines that name the places, if there are any, and which of these are keys of object literals
 */
export async function cutValues(
  oxc: Parser,
  subject: RenameSubject,
  plan: RenamePlan,
  files: readonly string[],
  world: RenameWorld,
  { workspace: { root }, services, signal }: ToolContext<EditServices>,
): Promise<CutValues> {
  const going = goingName(subject, plan, world, root);
  if (going === undefined || !isNamedElsewhere(going, root)) return { notes: [], keys: [] };
  const server = await services.languageServer();
  const { source } = subject.target.source.parsed;
  const isOptional = /^["']?\s*\?/.test(source.slice(subject.target.declaration.nameRange.end));
  const checked = files.slice(0, isOptional ? MAX_CHECKED.optional : MAX_CHECKED.required);
  const where = checked.length < files.length ? `, in ${checked.length} files of ${files.length}` : "";
  const notes: string[] = [];
  const keys: TiedKey[] = [];
  for (const [probe, what] of PROBES) {
    const cut = await valuesCut(probe, going, checked, oxc, server, root, signal);
    notes.push(...gapNote(`${what}${where}`, linesByFile(cut.map(({ location }) => location))));
    if (probe === TAKES_NOTHING) keys.push(...cut.flatMap(({ key }) => key ?? []));
  }
  return { notes, keys };
}

/** Whether other types that may do without take values by the old name, and none after a rename. */
export async function areMissed(
  oxc: Parser,
  subject: RenameSubject,
  plan: RenamePlan,
  files: readonly string[],
  world: RenameWorld,
  { workspace: { root }, services, signal }: ToolContext<EditServices>,
): Promise<boolean> {
  const going = goingName(subject, plan, world, root);
  return going !== undefined && areTakenElsewhere(going, files, oxc, await services.languageServer(), root, signal);
}

function contentsOf({ planned }: RenamePlan, root: WorkspaceRoot): ReadonlyMap<string, string> {
  return new Map(planned.map((one) => [join(root.absolute, one.path), applyEdits(one.text, one.edits)]));
}

/** Undefined of what values have not. */
function goingName(
  { target, names, path }: RenameSubject,
  plan: RenamePlan,
  world: RenameWorld,
  root: WorkspaceRoot,
): GoingName | undefined {
  const { source } = target.source.parsed;
  const { nameRange } = target.declaration;
  const declaring = plan.planned.find((one) => one.path === path.relative);
  const at = declaring?.edits.findIndex(({ span }) => span.start >= nameRange.start) ?? -1;
  if (declaring === undefined || at === -1 || !isMemberOfValues(target)) return undefined;
  const edits = new Map(plan.planned.map((one) => [one.path, one.edits]));
  const contents = contentsOf(plan, root);
  // Of a shorthand what is written is more than the name.
  const { start } = editedSpans(declaring.edits)[at] as Span;
  return {
    file: path.absolute,
    before: { text: source, name: nameRange },
    after: { text: contents.get(path.absolute) ?? "", name: { start, end: start + 1 } },
    names: [names.old, names.fresh],
    contents,
    holding: world.holdingOld,
    parsed: plan.parsed,
    isChanged: (one, offset) => edits.get(one)?.some(({ span }) => span.start <= offset && offset < span.end) === true,
  };
}
