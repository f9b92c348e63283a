import { expect, test } from "bun:test";
import { databaseFile } from "./database-file.ts";

test("one database for a repository, with a name that a person knows again", () => {
  expect(databaseFile("/w/my app/.git", "/c")).toMatch(/^\/c\/cochange\/my_app-[0-9a-f]{16}\.sqlite$/);
  expect(databaseFile("/w/bare.git", "/c")).toMatch(/^\/c\/cochange\/bare\.git-/);
  expect(databaseFile("/a/x/.git", "/c")).not.toBe(databaseFile("/b/x/.git", "/c"));
});
