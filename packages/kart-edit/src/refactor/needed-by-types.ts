import { graphOfCall } from "../change/once-per-call.ts";
import type { SourceLocation } from "@kart/core/language-server/locations";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { holdersOf } from "@kart/core/modules/holders";
import type { ImportEdge, ModuleGraph } from "@kart/core/modules/module-graph";
import { stepsTo } from "@kart/core/modules/steps-to";
import { typeOwnerOf } from "@kart/core/syntax/declaration";
import type { Span } from "@kart/core/text/span";
import { readTextFile } from "@kart/core/workspace/read-file";
import { SOURCE_GLOBS } from "@kart/core/workspace/workspace";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { FileText } from "../change/file-text.ts";
import { hasOtherPrivate, isPrivate } from "../planning/members/member-names.ts";
import { wordPattern } from "../planning/mentions.ts";
import { isExport, ownerOf, type Target } from "../planning/plan.ts";
import type { EditServices } from "../services.ts";
import { namingInQuotes } from "./named-in-texts.ts";
import { MAX_CHECKED, type NewErrors, newErrors } from "./new-errors.ts";
import { isSeenByAll } from "./seen-by-all.ts";
import { membersNamed, sharingShape } from "./shape-users.ts";
import { spellingAnew } from "./spelled-keys.ts";
import { placeOf } from "./symbol-place.ts";
import { valueUsers } from "./value-users.ts";
import { filesMatching } from "./word-files.ts";

/** A symbol that a change takes away or gives another name, and the texts that it would make. */
export interface NameChange {
  readonly target: Target;
  /** Where it is declared, from the root. */
  readonly path: string;
  /** Its new name. Absent where it is deleted. */
  readonly fresh?: string;
  /** Files that hold its name, absolute. */
  readonly holding: readonly string[];
  /** Those that hold its new name. */
  readonly meeting?: readonly string[];
  /** What is changed of the old texts, by path from the root. */
  readonly changed: ReadonlyMap<string, readonly Span[]>;
  /** The new texts, by absolute path. */
  readonly contents: ReadonlyMap<string, string>;
  /** An old text, by absolute path. */
  readonly textOf: (file: string) => string | undefined;
  /** Files that use the module as a value, from the root: `Object.entries(ns)`, `pages = { home: ns }`. */
  readonly handingOn?: readonly string[];
  /** Whether all complaints are wanted, not only those that are reason enough to refuse it. */
  readonly isForced?: boolean;
  /** The old texts of some files that hold the name, by path from the root. */
  readonly parsed: () => ReadonlyMap<string, FileText> | Promise<ReadonlyMap<string, FileText>>;
}

/** How types may need a symbol that no reference names: by its owner's shape, as a key of its owner, or as one of a module. */
export type Need = "shape" | "key" | "export";

/** The compiler's complaints that a change of a name would bring where no reference tells. Undefined where there can be none. */
export async function brokenTypes(
  change: NameChange,
  context: ToolContext<EditServices>,
): Promise<{ readonly need: Need; readonly found: NewErrors } | undefined> {
  const { target, path, holding, contents, textOf } = change;
  const { workspace, services, signal } = context;
  const need = needOf(target);
  if (need === undefined) return undefined;
  const graph = () => graphOfCall(services, signal);
  if (need === "export") {
    const quoting = await namingInQuotes(graph, workspace.root, path, target.declaration.name, holding, textOf);
    const typed = await typedAsModule(change, graph, context);
    const files = [...new Set([...quoting, ...(await holdingModule(change, graph, workspace.root)), ...typed])];
    return files.length === 0 ? undefined : { need, found: await newErrors(files, [], contents, context) };
  }
  const spelled = need === "key" ? await usersBySpelling(change, graph, context) : [];
  const isNamed = need === "shape" || keepsName(change) || spelled.length > 0;
  const users = isNamed ? await usersOfOwner(change, context) : [];
  const valued = await valueUsers(change, users, graph, context);
  if (need === "key" && !users.some(givesKeys))
    return valued.length === 0 ? undefined : { need, found: await newErrors([], valued, contents, context) };
  if (isPrivate(target) && !isReadByJsx(change))
    return { need, found: await brokenByPrivate(change, users, graph, context) };
  const beside = need === "key" ? spelled : await usersByShape(change, graph, context);
  const likely = [...contents.keys(), ...(await seeing(change, graph, context))];
  const besides = [...users.map(({ file }) => file), ...valued, ...beside];
  const found = await newErrors(likely, besides, contents, context, change.isForced);
  return { need, found };
}

