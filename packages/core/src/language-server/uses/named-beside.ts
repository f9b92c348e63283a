import { wordsIn } from "../../text/words.ts";
import type { Suspect } from "./key-complaints.ts";
import type { Questions } from "../questions.ts";

/** Files that have a name as that of a member in places which are not known. */
export function namedBeside(
  { reader }: Questions,
  name: string,
  files: readonly string[],
  isKnown: (file: string, start: number) => boolean,
): Suspect[] {
  return files.flatMap((file) => {
    const source = reader.textOf(file)?.source ?? "";
    const isMember = (at: number) =>
      /\.\s*$/.test(source.slice(Math.max(0, at - 20), at)) ||
      /^\s*\??\s*[:(=,}]/.test(source.slice(at + name.length, at + name.length + 20));
    return wordsIn(source, name).some((at) => isMember(at) && !isKnown(file, at)) ? [{ file, strings: [] }] : [];
  });
}
