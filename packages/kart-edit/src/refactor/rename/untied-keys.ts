import type { SourceLocation } from "@kart/core/language-server/locations";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { Span } from "@kart/core/text/span";
import { applyEdits, editedSpans, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { PlannedFile } from "../../change/change-files.ts";
import type { LooseKey } from "../../planning/members/loose-keys.ts";
import type { EditServices } from "../../services.ts";
import type { RenameWorld } from "./rename-world.ts";

/** A key in a file. */
export interface KeyInFile extends LooseKey {
  /** From the root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** Those of some keys of which no type tells what they are: TypeScript knows of no other declaration of them. */
export async function tiedToNothing(
  keys: readonly KeyInFile[],
  world: RenameWorld,
  { workspace: { root }, services, signal }: ToolContext<EditServices>,
): Promise<KeyInFile[]> {
  if (keys.length === 0) return [];
  const server = await services.languageServer();
  const placeOf = ({ path, offset }: KeyInFile) => ({ path: root.proveFile(path), offset });
  const plain = keys.filter(({ isShorthand }) => !isShorthand);
  const found = await server.definitionsOfAll(plain.map(placeOf), signal);
  const isItself = (one: SourceLocation, { path }: KeyInFile, offset: number) =>
    one.path === path && one.span.start === offset;
  const untied = new Set(plain.filter((key, at) => found[at]?.every((one) => isItself(one, key, key.offset))));
  // A shorthand is a variable besides: of what is written out the key alone is asked about.
  for (const [path, ones] of Map.groupBy(
    keys.filter(({ isShorthand }) => isShorthand),
    (one) => one.path,
  )) {
    const file = root.proveFile(path);
    const offsets = ones.map((one) => world.offsetOf(placeOf(one)));
    const definitions = await server.definitionsIn(file, world.textOf(file.absolute) ?? "", offsets, signal);
    for (const [at, one] of ones.entries())
      if (definitions[at]?.every((each) => isItself(each, one, offsets[at] as number)) === true) untied.add(one);
  }
  return keys.filter((one) => untied.has(one));
}

/** Files of which spreads are asked about, one after another. */
const MAX_FILES = 10;

/**
 * Those of some keys that overwrite a renamed member of what is spread beside them: `{ ...props, size: 0 }` where `props` had a
 * `size` that is renamed.
 */
export async function besideSpreads(
  keys: readonly KeyInFile[],
  name: string,
  planned: readonly PlannedFile[],
  { workspace: { root }, services, signal }: ToolContext<EditServices>,
): Promise<KeyInFile[]> {
  const server = await services.languageServer();
  const spreading = keys.filter(({ spreads }) => spreads.length > 0);
  const byFile = [...Map.groupBy(spreading, ({ path }) => path)].slice(0, MAX_FILES);
  const found: KeyInFile[] = [];
  for (const [path, ones] of byFile) {
    const file = root.proveFile(path);
    const outcome = readTextFile(file.absolute);
    if (outcome.status !== "read") continue;
    const spreads = [...new Map(ones.flatMap((one) => one.spreads).map((span) => [span.start, span])).values()];
    const { text, added, offsets } = askedOf(outcome.text, spreads, name);
    const definitions = await server.definitionsIn(file, text, offsets, signal);
    const isRenamed = (one: SourceLocation) => {
      const before = one.file === file.absolute ? added.filter(({ end }) => end <= one.span.start) : [];
      const start = before.reduce((at, span) => at - (span.end - span.start), one.span.start);
      const plan = planned.find((each) => each.path === one.path);
      return plan?.edits.some(({ span }) => span.start <= start && start < span.end) === true;
    };
    const having = new Set(spreads.flatMap(({ start }, at) => (definitions[at]?.some(isRenamed) ? [start] : [])));
    found.push(...ones.filter((one) => one.spreads.some(({ start }) => having.has(start))));
  }
  return found;
}

/**
 * A text in which each of some values that are spread is asked for a member: `...((props)!["size"], props)`. What is spread stays what
 * it is, since others have their types from it.
 *
 * @returns where the member is named, and what the text has more
 */
function askedOf(source: string, spreads: readonly Span[], name: string) {
  const edits = textEdits(
    spreads.flatMap(({ start, end }) => [
      { span: { start, end: start }, text: `((${source.slice(start, end)})![${JSON.stringify(name)}], ` },
      { span: { start: end, end }, text: ")" },
    ]),
  ) as TextEdits;
  const added = editedSpans(edits);
  const offsets = spreads.map(({ start, end }) => {
    const at = added[edits.findIndex((edit) => edit.span.start === start)]?.start ?? 0;
    return at + "((".length + (end - start) + ')!["'.length;
  });
  return { text: applyEdits(source, edits), added, offsets };
}
