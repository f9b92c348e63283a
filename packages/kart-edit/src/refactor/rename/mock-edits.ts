import { join } from "node:path";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { isMock } from "@kart/core/syntax/module-records/module-expressions";
import { type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import type { PlannedFile } from "../../change/change-files.ts";
import { type MockKey, mockKey } from "../../planning/members/mock-keys.ts";
import type { NewName } from "../../planning/names.ts";
import type { EditServices } from "../../services.ts";
import { mayMock } from "../named-in-texts.ts";
import { passingOn } from "../exported-through.ts";
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
  const graph = await (await services.modules()).graph(signal);
  const files = new Map(planned.map((one) => [one.path, one]));
  for (const { importer, record } of passingOn(graph, relative, names.old).flatMap((one) => graph.importsOf(one))) {
    const text = world.sourceOf(join(root.absolute, importer.path));
    if (!isMock(record.call) || text === undefined) continue;
    const parsed = parseSource(oxc, importer.path, text);
    const key = parsed.ok ? mockKey(parsed.parsed.program, record, names.old, names.fresh) : undefined;
    if (key === undefined) continue;
    const edits = withKey(files.get(importer.path)?.edits ?? [], key, names);
    files.set(importer.path, { path: importer.path, text, edits: textEdits(edits) as TextEdits });
  }
  return [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** A shorthand whose value is renamed already is one of the new name. */
function withKey(edits: readonly TextEdit[], { span, isShorthand }: MockKey, { old, fresh }: NewName): TextEdit[] {
  const known = edits.find((one) => one.span.start < span.end && span.start < one.span.end);
  const others = edits.filter((one) => one !== known);
  if (known === undefined) return [...others, { span, text: isShorthand ? `${fresh}: ${old}` : fresh }];
  return [...others, isShorthand && known.text === `${old}: ${fresh}` ? { span, text: fresh } : known];
}
