import { join } from "node:path";
import { splitPackageSpecifier } from "../workspace/package-manifest.ts";
import { pathCandidates } from "../workspace/tsconfig.ts";
import { isAliased } from "../modules/unresolved-imports.ts";
import { alternatives } from "../process/ripgrep-pattern.ts";
import type { Place, Questions } from "./questions.ts";

/**
 * Whether a file may import that of a place by an alias that no configuration of TypeScript knows, as far as its text and the
 * names of packages tell: whether it is so takes reading the imports of all files.
 */
export async function mayBeAliased(questions: Questions, places: readonly Place[]): Promise<boolean> {
  const { session, signal } = questions;
  const pattern = aliasPattern(places.map(({ path }) => path.relative));
  return session.candidates.kept(`aliased ${pattern}`, async () => {
    const files = await session.candidates.matching(pattern, signal);
    if (files.length === 0) return false;
    const { configs, roots, packages } = await session.projects.layout(signal);
    const byPath = new Map(configs.map((one) => [one.path, one]));
    const written = new RegExp(pattern, "g");
    const owned = new Set(packages.all.flatMap(({ name }) => name ?? []));
    return files.some((file) => {
      const specifiers = Array.from((questions.reader.textOf(file)?.source ?? "").matchAll(written), ([text]) =>
        text.slice(text.search(/["'`]/) + 1, -1),
      );
      return specifiers.some((specifier) => {
        const { name = "" } = splitPackageSpecifier(specifier) ?? {};
        if (!isAliased(specifier) || owned.has(name)) return false;
        if (name !== "" && packages.declares(questions.root.relative(file), name)) return false;
        return !roots.listing(file).some((one) => {
          const config = byPath.get(one);
          return config !== undefined && pathCandidates(config, specifier).length > 0;
        });
      });
    });
  });
}

/** An import by a specifier that is no path and ends as one to a file, or to a folder around it, may. */
function aliasPattern(paths: readonly string[]): string {
  const parts = paths.flatMap((path) => path.split("/"));
  const ends = new Set(parts.map((part) => part.replace(/^(.+?)\..*$/, "$1")));
  const specifier = `["'\`](?:[~#$@]|[^."'\`\\s][^"'\`\\s]*/)${alternatives(ends)}(?:\\.\\w+)*/?["'\`]`;
  return `(?:\\bfrom|\\bimport|\\brequire)\\s*\\(?\\s*${specifier}`;
}

/** Words for an answer: `src/home.js:1 (by "@/lib/money", which leads nowhere)`, absolute. */
export function aliasedUse(root: string, path: string, line: number, specifier: string): string {
  return `${join(root, path)}:${line} (by "${specifier}", which leads nowhere)`;
}
