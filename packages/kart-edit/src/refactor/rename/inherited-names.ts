import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled, type SourceLocation } from "@kart/core/language-server/locations";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { isFailure, loadParser, type ParsedSource, parseSource } from "@kart/core/syntax/parser/parse";
import { escapeInvisible } from "@kart/core/text/display";
import { overlaps, type Span, textOf } from "@kart/core/text/span";
import { mapOffset, sourceOffset } from "@kart/core/text/text-edit";
import { isOfLibrary, placeInPackage } from "@kart/core/workspace/installed-package";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { ChangedFile } from "../../change/change-files.ts";
import { inheritedMembers, type MemberQuestions } from "../../planning/members/inherited-member.ts";
import { isPrivate } from "../../planning/members/member-names.ts";
import { wordPattern } from "../../planning/mentions.ts";
import { isMemberOfValues } from "../../planning/plan.ts";
import type { EditServices } from "../../services.ts";
import { type Collision, collisionAt } from "./collisions.ts";
import { LIBRARY } from "./library-names.ts";
import type { RenameSubject } from "./rename-subject.ts";
import type { RenameWorld } from "./rename-world.ts";

/**
 * Where a member that is renamed would be given the name of another that its owner inherits, from the workspace, a package, or
 * TypeScript's library: whoever means that one would have this one. Asking for the old name back tells it only of what the subject's
 * own owner inherits from the workspace: what is renamed with an interface's member stands in classes that extend others.
 *
 * @param files as they would be written
 */
export async function takenByInherited(
  { target, path, names: { fresh } }: RenameSubject,
  files: readonly ChangedFile[],
  world: RenameWorld,
  server: LanguageServer,
  { workspace: { root }, signal }: ToolContext<EditServices>,
): Promise<Collision[]> {
  if (!isMemberOfValues(target) || fresh.startsWith("#")) return [];
  const asked = files.flatMap((file) => {
    const isAsked = file.path === path.relative || HEIR.test(file.before.text);
    const symbols = isAsked ? file.before.parsed : undefined;
    if (symbols === undefined || isFailure(symbols)) return [];
    const spans = file.edits.map(({ span }) => span);
    const questions = inheritedMembers(symbols.parsed, spans, fresh);
    return questions.asked.length === 0 ? [] : [{ file, questions }];
  });
  const found = await membersAsked(
    asked.map(({ file, questions }) => ({ file: `${root.absolute}/${file.path}`, questions })),
    server,
    signal,
  );
  // Any name is one of a type that takes all names.
  const isNamed = ({ file, span }: SourceLocation) => textOf(world.sourceOf(file) ?? "", span).includes(fresh);
  const heirs = asked.flatMap(({ file, questions }, at) =>
    questions.asked.map(({ member }, index) => ({ file, member, others: (found[at]?.[index] ?? []).filter(isNamed) })),
  );
  const own = heirs.flatMap(({ others }) => others).filter((one) => !isInstalled(one));
  if (own.length > 0)
    return own.map(({ path: other = "", file, span }) => collisionAt(other, world.sourceOf(file) ?? "", span.start));
  const heir = heirs.find(({ others }) => others.length > 0);
  return heir === undefined ? [] : [ofPackage(heir.file, heir.member, heir.others[0] as SourceLocation, fresh)];
}

/**
 * Members of classes below that have the new name of a private one already, which the compiler takes for declarations of one member.
 * The language server looks for a private member in its own class alone, so asking for the old name back tells nothing of them.
 */
export async function takenByHeirs(
  { target, names: { old, fresh } }: RenameSubject,
  files: readonly ChangedFile[],
  world: RenameWorld,
  server: LanguageServer,
  { workspace: { root }, signal }: ToolContext<EditServices>,
): Promise<Collision[]> {
  if (!isPrivate(target)) return [];
  return membersMet(files, world, server, root, signal, HEIR, (parsed) => {
    const spans = Array.from(parsed.source.matchAll(wordPattern(fresh)), ({ index }) => spanAt(index, fresh));
    return inheritedMembers(parsed, spans, old);
  });
}

/**
 * Members of the new name that have the renamed one as well by what is asked of them.
 *
 * @param likely what a file holds that may have any
 */
export async function membersMet(
  files: readonly ChangedFile[],
  world: RenameWorld,
  server: LanguageServer,
  root: WorkspaceRoot,
  signal: AbortSignal,
  likely: RegExp,
  ask: (parsed: ParsedSource) => MemberQuestions,
): Promise<Collision[]> {
  const oxc = await loadParser();
  const asked = world.holdingNew.flatMap((file) => {
    const text = world.sourceOf(file) ?? "";
    const outcome = likely.test(text) ? parseSource(oxc, root.relative(file), text) : undefined;
    const questions = outcome?.ok === true ? ask(outcome.parsed) : undefined;
    return questions === undefined || questions.asked.length === 0 ? [] : [{ file, text, questions }];
  });
  const found = await membersAsked(asked, server, signal);
  const isChanged = changedIn(files, root.absolute);
  return asked.flatMap(({ file, text, questions }, at) =>
    questions.asked.flatMap(({ member }, index) =>
      found[at]?.[index]?.some(isChanged) === true ? [collisionAt(root.relative(file), text, member.start)] : [],
    ),
  );
}

/** Tells the places, in the sources, that a change writes to. @param folder the root, absolute */
function changedIn(files: readonly ChangedFile[], folder: string): (place: SourceLocation) => boolean {
  const changed = new Map(files.map(({ path, edits }) => [`${folder}/${path}`, edits]));
  return ({ file, span }) => changed.get(file)?.some((edit) => overlaps(edit.span, span)) === true;
}

function spanAt(start: number, text: string): Span {
  return { start, end: start + text.length };
}

/** What holds none of these inherits from nothing but what asking for the old name back tells. */
const HEIR = /\b(?:extends|implements)\b/;

/** For each question what the members are that are named, by their places in the sources. */
async function membersAsked(
  asked: readonly { readonly file: string; readonly questions: MemberQuestions }[],
  server: LanguageServer,
  signal: AbortSignal,
): Promise<SourceLocation[][][]> {
  if (asked.length === 0) return [];
  const texts = asked.map(({ file, questions: { text, asked: places } }) => ({
    file,
    content: text,
    offsets: places.map(({ offset }) => offset),
  }));
  const added = new Map(asked.map(({ file, questions }) => [file, questions.added]));
  const inSource = (one: SourceLocation): SourceLocation => {
    const edits = added.get(one.file);
    if (edits === undefined) return one;
    const start = sourceOffset(edits, one.span.start);
    return { ...one, span: { start, end: start + one.span.end - one.span.start } };
  };
  const found = await server.definitionsInAll(texts, signal);
  return found.map((of) => of.map((locations) => locations.map(inSource)));
}

function ofPackage({ path, edits, after }: ChangedFile, member: Span, other: SourceLocation, fresh: string): Collision {
  const from = isOfLibrary(other.file) ? LIBRARY : (placeInPackage(other.file)?.name ?? "a package");
  const collision = collisionAt(path, after.text, mapOffset(edits, member.start));
  return { ...collision, text: `(its owner inherits \`${escapeInvisible(fresh)}\` from ${from}) ${collision.text}` };
}
