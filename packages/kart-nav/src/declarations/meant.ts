import { BESIDE } from "@kart/core/process/ripgrep-pattern";
import { parseNamePath } from "@kart/core/syntax/name-path";
import { nearNames } from "@kart/core/text/near-names";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { DeclarationIndex } from "./declaration-index.ts";
import { findDeclarations, type FindQuery, type Found } from "./find.ts";

/**
 * What a query that found nothing may have meant, the best first: the same name with other owners, of another kind or in other
 * case, or else one that differs in a few letters.
 *
 * @param local local declarations of the name that are not as asked for
 */
export async function probablyMeant(
  workspace: Workspace,
  index: DeclarationIndex,
  { name = "", path }: FindQuery,
  local: readonly Found[],
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const last = (parseNamePath(name).parts.at(-1) ?? "").replace(/^#(?=.)/, "");
  const { found } = await findDeclarations(workspace, index, { name: last, match: "substring", path }, signal);
  if (found.length > 0 || local.length > 0) return [...found, ...local];
  const pattern = slipsOf(last);
  if (pattern === undefined) return [];
  const { files: paths } = await workspace.filesMatching(pattern, [path], signal);
  const files = await index.files(paths.slice(0, MAX_FILES), signal);
  const declared = files
    .flatMap((file) => file.declarations.map((one) => ({ ...one, path: file.path })))
    .sort((a, b) => a.depth - b.depth);
  return nearNames(last, declared, ({ declaration }) => declaration.name);
}

/** Shortest name that few others are like, and the longest that is worth a pattern, in UTF-16 units. */
const MIN_NAME = 5;
const MAX_NAME = 60;

/** Files that are parsed for a guess. */
const MAX_FILES = 100;

/**
 * A pattern for the words that are a name but for two letters that stand together: one too many, missing, wrong, or two in the
 * wrong order. Few files hold such a word.
 */
function slipsOf(name: string): string | undefined {
  if (!/^#?[\w$]+$/.test(name) || name.length < MIN_NAME || name.length > MAX_NAME) return undefined;
  const escaped = (text: string) => text.replaceAll("$", "\\$");
  const forms = Array.from(
    { length: name.length - 1 },
    (_none, at) => `${escaped(name.slice(0, at))}[\\w$]{0,3}${escaped(name.slice(at + 2))}`,
  );
  return `(?i)(?:^|${BESIDE})(?:${forms.join("|")})(?:${BESIDE}|$)`;
}
