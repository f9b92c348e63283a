import type { Questions } from "../questions.ts";

/** Whether another file may declare more of what a module exports: `declare module "./a" { interface A {} }`. */
export async function isAddedTo({ session, signal }: Questions, file: string, name: string): Promise<boolean> {
  const ambient = await session.candidates.scannedAs("hasAmbient", signal);
  if (ambient.size === 0) return false;
  const holding = await session.candidates.holding(new Set([name]), signal);
  return holding.some((one) => one !== file && ambient.has(one)) || ambient.has(file);
}

/**
 * The same by what stands in the texts of such files: not where one only names it.
 *
 * @param offset of its name in the file that declares it; UTF-16
 */
export async function isAddedBeside(
  questions: Questions,
  file: string,
  offset: number,
  name: string,
): Promise<boolean> {
  const { session, reader, signal } = questions;
  const ambient = await session.candidates.scannedAs("hasAmbient", signal);
  if (ambient.size === 0) return false;
  const holding = await session.candidates.holding(new Set([name]), signal);
  const declared = new RegExp(
    `\\b(?:class|const|enum|function|interface|let|module|namespace|type|var)\\s+${RegExp.escape(name)}(?![\\p{ID_Continue}$])`,
    "gu",
  );
  return holding.some((one) => {
    const source = ambient.has(one) ? (reader.textOf(one)?.source ?? "") : "";
    if (!/\bdeclare\s+module\s*["']/.test(source)) return false;
    const ends = Array.from(source.matchAll(declared), ({ index, 0: text }) => index + text.length);
    return ends.some((end) => one !== file || end !== offset + name.length);
  });
}
