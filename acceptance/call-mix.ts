import type { Outcome } from "./client.ts";
import type { Random } from "./random.ts";
import type { ServerName } from "./servers.ts";
import type { WorldSymbol } from "./world.ts";

export type Args = Record<string, unknown>;
export type Call = readonly [tool: string, args: Args];

/** What calls are made of. */
export interface Material {
  readonly files: readonly string[];
  readonly symbols: readonly WorldSymbol[];
}

/** Random calls of every tool of one server, most of them sensible, each with the same chances for the same seed. */
export class CallMix {
  readonly #server: ServerName;
  readonly #random: Random;
  readonly #material: Material;
  /** What kart_read showed last: anchors and old lines come from there. */
  readonly #shown: Shown[] = [];
  #made = 0;

  constructor(server: ServerName, random: Random, material: Material) {
    this.#server = server;
    this.#random = random;
    this.#material = material;
  }

  /** A call, one of six with something wrong in it. */
  next(): Call {
    const call = this.sensible();
    return this.#random.chance(1 / 6) ? this.#spoiled(call) : call;
  }

  /** A call that a careful caller would make, though the disk may have changed since. */
  sensible(): Call {
    this.#made++;
    const makers = MIXES[this.#server];
    const total = makers.reduce((sum, [weight]) => sum + weight, 0);
    let left = this.#random.next() * total;
    for (const [weight, tool, make] of makers) {
      left -= weight;
      if (left < 0) return [tool, make(this.#choices())];
    }
    throw new Error("weights do not add up");
  }

  /** To be told of every answer: later calls stand on what was shown. */
  take([tool, args]: Call, { isError, data }: Outcome): void {
    if (tool !== "kart_read" || isError || data?.["lines"] === undefined || args["plain"] === true) return;
    const lines = data["lines"] as Shown["lines"];
    if (lines.length === 0) return;
    this.#shown.push({ path: data["path"] as string, symbol: args["symbol"] as string | undefined, lines });
    if (this.#shown.length > 20) this.#shown.shift();
  }

  #choices(): Choices {
    const random = this.#random;
    const { files, symbols } = this.#material;
    const number = this.#made;
    return {
      random,
      number,
      file: () => random.pick(files),
      folder: () => random.pick(files).split("/").slice(0, -1).join("/"),
      symbol: () => random.pick(symbols),
      shown: () => this.#shown.at(random.below(this.#shown.length)),
      writing: () => ({
        ...(random.chance(0.3) ? { dryRun: true } : {}),
        ...(random.chance(0.97) ? { lint: false } : {}),
      }),
    };
  }

  #spoiled([tool, args]: Call): Call {
    const random = this.#random;
    const keys = Object.keys(args);
    if (keys.length === 0 || random.chance(0.1))
      return [tool, { ...args, [random.pick(["zzz", "limit", "path", "symbol"])]: random.pick(JUNK) }];
    if (random.chance(0.03)) return [`${tool}s`, args];
    const key = random.pick(keys);
    if (random.chance(0.2)) return [tool, Object.fromEntries(Object.entries(args).filter(([name]) => name !== key))];
    return [tool, { ...args, [key]: random.pick(JUNK) }];
  }
}

interface Shown {
  readonly path: string;
  readonly symbol: string | undefined;
  readonly lines: readonly { readonly line: number; readonly hash: string; readonly text: string }[];
}

interface Choices {
  readonly random: Random;
  /** Of this call. */
  readonly number: number;
  readonly file: () => string;
  readonly folder: () => string;
  readonly symbol: () => WorldSymbol;
  readonly shown: () => Shown | undefined;
  readonly writing: () => Args;
}

const JUNK: readonly unknown[] = [
  5,
  -1,
  1e9,
  1.5,
  null,
  true,
  "",
  "\0",
  [],
  [""],
  {},
  "../../../etc/passwd",
  "/etc/passwd",
  "no/such/file.ts",
  "packages",
  "(a+)+$",
  "[",
  "--files",
  "$(touch marker)",
  "x".repeat(5000),
  "\u001b[31m\u202e",
  "1:00",
];

type Maker = readonly [weight: number, tool: string, make: (choices: Choices) => Args];

const at = ({ path, name }: WorldSymbol): Args => ({ path, symbol: name });
const inFile = ({ path, name }: WorldSymbol): Args => ({ file: path, symbol: name });
const position = (random: Random): Args => ({ line: 1 + random.below(60), column: 1 + random.below(40) });

const NAV: readonly Maker[] = [
  [
    6,
    "kart_find",
    ({ random, symbol }) => ({ name: symbol().name.slice(0, 2 + random.below(12)), limit: 1 + random.below(60) }),
  ],
  [
    2,
    "kart_find",
    ({ random, symbol }) => ({ name: symbol().name, match: random.pick(["exact", "prefix"]), body: true }),
  ],
  [
    0.3,
    "kart_find",
    ({ random, folder }) => ({ path: folder(), kind: random.pick(["class", "function", ["type", "method"]]) }),
  ],
  [
    4,
    "kart_search",
    ({ random, symbol }) => ({ pattern: symbol().name, context: random.below(3), limit: 1 + random.below(200) }),
  ],
  [
    1,
    "kart_search",
    ({ random, folder }) => ({
      pattern: random.pick(["\\bclass \\w+", "TODO|FIXME", "^import"]),
      paths: [folder()],
      glob: "*.ts",
    }),
  ],
  [3, "kart_list", ({ random, folder }) => ({ path: folder(), recursive: random.chance(0.3) })],
  [0.3, "kart_list", () => ({ recursive: true, glob: "**/*.json" })],
  [4, "kart_imports", ({ file }) => ({ path: file() })],
  [4, "kart_importers", ({ random, file }) => ({ path: file(), depth: 1 + random.below(3) })],
  [2, "kart_importers", ({ symbol }) => at(symbol())],
  [0.05, "kart_unused_exports", ({ folder }) => ({ path: folder() })],
];

const ZOOM: readonly Maker[] = [
  [4, "kart_zoom", ({ random, file }) => ({ path: file(), level: random.below(3) })],
  [3, "kart_zoom", ({ symbol }) => at(symbol())],
  [0.3, "kart_zoom", ({ folder }) => ({ path: folder() })],
  [1, "kart_impact", ({ random, symbol }) => ({ ...at(symbol()), depth: 1 + random.below(3) })],
  [1, "kart_deps", ({ random, symbol }) => ({ ...at(symbol()), depth: 1 + random.below(3) })],
  [4, "kart_definition", ({ random, file }) => ({ path: file(), ...position(random) })],
  [2, "kart_references", ({ symbol }) => at(symbol())],
  [2, "kart_references", ({ random, file }) => ({ path: file(), ...position(random), includeDefinition: true })],
  [1, "kart_implementations", ({ symbol }) => at(symbol())],
  [4, "kart_hover", ({ symbol }) => at(symbol())],
  [
    2,
    "kart_hover",
    ({ random, file, number }) => ({
      path: file(),
      line: 1,
      column: 14,
      content: `export const made${number} = ${random.below(9)};\n`,
    }),
  ],
  [2, "kart_completions", ({ random, file }) => ({ path: file(), ...position(random) })],
  [1, "kart_completions", ({ file }) => ({ path: file(), line: 1, column: 15, content: "const a = []; a." })],
  [1, "kart_check", ({ file }) => ({ paths: [file()] })],
  [
    0.5,
    "kart_check",
    ({ file, number }) => ({ paths: [file()], content: `export const made${number}: string = 1;\n` }),
  ],
  [0.05, "kart_check", () => ({})],
  [0.1, "kart_check", ({ file }) => ({ paths: [file()], dependents: true })],
];

const EDIT: readonly Maker[] = [
  [4, "kart_read", ({ symbol }) => at(symbol())],
  [
    3,
    "kart_read",
    ({ random, file }) => ({ path: file(), offset: 1 + random.below(20), limit: 1 + random.below(200) }),
  ],
  [0.5, "kart_read", ({ folder }) => ({ path: folder() })],
  [
    3,
    "kart_grep",
    ({ random, symbol, folder }) => ({
      pattern: symbol().name,
      path: folder(),
      pre: random.below(2),
      post: random.below(2),
    }),
  ],
  [5, "kart_edit", lineEdit],
  [
    3,
    "kart_replace",
    ({ random, symbol, number, writing }) => {
      const { path, name } = symbol();
      return {
        file: path,
        symbol: name,
        content: `export ${random.pick(["const", "let"])} ${name} = ${number};`,
        ...writing(),
      };
    },
  ],
  [
    2,
    "kart_insert_after",
    ({ symbol, number, writing }) => ({
      ...inFile(symbol()),
      content: `export const made${number} = ${number};`,
      ...writing(),
    }),
  ],
  [
    2,
    "kart_insert_before",
    ({ symbol, number, writing }) => ({
      ...inFile(symbol()),
      content: `/** ${number} */\nexport function made${number}() {}`,
      ...writing(),
    }),
  ],
  [3, "kart_patch", patch],
  [
    1,
    "kart_delete",
    ({ random, symbol, writing }) => ({ ...inFile(symbol()), force: random.chance(0.8), ...writing() }),
  ],
  [
    0.4,
    "kart_rename",
    ({ random, symbol, number }) => ({ ...inFile(symbol()), newName: `renamed${number}`, dryRun: random.chance(0.5) }),
  ],
  [
    0.4,
    "kart_move",
    ({ random, file, folder, number }) => ({
      from: file(),
      to: `${folder()}/moved${number}.ts`,
      dryRun: random.chance(0.5),
    }),
  ],
  [
    2,
    "kart_write",
    ({ random, folder, number, writing }) => ({
      path: `${folder()}/made${number % 20}.ts`,
      content: `export const made = ${number};\n`,
      overwrite: random.chance(0.5),
      ...writing(),
    }),
  ],
  [2, "kart_undo", ({ random }) => (random.chance(0.7) ? {} : { steps: 1 + random.below(3) })],
];

function lineEdit({ random, number, file, shown, writing }: Choices): Args {
  const read = shown();
  if (read === undefined || random.chance(0.1))
    return { path: file(), edits: [{ replace: { old_text: "import", new_text: "import", all: true } }], ...writing() };
  const { line, hash, text } = random.pick(read.lines);
  const anchor = `${line}:${hash}`;
  const edit = random.pick([
    { set_line: { anchor, new_text: `${text} // ${number}` } },
    { replace_lines: { start_anchor: anchor, end_anchor: anchor, new_text: [text, `// ${number}`] } },
    { insert_after: { anchor, text: `// ${number}` } },
    { replace: { old_text: text, new_text: `${text} ` } },
  ]);
  return { path: read.path, edits: [edit], ...writing() };
}

function patch({ random, number, symbol, shown, writing }: Choices): Args {
  const read = shown();
  if (read?.symbol === undefined)
    return { ...inFile(symbol()), chunks: [{ oldLines: ["{"], newLines: ["{"] }], ...writing() };
  const { text } = random.pick(read.lines);
  const chunks = [{ oldLines: [text], newLines: [text, `// ${number}`] }];
  return { file: read.path, symbol: read.symbol, chunks, ...writing() };
}

const COCHANGE: readonly Maker[] = [
  [4, "kart_cochange", ({ file }) => ({ path: file() })],
  [2, "kart_cochange", ({ random, file }) => ({ paths: [file(), file(), file()], limit: 1 + random.below(50) })],
  [1, "kart_cochange", ({ random, file }) => ({ path: file(), minCommits: 1 + random.below(4) })],
  [0.5, "kart_cochange", () => ({})],
];

const MIXES: Readonly<Record<ServerName, readonly Maker[]>> = {
  "kart-nav": NAV,
  "kart-zoom": ZOOM,
  "kart-edit": EDIT,
  "kart-cochange": COCHANGE,
};
