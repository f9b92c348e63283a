import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lineHash } from "../packages/core/src/text/line-hash.ts";
import { splitLines } from "../packages/core/src/text/lines.ts";
import { bundleOf } from "./bundle.ts";
import { corpus } from "./corpus.ts";
import { changedLine, type LongSymbol, longSymbols, oldNewPair } from "./recorded-edits.ts";
import { type Finding, ratio, sideBySide, timed } from "./side-by-side.ts";
import { StdioServer } from "./stdio-server.ts";

const ROUNDS = 99;
const LONG = 10_000;
const EDITS = 100;

/** What anchors cost a model: to read, to send, and to wait for. */
export async function* read(): AsyncGenerator<Finding> {
  yield ofRows();
  yield await ofEdits();
  yield* time();
}

/** Characters of every file of the corpus as rows, against the files themselves. */
function ofRows(): Finding {
  const { folder, files } = corpus();
  let plain = 0;
  let anchored = 0;
  for (const path of files) {
    const source = readFileSync(join(folder, path), "utf8");
    plain += source.length;
    anchored += splitLines(source).reduce((sum, { text }, index) => sum + `${index + 1}:00|${text}\n`.length, 0);
  }
  return {
    what: "rows with anchors, all files of the corpus",
    measured: `${(anchored / plain).toFixed(3)}x the plain text`,
    target: "at most 1.25x",
    isMet: anchored <= plain * 1.25,
  };
}

/** Characters of arguments for a hundred small edits, one to three lines each in symbols of 10 to 120 lines. */
async function ofEdits(): Promise<Finding> {
  const symbols = (await longSymbols(10)).filter(({ lines }) => lines.length <= 120);
  const stride = Math.floor(symbols.length / EDITS);
  const sample = symbols.filter((_, index) => index % stride === 0).slice(0, EDITS);
  const costs = sample.map((symbol, index) => costsOf(symbol, 1 + (index % 3)));
  const total = (way: keyof Costs) => costs.reduce((sum, cost) => sum + cost[way], 0);
  const anchors = total("anchors");
  return {
    what: `${sample.length} small edits`,
    measured: `kart_edit ${anchors} characters, old/new pairs ${total("pairs")} (${(total("pairs") / anchors).toFixed(1)}x), whole symbols ${total("symbols")} (${(total("symbols") / anchors).toFixed(1)}x)`,
    isMet: true,
  };
}

interface Costs {
  readonly anchors: number;
  readonly pairs: number;
  readonly symbols: number;
}

function costsOf(symbol: LongSymbol, changes: number): Costs {
  const { path, namePath, lines, firstLine } = symbol;
  const places = Array.from(
    { length: changes },
    (_, index) => 1 + Math.floor(((index + 0.5) * (lines.length - 2)) / changes),
  );
  const after = lines.map((line, index) => (places.includes(index) ? changedLine(line) : line));
  const edits = places.map((index) => ({
    set_line: { anchor: `${firstLine + index}:${lineHash(lines[index] as string)}`, new_text: after[index] },
  }));
  const length = (args: object) => JSON.stringify(args).length;
  return {
    anchors: length({ path, edits }),
    pairs: places.reduce((sum, index) => sum + length({ file_path: path, ...oldNewPair(symbol, after, [index]) }), 0),
    symbols: length({ file: path, symbol: namePath, content: after.join("\n") }),
  };
}

async function* time(): AsyncGenerator<Finding> {
  using bundle = await bundleOf("kart-edit");
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "kart-read-bench-"));
  try {
    const file = join(folder, "long.ts");
    const { files, folder: sources } = corpus();
    const lines = files.flatMap((path) => readFileSync(join(sources, path), "utf8").split("\n")).slice(0, LONG);
    writeFileSync(file, `${lines.join("\n")}\n`);
    // As Claude Code is answered.
    await using server = await StdioServer.connected([...bundle.command, "--output", "text"], folder);
    const timings = await sideBySide(ROUNDS, [
      async () => ({
        // At every kind of line break, as an editor does.
        "read and split": await timed(() => {
          if (readFileSync(file, "utf8").split(/\r\n|\n|\r/).length !== LONG + 1) throw new Error("another file");
        }),
      }),
      async () => ({ read: await timed(() => server.call("kart_read", { path: "long.ts" })) }),
    ]);
    yield ratio(timings, "read", "read and split", {
      what: `kart_read in ${LONG.toLocaleString("en-US")} lines`,
      atMost: 3,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
