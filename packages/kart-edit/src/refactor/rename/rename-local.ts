import type { Program } from "oxc-parser";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { Parser } from "@kart/core/syntax/parser/parse";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import type { JsxFactories } from "@kart/core/syntax/module-records/jsx-factory";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import { contains } from "@kart/core/text/span";
import { type ChangedFile, proveFiles } from "../../change/change-files.ts";
import type { FileText } from "../../change/file-text.ts";
import { boundBy, capturedBy, isJsxFactory, ownerOf } from "../../planning/scopes/local-bounds.ts";
import { docsOf, type LocalEdits, localEdits } from "../../planning/scopes/local-edits.ts";
import { type NewName, newNameFor } from "../../planning/names.ts";
import { redeclared } from "../../planning/scopes/redeclared.ts";
import { runsText } from "../../planning/scopes/runs-text.ts";
import { bindingsIn } from "../../planning/scopes/scope-walk.ts";
import type { Binding } from "../../planning/scopes/scopes.ts";
import { graphOfCall } from "../../change/once-per-call.ts";
import type { EditServices } from "../../services.ts";
import { collisionAt, refuseCollisions } from "./collisions.ts";
import { refuseIntrinsic } from "./intrinsic-elements.ts";
import { jsxFactoriesOf } from "../jsx-factories.ts";
import { issueAnchors, mentionsOf } from "./mentions-of.ts";
import { isModuleAt } from "../module-system.ts";
import { takenByCommonJs } from "./taken-by-common-js.ts";
import type { Renamed } from "./rename-symbol.ts";

/**
 * Gives a name that nothing outside its file can use another one. The syntax tree tells what it means, so that no language server
 * is asked; that every name means what it meant is proven by reading the new text anew.
 *
 * Throws as `renameSymbol` does.
 */
export async function renameLocal(
  oxc: Parser,
  { source, path, binding }: { readonly source: SourceSymbols; readonly path: string; readonly binding: Binding },
  { newName, dryRun }: { readonly newName: string; readonly dryRun: boolean },
  context: ToolContext<EditServices>,
): Promise<Renamed> {
  const factories = await jsxFactoriesOf(source.parsed, path, context);
  const isTaken = isJsxFactory(
    source.parsed,
    binding,
    bindingsIn(source.parsed, isModuleAt(context.workspace.root, path)),
    factories,
  );
  const bound =
    boundBy(source.parsed, binding) ??
    (isTaken ? "is what JSX takes by its name" : undefined) ??
    (await augmentedBy(source, path, binding, context));
  if (bound !== undefined)
    throw new ToolError(
      "invalid_argument",
      `\`${escapeInvisible(binding.name)}\` ${bound}. Change it with kart_patch.`,
    );
  const names = newNameFor({ name: binding.name, kind: NAMED_AS[binding.kind] ?? "const" }, newName, false);
  const made = localEdits(source, binding, names);
  const planned = [{ path, text: source.parsed.source, edits: made.edits }];
  refuseIntrinsic(names, planned);
  const proven = await proveFiles(oxc, planned, context);
  const [file] = proven.files as [ChangedFile];
  refuseCollisions(names.old, names.fresh, takenByCommonJs(proven.files, names.fresh, context.workspace.root));
  const fresh = provenBinding(file, made, names, factories, isModuleAt(context.workspace.root, path));

  const about = [fresh.scope.span, ...docsOf(file.after.symbols(), fresh)];
  const isAbout = (start: number) => about.some((span) => contains(span, { start, end: start }));
  const mentions = mentionsOf(names.old, proven.files, { path, holding: [], isAbout }, context);
  const warnings = unseenUses(source, path, binding);
  const complete = warnings.length === 0;
  if (!dryRun) {
    const absolute = `${context.workspace.root.absolute}/${path}`;
    warnings.push(...(await context.services.locks.hold([absolute], () => proven.write("kart_rename"))).warnings);
    issueAnchors(mentions, context.services);
  }
  return { ...names, files: proven.files, complete, mentions, warnings };
}

