import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { SourceFacts, type SourceFactsOptions } from "./source-facts.ts";

const NOW = 1_700_000_000_000;
const VERSION = { size: 600_000, mtimeMs: NOW - 10_000.25, ctimeMs: NOW - 9000.75, inode: 7 };

function options(cache: TempWorkspace, more: SourceFactsOptions = {}): SourceFactsOptions {
  return { folder: cache.root, now: () => NOW, code: () => "one", ...more };
}

function open(cache: TempWorkspace, more: SourceFactsOptions = {}, root = "/a/shop"): SourceFacts {
  return new SourceFacts(root, options(cache, more));
}

/** What a server that comes next is told of `a.ts`. */
function recalled(cache: TempWorkspace, more: SourceFactsOptions = {}, root = "/a/shop"): unknown {
  return open(cache, more, root).of("modules").recall("a.ts", VERSION);
}

function keepOne(cache: TempWorkspace, version = VERSION, path = "a.ts"): SourceFacts {
  const facts = open(cache);
  facts.of("modules").keep(path, version, { is: "known", text: "\ud800 €" });
  facts.flush();
  return facts;
}

const databases = (cache: TempWorkspace) =>
  existsSync(cache.path("sources"))
    ? readdirSync(cache.path("sources")).filter((name) => name.endsWith(".sqlite"))
    : [];

const databaseOf = (cache: TempWorkspace) => cache.path(join("sources", databases(cache)[0] as string));

describe("what one server keeps", () => {
  test("the next recalls, of this very version, code, workspace and kind", () => {
    using cache = new TempWorkspace();
    keepOne(cache);
    expect(recalled(cache)).toEqual({ is: "known", text: "\ud800 €" });
    const other = (change: object) =>
      open(cache)
        .of("modules")
        .recall("a.ts", { ...VERSION, ...change });
    expect(other({ size: 1 })).toBeUndefined();
    expect(other({ mtimeMs: VERSION.mtimeMs + 0.25 })).toBeUndefined();
    expect(other({ ctimeMs: VERSION.ctimeMs + 0.25 })).toBeUndefined();
    expect(other({ inode: 8 })).toBeUndefined();
    expect(recalled(cache, { code: () => "two" })).toBeUndefined();
    expect(recalled(cache, {}, "/b/shop")).toBeUndefined();
    expect(open(cache).of("declarations").recall("a.ts", VERSION)).toBeUndefined();
    expect(open(cache).of("modules").recall("b.ts", VERSION)).toBeUndefined();
  });

  test("goes when it is forgotten, and is replaced by what is known later", () => {
    using cache = new TempWorkspace();
    const facts = keepOne(cache);
    const later = { ...VERSION, mtimeMs: NOW - 8000 };
    facts.of("modules").keep("a.ts", later, "newer");
    facts.flush();
    expect(recalled(cache)).toBeUndefined();
    expect(open(cache).of("modules").recall("a.ts", later)).toBe("newer");
    facts.of("modules").forget("a.ts");
    facts.flush();
    expect(open(cache).of("modules").recall("a.ts", later)).toBeUndefined();
  });

  test("comes in portions when all is asked for", () => {
    using cache = new TempWorkspace();
    const facts = open(cache);
    for (let at = 0; at < 450; at++) facts.of("modules").keep(`${at}.ts`, VERSION, at);
    facts.flush();
    const portions = [...open(cache).of<number>("modules").recallAll()];
    expect(portions.map(({ length }) => length)).toEqual([200, 200, 50]);
    expect(
      portions.flat().every(({ path, fact, version }) => path === `${fact}.ts` && version.size === VERSION.size),
    ).toBe(true);
    expect([...open(cache).of("declarations").recallAll()]).toEqual([]);
  });
});

test("What is kept can be read by its owner alone", () => {
  using cache = new TempWorkspace();
  keepOne(cache);
  expect(statSync(cache.path("sources")).mode & 0o077).toBe(0);
});

