import { graphOfCall } from "../../change/once-per-call.ts";
import { join } from "node:path";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { isMock } from "@kart/core/syntax/module-records/module-expressions";
import { type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { overlaps } from "@kart/core/text/span";
import type { TextEdit } from "@kart/core/text/text-edit";
import type { PlannedFile } from "../../change/change-files.ts";
import { mockKey } from "@kart/core/syntax/module-records/mock-keys";
import type { EditServices } from "../../services.ts";
import { mayMock } from "../named-in-texts.ts";
import { passingOn } from "@kart/core/modules/passing-on";
import { type AddedEdits, withEdits } from "./added-edits.ts";
import type { RenameSubject } from "./rename-subject.ts";
import type { RenameWorld } from "./rename-world.ts";

/**
 * A planned rename of an export with its keys in what stands in for its module in tests, which no type ties to it:
 * `vi.mock("./math", () => ({ double: 1 }))`.
 */
export async function withMockKeys(
  oxc: Parser,
  planned: readonly PlannedFile[],
  { path: { relative }, names, isExported, keepsExport }: RenameSubject,
  world: RenameWorld,
  { workspace: { root }, services, signal }: ToolContext<EditServices>,
): Promise<readonly PlannedFile[]> {
  const holding = new Set(world.holdingOld.filter((file) => mayMock(world.sourceOf(file) ?? "")));
  if (!isExported || keepsExport || holding.size === 0) return planned;
  const graph = await graphOfCall(services, signal);
  const added: AddedEdits[] = [];
  const joined = new Set<TextEdit>();
  for (const { importer, record } of passingOn(graph, relative, names.old).flatMap((one) => graph.importsOf(one))) {
    const source = world.sourceOf(join(root.absolute, importer.path));
    if (!isMock(record.call) || source === undefined) continue;
    const parsed = parseSource(oxc, importer.path, source);
    const key = parsed.ok ? mockKey(parsed.parsed.program, record, names.old, names.fresh) : undefined;
    if (key === undefined) continue;
    const { old, fresh } = names;
    const direct = planned.find((one) => one.path === importer.path)?.edits ?? [];
    // A shorthand whose value is renamed already is one of the new name.
    const value = direct.find((one) => overlaps(one.span, key.span) && one.text === `${old}: ${fresh}`);
    if (key.isShorthand && value !== undefined) joined.add(value);
    const text = key.isShorthand && value === undefined ? `${fresh}: ${old}` : fresh;
    added.push({ path: importer.path, text: source, edits: [{ span: key.span, text }] });
  }
  return withEdits(planned, added, (edit) => joined.has(edit));
}
