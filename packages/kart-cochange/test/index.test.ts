import { Database } from "bun:sqlite";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { connectStdio } from "@kart/testkit/connect";
import { until } from "@kart/testkit/processes";
import { RawServer } from "@kart/testkit/raw-server";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { type Answer, askOf, askProcess, COMMAND, connectProcess, counted, environment } from "./ask.ts";
import { GitRepository } from "./git-repository.ts";
import { importHistory } from "./import-history.ts";

setDefaultTimeout(90_000);

function small(): GitRepository {
  const repository = new GitRepository();
  repository.commit({ "a.ts": "1", "b.ts": "1" });
  return repository;
}

function databaseOf(repository: GitRepository): string {
  const folder = join(repository.cache, "kart/cochange");
  const name = readdirSync(folder).find((entry) => entry.endsWith(".sqlite"));
  return join(folder, name ?? "none");
}

describe("the file of an index", () => {
  const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
    "no database": (file) => writeFileSync(file, "nonsense".repeat(1000)),
    "cut short": (file) => truncateSync(file, 6000),
    "overwritten in the middle": (file) => {
      using database = new Database(file);
      database.run("PRAGMA journal_mode = DELETE");
      const bytes = new Uint8Array(40_000).fill(0xab);
      const descriptor = openSync(file, "r+");
      writeSync(descriptor, bytes, 0, bytes.length, 4096);
      closeSync(descriptor);
    },
  };
  for (const [what, damage] of Object.entries(DAMAGES)) {
    test(`that is ${what} is rebuilt, and said so once`, async () => {
      using repository = small();
      await askProcess(repository, { path: "a.ts" });
      damage(databaseOf(repository));
      await using connection = await connectProcess(repository);
      const text = await connection.text("kart_cochange", { path: "a.ts" });
      expect(text).toContain("b.ts");
      expect(text).toEndWith("\nThe index was damaged and was rebuilt.");
      expect(await connection.text("kart_cochange", { path: "a.ts" })).not.toContain("rebuilt");
    });
  }

  test("of another version is rebuilt, and said so", async () => {
    using repository = small();
    await askProcess(repository, { path: "a.ts" });
    {
      using database = new Database(databaseOf(repository));
      database.run("PRAGMA user_version = 77");
    }
    await using connection = await connectProcess(repository);
    expect(await connection.text("kart_cochange", { path: "a.ts" })).toEndWith(
      "\nThe index came from another version and was rebuilt.",
    );
  });

  test("that was deleted under a running server is made anew", async () => {
    using repository = small();
    await using connection = await connectProcess(repository);
    await askOf(connection, { path: "a.ts" });
    for (const name of readdirSync(join(repository.cache, "kart/cochange")))
      await Bun.file(join(repository.cache, "kart/cochange", name)).delete();
    expect(counted(await askOf(connection, { path: "a.ts" }))).toEqual(["b.ts 1"]);
    expect(await Bun.file(databaseOf(repository)).exists()).toBe(true);
  });

  test("is never made in the repository", async () => {
    using repository = small();
    await using connection = await connectStdio({
      command: COMMAND,
      root: repository.root,
      env: { XDG_CACHE_HOME: repository.path("cache") },
    });
    const text = await connection.text("kart_cochange", { path: "a.ts" });
    expect(text).toContain("b.ts\nThe index is not kept: the cache folder lies in the repository");
    // Bun keeps what it has compiled there.
    expect(readdirSync(repository.path("cache"))).not.toContain("kart");
  });

  test("that cannot be written is done without", async () => {
    using repository = small();
    mkdirSync(repository.cache);
    writeFileSync(join(repository.cache, "kart"), "a file in the way");
    await using connection = await connectProcess(repository);
    expect(await connection.text("kart_cochange", { path: "a.ts" })).toContain("b.ts\nThe index is not kept: ");
  });

  test("can be read by its owner alone", async () => {
    using repository = small();
    mkdirSync(repository.cache);
    chmodSync(repository.cache, 0o755);
    await askProcess(repository, { path: "a.ts" });
    expect((await Bun.file(join(repository.cache, "kart/cochange")).stat()).mode & 0o077).toBe(0);
  });
});

/** Commits that take longer to read than a test needs to interfere. */
const MANY = 4000;

describe("many commits", () => {
  test("a build that is killed goes on where it was", async () => {
    using repository = new GitRepository();
    await importHistory(repository, MANY);
    const first = new RawServer({ command: [...COMMAND, "--root", repository.root], env: environment(repository) });
    await first.initialize();
    void first.call("kart_cochange", { path: "f1.ts" }).catch(() => undefined);
    const indexed = () => {
      try {
        using database = new Database(databaseOf(repository), { readonly: true });
        return (database.query("SELECT count(*) AS n FROM commits").get() as { n: number }).n;
      } catch {
        return 0;
      }
    };
    await until("a part was indexed", () => indexed() > 0, 30_000);
    await first[Symbol.asyncDispose]();
    const kept = indexed();
    expect(kept).toBeWithin(1, MANY);
    const later = await askProcess(repository, { path: "f1.ts" });
    expect(later.commitsSeen).toBe(MANY);
    const anew = await askProcess({ root: repository.root, cache: repository.beside("other") }, { path: "f1.ts" });
    expect(later).toEqual(anew);
  });

  test("two servers at once, from nothing: both answer the same, and right", async () => {
    using repository = new GitRepository();
    await importHistory(repository, MANY);
    await using one = await connectProcess(repository);
    await using two = await connectProcess(repository);
    const answers = await Promise.all([one, two, one, two].map((server) => askOf(server, { path: "f1.ts" })));
    for (const answer of answers) expect(answer).toEqual(answers[0] as Answer);
    expect(answers[0]?.commitsSeen).toBe(MANY);
  });

  test("a deadline keeps what was done, and says how to go on", async () => {
    using repository = new GitRepository();
    await importHistory(repository, MANY);
    const started = performance.now();
    repository.git("log", "--name-status", "-M");
    const third = Math.ceil((performance.now() - started) / 3);
    const env = { ...environment(repository), KART_TIMEOUT_MS: String(third) };
    await using connection = await connectStdio({ command: COMMAND, root: repository.root, env });
    const replies: string[] = [];
    await until(
      "the history was read in turns",
      async () => {
        const { content, isError } = await connection.call("kart_cochange", { path: "f1.ts" });
        replies.push((content[0] as { text: string }).text);
        return isError !== true;
      },
      50_000,
    );
    expect(replies[0]).toMatch(/^timeout: The history is long: [\d,]+ commits? are indexed so far, and kept/);
    expect((await askProcess(repository, { path: "f1.ts" })).commitsSeen).toBe(MANY);
  });
});
