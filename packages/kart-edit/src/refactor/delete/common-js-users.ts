import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { assignedNames } from "@kart/core/syntax/common-js/common-js-names";
import { parseSource, type Parser } from "@kart/core/syntax/parser/parse";
import { contains, type Span } from "@kart/core/text/span";
import { readTextFile } from "@kart/core/workspace/read-file";
import { SOURCE_GLOBS } from "@kart/core/workspace/workspace";
import { pathStrings } from "../../planning/paths/path-strings.ts";
import type { Target } from "../../planning/plan.ts";
import type { EditServices } from "../../services.ts";
import { filesHolding } from "../word-files.ts";

/** Who may use what a CommonJS file exports by entries that go with a symbol. */
export interface CommonJsUsers {
  /** The names of the entries. */
  readonly names: readonly string[];
  /** The lines of the declaration file beside it that declare one of them, `path:line`. */
  readonly declared: readonly { readonly path: string; readonly line: number }[];
  /** Strings by which files that hold one of the names load the file in a way that nobody follows, `proxyquire("./a")`: `path:line`. */
  readonly loading: readonly string[];
}

/** @param path of the file, from the root */
export async function commonJsUsers(
  oxc: Parser,
  { source, declaration }: Target,
  path: string,
  removed: readonly Span[],
  graph: ModuleGraph,
  { workspace, signal }: ToolContext<EditServices>,
): Promise<CommonJsUsers> {
  const entries = source.parsed.language === "jsx" ? assignedNames(source.parsed) : [];
  const gone = entries.filter(
    ({ local, span }) => local === declaration.name && removed.some((one) => contains(one, span)),
  );
  const names = [...new Set(gone.map(({ name }) => name))];
  const beside = graph.nodes.get(path.replace(/\.([cm]?)jsx?$/, ".d.$1ts"));
  const declared = names.flatMap((name) =>
    beside === undefined ? [] : graph.exportsNamed(beside, name).map(({ line }) => ({ path: beside.path, line })),
  );
  const holding = await Promise.all(names.map((name) => filesHolding(workspace, name, SOURCE_GLOBS, signal)));
  const loading = [...new Set(holding.flat())].flatMap((file) => {
    const user = workspace.root.relative(file);
    const outcome = readTextFile(file);
    const parse = outcome.status === "read" && user !== path ? parseSource(oxc, user, outcome.text) : undefined;
    if (parse?.ok !== true) return [];
    const { program, lines } = parse.parsed;
    const imports = graph.nodes.get(user)?.record.imports ?? [];
    return pathStrings(program).flatMap(({ start, path: text }) => {
      if (imports.some((one) => one.start <= start && start < one.end && one.specifier === text)) return [];
      const found = graph.resolver.resolve(user, text);
      return found.kind === "source" && found.path === path ? [`${user}:${lines.lineAt(start)}`] : [];
    });
  });
  return { names, declared, loading };
}
