import { graphOfCall } from "../../change/once-per-call.ts";
import type { FileEdits } from "@kart/core/language-server/answers";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { Rename } from "@kart/core/language-server/rename";
import type { Place } from "@kart/core/language-server/questions";
import type { UnknownValues } from "@kart/core/language-server/uses/unknown-values";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { isOfGlobalObject } from "@kart/core/syntax/declaration";
import { declaresGlobals } from "@kart/core/syntax/module-records/is-script";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import type { PlannedFile } from "../../change/change-files.ts";
import type { FileText } from "../../change/file-text.ts";
import { isMemberOfValues, ownerOf } from "../../planning/plan.ts";
import { joinedShorthands } from "../../planning/members/shorthand.ts";
import type { EditServices } from "../../services.ts";
import { byPath } from "./added-edits.ts";
import { type ComponentImports, componentImports } from "./component-imports.ts";
import { placesIn, withIndirect } from "./indirect-edits.ts";
import { refuseForeign } from "./refuse-foreign.ts";
import { refuseIntrinsic } from "./intrinsic-elements.ts";
import { withNamesForJsx } from "./jsx-names.ts";
import { withMockKeys } from "./mock-edits.ts";
import { readAhead } from "../read-ahead.ts";
import { leftKeysNote, withKeysInTypes } from "./rename-keys.ts";
import type { RenameSubject } from "./rename-subject.ts";
import type { RenameWorld } from "./rename-world.ts";
import { withoutKeptByBarrels } from "./kept-by-barrels.ts";
import { withTakenLocals } from "./taken-locals.ts";
import { type TiedKey, withTiedKeys } from "./tied-keys.ts";
import { type QuotedName, withQuotes } from "./tied-quotes.ts";
import { placeOf } from "../symbol-place.ts";

/** What is renamed with a symbol, or its name changed in. */
export interface Along {
  /** Declarations of other symbols. */
  readonly siblings: readonly Place[];
  readonly quotes: readonly QuotedName[];
  readonly keys: readonly TiedKey[];
  /** Uses of these keys, which have others with them. */
  readonly uses: readonly Place[];
}

/** A rename as it was worked out, before anything of it is proven. */
export interface RenamePlan {
  /** By path. */
  readonly planned: readonly PlannedFile[];
  /** Components that import it, which no language server knows. */
  readonly components: readonly PlannedFile[];
  /** What the language server changes of it. */
  readonly renamed: Rename;
  /** Where it was asked: at each declaration that the others do not lead to. */
  readonly places: readonly Place[];
  /** Files, from the root, whose JSX takes it without naming it and would no longer find it, by the name there. */
  readonly leftJsx: ReadonlyMap<string, string>;
  /** Files, from the root, that may have uses in a way that nobody sees. */
  readonly unseen: readonly string[];
  /** Where a member may be used on values of type any, and the strings that may name it and no type complains of. */
  readonly unknown: UnknownValues;
  /** Texts before the change, by path: of some of those that hold the old name. */
  readonly parsed: ReadonlyMap<string, FileText>;
  readonly warnings: readonly string[];
}

/**
 * Asks the language server where a symbol is named, and adds what it leaves out.
 *
 * @param along what is renamed with it, and strings that are the name and are changed with it
 *
 * Throws `invalid_argument` where it renames nothing, `protected_path` and `path_outside_root` where it is declared in what is
 * not the workspace's own, and `stale` where a file that holds the name changed meanwhile.
 */
