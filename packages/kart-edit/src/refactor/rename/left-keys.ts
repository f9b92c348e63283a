import type { ToolContext } from "@kart/core/mcp/define-tool";
import { isFailure } from "@kart/core/syntax/parser/parse";
import { isDeclarationFile, sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import { count } from "@kart/core/text/display";
import { gapNote, linesByFile } from "@kart/core/text/gap-note";
import { FileText } from "../../change/file-text.ts";
import { looseKeys } from "../../planning/members/loose-keys.ts";
import { isMemberOfValues, type Target } from "../../planning/plan.ts";
import type { EditServices } from "../../services.ts";
import type { RenamePlan } from "./rename-plan.ts";
import type { RenameSubject } from "./rename-subject.ts";
import type { RenameWorld } from "./rename-world.ts";
import { besideSpreads, type KeyInFile, tiedToNothing } from "./untied-keys.ts";

/** Keys that keep the old name of a member, in object literals that no type ties to any declaration. */
interface LeftKeys {
  /** Whether there is none that surely or probably stands for the member. */
  readonly areNone: boolean;
  readonly notes: readonly string[];
}

/** Files that are parsed for it beyond those that were anyway. */
const MAX_PARSED = 50;
/** Keys that the server is asked about, one by one. */
const MAX_ASKED = 100;
/** Places that are named. */
const MAX_NAMED = 10;

/**
 * Keys of a renamed member's old name in object literals of no type: `{ ...props, size: 0 }` that an override returns, a stand-in
 * `{ size: 1 } as any` of a test. Those beside a spread of a value that had the member come first, then those that are cast.
 */
export async function leftKeys(
  subject: RenameSubject,
  plan: RenamePlan,
  world: RenameWorld,
  context: ToolContext<EditServices>,
): Promise<LeftKeys> {
  const { target, names } = subject;
  if (!isMemberOfValues(target) || names.old.startsWith("#")) return { areNone: true, notes: [] };
  const { keys, isAll } = keysIn(subject, plan, world, context);
  // Whoever has a literal's own member has it by what the literal is, and no other literal is that.
  const isAlone = isOfLiteral(target);
  const wanted = isAlone ? keys.filter(({ spreads }) => spreads.length > 0) : keys;
  const untied = await tiedToNothing(wanted.slice(0, MAX_ASKED), world, context);
  const sure = await besideSpreads(untied, names.old, plan.planned, context);
  const others = isAlone ? [] : untied.filter((one) => !sure.includes(one));
  const cast = others.filter(({ isCast }) => isCast);
  const all = [...sure, ...cast, ...others.filter(({ isCast }) => !isCast)];
  const atLeast = isAll && wanted.length <= MAX_ASKED ? "" : "at least ";
  const first = [
    ...(sure.length > 0 ? [`${sure.length} beside a spread of what had it`] : []),
    ...(cast.length > 0 ? [`${cast.length} cast to any or unknown`] : []),
  ];
  const order = first.length === 0 ? "" : `, first ${first.join(", then ")}`;
  const what = `LEFT: ${atLeast}${count(all.length, "key")} of that name in object literals of no type${order}`;
  const more = all.length - MAX_NAMED;
  const named = [...linesByFile(all.slice(0, MAX_NAMED), MAX_NAMED), ...(more > 0 ? [`and ${more} more`] : [])];
  return { areNone: first.length === 0, notes: gapNote(what, all.length === 0 ? [] : named, named.length) };
}

/** The keys that stay, in the files that change first. Of many files not all are read. */
function keysIn(
  { path: declaring, names: { old } }: RenameSubject,
  { planned, parsed }: RenamePlan,
  world: RenameWorld,
  { workspace: { root } }: ToolContext<EditServices>,
): { readonly keys: readonly KeyInFile[]; readonly isAll: boolean } {
  const edits = new Map(planned.map((one) => [one.path, one.edits]));
  const isTold = (path: string) => isDeclarationFile(declaring.relative) && sourceLanguage(path) === "jsx";
  const key = new RegExp(`(?<![\\p{ID_Continue}$.])${RegExp.escape(old)}["']?\\s*[:,}(<]`, "u");
  const suspects = world.holdingOld
    .map((file) => ({ file, path: root.relative(file) }))
    .filter(
      ({ file, path }) => sourceLanguage(path) !== undefined && !isTold(path) && key.test(world.sourceOf(file) ?? ""),
    )
    .toSorted((a, b) => Number(edits.has(b.path)) - Number(edits.has(a.path)));
  const oxc = parsed.values().next().value?.oxc;
  let left = MAX_PARSED;
  let isAll = true;
  const keys = suspects.flatMap(({ file, path }): KeyInFile[] => {
    const known = parsed.get(path);
    if (known === undefined && (oxc === undefined || left-- <= 0)) {
      isAll = false;
      return [];
    }
    const symbols = (known ?? new FileText(oxc as FileText["oxc"], path, world.sourceOf(file) ?? "")).parsed;
    if (symbols === undefined || isFailure(symbols)) return [];
    const { program, lines } = symbols.parsed;
    return looseKeys(program, old)
      .filter(({ offset }) => edits.get(path)?.some(({ span }) => span.start <= offset && offset < span.end) !== true)
      .map((one) => ({ ...one, path, line: lines.lineAt(one.offset) }));
  });
  return { keys, isAll };
}

/** Whether the member is that of an object literal. */
function isOfLiteral({ source, declaration: { nameRange } }: Target): boolean {
  const around = [...nodesIn(source.parsed.program, { start: nameRange.start, end: nameRange.start + 1 })];
  return around.some((node) => node.type === "Property" && node.key.start === nameRange.start);
}