/** Said of a type parameter whose class or interface another file adds a part to, which names its parameters alike: TS2428. */
async function augmentedBy(
  { declarations }: SourceSymbols,
  path: string,
  binding: Binding,
  { workspace, services, signal }: ToolContext<EditServices>,
): Promise<string | undefined> {
  const owner = ownerOf(binding);
  const declared = owner && declarations.find(({ name, exported }) => name === owner.name && exported);
  if (declared === undefined) return undefined;
  const { name, exportedAs = [name] } = declared;
  // Few files do so, and to know what each imports takes longer.
  const adding = await workspace.filesMatching(`\\bdeclare\\s+module\\s*["']`, [workspace.root.prove(".")], signal);
  if (adding.files.length === 0) return undefined;
  const graph = await graphOfCall(services, signal);
  const part = graph
    .importsOf(path)
    .find(({ record: { augments = [] } }) => augments.some((one) => one === name || exportedAs.includes(one)));
  return (
    part &&
    `is a type parameter of \`${escapeInvisible(name)}\`, to which ${escapeName(part.importer.path)}:${part.record.line} adds a part that must have it by one name`
  );
}

/** Names of types have words of their own that they cannot be. */
const NAMED_AS = {
  "type parameter": "type",
  type: "type",
  interface: "interface",
  class: "class",
  enum: "enum",
} as Record<Binding["kind"], "type" | "interface" | "class" | "enum" | undefined>;

/** The binding as the new text has it. Throws `already_exists` where it is not what the new name was written for, and nothing else. */
function provenBinding(
  { before, after }: { readonly before: FileText; readonly after: FileText },
  { written }: LocalEdits,
  { old, fresh }: NewName,
  factories: readonly JsxFactories[],
  isEsModule: boolean,
): Binding {
  const isWritten = ({ start }: { readonly start: number }) => written.includes(start);
  const { parsed } = after.symbols();
  const all = bindingsIn(parsed, isEsModule);
  const found = all.find(({ declared }) => declared.some(isWritten));
  const meant = [...(found?.declared ?? []), ...(found?.uses ?? [])].map(({ start }) => start);
  const { oxc, path, text } = after;
  const clashing = [
    ...new Set(meant).symmetricDifference(new Set(written)),
    ...redeclared(oxc, path, before.text, text, fresh),
    ...(found === undefined ? [] : capturedBy(parsed, found, all, factories)),
  ];
  refuseCollisions(
    old,
    fresh,
    clashing.toSorted((a, b) => a - b).map((start) => collisionAt(path, text, start)),
  );
  return found as Binding;
}

/** What may use a local without being seen to: a line for a reader each. */
function unseenUses({ parsed: { program, source } }: SourceSymbols, path: string, binding: Binding): string[] {
  const { name, kind, scope } = binding;
  const shown = `\`${escapeInvisible(name)}\``;
  const isGlobal = scope.parent === undefined && kind !== "import";
  const owner = ownerOf(binding);
  const isPart = owner?.kind === "interface" && owner.scope.parent === undefined;
  const what = isGlobal
    ? `others that use its ${shown}`
    : isPart
      ? `other parts of its \`${escapeInvisible(owner.name)}\``
      : undefined;
  return [
    ...(what !== undefined && !isModule(program, source)
      ? [`${escapeName(path)} is a script: ${what} were NOT changed`]
      : []),
    ...(runsText(program, source, scope.span) ? [`\`eval\` or \`with\` may use ${shown} there: NOT changed`] : []),
    ...(kind === "import" && JSX_FACTORIES.has(name) && /<[\w>]/.test(source)
      ? [`JSX may need ${shown} without naming it: check the file`]
      : []),
  ];
}

const JSX_FACTORIES = new Set(["React", "h", "Fragment"]);

function isModule(program: Program, source: string): boolean {
  return (
    program.body.some(({ type }) => /^(?:TS)?(?:Import|Export)/.test(type)) || /\brequire\s*\(|\bexports\b/.test(source)
  );
}
