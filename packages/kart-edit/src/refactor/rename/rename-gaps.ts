import { graphOfCall } from "../../change/once-per-call.ts";
import { notSeen } from "@kart/core/language-server/projects/read-as-built";
import { areNone, unknownNotes } from "@kart/core/language-server/uses/unknown-values";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { calledByFramework, mayBeFrameworkEntry } from "@kart/core/modules/entry-points";
import { isFrameworkMember, mayBeFrameworkMember } from "@kart/core/modules/framework-members";
import { manualMocks } from "@kart/core/modules/manual-mocks";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { NEEDING_CONFIG, needingConfig } from "@kart/core/modules/needing-config";
import { assignedNames } from "@kart/core/syntax/common-js/common-js-names";
import { insteadOf } from "@kart/core/syntax/module-records/exported-instead";
import { RUNTIME_NAMES } from "@kart/core/syntax/module-records/jsx-runtime";
import { walkDeclarations } from "@kart/core/syntax/declaration";
import { declarationsOf } from "@kart/core/syntax/declarations";
import { parseNamePath } from "@kart/core/syntax/name-path";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import { gapNote, linesByFile } from "@kart/core/text/gap-note";
import { LineIndex } from "@kart/core/text/line-index";
import { nearestFirst } from "@kart/core/text/nearest-first";
import { overlaps, type Span } from "@kart/core/text/span";
import { saysGenerated } from "../../change/generated-file.ts";
import { copiedNames, mayCopy } from "../../planning/members/copied-names.ts";
import { isMemberOfValues } from "../../planning/plan.ts";
import type { EditServices } from "../../services.ts";
import { declaredTypes } from "../declared-types.ts";
import { withoutChanged } from "./changed-unsure.ts";
import { exportedKey } from "./exported-key.ts";
import { passingOn } from "@kart/core/modules/passing-on";
import { namingImporters } from "../exported-through.ts";
import { leftInJavaScript } from "./left-in-javascript.ts";
import { mayMock, mocksNaming, mocksWithMember } from "../named-in-texts.ts";
import { exportingAmong, platformTwins } from "../platform-twins.ts";
import { leavesOld } from "./taken-locals.ts";
import { publicNameNote } from "./public-names.ts";
import type { RenamePlan } from "./rename-plan.ts";
import type { RenameSubject } from "./rename-subject.ts";
import type { RenameWorld } from "./rename-world.ts";
import { NO_TWINS, twinMembers, withoutLine } from "../twin-members.ts";
import { unnamedCallNote } from "../unnamed-calls.ts";

/** What a rename does not reach, or may not. */
export interface RenameGaps {
  /** Whether there is none of which a use of the old name may be left. */
  readonly areNone: boolean;
  readonly notes: readonly string[];
}

