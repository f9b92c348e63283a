import type { Node } from "oxc-parser";
import { loadParser, parseSource } from "../syntax/parse.ts";
import { nodesIn } from "../syntax/tree.ts";
import type { Questions } from "./questions.ts";

/** The nodes around an offset (UTF-16) of a file, the outermost first; none where it does not parse. Each file is parsed once. */
export async function nodesAround(questions: Questions, file: string, offset: number): Promise<readonly Node[]> {
  const program = await questions.kept(`tree ${file}`, async () => {
    const outcome = parseSource(await loadParser(), file, questions.reader.textOf(file)?.source ?? "");
    return outcome.ok ? outcome.parsed.program : undefined;
  });
  return program === undefined ? [] : [...nodesIn(program, { start: offset, end: offset + 1 })];
}
