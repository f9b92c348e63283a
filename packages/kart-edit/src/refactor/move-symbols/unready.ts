import { declaredElsewhere } from "@kart/core/modules/declared-elsewhere";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { FileText } from "../../change/file-text.ts";
import { bindingsIn } from "../../planning/scopes/scope-walk.ts";
import { contains, type Span } from "@kart/core/text/span";
import type { Binding } from "../../planning/scopes/scopes.ts";
import type { LoadOrder, Runs } from "../load-order.ts";
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
  const loadingOf = loadings(oxc, graph, texts);
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

/**
 * As {@link unreadyIn}, of files that led to each other before: what one of them has of another while it loads, and had before since that ran
 * first, and will no longer.
 */
export function unreadyByOrder(
  oxc: Parser,
  graph: ModuleGraph,
  order: LoadOrder,
  { texts, names, from, to }: AfterMove,
): string[] {
  const files = order.around(to).union(order.around(from));
  const runs = files.size > 1 ? order.runs(files) : [];
  const loadingOf = loadings(oxc, graph, texts);
  const others = new Set(runs.flatMap(({ before }) => [...before.keys()]));
  const mayBeLate = (path: string) =>
    path === to || isLate(runs, path, [from, to]) || others.values().some((one) => isLate(runs, path, [one, one]));
  return [...files]
    .filter(mayBeLate)
    .slice(0, MAX_FILES)
    .flatMap((path) =>
      loadingOf(path).used.flatMap((name) => {
        const own = declaredElsewhere(graph, path, name);
        const found = own ?? (path === to ? declaredElsewhere(graph, from, name) : undefined);
        if (found === undefined) return [];
        const home = found.path === from && names.has(found.name) ? to : found.path;
        const homes = [found.path, home] as const;
        // What moved ran with the one file, and runs with the other.
        const isUnready = isLate(runs, path, homes) || (path === to && isLate(runs, from, homes, to));
        return home === path || !isUnready || loadingOf(home).functions.has(found.name)
          ? []
          : [`${path} uses \`${found.name}\` of ${home}`];
      }),
    );
}

/** Whether a file ran behind another one, in some order, and what it did then will run before what that has. */
function isLate(
  runs: readonly Runs[],
  user: string,
  [was, is]: readonly [was: string, is: string],
  userNow = user,
): boolean {
  return runs.some(({ before, after }) => {
    const [then, itsThen] = [before.get(user), before.get(was)];
    const [now, itsNow] = [after.get(userNow), after.get(is)];
    const areKnown = then !== undefined && itsThen !== undefined && now !== undefined && itsNow !== undefined;
    return areKnown && then > itsThen && now < itsNow;
  });
}

/** Of each file, as it will be, what it does while it loads. */
function loadings(oxc: Parser, graph: ModuleGraph, texts: AfterMove["texts"]): (path: string) => Loading {
  const known = new Map<string, Loading>();
  return (path) =>
    known.getOrInsertComputed(path, () =>
      loadingIn(new FileText(oxc, path, texts.get(path)?.after ?? graph.text(path) ?? "")),
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
  // JavaScript names types in comments.
  const isInComment = (use: Span) => parsed.comments.some((one) => contains(one, use));
  const isAtLoad = ({ uses }: Binding) =>
    uses.some((use) => use.other === undefined && places.isAtLoad(use) && !isInComment(use));
  const names = (all: readonly Binding[]) => all.map(({ name }) => name);
  return {
    used: names(module.filter((one) => one.kind === "import" && isAtLoad(one))),
    functions: new Set(names(module.filter(({ kind }) => kind === "function"))),
  };
}
