import { isFailure, type Parser } from "@kart/core/syntax/parser/parse";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { sourceSymbols, type SourceSymbols } from "@kart/core/syntax/source-symbols";
import { contains, overlaps } from "@kart/core/text/span";
import { type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { PlannedFile } from "../../change/change-files.ts";
import { identifierUses } from "../../planning/scopes/identifier-uses.ts";
import { boundBy } from "../../planning/scopes/local-bounds.ts";
import { localEdits } from "../../planning/scopes/local-edits.ts";
import { isReserved, type NewName } from "../../planning/names.ts";
import { runsText } from "../../planning/scopes/runs-text.ts";
import { bindingsIn } from "../../planning/scopes/scope-walk.ts";
import type { Binding } from "../../planning/scopes/scopes.ts";
import { COMMON_JS_NAMES, isCommonJsAt } from "../module-system.ts";

/**
 * A planned rename of an export, with the variables that importers take it into by its name: `const { a: old } = require("./x")`
 * that the plan would leave becomes `const { a } = require("./x")`, as an import statement does.
 *
 * A variable keeps its name where its declaration exports it, since others import that; where the new one stands in the file already,
 * and might mean another thing there or capture it; where CommonJS declares it; where text is run as code; and where more than its own places hang on it.
 */
export function withTakenLocals(
  oxc: Parser,
  planned: readonly PlannedFile[],
  names: NewName,
  root: WorkspaceRoot,
): PlannedFile[] {
  if (isReserved(names.fresh)) return [...planned];
  return planned.map((file) => {
    const left = file.edits.filter(({ text }) => leavesOld(text, names));
    if (left.length === 0 || sourceLanguage(file.path) === undefined) return file;
    const source = sourceSymbols(oxc, file.path, file.text);
    if (isFailure(source) || isGiven(root, file.path, source, names.fresh)) return file;
    const bindings = bindingsIn(source.parsed);
    if (isTaken(source, bindings, names.fresh)) return file;
    const taken = left.flatMap((edit) => editsOfTaken(source, bindings, edit, names) ?? []);
    const isPart = ({ span }: TextEdit) => taken.some((one) => overlaps(one.span, span));
    const edits = textEdits([...file.edits.filter((one) => !isPart(one)), ...taken]);
    return edits === undefined ? file : { ...file, edits };
  });
}

/** Whether CommonJS declares a name in the file itself. */
function isGiven(root: WorkspaceRoot, path: string, { parsed }: SourceSymbols, name: string): boolean {
  return COMMON_JS_NAMES.has(name) && isCommonJsAt(root, path, parsed);
}

/** Whether anything goes by a name in a file, or something from outside is meant by it. */
function isTaken({ parsed: { program } }: SourceSymbols, bindings: readonly Binding[], name: string): boolean {
  return [...bindings, ...identifierUses(program)].some((one) => one.name === name);
}

/** `fresh: old` of a pattern, and `fresh as old` of a statement. */
export function leavesOld(text: string, { old, fresh }: NewName): boolean {
  return text === `${fresh}: ${old}` || text === `${fresh} as ${old}`;
}

/** Undefined where the variable keeps its name. */
function editsOfTaken(
  source: SourceSymbols,
  bindings: readonly Binding[],
  { span }: TextEdit,
  names: NewName,
): TextEdits | undefined {
  const { parsed } = source;
  const binding = bindings.find(({ declared }) => declared.some(({ start }) => start === span.start));
  const isOne = binding?.declared.length === 1 && binding.name === names.old && boundBy(parsed, binding) === undefined;
  const isExported = [...nodesIn(parsed.program, span)].some(
    (one) =>
      one.type === "ExportNamedDeclaration" &&
      one.declaration?.type === "VariableDeclaration" &&
      one.declaration.declarations.some(({ id }) => contains(id, span)),
  );
  if (!isOne || isExported || runsText(parsed.program, parsed.source, binding.scope.span)) return undefined;
  const isPlain = [...binding.declared, ...binding.uses].every(
    ({ start, end }) => parsed.source.slice(start, end) === names.old,
  );
  if (!isPlain) return undefined;
  const edits = localEdits(source, binding, names).edits;
  const others = edits.filter((one) => one.span.start !== span.start);
  return textEdits([...others, { span, text: names.fresh }]);
}
