import { literally } from "@kart/core/process/ripgrep-pattern";
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { foldersAbove } from "@kart/core/text/folders-above";
import { LineIndex } from "@kart/core/text/line-index";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import type { MovableEntry } from "@kart/core/workspace/move-entry";
import { readTextFile, textOrEmpty } from "@kart/core/workspace/read-file";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { ChangedFile } from "../../change/change-files.ts";
import { isPackagePath, isSubpath, type WhereTo } from "../../planning/paths/config-paths.ts";
import { jsonStrings } from "../../planning/paths/json-paths.ts";
import { scriptAfter } from "../../planning/paths/script-paths.ts";
import type { EditServices } from "../../services.ts";
import type { LedByString } from "./led-by-strings.ts";
import type { ShadowWorld } from "../shadow-world.ts";
import { filesMatching } from "../word-files.ts";

/** Files that are read for paths in their texts: those that import what is moved hold its name, too. */
const MAX_FILES = 5_000;

/**
 * Where the old path of what is moved still stands in texts that nothing rewrites, `Dockerfile:3 src/main.ts`: from the root, from
 * the file's package or from the file itself; of a long one the end alone. By the paths that files have after the move.
 *
 * @param led what led to it in source files, with endings or without
 * @param changed what is rewritten
 */
export async function stillNamed(
  oxc: Parser,
  { relative, kind }: MovableEntry,
  whereTo: WhereTo,
  graph: ModuleGraph,
  shadow: ShadowWorld,
  led: readonly LedByString[],
  changed: readonly ChangedFile[],
  { workspace, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  const name = literally(posix.basename(relative));
  const whole = `/${name}(?:[^0-9A-Za-z_]|$)`;
  const pattern = kind === "folder" ? `${whole}|${name}/` : whole;
  const files = await filesMatching(workspace, pattern, [], signal);
  const found = new Map(
    led.map(({ path, line, text }) => [`${whereTo(path) ?? path}:${line}`, `${whereTo(path) ?? path}:${line} ${text}`]),
  );
  for (const [place, words] of leftInScripts(oxc, workspace.root, graph, whereTo))
    found.set(place, `${place} ${words}`);
  for (const file of files.slice(0, MAX_FILES)) {
    const path = workspace.root.relative(file);
    if (RECORD.test(path)) continue;
    const text = changed.find((one) => one.path === path)?.after.text ?? textOrEmpty(file);
    const lines = new LineIndex(text);
    const owner = graph.resolver.packages.packageOf(path)?.folder ?? ".";
    // What is moved along leads on from where it stands.
    const places = [".", owner, posix.dirname(path)].filter((place) => whereTo(`${place}/x`) === undefined);
    const placesAt = posix.basename(path) === "package.json" ? manifestPlaces(oxc, text, places, owner) : () => places;
    for (const { index, 0: token } of text.matchAll(PATH)) {
      const bare = token.replace(/[./]+$/, "");
      const place = `${whereTo(path) ?? path}:${lines.lineAt(index)}`;
      const from = placesAt(index);
      const isOf = (folders: readonly string[]) => folders.some((one) => whereTo(posix.join(one, bare)) !== undefined);
      const isThere = () => from.some((one) => existsSync(join(workspace.root.absolute, one, bare)));
      // The end of a path that starts nowhere in particular, as a build may look for it, and not at the root.
      const isEnd =
        from.length > 0 && bare.split("/").length >= LONG && isOf(foldersAbove(relative).slice(1)) && !isThere();
      if (found.has(place) || !(isOf(from) || isEnd)) continue;
      // From its own file it leads to another that is there: that one is meant.
      if (sourceLanguage(path) !== undefined && shadow.targetOf(whereTo(path) ?? path, bare) !== undefined) continue;
      found.set(place, `${place} ${bare}`);
    }
  }
  // What runs or is read by a program comes before what people read.
  const named = [...found.values()].toSorted((a, b) => Number(PROSE.test(a)) - Number(PROSE.test(b)));
  const unread = files.length - MAX_FILES;
  return unread > 0 ? [...named, `NOT READ for that: ${unread} more files that hold its name`] : named;
}

/** Words of package.json scripts that are not certain to mean it, `package.json:3 src`, by their places. */
function leftInScripts(oxc: Parser, root: WorkspaceRoot, { files }: ModuleGraph, whereTo: WhereTo): [string, string][] {
  return files.manifests.flatMap((path) => {
    const outcome = readTextFile(join(root.absolute, path));
    if (outcome.status !== "read") return [];
    const lines = new LineIndex(outcome.text);
    const to = whereTo(path) ?? path;
    return jsonStrings(oxc, outcome.text).flatMap(({ keys, isName, value, span }): [string, string][] => {
      if (keys[0] !== "scripts" || isName) return [];
      const { left } = scriptAfter(value, { from: path, to }, whereTo);
      return left.length === 0 ? [] : [[`${to}:${lines.lineAt(span.start)}`, [...new Set(left)].join(" ")]];
    });
  });
}

/** Parts from which on the end of a path hardly means another file: `src/index.ts` is in every package. */
const LONG = 3;

const PROSE = /^[^:]*\.(?:mdx?|markdown|rst|adoc|txt|html?):/i;

/** Where a text of a package.json is a path from, by its offset: what its fields name stands in its package, and a subpath is no path. */
function manifestPlaces(
  oxc: Parser,
  text: string,
  places: readonly string[],
  owner: string,
): (offset: number) => readonly string[] {
  const strings = jsonStrings(oxc, text);
  return (offset) => {
    const string = strings.find(({ span }) => span.start <= offset && offset < span.end);
    if (string === undefined) return places;
    return isSubpath(string) ? [] : isPackagePath(string) ? places.filter((one) => one === owner) : places;
  };
}

/** What it says was so when it was written, or is written anew by a program. */
const RECORD =
  /(?:^|\/)(?:changelog|history|releases?)\b[^/]*$|\.(?:tsbuildinfo|lock|map|snap)$|-lock\.(?:json|yaml)$/i;

const PATH = /[\w@.+~-]{1,200}(?:\/[\w@.+~$-]{1,200}){1,50}/g;
