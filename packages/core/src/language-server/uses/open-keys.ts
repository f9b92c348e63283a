import type { Questions } from "../questions.ts";

/** Files whose types are changed for one question. */
const MAX_CHANGED = 20;

interface Closed {
  /** By absolute path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files beyond the most that are changed, from the root. */
  readonly rest: readonly string[];
}

/**
 * Texts of the files that write "any string" so that editors go on offering the others, `keyof Events | (string & {})`: with no
 * string at all in its place. With these the compiler tells which strings are a key. Offsets stay.
 */
export async function withoutAnyString({ session, reader, root, signal }: Questions): Promise<Closed> {
  const files = (await session.candidates.matching(ANY_STRING, signal)).toSorted();
  const own = [...(await session.projects.loadedAmong(files, signal))];
  const texts = own.slice(0, MAX_CHANGED).map((file) => {
    const text = reader.textOf(file)?.source ?? "";
    return [file, text.replaceAll(new RegExp(ANY_STRING, "g"), (all) => "never".padEnd(all.length))] as const;
  });
  return { texts: new Map(texts), rest: own.slice(MAX_CHANGED).map((file) => root.relative(file)) };
}

/** A regular expression of ripgrep and our own. */
export const ANY_STRING =
  "\\bstring\\s*&\\s*(?:\\{\\s*\\}|Record<\\s*never\\s*,\\s*(?:never|unknown)\\s*>|NonNullable<\\s*unknown\\s*>)";
