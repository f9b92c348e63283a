import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { SourceLocation } from "@kart/core/language-server/locations";
import { isNamedAt, walkDeclarations } from "@kart/core/syntax/declaration";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import { isBehindDot } from "@kart/core/text/words";
import type { Reference } from "../reach/references.ts";
import { type AskedPlace, nameIn } from "../source/asked-place.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { SourceFiles } from "../source/source-files.ts";
import { definitionOf } from "./definition-of.ts";
import { describedLocation } from "./described-location.ts";
import { hoverText } from "./hover-text.ts";

/** What was asked about: a symbol by its name path, or what else declares a name. */
export interface AskedName {
  readonly symbol: string;
  readonly kind: string;
}

/**
 * Undefined where nothing declares the name at a place.
 *
 * @param definitions where it is declared, as far as that was asked
 * @param references to it, the definition among them where that is in the workspace
 */
export async function askedName(
  place: AskedPlace,
  definitions: readonly SourceLocation[],
  references: readonly Reference[],
  sources: SourceFiles,
  server: LanguageServer,
  signal: AbortSignal,
): Promise<AskedName | undefined> {
  const { declaration, file, offset } = place;
  const own = references.find(({ via }) => via === "definition");
  const isImport = declaration?.isImport === true;
  const named = isImport ? undefined : declaration;
  const symbol = named ?? own?.enclosing.find((one) => isNamedAt(one, own.offset));
  if (symbol !== undefined) return { symbol: symbol.namePath, kind: symbol.kind };
  const name = nameIn(file, offset);
  // The server finds each `string` and each `this`, of nothing that could be searched for everywhere.
  if (definitions.length === 0 && declaration === undefined) {
    if (isOfLanguage(file, offset, name) || references.every(({ via }) => via === "definition")) return undefined;
    return { symbol: name, kind: isBehindDot(file.text, offset) ? "property" : "local" };
  }
  // One name may be that of a value and of a type.
  const answer = definitions.length > 1 ? await server.hover(place, signal) : undefined;
  const one = definitionOf(place, answer === undefined ? "" : hoverText(answer.markdown).kind, definitions, sources);
  if (one === undefined) return { symbol: name, kind: "import" };
  const { kind, owner } = describedLocation(sources, one);
  if (kind === "module") return { symbol: name, kind };
  const within = sources.at(one.file);
  const declared = (within === undefined ? "" : nameIn(within, one.span.start)) || name;
  return { symbol: owner === undefined ? declared : `${owner}.${declared}`, kind };
}

/** Why nothing is known of the name at a place, and what of the file may be meant all the same. */
export function unknownName({ path, file, offset }: AskedPlace): string {
  const name = nameIn(file, offset);
  const { line, column } = file.lines.positionAt(offset);
  if (name === "" || /^\d/.test(name)) return `There is no name at ${escapeName(path.relative)}:${line}:${column}.`;
  const shown = `\`${escapeInvisible(name)}\``;
  if (isOfLanguage(file, offset, name)) return `${shown} is part of the language: no file declares it.`;
  const untracked = walkDeclarations(file.outline.declarations)
    .map(({ declaration }) => declaration)
    .find((one) => one.name === name && one.isUntracked === true);
  if (untracked === undefined && isAssigned(file, offset))
    return `${shown} is assigned here to what TypeScript does not know.`;
  if (untracked === undefined) return `${shown} is declared nowhere that is known.`;
  const at = file.lines.lineAt(untracked.nameRange.start);
  return `TypeScript does not know what ${shown} is here. It may be ${escapeInvisible(untracked.namePath)}, line ${at}.`;
}

/** Members may be called as words of the language are: `exports.static`, and not `import.meta`. */
function isOfLanguage({ text }: SourceFile, offset: number, name: string): boolean {
  if (!LANGUAGE.test(name)) return false;
  return (
    !isBehindDot(text, offset) || /\b(?:import|new)\s*\.\s*[a-z]*$/.test(text.slice(Math.max(0, offset - 40), offset))
  );
}

/** Whether a name is that of a member which is assigned there: `Groups.create = …`. */
function isAssigned(file: SourceFile, offset: number): boolean {
  const [assignment, member, name] = file.nodesAround(offset).slice(-3);
  return (
    assignment?.node.type === "AssignmentExpression" &&
    assignment.node.left === member?.node &&
    member.node.type === "MemberExpression" &&
    member.node.property === name?.node
  );
}

const LANGUAGE =
  /^(?:any|arguments|as|async|await|bigint|boolean|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|from|function|globalThis|if|import|in|instanceof|let|meta|never|new|null|number|object|of|return|static|string|super|switch|symbol|target|this|throw|true|try|type|typeof|undefined|unknown|using|var|void|while|with|yield)$/;