export async function renameGaps(
  subject: RenameSubject,
  plan: RenamePlan,
  world: RenameWorld,
  context: ToolContext<EditServices>,
): Promise<RenameGaps> {
  const { old, fresh } = subject.names;
  const unnamed = unnamedCallNote(subject.target, old);
  const { missed: left, twins: exported, doubles } = await leftByName(subject, plan, world, context);
  const beside = subject.keepsExport ? NO_TWINS : await twinMembers(subject.target, subject.path, context);
  const isEdited = (place: string) => plan.planned.some(({ path }) => path === withoutLine(place));
  const named = new Set(left.map(withoutLine));
  const missed = [...left, ...beside.users.filter((one) => !isEdited(one) && !named.has(withoutLine(one)))];
  const twins = [...exported, ...beside.twins.filter((one) => !isEdited(one))];
  const mocked = await mockedMembers(subject, plan, world, context);
  const perhaps = withoutChanged(plan.planned, plan.unknown);
  const unseen = notSeen(plan.renamed.coverage);
  const loose = await looseFiles(subject, plan, context);
  const inJavaScript = await leftInJavaScript(subject, plan, world, context);
  const copied = await copiedByName(subject, plan);
  const described = await leftInTypes(subject, plan, context);
  return {
    areNone:
      [unseen, loose, missed, inJavaScript, copied, described, unnamed].every((one) => one.length === 0) &&
      areNone(plan.unknown),
    notes: [
      ...(subject.keepsExport ? keptExport(subject) : []),
      ...namedInstead(subject),
      ...coverageNotes(loose, unseen, missed, subject, context),
      ...unknownNotes("NOT CHANGED", perhaps.left),
      ...gapNote("CHANGED, and may mean something else too, as no type tells: LOOK AT THESE", perhaps.changed),
      ...gapNote(
        `NOT CHANGED: the name in JavaScript, which no type ties to ${escapeName(subject.path.relative)}`,
        linesByFile(inJavaScript),
        MAX_NAMED,
      ),
      ...gapNote("NOT CHANGED: strings by which members of a prototype are taken, and may be this one", copied),
      ...gapNote("NOT CHANGED: declaration files that describe it to users of the package", described),
      ...unnamed,
      ...unnamedCallNote(subject.target, fresh),
      ...(await frameworkNote(subject, context)),
      ...gapNote("READS THE NAME itself when it runs, which is another now", nameReads(subject, plan)),
      ...(await publicNote(subject, plan, context)),
      ...gapNote(
        "Changed too, though they say that they are generated: what writes them may write the old name again",
        plan.planned.flatMap(({ path, text }) => (saysGenerated(text) === undefined ? [] : path)),
      ),
      ...gapNote("NOT RENAMED: the same path leads there too, and uses may mean both", namesakes(subject, plan)),
      ...gapNote(`NOT RENAMED: what may be loaded in its place exports \`${escapeInvisible(old)}\` too`, twins),
      ...gapNote(`NOT RENAMED: tests may get \`${escapeInvisible(old)}\` of its manual mock instead`, doubles),
      ...gapNote(
        `NOT RENAMED: mocks of the module have \`${escapeInvisible(old)}\` too, which no type ties to it`,
        mocked,
      ),
    ],
  };
}

