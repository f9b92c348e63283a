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
  // What moved ran with the one file, and runs with the other.
  const ranBefore = (user: string, home: string, wasHome: string) =>
    runs.some(({ before, after }) => {
      const [own = -1, other = -1] = [before.get(user), before.get(wasHome)];
      const [now = -1, later = -1] = [after.get(user), after.get(home)];
      return other !== -1 && own > other && now !== -1 && now < later;
    });
  const others = new Set(runs.flatMap(({ before }) => [...before.keys()]));
  const mayBeLate = (path: string) =>
    path === to || ranBefore(path, to, from) || others.values().some((one) => ranBefore(path, one, one));
  const textOf = (path: string) => new FileText(oxc, path, texts.get(path)?.after ?? graph.text(path) ?? "");
  return [...files]
    .filter(mayBeLate)
    .slice(0, MAX_FILES)
    .flatMap((path) =>
      loadingIn(textOf(path)).used.flatMap((name) => {
        const own = declaredElsewhere(graph, path, name);
        const found = own ?? (path === to ? declaredElsewhere(graph, from, name) : undefined);
        if (found === undefined) return [];
        const home = found.path === from && names.has(found.name) ? to : found.path;
        if (home === path) return [];
        const isLate = ranBefore(path, home, found.path) || (path === to && isLateNow(runs, from, to, home));
        return !isLate || loadingIn(textOf(home)).functions.has(found.name)
          ? []
          : [`${path} uses \`${found.name}\` of ${home}`];
      }),
    );
}

/** Whether code that moved had what is declared in a third file while it loaded, and has it no longer. */
function isLateNow(runs: readonly Runs[], from: string, to: string, home: string): boolean {
  return runs.some(({ before, after }) => {
    const [own = -1, other = -1] = [before.get(from), before.get(home)];
    const [now = -1, later = -1] = [after.get(to), after.get(home)];
    return other !== -1 && own > other && now !== -1 && now < later;
  });
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