/**
 * As {@link brokenTypes}, of a private member. A class that has one is compared by its declaration: no other type takes its values for
 * the name, and outside of it the name stands in quotes alone, `box["name"]`. What else may break is with whoever uses the class:
 * where a type has an optional member of the new name, or the class has nothing private left.
 */
async function brokenByPrivate(
  change: NameChange,
  users: readonly SourceLocation[],
  graph: () => Promise<ModuleGraph>,
  context: ToolContext<EditServices>,
): Promise<NewErrors> {
  const { target, fresh, holding, meeting = [], contents, textOf, isForced } = change;
  const quoted = new RegExp(`["'\`]${RegExp.escape(target.declaration.name)}["'\`]`);
  const quoting = holding.filter((file) => quoted.test(textOf(file) ?? ""));
  const likely = [...contents.keys(), ...(await seeing({ ...change, holding: quoting }, graph, context))];
  const besides = users.map(({ file }) => file);
  const found = await newErrors(likely, besides, contents, context, isForced);
  const isKept = fresh === undefined ? hasOtherPrivate(target) : meeting.length === 0;
  return isKept && quoting.length === 0 ? { ...found, sharing: 0 } : found;
}

/** Files that use the module of an export as a value, and those that have the value from them and hold the name; absolute. */
async function holdingModule(
  { target, path, holding, handingOn = [] }: NameChange,
  graph: () => Promise<ModuleGraph>,
  root: WorkspaceRoot,
): Promise<string[]> {
  if (handingOn.length === 0) return [];
  const holders = holdersOf(await graph(), path, [target.declaration.name]);
  const users = holding.filter((file) => holders.has(root.relative(file)));
  return [...handingOn.map((one) => `${root.absolute}/${one}`), ...users];
}

