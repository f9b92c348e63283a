import type { Questions } from "../questions.ts";

/** Files whose types are changed for one question. */
const MAX_CHANGED = 20;

/**
 * Texts of the files that write "any string" so that editors go on offering the others, `keyof Events | (string & {})`: with no
 * string at all in its place, by absolute path. With these the compiler tells which strings are a key. Offsets stay.
 */
export async function withoutAnyString({ session, reader, signal }: Questions): Promise<Map<string, string>> {
  const files = (await session.candidates.matching(ANY_STRING, signal)).toSorted().slice(0, MAX_CHANGED);
  const own = await session.projects.loadedAmong(files, signal);
  return new Map(
    [...own].map((file) => {
      const text = reader.textOf(file)?.source ?? "";
      return [file, text.replaceAll(new RegExp(ANY_STRING, "g"), (all) => "never".padEnd(all.length))];
    }),
  );
}

/** A regular expression of ripgrep and our own. */
export const ANY_STRING =
  "\\bstring\\s*&\\s*(?:\\{\\s*\\}|Record<\\s*never\\s*,\\s*(?:never|unknown)\\s*>|NonNullable<\\s*unknown\\s*>)";
