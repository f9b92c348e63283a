import { expect, test } from "bun:test";
import { cacheFolder } from "./cache-folder.ts";

test("the user's cache folder, by system", () => {
  expect(cacheFolder("linux", {}, "/home/u")).toBe("/home/u/.cache/kart");
  expect(cacheFolder("linux", { XDG_CACHE_HOME: "/x" }, "/home/u")).toBe("/x/kart");
  expect(cacheFolder("linux", { XDG_CACHE_HOME: "relative" }, "/home/u")).toBe("/home/u/.cache/kart");
  expect(cacheFolder("darwin", {}, "/Users/u")).toBe("/Users/u/Library/Caches/kart");
  expect(cacheFolder("win32", { LOCALAPPDATA: "/l" }, "/u")).toBe("/l/kart/Cache");
  expect(cacheFolder("win32", {}, "/u")).toBe("/u/AppData/Local/kart/Cache");
});
