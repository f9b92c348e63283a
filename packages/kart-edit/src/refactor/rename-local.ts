import type { Program } from "oxc-parser";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { Parser } from "@kart/core/syntax/parse";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { nodesIn } from "@kart/core/syntax/tree";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import { contains, type Span } from "@kart/core/text/span";
import { type ChangedFile, proveFiles } from "../change/change-files.ts";
import type { FileText } from "../change/file-text.ts";
import { docsOf, type LocalEdits, localEdits } from "../planning/local-edits.ts";
import { type NewName, newNameFor } from "../planning/names.ts";
import { redeclared } from "../planning/redeclared.ts";
import { bindingsIn } from "../planning/scope-walk.ts";
import type { Binding, Tie } from "../planning/scopes.ts";
import type { EditServices } from "../services.ts";
import { collisionAt, refuseCollisions } from "./collisions.ts";
import { refuseIntrinsic } from "./intrinsic-elements.ts";
import { mentionsOf } from "./mentions-of.ts";
import { isModuleAt } from "./module-system.ts";
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
  const bound = boundBy(binding);
  if (bound !== undefined)
    throw new ToolError(
      "invalid_argument",
      `\`${escapeInvisible(binding.name)}\` ${bound}. Change it with kart_patch.`,
    );
  const names = newNameFor({ name: binding.name, kind: NAMED_AS[binding.kind] ?? "const" }, newName, false);
  const made = localEdits(source, binding, names);
  const planned = [{ path, text: source.parsed.source, edits: made.edits }];
  refuseIntrinsic(names, planned);
  const proven = proveFiles(oxc, planned, context);
  const [file] = proven.files as [ChangedFile];
  const fresh = provenBinding(file, made, names, isModuleAt(context.workspace.root, path));

  const about = [fresh.scope.span, ...docsOf(file.after.symbols(), fresh)];
  const isAbout = (start: number) => about.some((span) => contains(span, { start, end: start }));
  const mentions = mentionsOf(names.old, proven.files, [], context, isAbout);
  const warnings = unseenUses(source, path, binding);
  const complete = warnings.length === 0;
  if (!dryRun) {
    const absolute = `${context.workspace.root.absolute}/${path}`;
    warnings.push(...(await context.services.locks.hold([absolute], () => proven.write("kart_rename"))).warnings);
  }
  return { ...names, files: proven.files, complete, mentions, warnings };
}

/** Why more than its own places would have to change. */
function boundBy({ isMember, kind, path, scope, tie }: Binding): string | undefined {
  if (tie !== undefined) return TIED[tie];
  if (isMember) return "is a member of its class as well as a parameter, and the class stands in a function";
  const owner = scope.parent?.bindings.find(({ name }) => name === path.at(-2));
  const isMerged = owner !== undefined && /^(?:class|interface)$/.test(owner.kind) && owner.declared.length > 1;
  return kind === "type parameter" && isMerged
    ? `is a type parameter of one part of \`${escapeInvisible(owner.name)}\`, and all parts must have it by one name`
    : undefined;
}

const TIED: Readonly<Record<Tie, string>> = {
  exported: "is exported by `export import`, and other files may use it",
  var: "is the name of a `catch` variable and of a `var` within it, which assigns the one and declares the other",
  function: "is the name of a function in a block and of what is declared around that block",
};

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
  asModule: boolean,
): Binding {
  const isWritten = ({ start }: { readonly start: number }) => written.includes(start);
  const found = bindingsIn(after.symbols().parsed, asModule).find(({ declared }) => declared.some(isWritten));
  const meant = [...(found?.declared ?? []), ...(found?.uses ?? [])].map(({ start }) => start);
  const { oxc, path, text } = after;
  const clashing = [
    ...new Set(meant).symmetricDifference(new Set(written)),
    ...redeclared(oxc, path, before.text, text, fresh),
    ...(found?.tie === undefined ? [] : written.slice(0, 1)),
  ];
  refuseCollisions(
    old,
    fresh,
    clashing.toSorted((a, b) => a - b).map((start) => collisionAt(path, text, start)),
  );
  return found as Binding;
}

/** What may use a local without being seen to: a line for a reader each. */
function unseenUses(
  { parsed: { program, source } }: SourceSymbols,
  path: string,
  { name, kind, scope }: Binding,
): string[] {
  const shown = `\`${escapeInvisible(name)}\``;
  const isGlobal = scope.parent === undefined && kind !== "import" && !isModule(program, source);
  return [
    ...(isGlobal ? [`${escapeName(path)} is a script: others that use its ${shown} were NOT changed`] : []),
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

/** Whether text is run as code in a scope, or an object gives names to it. */
function runsText(program: Program, source: string, within: Span): boolean {
  if (!/(?<![.\w$])(?:eval|with)\s*\(/.test(source.slice(within.start, within.end))) return false;
  return [...nodesIn(program, within)].some(
    (node) =>
      node.type === "WithStatement" ||
      (node.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "eval"),
  );
}
