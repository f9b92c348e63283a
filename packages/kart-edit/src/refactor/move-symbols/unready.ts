import { declaredElsewhere } from "@kart/core/modules/declared-elsewhere";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { FileText } from "../../change/file-text.ts";
import { bindingsIn } from "../../planning/scopes/scope-walk.ts";
import type { Binding } from "../../planning/scopes/scopes.ts";
import { UsePlaces } from "../../planning/moved/use-places.ts";

/** Files of a circle that are looked into. */
const MAX_FILES = 50;

interface AfterMove {
  /** By path from the root, of the files that change. */
  readonly texts: ReadonlyMap<string, { readonly after: string }>;
  readonly names: ReadonlySet<string>;
  readonly from: string;
  readonly to: string;
}

/**
 * What files that come to lead to each other have of one another while they load, which fails where the one that has it loads first:
 * `src/b.ts uses \`Base\` of src/a.ts`. Functions are there before anything runs.
 *
 * @param isNew whether two files were in no circle before, and are to be looked at
 */
export function unreadyIn(
  oxc: Parser,
  graph: ModuleGraph,
  files: ReadonlySet<string>,
  isNew: (one: string, other: string) => boolean,
  { texts, names, from, to }: AfterMove,
): string[] {
  const known = new Map<string, Loading>();
  const loadingOf = (path: string) => {
    const found =
      known.get(path) ?? loadingIn(new FileText(oxc, path, texts.get(path)?.after ?? graph.text(path) ?? ""));
    known.set(path, found);
    return found;
  };
  return [...files].slice(0, MAX_FILES).flatMap((path) =>
    loadingOf(path).used.flatMap((name) => {
      const isOfMove = names.has(name) && (path === from || path === to);
      const found = isOfMove ? { path: from, name } : declaredElsewhere(graph, path, name);
      if (found === undefined) return [];
      const home = found.path === from && names.has(found.name) ? to : found.path;
      if (home === path || !files.has(home) || !isNew(path, home)) return [];
      return loadingOf(home).functions.has(found.name) ? [] : [`${path} uses \`${found.name}\` of ${home}`];
    }),
  );
}

interface Loading {
  /** Names of imports whose values a file asks for while it loads. */
  readonly used: readonly string[];
  /** Names of its functions. */
  readonly functions: ReadonlySet<string>;
}

function loadingIn(text: FileText): Loading {
  if (text.failure !== undefined) return { used: [], functions: new Set() };
  const { parsed } = text.symbols();
  const places = new UsePlaces(parsed.program);
  const module = bindingsIn(parsed, true).filter(({ scope }) => scope.parent === undefined);
  const isAtLoad = ({ uses }: Binding) => uses.some((use) => use.other === undefined && places.isAtLoad(use));
  const names = (all: readonly Binding[]) => all.map(({ name }) => name);
  return {
    used: names(module.filter((one) => one.kind === "import" && isAtLoad(one))),
    functions: new Set(names(module.filter(({ kind }) => kind === "function"))),
  };
}
