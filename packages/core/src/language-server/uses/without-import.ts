import { posix } from "node:path";
import { isAutoImported, isAutoImporting } from "../../modules/auto-imports.ts";
import type { ModuleGraph } from "../../modules/module-graph.ts";
import { reExporting } from "../../modules/unresolved-imports.ts";
import { wordPattern } from "../../process/ripgrep-pattern.ts";
import { declaresGlobals } from "../../syntax/module-records/is-script.ts";
import type { ImportRecord } from "../../syntax/module-records/module-record.ts";
import { type Parser, parseSource } from "../../syntax/parser/parse.ts";
import { isComponent } from "../../syntax/parser/source-language.ts";
import { contains } from "../../text/span.ts";
import { withHyphenated } from "../../text/hyphenated.ts";
import type { Questions } from "../questions.ts";
import { wordsIn } from "../../text/words.ts";

/** What components may use without an import. */
export interface Named {
  /** Of the file that declares it, from the root. */
  readonly path: string;
  readonly name: string;
  /** A script, `declare global` or `declare module` declares it, so that it has its name everywhere. */
  readonly isGlobal: boolean;
}

/**
 * Components that hold a name and may mean by it what they import from nowhere, from the root: what is global, what a framework
 * imports for them, and members of what one of these leads to or SvelteKit hands to pages.
 *
 * @param reaching of a member: the file that declares it and all that lead there, from the root
 */
export async function componentsWithoutImport(
  questions: Questions,
  graph: ModuleGraph,
  oxc: Parser,
  { path, name, isGlobal }: Named,
  reaching?: readonly string[],
): Promise<readonly string[]> {
  const { candidates } = questions.session;
  const found = await candidates.componentsMatching(wordPattern(withHyphenated([name])), questions.signal);
  if (found.length === 0) return [];
  const holding = found.map((file) => questions.root.relative(file));
  if (isGlobal) return holding;
  const leading = reaching ?? [...reExporting(graph, path)];
  const global = await globallyNamed(questions, graph, oxc);
  if (leading.some((one) => global.has(one))) return holding;
  const isImported = leading.some((one) => isAutoImported(graph, one, reaching !== undefined));
  const data = reaching?.filter((one) => KIT_DATA.test(one)) ?? [];
  return holding.filter(
    (one) =>
      (isImported && isAutoImporting(graph, one)) ||
      (data.length > 0 && takesAnyData(graph, one)) ||
      data.some((file) => isHandedData(file, one)),
  );
}

const known = new WeakMap<ModuleGraph, Promise<ReadonlySet<string>>>();

/** Files that a global declaration names something of: `declare global { const api: typeof import("./api") }`. */
function globallyNamed(questions: Questions, graph: ModuleGraph, oxc: Parser): Promise<ReadonlySet<string>> {
  let found = known.get(graph);
  if (found === undefined) {
    found = findGloballyNamed(questions, graph, oxc);
    found.catch(() => known.delete(graph));
    known.set(graph, found);
  }
  return found;
}

async function findGloballyNamed(questions: Questions, graph: ModuleGraph, oxc: Parser): Promise<ReadonlySet<string>> {
  const { root, session, signal } = questions;
  const declaring = new Set(
    (await session.candidates.matching(DECLARES_GLOBAL, signal, ["declare"])).map((file) => root.relative(file)),
  );
  const found = new Set<string>();
  for (const node of graph.nodes.values()) {
    const { path, record } = node;
    // What is exported makes a module of it, and so does a statement that imports, which has names of its own or none.
    const mayBeScript =
      record.exports.length === 0 &&
      record.imports.length > 0 &&
      record.imports.every(({ names, dynamic }) => dynamic || names.some(({ local }) => local === "*"));
    if (isComponent(path) || (!mayBeScript && !declaring.has(path))) continue;
    const source = graph.text(path) ?? "";
    const outcome = parseSource(oxc, path, source);
    if (!outcome.ok) continue;
    const { program } = outcome.parsed;
    const spans = declaresGlobals(outcome.parsed)
      ? [{ start: 0, end: source.length }]
      : program.body.filter((one) => one.type === "TSModuleDeclaration" && isAmbient(one));
    const isNamed = (local: string) =>
      spans.some(({ start, end }) => wordsIn(source.slice(start, end), local, 1).length > 0);
    // What a script loads when it runs it declares nothing of.
    const isTaken = (one: ImportRecord) =>
      one.names.length > 0 && one.names.every(({ typeOnly }) => typeOnly) && spans.some((span) => contains(span, one));
    for (const one of record.imports)
      if (isTaken(one) || one.names.some(({ local }) => local !== "*" && isNamed(local)))
        for (const target of graph.targetsOf(node, one.specifier)) found.add(target);
  }
  return found;
}

/** `declare global` and `declare module "x"`. */
function isAmbient({ kind, id }: { readonly kind: string; readonly id: { readonly type: string } }): boolean {
  return kind === "global" || id.type === "Literal";
}

const DECLARES_GLOBAL = "\\bdeclare\\s+(?:global\\b|module\\s*[\"'])";

/** https://svelte.dev/docs/kit/load */
const KIT_DATA = /(?:^|\/)\+(page|layout)(?:\.server)?\.[jt]s$/;

/** Whether a component of SvelteKit is handed what a file of it loads: of a page that page, of a layout all below. */
function isHandedData(file: string, component: string): boolean {
  if (!/(?:^|\/)\+[^/]+\.svelte$/.test(component)) return false;
  const [folder, own] = [posix.dirname(file), posix.dirname(component)];
  return own === folder || (KIT_DATA.exec(file)?.[1] === "layout" && own.startsWith(`${folder}/`));
}

/** Whether it takes what SvelteKit loaded for the page that is shown, whichever that is. */
function takesAnyData({ nodes }: ModuleGraph, component: string): boolean {
  return (
    nodes.get(component)?.record.imports.some(({ specifier }) => /^\$app\/(?:state|stores)$/.test(specifier)) === true
  );
}
