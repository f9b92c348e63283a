import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { isBusy, openWriteAhead } from "./write-ahead.ts";

const HOLDER = join(import.meta.dir, "../../test/programs/hold-database.ts");

const PATIENCE = 20_000;

function journalOf(database: Database): unknown {
  return database.query("PRAGMA journal_mode").get();
}

test("a database that another process is just making is waited for", async () => {
  using files = new TempWorkspace();
  const file = files.path("a.sqlite");
  const holder = Bun.spawn([process.execPath, HOLDER, file, "300"], { stdout: "pipe" });
  const { value } = await holder.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe("held\n");
  using database = openWriteAhead(file, PATIENCE);
  expect(journalOf(database)).toEqual({ journal_mode: "wal" });
  await holder.exited;
});

test("one that stays held is given up, and nothing else is taken for that", () => {
  using files = new TempWorkspace();
  const file = files.path("a.sqlite");
  using holder = new Database(file);
  holder.run("BEGIN IMMEDIATE");
  const thrown = (path: string): unknown => {
    try {
      using database = openWriteAhead(path, 10);
      return journalOf(database);
    } catch (error) {
      return isBusy(error);
    }
  };
  expect(thrown(file)).toBe(true);
  holder.run("ROLLBACK");
  expect(thrown(file)).toEqual({ journal_mode: "wal" });
  writeFileSync(files.path("b.sqlite"), "nonsense".repeat(1000));
  expect(thrown(files.path("b.sqlite"))).toBe(false);
});
