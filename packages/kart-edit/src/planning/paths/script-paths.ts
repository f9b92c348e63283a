import type { WhereTo } from "./config-paths.ts";
import { type Moved, pathMeant, relativeTo } from "./specifiers.ts";

/** A script of a package.json after a move. */
export interface ScriptAfter {
  readonly value: string;
  /** Words that may still mean what is moved, by its old path. */
  readonly left: readonly string[];
}

/**
 * Rewrites the words of a script that are certain to be paths of what is moved: those with a slash or a file's ending, patterns up to
 * their first wildcard, and what it changes into by `cd`, from where the words behind it start. A name alone, `--watch src`, may be
 * anything.
 */
export function scriptAfter(script: string, manifest: Moved, whereTo: WhereTo): ScriptAfter {
  const left: string[] = [];
  let place: Moved | undefined = manifest;
  let previous = "";
  const value = script.replaceAll(WORD, (word: string, at: number) => {
    const [isArgument, isTask] = [previous === "cd", TASKS.test(previous)];
    const isCommand = /(?:^|[;&|(])\s*$/.test(script.slice(0, at));
    previous = isCommand || word !== "cd" ? word : "";
    // A variable or a list of names stands before or behind it.
    const isPart = /[$}~]$/.test(script.slice(0, at)) || /[^/][$`{]$/.test(script.slice(at, at + word.length + 1));
    const head = isPart ? "" : headOf(word);
    const from: Moved = place ?? manifest;
    const meant = pathMeant(from.from, head);
    const now = head === "" ? undefined : whereTo(meant);
    const isPath = word.includes("/") || /[^.]\.\w+$/.test(word);
    const isCertain = place !== undefined && (isArgument || isPath);
    if (isArgument) place = head === "" || script.includes("(") ? undefined : within(meant, now ?? meant);
    if (now === undefined) return word;
    const fresh = relativeTo(from.to, now);
    if (relativeTo(from.from, meant) === fresh) return word;
    if (isCertain) return (word.startsWith(".") ? fresh : fresh.replace(/^\.\/(?=.)/, "")) + word.slice(head.length);
    if (isPath || (!isCommand && !isTask)) left.push(word);
    return word;
  });
  return { value, left };
}

const WORD = /[^\s'"`;&|()<>{}=,:$\\!]+/g;

/** Behind these a name is one of a script. */
const TASKS = /^(?:run|run-[sp]|npm|pnpm|yarn|bun|npm-run-all)$/;

/** What stands before the first wildcard is a path, if it is no option and no path from the top of the disk. */
function headOf(word: string): string {
  const wild = word.search(/[*?[\]]/);
  const head = wild === -1 ? word : word.slice(0, Math.max(0, word.lastIndexOf("/", wild)));
  return /^[-/~]/.test(head) ? "" : head.replace(/\/+$/, "");
}

function within(from: string, to: string): Moved {
  return { from: pathMeant("", `${from}/x`), to: pathMeant("", `${to}/x`) };
}
