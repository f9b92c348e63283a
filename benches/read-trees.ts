/**
 * Reads every file named on standard input, one a line, and parses it, by oxc-parser's public surface (`json`) or as kart does
 * (`lazy`), then looks at nothing but its errors, at its declarations, or at every node. Prints the milliseconds of the parsing
 * and the looking, and the megabytes of the process.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { collectParserGarbage } from "../packages/core/src/process/parser-garbage.ts";
import { declarationsOf } from "../packages/core/src/syntax/declarations.ts";
import { firstError, loadParser, type ParsedSource, parseSource } from "../packages/core/src/syntax/parser/parse.ts";
import { nodesIn } from "../packages/core/src/syntax/parser/tree.ts";
import { LineIndex } from "../packages/core/src/text/line-index.ts";
import { publicParser } from "./parse-everything.ts";

const LOOKS = {
  declarations: (parsed: ParsedSource) => declarationsOf(parsed).length,
  "every node": ({ program }: ParsedSource) => nodesIn(program, program).reduce((count) => count + 1, 0),
};

const [folder, how, look] = process.argv.slice(2) as [string, "json" | "lazy", "errors" | keyof typeof LOOKS];
const lazy = await loadParser();
const parser =
  how === "lazy" ? lazy : { ...lazy, parseSync: (await publicParser()).parseSync as typeof lazy.parseSync };
collectParserGarbage();

let seen = 0;
let milliseconds = 0;
for (const path of (await Bun.stdin.text()).split("\n")) {
  const source = readFileSync(join(folder, path), "utf8");
  const start = performance.now();
  if (look === "errors")
    seen += firstError(parser.parseSync(path, source), new LineIndex(source)) === undefined ? 1 : 0;
  else {
    const outcome = parseSource(parser, path, source);
    if (outcome.ok) seen += LOOKS[look](outcome.parsed);
  }
  milliseconds += performance.now() - start;
}
if (seen === 0) throw new Error("nothing was seen");
process.stdout.write(JSON.stringify({ milliseconds, megabytes: process.memoryUsage.rss() / 2 ** 20 }));