export async function planRename(
  oxc: Parser,
  subject: RenameSubject,
  world: RenameWorld,
  server: LanguageServer,
  context: ToolContext<EditServices>,
  { siblings, quotes, keys, uses }: Along,
): Promise<RenamePlan> {
  const { workspace, signal } = context;
  const { target, names, place } = subject;
  const asked = renameAll(subject, [...siblings, ...uses], world, server, context);
  const planning = asked
    .then(({ renamed }) => planFiles(oxc, renamed.files, world, context))
    .then((planned) => ofThisName(planned, subject, context));
  const known = planning.then((planned) => placesIn(planned, workspace.root));
  const indirect =
    subject.isExported || ownerOf(target) !== undefined || declaresGlobals(target.source.parsed)
      ? server.indirectUses(place, known, signal).then((found) => world.besidesEntries(server, found, signal))
      : Promise.resolve({ found: [], unseen: [] });
  const untyped = isMemberOfValues(target) ? [place] : [];
  const open = isOfGlobalObject(target.source.declarations, target.declaration) ? [place] : untyped;
  const unknown = known.then((found) => server.unknownValues(open, found, signal));
  const keyed = target.declaration.kind === "enum-member" ? [place] : untyped;
  const computed = known.then(() => server.computedUses(keyed, signal));
  const loose = known.then((found) => server.looseKeys(untyped, found, signal));
  // What fails is told where it is waited for, if it comes to that.
  for (const one of [known, indirect, unknown, computed, loose]) one.catch(() => {});
  // While another process works: most of what holds the name will be changed.
  const textOf = (file: string) => world.sourceOf(file);
  const wanted = { mentionsOf: names.old, trees: subject.isMember };
  const parsed = await readAhead(oxc, world.holdingOld, textOf, workspace.root, wanted);
  const { places, renamed } = await asked;
  refuseForeign(renamed.files, context, names.old);
  const { found, unseen: unread } = await indirect;
  // Others go on using the name by which a file goes on exporting it.
  const beside = subject.keepsExport ? found.filter(({ file }) => file === place.path.absolute) : found;
  const indirectly = { found: beside, unseen: unread };
  const { planned: used, unseen } = withIndirect(await planning, indirectly, names, workspace.root);
  const { planned: named, left } = subject.keepsExport
    ? { planned: used, left: [] }
    : await withKeysInTypes(oxc, await withMockKeys(oxc, used, subject, world, context), names, world, context);
  const textIn = (file: string) => textOf(`${workspace.root.absolute}/${file}`);
  const tied = withTiedKeys(oxc, withQuotes(named, quotes, names.fresh, textIn), keys, names, textIn);
  const taken = subject.isExported && !subject.keepsExport ? withTakenLocals(oxc, tied, names, workspace.root) : tied;
  const { planned, left: leftJsx } = await withNamesForJsx(oxc, taken, subject, server, context);
  refuseIntrinsic(names, planned);
  const { planned: components, left: leftComponents } = await importingComponents(oxc, subject, context);
  const done = components.filter((one) => !leftComponents.has(one.path));
  const isDone = (one: string) => done.some(({ path }) => one.startsWith(`${path}:`));
  const strings = isMemberOfValues(target)
    ? await server.openKeys(place, placesIn(planned, workspace.root), signal)
    : undefined;
  return {
    planned,
    components,
    renamed,
    places,
    leftJsx,
    unseen: [...unseen.filter((one) => !isDone(one)), ...leftJsx.keys()],
    unknown: {
      ...(await unknown),
      computed: await computed,
      keyed: await loose,
      ...(strings && { quoted: strings }),
    },
    parsed,
    warnings: leftKeysNote(left, planned, names.old, textIn),
  };
}

/** Without who has it from a file of CommonJS that keeps the name. */
async function ofThisName(
  planned: readonly PlannedFile[],
  { path, names }: RenameSubject,
  { services, signal }: ToolContext<EditServices>,
): Promise<readonly PlannedFile[]> {
  const mayKeep = planned.some(
    (one) => one.path !== path.relative && EXPORTS.test(one.text) && REQUIRES.test(one.text),
  );
  if (!mayKeep || planned.length < 3) return planned;
  return withoutKeptByBarrels(planned, path.relative, names, await graphOfCall(services, signal));
}

const EXPORTS = /\bexports\b/;
const REQUIRES = /\brequire\s*\(/;

async function importingComponents(
  oxc: Parser,
  { path, names, isExported, keepsExport, isMember }: RenameSubject,
  { workspace, services, signal }: ToolContext<EditServices>,
): Promise<ComponentImports> {
  if (!isExported || keepsExport || isMember) return { planned: [], left: new Set() };
  return componentImports(oxc, await graphOfCall(services, signal), path.relative, names, workspace.root);
}

/** One rename for all declarations, and another for each that the first does not reach. */
async function renameAll(
  { path, targets, target, place, family, variables, keepsExport }: RenameSubject,
  siblings: readonly Place[],
  world: RenameWorld,
  server: LanguageServer,
  { workspace, signal }: ToolContext<EditServices>,
): Promise<{ readonly places: readonly Place[]; readonly renamed: Rename }> {
  const ask = async (at: readonly Place[]) => {
    const answer = await world.ask(server, at, signal);
    return keepsExport ? { ...answer, files: answer.files.filter(({ file }) => file === path.absolute) } : answer;
  };
  const renamed = await ask([place]);
  world.refuseStale(workspace);
  if (renamed.files.length === 0)
    throw new ToolError(
      "invalid_argument",
      `TypeScript does not rename \`${escapeInvisible(target.declaration.namePath)}\`: it may be declared outside the workspace. Change it with kart_patch.`,
    );
  const own = renamed.files.find(({ file }) => file === path.absolute)?.edits ?? [];
  const isReached = (at: Place) => own.some(({ span }) => span.start === world.offsetOf(at));
  const others = targets.filter((one) => one !== target).flatMap((other) => placeOf(path, other) ?? []);
  const left = others.filter((at) => !isReached(at));
  const places = [place, ...left, ...variables, ...family, ...siblings];
  return { places, renamed: places.length === 1 ? renamed : await ask(places) };
}

function planFiles(
  oxc: Parser,
  files: readonly FileEdits[],
  world: RenameWorld,
  { workspace }: ToolContext<EditServices>,
): PlannedFile[] {
  const planned = files.map(({ file, edits }): PlannedFile => {
    const path = workspace.root.relative(file);
    const text = world.sourceOf(file);
    if (text === undefined)
      throw new ToolError("stale", `${escapeName(path)} was removed while this was worked out. Repeat the call.`);
    const collapsed = world.collapsed(file, edits);
    return { path, text, edits: joinedShorthands(oxc, path, text, collapsed) };
  });
  return byPath(planned);
}
