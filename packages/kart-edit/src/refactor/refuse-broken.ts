import type { ToolContext } from "@kart/core/mcp/define-tool";
import { escapeInvisible } from "@kart/core/text/display";
import { applyEdits } from "@kart/core/text/text-edit";
import type { PlannedFile } from "../change/change-files.ts";
import type { FileText } from "../change/file-text.ts";
import { isExport, type Target } from "../planning/plan.ts";
import type { EditServices } from "../services.ts";
import { namingInQuotes } from "./named-in-texts.ts";
import { isStructural, newErrors, refuseErrors } from "./new-errors.ts";
import type { RenameWorld } from "./rename-world.ts";
import { membersNamed, sharingShape } from "./shape-users.ts";

/** A rename as it would be written. */
interface PlannedRename {
  readonly old: string;
  /** Where the old name is declared, from the root. */
  readonly path: string;
  readonly planned: readonly PlannedFile[];
  /** The files that the language server changes, absolute. */
  readonly edited: readonly string[];
  readonly world: RenameWorld;
  /** Texts before the change, by path: of some of those that hold the old name. */
  readonly parsed: ReadonlyMap<string, FileText>;
}

export interface Checked {
  /** Whether all files that hold the name and could break were checked. */
  readonly isComplete: boolean;
  readonly warnings: readonly string[];
}

/**
 * Throws `still_referenced` where the compiler has new complaints after a rename: of what has a name by its shape, or writes it
 * in quotes.
 */
export async function refuseBroken(
  target: Target,
  rename: PlannedRename,
  context: ToolContext<EditServices>,
): Promise<Checked> {
  const { old, path, planned, edited, world } = rename;
  const { workspace, services, signal } = context;
  const graph = async () => (await services.modules()).graph(signal);
  const name = escapeInvisible(old);
  const contents = new Map(
    planned.map((one) => [`${workspace.root.absolute}/${one.path}`, applyEdits(one.text, one.edits)]),
  );
  if (isStructural(target)) {
    const sharing = await filesSharing(rename, graph, context);
    const found = await newErrors([...edited, ...world.holdingOld], sharing, contents, context);
    const warnings = refuseErrors(
      `Types that only share the shape would keep \`${name}\``,
      found,
      `Make these use the type that declares \`${name}\`, or rename by hand.`,
    );
    return { isComplete: found.unchecked === 0, warnings };
  }
  const quoting = isExport(target)
    ? await namingInQuotes(graph, workspace.root, path, old, world.holdingOld, (one) => world.sourceOf(one))
    : [];
  if (quoting.length === 0) return { isComplete: true, warnings: [] };
  const found = await newErrors(quoting, [], contents, context);
  const warnings = refuseErrors(
    `Names in quotes would stay \`${name}\``,
    found,
    "Write the new name there with kart_patch, then repeat the call.",
  );
  return { isComplete: found.unchecked === 0, warnings };
}

/** Files in which a type with the member may be taken for another that keeps a member of the old name; absolute. */
async function filesSharing(
  { old, planned, world, parsed }: PlannedRename,
  graph: () => Promise<Parameters<typeof sharingShape>[0]>,
  { workspace }: ToolContext<EditServices>,
): Promise<string[]> {
  const edits = new Map(planned.map((one) => [one.path, one.edits]));
  const changing: string[] = [];
  const keeping: string[] = [];
  for (const path of world.holdingOld.map((file) => workspace.root.relative(file))) {
    const text = parsed.get(path);
    const isChanged = (offset: number) =>
      edits.get(path)?.some(({ span }) => span.start <= offset && offset < span.end) === true;
    const { changes, stays } =
      text === undefined ? { changes: edits.has(path), stays: true } : membersNamed(text, old, isChanged);
    if (changes) changing.push(path);
    if (stays) keeping.push(path);
  }
  if (keeping.length === 0) return [];
  return sharingShape(await graph(), changing, keeping).map((path) => `${workspace.root.absolute}/${path}`);
}
