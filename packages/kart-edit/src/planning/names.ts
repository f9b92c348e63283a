import { ToolError } from "@kart/core/mcp/tool-error";
import type { Declaration, SymbolKind } from "@kart/core/syntax/declaration";
import { RESERVED_WORDS } from "@kart/core/syntax/reserved-words";
import { clip, escapeInvisible } from "@kart/core/text/display";

/** What a symbol is called in code, and what it is to be called. */
export interface NewName {
  /** With `#` where it is private. */
  readonly old: string;
  readonly fresh: string;
}

/**
 * A new name that may stand wherever the symbol's old one does. A private name keeps its `#`, whether it is sent or not.
 *
 * Throws `invalid_argument`, and `no_change` for the name it has.
 *
 * @param isMember whether it belongs to a class, an interface, an object or an enum rather than to a scope
 */
export function newNameFor(
  { name: old, kind }: Pick<Declaration, "name" | "kind">,
  sent: string,
  isMember: boolean,
): NewName {
  const isPrivate = old.startsWith("#");
  const fresh = isPrivate && !sent.startsWith("#") ? `#${sent}` : sent;
  const shown = `\`${clip(escapeInvisible(sent), 100)}\``;
  const refuse = (why: string) => new ToolError("invalid_argument", `${shown} ${why}`);
  if (sent === old) throw new ToolError("no_change", `It is called ${shown} already. Nothing is to be done.`);
  if (fresh === old)
    throw refuse(
      `would make \`${escapeInvisible(old)}\` public, and every use of it another. Change it with kart_patch.`,
    );
  if (!isPrivate && sent.startsWith("#"))
    throw refuse("would make it private, and every use of it another. Send a name without `#`.");
  const bare = isPrivate ? fresh.slice(1) : fresh;
  if (!isIdentifier(bare)) {
    // Where the old name needs quotes, all that stand for it have them.
    if (isMember && !isPrivate && !isIdentifier(old) && /^[^"'`\\\r\n\u2028\u2029]+$/.test(fresh))
      return { old, fresh };
    throw refuse("is no legal identifier. Send one such as `newName`.");
  }
  if (fresh === "__proto__") throw refuse("means something else to every object. Send another name.");
  if (isMember) {
    if (bare === "constructor") throw refuse("is the name of the constructor. Send another name.");
    return { old, fresh };
  }
  if (RESERVED_WORDS.has(fresh)) throw refuse("is a reserved word. Send another name.");
  if (TYPES.has(kind) && TYPE_NAMES.has(fresh)) throw refuse("is a type of the language. Send another name.");
  return { old, fresh };
}

function isIdentifier(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name);
}

const TYPES: ReadonlySet<SymbolKind> = new Set(["class", "interface", "type", "enum"]);

const TYPE_NAMES = new Set(
  "any bigint boolean never null number object string symbol undefined unknown void asserts infer intrinsic is keyof readonly unique".split(
    " ",
  ),
);

/** Words that stand where names do and that the grammar of TypeScript reads otherwise than a name there. */
const CONTEXTUAL = new Set(
  "abstract accessor as async constructor declare defer from get global meta module namespace of out override prototype require satisfies set source target type using".split(
    " ",
  ),
);

/** Whether a word is no name where an expression may stand. */
export function isReserved(name: string): boolean {
  return RESERVED_WORDS.has(name);
}

/** Whether a name is an identifier to the parser wherever it stands: one such for another makes the same tree. */
export function isPlainName(name: string): boolean {
  return isIdentifier(name) && ![RESERVED_WORDS, TYPE_NAMES, CONTEXTUAL].some((words) => words.has(name));
}

/** `a`, `b` and 3 more, in backticks. @param most names shown before the rest is counted */
export function listedNames(names: readonly string[], most = Number.POSITIVE_INFINITY): string {
  const shown = names.slice(0, most).map((name) => `\`${escapeInvisible(name)}\``);
  return names.length > shown.length ? `${shown.join(", ")} and ${names.length - shown.length} more` : shown.join(", ");
}
