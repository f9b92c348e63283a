import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { escapeInvisible } from "@kart/core/text/display";
import { textOf } from "@kart/core/text/span";
import { applyEdits } from "@kart/core/text/text-edit";
import type { PlannedFile } from "../change/change-files.ts";
import type { FileText } from "../change/file-text.ts";
import type { NewName } from "../planning/names.ts";
import type { Target } from "../planning/plan.ts";
import type { EditServices } from "../services.ts";
import { brokenTypes, type Need } from "./needed-by-types.ts";
import { errorRows, type NewErrors, refuseErrors } from "./new-errors.ts";
import type { RenameWorld } from "./rename-world.ts";

/** A rename as it would be written. */
interface PlannedRename {
  readonly names: NewName;
  /** Where the old name is declared, from the root. */
  readonly path: string;
  readonly planned: readonly PlannedFile[];
  readonly world: RenameWorld;
  /** Files, from the root, that may have uses in a way that nobody sees, some with a line. */
  readonly unseen: readonly string[];
  /** Texts before the change, by path: of some of those that hold the old name. */
  readonly parsed: ReadonlyMap<string, FileText>;
}

export interface Checked {
  /** Whether all files that hold the name and could break were checked. */
  readonly isComplete: boolean;
  readonly warnings: readonly string[];
}

/** What the compiler would complain of after a rename. */
export interface Broken {
  readonly found: NewErrors;
  readonly what: string;
  /** What the caller can do about it. */
  readonly next: string;
}

/** The compiler's new complaints after a rename, of what types need without naming it. Undefined where there can be none. */
export async function brokenBy(
  target: Target,
  { names: { old, fresh }, path, planned, world, unseen, parsed }: PlannedRename,
  context: ToolContext<EditServices>,
): Promise<Broken | undefined> {
  const { root } = context.workspace;
  const change = {
    target,
    path,
    fresh,
    holding: world.holdingOld,
    changed: new Map(planned.map((one) => [one.path, one.edits.map(({ span }) => span)])),
    contents: new Map(planned.map((one) => [`${root.absolute}/${one.path}`, applyEdits(one.text, one.edits)])),
    textOf: (file: string) => world.sourceOf(file),
    handingOn: unseen.flatMap((one) => PLACE.exec(one)?.[1] ?? []),
    parsed: () => parsed,
  };
  const broken = await brokenTypes(change, context);
  if (broken === undefined) return undefined;
  const { need, found } = broken;
  const isQuoted = ({ message, location: { file, span } }: SourceDiagnostic) =>
    message.includes(`'"${old}"'`) ||
    QUOTED.exec(textOf(change.contents.get(file) ?? world.sourceOf(file) ?? "", span))?.[2] === old;
  const by = need !== "key" && !found.errors.some(isQuoted) ? need : "key";
  const [what, next] = refusalOf(by, `\`${escapeInvisible(old)}\``);
  return { found, what, next };
}

/** Throws `still_referenced` where there are new complaints; with `force` these are warnings. */
export function refuseBroken(broken: Broken | undefined, force: boolean): Checked {
  if (broken === undefined) return { isComplete: true, warnings: [] };
  const { found, what, next } = broken;
  if (force && found.errors.length > 0)
    return { isComplete: false, warnings: [`${what}. TO MEND, ${errorRows(found).join("\n")}`] };
  return { isComplete: found.unchecked === 0, warnings: refuseErrors(what, found, next) };
}

const QUOTED = /^(["'`])([^]*)\1$/;

/** A place with its line. */
const PLACE = /^(.+):\d+(?: \(.*)?$/;

function refusalOf(need: Need, name: string): [what: string, next: string] {
  switch (need) {
    case "shape":
      return [
        `Types that only share the shape would keep ${name}`,
        `Make these use the type that declares ${name}, or pass force and mend them after.`,
      ];
    case "export":
      return [`Its module is used as a value, of which types need ${name}`, "Pass force and mend these after."];
    case "key":
      return [`Names in quotes would stay ${name}`, "Pass force and write the new name there after."];
  }
}
