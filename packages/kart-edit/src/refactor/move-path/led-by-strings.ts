import { posix } from "node:path";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import type { Resolution } from "@kart/core/modules/resolver";
import { literally } from "@kart/core/process/ripgrep-pattern";
import { JSX_SOURCE } from "@kart/core/syntax/module-records/jsx-runtime";
import { type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { SOURCE_GLOBS } from "@kart/core/workspace/workspace";
import type { MovableEntry } from "@kart/core/workspace/move-entry";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { PlannedFile } from "../../change/change-files.ts";
import type { WhereTo } from "../../planning/paths/config-paths.ts";
import { type PathString, pathStrings } from "../../planning/paths/path-strings.ts";
import { isPathOf, pathMeant } from "../../planning/paths/specifiers.ts";
import type { EditServices } from "../../services.ts";
import type { ShadowWorld } from "../shadow-world.ts";
import { filesMatching } from "../word-files.ts";

/** A string of a source file that led to what is moved. */
export interface LedByString {
  /** Where its file stands before the move, from the root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** As it is written, or as what is put together would be. */
  readonly text: string;
}

/**
 * Strings of source files that are no imports, led to what is moved, and lead there no more: `proxyquire("../lib/a", { "./b": b })`,
 * `path.join(__dirname, "..", "lib", "a.js")`. Read as a module loader reads them, from the folder of their file; keys of an object
 * that stands beside such a path from that one's, too.
 *
 * @param rewritten strings that are no imports either and lead on
 */
export async function ledByStrings(
  oxc: Parser,
  entry: MovableEntry,
  whereTo: WhereTo,
  graph: ModuleGraph,
  shadow: ShadowWorld,
  rewritten: readonly PlannedFile[],
  { workspace, signal }: ToolContext<EditServices>,
): Promise<LedByString[]> {
  const pattern = quotedPattern(entry, graph);
  const files = await filesMatching(workspace, pattern, SOURCE_GLOBS, signal);
  const isQuoted = new RegExp(pattern);
  const reach = new Reach(graph, shadow, whereTo);
  return files.flatMap((file) => {
    const path = workspace.root.relative(file);
    const outcome = readTextFile(file);
    if (outcome.status !== "read") return [];
    const { text } = outcome;
    const imports = graph.nodes.get(path)?.record.imports ?? [];
    // Most files hold nothing but imports of it, and their trees need not be made.
    const importing = imports.filter(
      ({ call, specifier }) =>
        // What a compiler imports for JSX stands in no quotes.
        call !== JSX_SOURCE && isQuoted.test(call === undefined ? `"${specifier}"` : ` ${call}("${specifier}"`),
    );
    if (text.match(new RegExp(pattern, "g"))?.length === importing.length) return [];
    const parse = parseSource(oxc, path, text);
    if (!parse.ok) return [];
    const { program, lines } = parse.parsed;
    const isImport = ({ start, path: specifier }: PathString) =>
      imports.some((one) => one.specifier === specifier && one.start <= start && start < one.end);
    const edits = rewritten.find((one) => one.path === path)?.edits ?? [];
    const isRewritten = ({ start }: PathString) => edits.some(({ span }) => span.start === start + 1);
    return pathStrings(program)
      .filter((one) => !isImport(one) && !isRewritten(one) && reach.isLost(path, one))
      .map(({ start, path: named }) => ({ path, line: lines.lineAt(start), text: named }));
  });
}

/** A quoted text that may be a path to what is moved, or a part of one that is put together: a regular expression of ripgrep and our own. */
function quotedPattern({ relative, kind }: MovableEntry, { resolver }: ModuleGraph): string {
  const name = posix.basename(relative);
  if (kind === "folder") return `["'\`/]${literally(name)}["'\`/]`;
  const stem = name.replace(/(?:\.d)?\.(?:[cm]?[jt]sx?|json|node)$/, "");
  const folder = posix.dirname(relative);
  const isEntry = targetOf(resolver.resolve(posix.join(folder, "entry"), "./")) === relative;
  const names = isEntry && folder !== "." ? [stem, posix.basename(folder)] : [stem];
  const quoted = `["'\`](?:[^"'\`\\n]*/)?(?:${names.map(literally).join("|")})(?:\\.[^"'\`/\\n]*)?/?["'\`]`;
  return isEntry ? `${quoted}|${DOTS}` : quoted;
}

/** `require("..")`, `t.mock("..", { … })`. */
const DOTS = ["(?:^|[^.0-9A-Za-z_$])[\\w$]+\\(QUOTED", "\\(QUOTED\\s*,\\s*\\{"]
  .map((call) => call.replace("QUOTED", "\\s*[\"'`](?:\\.{1,2}/)*\\.{1,2}/?[\"'`]"))
  .join("|");

/** Where paths lead before and after a move. */
class Reach {
  readonly #graph: ModuleGraph;
  readonly #shadow: ShadowWorld;
  readonly #whereTo: WhereTo;

  constructor(graph: ModuleGraph, shadow: ShadowWorld, whereTo: WhereTo) {
    this.#graph = graph;
    this.#shadow = shadow;
    this.#whereTo = whereTo;
  }

  /** Whether a string of a file led to what is moved and leads there no more, or a key to anything from a file that is moved. */
  isLost(file: string, { path, isStart = false, beside }: PathString): boolean {
    if (isStart) return this.#isMoved(pathMeant(file, path)) && !this.#leads(file, path, pathMeant(file, path));
    const target = this.#target(file, path);
    if (this.#isMoved(target) && !this.#leads(file, path, target)) return true;
    const base = beside === undefined ? undefined : this.#target(file, beside);
    if (base === undefined) return false;
    const other = this.#target(base, path);
    const isConcerned = this.#isMoved(other) || (target === undefined && this.#isMoved(base));
    return isConcerned && other !== undefined && !this.#leads(base, path, other);
  }

  #isMoved(path: string | undefined): path is string {
    return path !== undefined && this.#whereTo(path) !== undefined;
  }

  /** Whether it leads to the same from where the file will be. */
  #leads(file: string, path: string, target: string): boolean {
    const now = this.#whereTo(target) ?? target;
    const from = this.#whereTo(file) ?? file;
    if (isPathOf(path, file, target)) return isPathOf(path, from, now);
    return this.#shadow.targetOf(from, path) === now;
  }

  /** A folder too, and what stands in one that is moved. */
  #target(file: string, path: string): string | undefined {
    const meant = pathMeant(file, path);
    return this.#isMoved(meant) ? meant : targetOf(this.#graph.resolver.resolve(file, path));
  }
}

function targetOf(found: Resolution): string | undefined {
  return found.kind === "source" || found.kind === "asset" ? found.path : undefined;
}