/** Files in which something is of the type of the whole module, `typeof import("./a")`, and may be another one; absolute. */
async function typedAsModule(
  { path }: NameChange,
  graph: () => Promise<ModuleGraph>,
  { workspace, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  const typing = await filesMatching(workspace, TYPEOF_IMPORT, SOURCE_GLOBS, signal);
  if (typing.length === 0) return [];
  const isWhole = ({ record: { typeOnly, names } }: ImportEdge) =>
    typeOnly && names.some(({ imported }) => imported === "*");
  const users = new Set((await graph()).importsOf(path).flatMap((one) => (isWhole(one) ? one.importer.path : [])));
  return typing.filter((file) => users.has(workspace.root.relative(file)));
}

const TYPEOF_IMPORT = "\\btypeof\\s+import\\s*\\(";

function needOf(target: Target): Need | undefined {
  const { kind, name, memberOf, isUntracked } = target.declaration;
  const owner = ownerOf(target);
  // What is assigned to a symbol, `run.code = 1`, and a member of what a function declares that is no symbol itself.
  if (owner === undefined && memberOf !== undefined)
    return isUntracked !== true && /^(?:property|method)$/.test(kind) ? "shape" : undefined;
  if (owner === undefined) return isExport(target) ? "export" : undefined;
  if (kind === "constructor" || name.startsWith("#")) return undefined;
  return owner.kind === "namespace" || kind === "enum-member" ? "key" : "shape";
}

/** Whether the name stands anywhere in the new texts: no key can be left of what does not. */
function keepsName({ target, holding, contents, textOf }: NameChange): boolean {
  const { name } = target.declaration;
  return holding.some((file) => (contents.get(file) ?? textOf(file))?.search(wordPattern(name)) !== -1);
}

async function usersOfOwner(
  { target, path }: NameChange,
  { workspace, services, signal }: ToolContext<EditServices>,
): Promise<readonly SourceLocation[]> {
  const { declarations } = target.source;
  const named = target.declaration.memberOf?.join(".");
  const owner =
    typeOwnerOf(declarations, target.declaration) ?? declarations.find(({ namePath }) => namePath === named);
  const place =
    owner && placeOf(workspace.root.proveFile(path), { source: target.source, declaration: owner, span: owner.span });
  if (place === undefined) return [];
  return (await (await services.languageServer()).references(place, signal)).references;
}

/** Whether a value is used in a way that makes keys of the names of its members: by its type, an index, or whole. */
function givesKeys({ file, span }: SourceLocation): boolean {
  const outcome = readTextFile(file);
  if (outcome.status !== "read") return true;
  const before = outcome.text.slice(Math.max(0, span.start - 200), span.start);
  const after = outcome.text.slice(span.end, span.end + 40);
  return (
    /\btypeof\s+(?:[\p{ID_Continue}$]+\s*\.\s*)*$/u.test(before) ||
    /^\s*(?:\?\.\s*)?\[/.test(after) ||
    (/[(,]\s*(?:[\p{ID_Continue}$]+\s*\.\s*)*$/u.test(before) && /^\s*[,)]/.test(after))
  );
}

/**
 * The files that hold the name; of too many only those that may see the symbol at all, the nearest first. What is declared for
 * all files every file sees, and in JavaScript comments import too.
 */
async function seeing(
  { target, path, holding }: NameChange,
  graph: () => Promise<ModuleGraph>,
  { workspace: { root } }: ToolContext<EditServices>,
): Promise<readonly string[]> {
  if (holding.length <= MAX_CHECKED) return holding;
  const modules = await graph();
  if (isSeenByAll(modules, target, path)) return holding;
  const steps = stepsTo(modules, [path]);
  const far = (file: string) => steps.get(root.relative(file)) ?? Infinity;
  return holding
    .filter((file) => far(file) < Infinity || !/\.[cm]?tsx?$/.test(file) || !modules.nodes.has(root.relative(file)))
    .sort((a, b) => far(a) - far(b));
}

/** Files that may need the member though they write neither its name nor its owner's, the likeliest first; absolute. */
async function usersByShape(
  change: NameChange,
  graph: () => Promise<ModuleGraph>,
  context: ToolContext<EditServices>,
): Promise<string[]> {
  const { path } = change;
  const { root } = context.workspace;
  const components = isReadByJsx(change)
    ? [...stepsTo(await graph(), [path]).keys()].filter((one) => JSX.test(one))
    : [];
  const spelling = await usersBySpelling(change, graph, context);
  return [
    ...[...(await sharing(change, graph, root)), ...components].map((one) => `${root.absolute}/${one}`),
    ...spelling,
  ];
}

/** Files that may write a name which a type makes of the member's; absolute. */
async function usersBySpelling(
  { target, path, holding, contents }: NameChange,
  graph: () => Promise<ModuleGraph>,
  context: ToolContext<EditServices>,
): Promise<string[]> {
  const known = new Set([...holding, ...contents.keys()]);
  const spelling = await spellingAnew(graph, path, target.declaration.name, known, context);
  return spelling.map((one) => `${context.workspace.root.absolute}/${one}`);
}

function isReadByJsx({ target, fresh = "" }: NameChange): boolean {
  return READ_BY_JSX.has(target.declaration.name) || READ_BY_JSX.has(fresh);
}

/** Names that JSX reads of a component where a file does not write them. */
const READ_BY_JSX = new Set(["children", "defaultProps", "propTypes"]);

const JSX = /\.(?:[jt]sx|js)$/;

/** Files in which a type with the member may be taken for another that keeps a member of the name. From the root. */
async function sharing(
  { target, holding, changed, parsed }: NameChange,
  graph: () => Promise<ModuleGraph>,
  root: WorkspaceRoot,
): Promise<string[]> {
  const texts = await parsed();
  const changing: string[] = [];
  const keeping: string[] = [];
  for (const path of holding.map((file) => root.relative(file))) {
    const spans = changed.get(path) ?? [];
    const isChanged = (offset: number) => spans.some(({ start, end }) => start <= offset && offset < end);
    const text = texts.get(path);
    const { changes, stays } =
      text === undefined
        ? { changes: spans.length > 0, stays: true }
        : membersNamed(text, target.declaration.name, isChanged);
    if (changes) changing.push(path);
    if (stays) keeping.push(path);
  }
  return keeping.length === 0 ? [] : sharingShape(await graph(), changing, keeping);
}
