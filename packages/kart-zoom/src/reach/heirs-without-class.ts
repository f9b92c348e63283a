import type { Coverage } from "@kart/core/language-server/projects/projects";
import { WHOLE } from "@kart/core/language-server/projects/cover";
import { parseNamePath } from "@kart/core/syntax/name-path";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { AskedPlace } from "../source/asked-place.ts";
import type { SourceFiles } from "../source/source-files.ts";

/**
 * A coverage that does not hold for what JavaScript makes from something without `class`, where any does so by its name:
 * `util.inherits(Heir, Base)`, `Object.create(Base.prototype)`, `Base.extend({ … })`. TypeScript follows none of these.
 */
export async function withoutHeirs(
  { path, declaration }: AskedPlace,
  workspace: Workspace,
  sources: SourceFiles,
  signal: AbortSignal,
): Promise<Coverage> {
  if (declaration === undefined || !/\.[cm]?jsx?$/.test(path.relative)) return WHOLE;
  const { parts } = parseNamePath(declaration.namePath);
  const name = parts.find((one) => one !== "exports" && one !== "module") ?? "";
  if (!/^[\w$]+$/.test(name)) return WHOLE;
  const pattern = heirPattern(name.replaceAll("$", "\\$"));
  const { files } = await workspace.filesMatching(pattern, [workspace.root.prove(".")], signal);
  const places = files.flatMap((file) => {
    const source = sources.within(file);
    const found = source === undefined ? [] : [...source.text.matchAll(new RegExp(pattern, "g"))];
    return source === undefined ? [] : found.map(({ index }) => `${file}:${source.lines.lineAt(index)}`);
  });
  if (places.length === 0) return WHOLE;
  const why = `(perhaps: made from ${name} without \`class\`)`;
  const unseen = Array.from(new Set(places), (one) => `${workspace.root.absolute}/${one} ${why}`);
  return { ...WHOLE, complete: false, unseen };
}

function heirPattern(name: string): string {
  const word = `(?:^|[^\\w$])${name}`;
  return [
    `inherits\\s*\\([^)]*[^\\w$]${name}\\s*\\)`,
    `Object\\.(?:create|setPrototypeOf)\\s*\\([^)]*[^\\w$]?${name}\\.prototype`,
    `prototype\\s*=\\s*new\\s+(?:[\\w$]+\\.)*${name}[^\\w$]`,
    `${word}\\.(?:extend|inherit|subclass)\\s*\\(`,
    `${word}\\.(?:call|apply)\\s*\\(\\s*this[^\\w$]`,
  ].join("|");
}