describe("nothing is kept", () => {
  test("of a file that changed a moment ago, by either of its times, or in the future", () => {
    using cache = new TempWorkspace();
    for (const young of [NOW - 4999, NOW, NOW + 60_000]) {
      keepOne(cache, { ...VERSION, mtimeMs: young });
      keepOne(cache, { ...VERSION, ctimeMs: young });
    }
    expect(databases(cache)).toEqual([]);
  });

  test("of so few sources that reading them is as quick, until there is a database", () => {
    using cache = new TempWorkspace();
    const small = { ...VERSION, size: 400_000 };
    keepOne(cache, small);
    expect(databases(cache)).toEqual([]);
    keepOne(cache);
    keepOne(cache, small, "small.ts");
    expect(open(cache).of("modules").recall("small.ts", small)).toBeDefined();
  });

  test("in the workspace itself, or where the user does not want it", () => {
    using cache = new TempWorkspace();
    const facts = open(cache, {}, cache.root);
    facts.of("modules").keep("a.ts", VERSION, 1);
    facts.flush();
    expect(readdirSync(cache.root)).toEqual([]);
    const before = process.env["KART_CACHE"];
    process.env["KART_CACHE"] = "never";
    try {
      keepOne(cache);
    } finally {
      if (before === undefined) delete process.env["KART_CACHE"];
      else process.env["KART_CACHE"] = before;
    }
    expect(readdirSync(cache.root)).toEqual([]);
  });

  test("of a path that is no Unicode, which a database would change", () => {
    using cache = new TempWorkspace();
    keepOne(cache, VERSION, "\ud800.ts");
    expect(databases(cache)).toEqual([]);
  });
});

describe("a database that cannot be used", () => {
  test("is thrown away where it is none, and made anew", () => {
    using cache = new TempWorkspace();
    keepOne(cache);
    for (const spoil of [
      (file: string) => {
        using database = new Database(file, { strict: true });
        // Until then all of it stands beside the file.
        database.run("PRAGMA wal_checkpoint(TRUNCATE)");
        writeFileSync(file, "x".repeat(100_000));
      },
      (file: string) => {
        using database = new Database(file, { strict: true });
        database.run("UPDATE modules SET fact = 'null'");
      },
      (file: string) => {
        using database = new Database(file, { strict: true });
        database.run("DROP TABLE modules");
        database.run("CREATE TABLE modules (path TEXT PRIMARY KEY)");
      },
    ]) {
      spoil(databaseOf(cache));
      expect(recalled(cache)).toBeUndefined();
      expect(databases(cache)).toEqual([]);
      keepOne(cache);
      expect(recalled(cache)).toBeDefined();
    }
  });

  test("is made anew where it has grown too large", () => {
    using cache = new TempWorkspace();
    keepOne(cache);
    expect(recalled(cache, { maxBytes: 1_000_000 })).toBeDefined();
    expect(recalled(cache, { maxBytes: 1000 })).toBeUndefined();
    expect(databases(cache)).toEqual([]);
  });

  test("is done without where no folder can be made", () => {
    using cache = new TempWorkspace({ sources: "a file" });
    keepOne(cache);
    expect(recalled(cache)).toBeUndefined();
    expect(cache.read("sources")).toBe("a file");
  });

  test("is read while another server writes, whose facts are the same", () => {
    using cache = new TempWorkspace();
    keepOne(cache);
    const facts = open(cache);
    expect(facts.of("modules").recall("a.ts", VERSION)).toBeDefined();
    using other = new Database(databaseOf(cache), { strict: true });
    other.run("BEGIN IMMEDIATE");
    facts.of("modules").keep("b.ts", VERSION, "b");
    facts.flush();
    other.run("ROLLBACK");
    expect(facts.of("modules").recall("b.ts", VERSION)).toBeUndefined();
    facts.of("modules").keep("c.ts", VERSION, "c");
    facts.flush();
    expect(facts.of("modules").recall("c.ts", VERSION)).toBe("c");
  });
});

test("What no server opened for a month is thrown away when another database is made", () => {
  using cache = new TempWorkspace();
  const folder = cache.path("sources");
  mkdirSync(folder);
  for (const [name, days] of [
    ["old", 31],
    ["young", 29],
  ] as const) {
    const file = join(folder, `${name}.sqlite`);
    writeFileSync(file, "");
    utimesSync(file, NOW / 1000 - days * 86_400, NOW / 1000 - days * 86_400);
  }
  keepOne(cache);
  expect(
    databases(cache)
      .map((name) => name.replace(/-\w+\./, "."))
      .sort(),
  ).toEqual(["shop.sqlite", "young.sqlite"]);
});
