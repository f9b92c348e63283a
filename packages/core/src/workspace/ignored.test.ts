import { afterEach, expect, test } from "bun:test";
import { isAbsolute } from "node:path";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { Workspace } from "./workspace.ts";

const given = process.env["XDG_CONFIG_HOME"];

afterEach(() => {
  if (given === undefined) delete process.env["XDG_CONFIG_HOME"];
  else process.env["XDG_CONFIG_HOME"] = given;
});

test("what the user's git ignores everywhere is ignored, unless a nearer rule takes it back", () => {
  using user = new TempWorkspace({ everywhere: "*.log\n" });
  user.write("git/config", `[core]\n  excludesFile = ${user.path("everywhere")}\n`);
  using files = new TempWorkspace({ ".gitignore": "!kept.log\n" });
  process.env["XDG_CONFIG_HOME"] = user.root;
  const rules = new Workspace(files.root).ignoreRules();
  expect(["a.log", "b/c.log", "kept.log", "a.ts"].filter((path) => rules.ignores(path, false))).toEqual([
    "a.log",
    "b/c.log",
  ]);
});

test("an empty XDG_CONFIG_HOME counts as none: no rules are taken from the folder the server was started in", () => {
  using files = new TempWorkspace();
  process.env["XDG_CONFIG_HOME"] = "";
  expect(new Workspace(files.root).ignoreRules().outer.filter((file) => !isAbsolute(file))).toEqual([]);
});

test("a byte order mark is no part of the first rule", () => {
  using files = new TempWorkspace({ ".gitignore": "\uFEFFdist\n" });
  expect(new Workspace(files.root).ignoreRules().ignores("dist", true)).toBe(true);
});