/** Where tests put something in the place of the module that has a member of the old name. */
async function mockedMembers(
  { target, path: { relative }, names: { old }, isMember, keepsExport }: RenameSubject,
  { planned }: RenamePlan,
  world: RenameWorld,
  { workspace: { root }, services, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  const [owner] = parseNamePath(target.declaration.namePath).parts;
  const mayBeMocked = world.holdingOld.some((file) => mayMock(world.sourceOf(file) ?? ""));
  if (!isMember || keepsExport || owner === undefined || !mayBeMocked) return [];
  const graph = await graphOfCall(services, signal);
  return mocksWithMember(await loadParser(), graph, root, relative, { owner, name: old }, planned);
}

/** Strings that may name the member in files that declare it, or use it, and take members by such names. */
async function copiedByName({ target, names: { old } }: RenameSubject, { planned }: RenamePlan): Promise<string[]> {
  if (!isMemberOfValues(target)) return [];
  const oxc = await loadParser();
  return planned.flatMap(({ path, text }) => {
    const outcome = mayCopy(text, old) ? parseSource(oxc, path, text) : undefined;
    if (outcome?.ok !== true) return [];
    const { lines } = outcome.parsed;
    return copiedNames(outcome.parsed, old).map((at) => `${path}:${lines.lineAt(at)}`);
  });
}

/** Members further in that go by the same path and keep their name: what two arguments of a call give is one to who reads it. */
function namesakes({ target, path: { relative }, isMember }: RenameSubject, { planned }: RenamePlan): string[] {
  if (!isMember) return [];
  const { declarations, parsed } = target.source;
  const symbols = walkDeclarations(declarationsOf(parsed));
  // A static member may go by the path of another, and is a symbol.
  if (symbols.some(({ declaration }) => declaration.nameRange.start === target.declaration.nameRange.start)) return [];
  const edits = planned.find((one) => one.path === relative)?.edits ?? [];
  const isEdited = (place: Span) => edits.some(({ span }) => overlaps(span, place));
  return walkDeclarations(declarations).flatMap(({ declaration: { namePath, nameRange } }) =>
    namePath !== target.declaration.namePath || isEdited(nameRange)
      ? []
      : [`${relative}:${parsed.lines.lineAt(nameRange.start)}`],
  );
}

/** Where the name of a class or a function is taken as a string, `User.name`. */
function nameReads({ target: { declaration } }: RenameSubject, { planned }: RenamePlan): string[] {
  if (declaration.kind !== "class" && declaration.kind !== "function") return [];
  return planned.flatMap(({ path, text, edits }) => {
    const reads = edits.filter(({ span }) => NAME_READ.test(text.slice(span.end, span.end + NEAR)));
    if (reads.length === 0) return [];
    const lines = new LineIndex(text);
    return [`${path}:${[...new Set(reads.map(({ span }) => lines.lineAt(span.start)))].join(",")}`];
  });
}

const NAME_READ = /^\s*\??\.\s*name(?![\p{ID_Continue}$])/u;

/** UTF-16 units behind a name that are looked at. */
const NEAR = 40;

/** Files that name an export and are not changed. */
interface LeftByName {
  /** TypeScript does not see the use. */
  readonly missed: readonly string[];
  /** Exports of the same name, of what may be loaded in its place. */
  readonly twins: readonly string[];
  /** Those of manual mocks. */
  readonly doubles: readonly string[];
}

async function leftByName(
  { target: { declaration }, path: { relative }, names, isExported, keepsExport }: RenameSubject,
  { planned, components, renamed, unseen }: RenamePlan,
  world: RenameWorld,
  { workspace: { root }, services, signal }: ToolContext<EditServices>,
): Promise<LeftByName> {
  const { old } = names;
  const changed = new Set(renamed.files.map(({ file }) => file));
  const isLeft = (file: string) => !changed.has(file) || mayMock(world.sourceOf(file) ?? "");
  // What compilers import for JSX stands in no text.
  const isSought = RUNTIME_NAMES.has(old) || world.holdingOld.some(isLeft);
  if (!isExported || !isSought) return { missed: unseen, twins: [], doubles: [] };
  const graph = await graphOfCall(services, signal);
  const edited = new Set([...planned, ...components].map(({ path }) => path));
  const told = [...unseen, ...notSeen(renamed.coverage)].flatMap((one) => one.split(/[ ,]+/)).map(withoutLine);
  const known = new Set([...edited, ...told]);
  // Those who import it by another name go on doing so.
  const taking = namingImporters(graph, relative, old).filter(({ names: taken }) => taken.includes(old));
  const keeping = new Set(
    planned.flatMap(({ path, edits }) => (edits.some((one) => leavesOld(one.text, names)) ? path : [])),
  );
  const naming = taking.filter(({ path }) => !takesOnlyFrom(graph, path, old, keeping));
  // Where the export keeps its name, so does what passes it on.
  const passing = keepsExport ? [] : passingOn(graph, relative, old).filter((one) => edited.has(one));
  // What is exported as another name is that to barrels, which may give it to others by its own: `export { default as old }`.
  const isOther = keepsExport || declaration.exportedAs?.every((one) => one !== old) === true;
  const unedited = isOther ? [] : naming.flatMap(({ path }) => (known.has(path) ? [] : path));
  return {
    missed: [...unseen, ...new Set([...unedited, ...mocksNaming(graph, root, relative, old, planned)])],
    twins: [...new Set([relative, ...passing].flatMap((one) => platformTwins(graph, one, old)))].filter(
      (one) => !edited.has(withoutLine(one)),
    ),
    doubles: keepsExport
      ? []
      : exportingAmong(graph, manualMocks(graph, relative), old).filter((one) => !edited.has(withoutLine(one))),
  };
}

/** Whether all that a file imports by a name comes from some files. */
function takesOnlyFrom(graph: ModuleGraph, path: string, name: string, files: ReadonlySet<string>): boolean {
  const node = graph.nodes.get(path);
  if (node === undefined || files.size === 0) return false;
  const taking = node.record.imports.filter(({ names }) => names.some(({ imported }) => imported === name));
  return (
    taking.length > 0 &&
    taking.every(({ specifier }) => graph.targetsOf(node, specifier).every((one) => files.has(one)))
  );
}

/** Said where importers know something else of the file by the old name. */
function namedInstead({ target: { source, declaration }, path: { relative } }: RenameSubject): string[] {
  return insteadOf({ declarations: source.declarations, lines: source.parsed.lines }, relative, declaration);
}

/** What importers go on writing. */
function keptExport({ target, names: { old } }: RenameSubject): string[] {
  const assigned = assignedNames(target.source.parsed);
  if (!assigned.some(({ name, local }) => name === old && local === old)) return [];
  const name = escapeInvisible(old);
  const key = exportedKey(target.source, `module.exports.${old}`);
  const next =
    key === undefined || key.declaration.isUntracked === true
      ? ""
      : `: rename the symbol \`module.exports.${name}\` to change that`;
  return [`Still exported as \`${name}\`, which importers keep${next}.`];
}

/** Said where a framework calls an export, or knows a member, by the name that it loses. */
async function frameworkNote(
  { target: { source, declaration }, path: { relative }, names: { old }, isExported, isMember }: RenameSubject,
  { services, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  const isAsked = isMember || isExported;
  if (!isAsked || !(mayBeFrameworkEntry(relative) || mayBeFrameworkMember(old))) return [];
  const graph = await graphOfCall(services, signal);
  const known = { declarations: source.declarations, text: source.parsed.source };
  const isCalled = isMember
    ? isFrameworkMember(graph, relative, known, declaration)
    : calledByFramework(graph, relative, declaration).includes(old);
  return isCalled ? [`The framework calls it by its name, \`${escapeInvisible(old)}\`.`] : [];
}

async function publicNote(
  { target, path: { relative }, keepsExport }: RenameSubject,
  { planned }: RenamePlan,
  { services, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  const isOwn = !target.declaration.exported && planned.every(({ path }) => path === relative);
  if (isOwn || keepsExport) return [];
  return publicNameNote(await graphOfCall(services, signal), relative, target, planned);
}

/** Where declaration files go on describing it by the old name. */
async function leftInTypes(
  { target, path: { relative }, keepsExport }: RenameSubject,
  { planned }: RenamePlan,
  context: ToolContext<EditServices>,
): Promise<string[]> {
  const described = keepsExport ? [] : await declaredTypes(target, relative, context);
  return described.filter((place) => !planned.some(({ path }) => path === withoutLine(place)));
}

const MAX_NAMED = 10;

/** Files of no project in which a use may have been missed, from the root. */
async function looseFiles(
  { path }: RenameSubject,
  { renamed: { coverage }, planned }: RenamePlan,
  { workspace: { root }, services, signal }: ToolContext<EditServices>,
): Promise<readonly string[]> {
  const known = new Set([path.relative, ...planned.map((one) => one.path)]);
  const outside = coverage.outside.map((file) => root.relative(file)).filter((one) => !known.has(one));
  if (outside.length === 0) return [];
  const graph = await graphOfCall(services, signal);
  return needingConfig(graph, outside, new Set([path.relative]));
}

function coverageNotes(
  loose: readonly string[],
  unseen: readonly string[],
  missed: readonly string[],
  { path }: RenameSubject,
  { workspace: { root } }: ToolContext<EditServices>,
): string[] {
  const named = (what: string, files: readonly string[]) => {
    if (files.length === 0) return [];
    const paths = files.map((file) => (root.holds(file) ? root.relative(file) : file));
    const shown = nearestFirst(paths, [path.relative])
      .slice(0, MAX_NAMED)
      .map((one) => escapeName(one));
    const more = files.length > shown.length ? ` and ${files.length - shown.length} more` : "";
    return [`${what}: ${shown.join(", ")}${more}`];
  };
  return [
    ...named(`NOT CHANGED: ${NEEDING_CONFIG}`, loose),
    ...named("NOT SEEN, and may use the old name", unseen),
    ...named("NOT CHANGED, though they may use it: TypeScript does not see them do so", missed),
  ];
}
