import { posix } from "node:path";
import { alternatives } from "../process/ripgrep-pattern.ts";

// To follow every specifier takes reading the imports of all files. Where one leads shows in its end, as far as that goes.

/** The end of a specifier: `user` of `@/models/user.service.js`; `.` and `..` as they are. */
export function specifierEnd(specifier: string): string {
  const last = posix.basename(specifier);
  return last === ".." ? last : last.replace(/^(.+?)\..*$/, "$1");
}

/**
 * The ends of specifiers that may lead to one of some files: by its own name, to an index by that of its folder too.
 *
 * @param paths from the root
 */
export function endsTo(paths: Iterable<string>): ReadonlySet<string> {
  const ends = [...paths].flatMap((path) => {
    const end = specifierEnd(path);
    return end === "index" ? [end, ".", "..", specifierEnd(posix.dirname(path))] : [end];
  });
  return new Set(ends);
}

/**
 * As {@link endsTo}, or to an index of a folder around one, which may pass it on. From barrel to barrel these would lead to everything.
 */
export function endsToOrAround(paths: Iterable<string>): ReadonlySet<string> {
  return new Set(["index", ".", "..", ...[...paths].flatMap((path) => path.split("/").map(specifierEnd))]);
}

/**
 * A quoted specifier with one of some ends, as a regular expression of ripgrep or of JavaScript. Without `\w`: of which ripgrep takes
 * all of Unicode, and longer to make something of that than to search a small workspace.
 */
export function specifierPattern(ends: ReadonlySet<string>): string {
  return `(?:["'\`](?:[^"'\`]*/)?${alternatives(ends)}(?:\\.[^"'\`/\\n]*)?/?["'\`])`;
}

/** What is imported from somewhere, by the ends of the specifiers. */
export class BySpecifierEnd<T> {
  readonly #byEnd = new Map<string, T[]>();

  add(specifier: string, one: T): void {
    const end = specifierEnd(specifier);
    const known = this.#byEnd.get(end);
    if (known === undefined) this.#byEnd.set(end, [one]);
    else known.push(one);
  }

  of(ends: ReadonlySet<string>): T[] {
    return [...ends].flatMap((end) => this.#byEnd.get(end) ?? []);
  }
}
