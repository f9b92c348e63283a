import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { serverCommand } from "@kart/core/language-server/session/server-binary";
import { declarationsOf } from "@kart/core/syntax/declarations";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { CORPORA, corpusFolder } from "@kart/testkit/corpora";
import type { Connection } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(600_000);

// What the compiler itself says: an exported declaration is given another name, nothing else is, and the files in which it then
// misses the old name are those that depend on it.

const OPTIONS = {
  strict: true,
  noEmit: true,
  module: "esnext",
  moduleResolution: "bundler",
  allowImportingTsExtensions: true,
  target: "es2022",
  skipLibCheck: true,
};

const oxc = await loadParser();
const totals = { symbols: 0, files: 0 };
afterAll(() =>
  console.log(`ground truth: ${totals.symbols} symbols, ${totals.files} dependent files, none missed, none invented`),
);

/** Every word of the DOM's declarations. */
const { program: compiler } = serverCommand(import.meta.dir);
const library = await Bun.file(join(dirname(compiler), "lib.dom.d.ts")).text();
const GLOBALS = new Set(library.match(/\w+/g));

interface Renamed {
  readonly path: string;
  readonly name: string;
}

/** Exported declarations whose name nothing else in the sources declares, spread evenly over the files. */
function candidates(files: ReadonlyMap<string, string>, wanted: number): Renamed[] {
  const declared: (Renamed & { readonly isWhole: boolean })[] = [];
  for (const [path, text] of files) {
    const outcome = parseSource(oxc, path, text);
    if (!outcome.ok) continue;
    for (const { name, exported, exportedAs, overloads, statement } of declarationsOf(outcome.parsed))
      declared.push({
        path,
        name,
        isWhole: exported && exportedAs === undefined && overloads === undefined && statement === undefined,
      });
  }
  const counts = Map.groupBy(declared, ({ name }) => name);
  // A global of the same name takes the place of what is missing, and of what has another name elsewhere the compiler names only
  // where that is given.
  const aliased = new Set(
    [...files.values()].flatMap((text) => Array.from(text.matchAll(/([\w$]+) as /g), ([, name]) => name)),
  );
  const alone = declared.filter(
    ({ name, isWhole }) => isWhole && counts.get(name)?.length === 1 && !GLOBALS.has(name) && !aliased.has(name),
  );
  return Array.from({ length: wanted }, (_, at) => alone[Math.floor((at * alone.length) / wanted)] as Renamed);
}

/** The files in which the compiler misses each name, once the declarations have others. */
function missedIn(tree: TempWorkspace, renamed: readonly Renamed[]): Map<string, Set<string>> {
  for (const { path, name } of renamed) {
    const text = tree.read(path);
    const outcome = parseSource(oxc, path, text);
    const found = outcome.ok ? declarationsOf(outcome.parsed).find((one) => one.name === name) : undefined;
    if (found === undefined) throw new Error(`${name} is gone from ${path}`);
    tree.write(path, `${text.slice(0, found.nameRange.start)}${name}Renamed${text.slice(found.nameRange.end)}`);
  }
  const { stdout } = Bun.spawnSync([compiler, "-p", tree.root, "--pretty", "false", "--checkers", "1"], {
    cwd: tree.root,
    env: { ...process.env, GOGC: "off" },
  });
  const missed = new Map(renamed.map(({ name }) => [name, new Set<string>()]));
  for (const [, path, code, message] of stdout
    .toString()
    .matchAll(/^([^\s(][^(]*)\(\d+,\d+\): error TS(\d+): (.*)$/gm)) {
    if (!MISSES.has(Number(code))) continue;
    for (const [, name] of (message as string).matchAll(/'([\w$]+)'/g)) missed.get(name as string)?.add(path as string);
  }
  return missed;
}

/** Cannot find name, no exported member, property does not exist, and the like. */
const MISSES = new Set([
  2304, 2305, 2552, 2339, 2551, 2694, 2724, 2614, 2459, 2503, 2749, 2693, 18004, 2833, 2663, 2460,
]);

/** Of what `core.regexes[format]` may be, nobody can tell who uses it. */
const HANDED_ON = /^src\/v4\/core\/regexes\.ts$/;

const AMOUNTS = { zod: 40, rxjs: 40, "@tanstack/query-core": 30, effect: 0 } as const;

describe.each(CORPORA.filter((name) => AMOUNTS[name] > 0))("%s", (corpus) => {
  test("references and impact name the files that the compiler names", async () => {
    using tree = new TempWorkspace({ "tsconfig.json": JSON.stringify({ compilerOptions: OPTIONS, include: ["src"] }) });
    cpSync(corpusFolder(corpus), tree.path("src"), {
      recursive: true,
      dereference: true,
      filter: (path) => !/\/(?:tests|benchmarks)(?:\/|$)|tsconfig[^/]*$/.test(path.slice(corpusFolder(corpus).length)),
    });
    const files = new Map<string, string>();
    for (const path of new Bun.Glob("src/**/*.ts").scanSync(tree.root)) files.set(path, tree.read(path));
    const renamed = candidates(new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), AMOUNTS[corpus]);
    await using connection = await connect(tree.root);
    const said = await Promise.all(renamed.map((one) => dependentsOf(connection, one)));
    const missed = missedIn(tree, renamed);
    for (const [at, { path, name }] of renamed.entries()) {
      const wanted = [...(missed.get(name) as Set<string>)].sort();
      const { references, impact } = said[at] as Said;
      expect({ path, name, files: references }).toEqual({ path, name, files: wanted });
      expect({ path, name, files: impact.filter((file) => file !== path) }).toEqual({
        path,
        name,
        files: wanted.filter((file) => file !== path),
      });
      totals.symbols++;
      totals.files += wanted.length;
    }
  });
});

interface Said {
  readonly references: readonly string[];
  readonly impact: readonly string[];
}

async function dependentsOf(connection: Connection, { path, name: symbol }: Renamed): Promise<Said> {
  const found = await connection.data<{ references: { path: string }[]; complete: boolean }>("kart_references", {
    path,
    symbol,
    limit: 10_000,
  });
  const reached = await connection.data<{ files: string[]; complete: boolean }>("kart_impact", {
    path,
    symbol,
    depth: 1,
    limit: 2_000,
  });
  const isFollowed = !HANDED_ON.test(path);
  expect([found.complete, reached.complete]).toEqual([isFollowed, isFollowed]);
  return { references: [...new Set(found.references.map((one) => one.path))].sort(), impact: reached.files };
}
