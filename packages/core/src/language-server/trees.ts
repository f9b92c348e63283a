import type { Node, Program } from "oxc-parser";
import { loadParser, parseSource } from "../syntax/parser/parse.ts";
import { nodesAround as around } from "../syntax/scope.ts";
import type { Questions } from "./questions.ts";

/** Trees take ten to thirty times the text: they go with the question that needs them. */
const known = new WeakMap<Questions, Map<string, Promise<Program | undefined>>>();

/** The nodes around an offset (UTF-16) of a file, the outermost first, of a shorthand its value; none where it does not parse. */
export async function nodesAround(questions: Questions, file: string, offset: number): Promise<readonly Node[]> {
  const program = await programOf(questions, file);
  return program === undefined ? [] : around(program, offset);
}

/** The tree of a file as it is; none where it does not parse. Each file is parsed once. */
export function programOf(questions: Questions, file: string): Promise<Program | undefined> {
  const trees = known.getOrInsertComputed(questions, () => new Map());
  return trees.getOrInsertComputed(file, async () => {
    const outcome = parseSource(await loadParser(), file, questions.reader.textOf(file)?.source ?? "");
    return outcome.ok ? outcome.parsed.program : undefined;
  });
}
