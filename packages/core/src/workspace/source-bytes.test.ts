import { expect, test } from "bun:test";
import { chmodSync, linkSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { readForEdit } from "./source-bytes.ts";
import { WorkspaceRoot } from "./workspace-path.ts";

const TEXTS: Readonly<Record<string, string>> = {
  plain: "a\nb\n",
  empty: "",
  "byte order mark, CRLF and lone CR": "\ufeffa\r\nb\rc",
  "line separators and emoji": "\u2028😀\u0085e\u0301",
  "a mark in the middle": "a\ufeffb",
};

for (const [what, text] of Object.entries(TEXTS)) {
  test(`text is the bytes exactly: ${what}`, () => {
    using files = new TempWorkspace({ "a.ts": text });
    const file = readForEdit(new WorkspaceRoot(files.root), "a.ts");
    expect(file.text).toBe(text);
    expect(Buffer.from(file.text).equals(file.bytes)).toBe(true);
  });
}

test("says which file it was: mode, owner, number of names, inode", () => {
  using files = new TempWorkspace({ "a.ts": "a" });
  chmodSync(files.path("a.ts"), 0o4751);
  linkSync(files.path("a.ts"), files.path("b.ts"));
  const { uid, gid, ino, dev } = statSync(files.path("a.ts"));
  const { stats, path } = readForEdit(new WorkspaceRoot(files.root), "a.ts");
  expect(stats).toEqual({ mode: 0o4751, uid, gid, nlink: 2, ino, dev });
  expect(path.relative).toBe("a.ts");
});

const BINARY: Readonly<Record<string, Uint8Array>> = {
  "NUL at the start": Buffer.from("\0a"),
  "NUL after 100 kB": Buffer.concat([Buffer.alloc(100_000, "a"), Buffer.from([0])]),
  "UTF-16": Buffer.from("\ufeffabc", "utf16le"),
  "Latin-1": Buffer.from("é", "latin1"),
  "a surrogate in UTF-8": Buffer.from([0xed, 0xa0, 0x80]),
  "an overlong form": Buffer.from([0xc1, 0xbf]),
  "a character cut off at the end": Buffer.from("a😀").subarray(0, 4),
};

for (const [what, bytes] of Object.entries(BINARY)) {
  test(`binary_file: ${what}`, () => {
    using files = new TempWorkspace({ "a.ts": bytes });
    expect(() => readForEdit(new WorkspaceRoot(files.root), "a.ts")).toThrow(
      expect.objectContaining({ code: "binary_file" }),
    );
  });
}

test("file_too_large: more than 20 MB", () => {
  using files = new TempWorkspace({ "a.ts": Buffer.alloc(20 * 1024 * 1024, "a") });
  const root = new WorkspaceRoot(files.root);
  expect(readForEdit(root, "a.ts").bytes.length).toBe(20 * 1024 * 1024);
  files.write("a.ts", Buffer.alloc(20 * 1024 * 1024 + 1, "a"));
  expect(() => readForEdit(root, "a.ts")).toThrow(
    expect.objectContaining({ code: "file_too_large", message: expect.stringContaining("20,971,521 bytes") }),
  );
});

test("what is no file inside the root is refused at once", () => {
  using outside = new TempWorkspace({ "marker.ts": "OUTSIDE" });
  using files = new TempWorkspace({
    "folder/a.ts": "",
    out: { symlinkTo: outside.path("marker.ts") },
    away: { symlinkTo: outside.root },
    dangling: { symlinkTo: "nothing" },
    loop: { symlinkTo: "loop" },
  });
  Bun.spawnSync(["mkfifo", files.path("fifo")]);
  const root = new WorkspaceRoot(files.root);
  const REFUSED: Readonly<Record<string, string>> = {
    fifo: "not_a_file",
    folder: "not_a_file",
    nothing: "file_not_found",
    dangling: "file_not_found",
    loop: "file_not_found",
    out: "path_outside_root",
    "away/marker.ts": "path_outside_root",
    [outside.path("marker.ts")]: "path_outside_root",
    "../x": "path_outside_root",
    "": "invalid_argument",
    "a\0b": "invalid_argument",
  };
  for (const [path, code] of Object.entries(REFUSED)) {
    expect(() => readForEdit(root, path), path).toThrow(expect.objectContaining({ code }));
  }
});

test("what decides which programs run is protected, by any name and at any depth", () => {
  using files = new TempWorkspace({
    ".git/config": "",
    ".mcp.json": "",
    ".claude/settings.json": { symlinkTo: "../shared/settings.json" },
    "shared/settings.json": "{}",
    "packages/a/.MCP.json": "",
    "packages/a/.Claude/hooks/x.sh": "",
    "other/.GIT/config": "",
    "sub/.git": "gitdir: ../.git/modules/sub",
    "link.ts": { symlinkTo: ".git/config" },
    hooks: { symlinkTo: "packages/a/.Claude/hooks" },
    "mcp.json": "",
    "a.git/config": "",
    ".github/x.yml": "",
    ".claude.ts": "",
  });
  using outside = new TempWorkspace();
  symlinkSync(files.root, outside.path("root"));
  const root = new WorkspaceRoot(outside.path("root"));
  for (const path of [
    ".git/config",
    "./packages/../.git/config",
    files.path(".git/config"),
    outside.path("root/.git/config"),
    ".mcp.json",
    // As given: it leads to an ordinary file.
    ".claude/settings.json",
    outside.path("root/.claude/settings.json"),
    "packages/a/.MCP.json",
    "packages/a/.Claude/hooks/x.sh",
    "other/.GIT/config",
    "sub/.git",
    "link.ts",
    "hooks/x.sh",
  ]) {
    expect(() => readForEdit(root, path), path).toThrow(expect.objectContaining({ code: "protected_path" }));
  }
  for (const path of ["mcp.json", "a.git/config", ".github/x.yml", ".claude.ts", "shared/settings.json"])
    expect(readForEdit(root, path).path.relative).toBe(path);
});

test("where the root's own .claude is a link, its target is protected by its own name too", () => {
  using files = new TempWorkspace({ "config/settings.json": "{}", ".claude": { symlinkTo: "config" }, "a.ts": "" });
  const root = new WorkspaceRoot(files.root);
  expect(() => readForEdit(root, "config/settings.json")).toThrow(expect.objectContaining({ code: "protected_path" }));
  expect(readForEdit(root, "a.ts").text).toBe("");
});

test("a root below a protected folder is editable: worktrees live there", () => {
  using files = new TempWorkspace();
  mkdirSync(files.path(".claude/worktrees/x"), { recursive: true });
  files.write(".claude/worktrees/x/a.ts", "a");
  const root = new WorkspaceRoot(files.path(".claude/worktrees/x"));
  expect(readForEdit(root, "a.ts").text).toBe("a");
  expect(readForEdit(root, files.path(".claude/worktrees/x/a.ts")).text).toBe("a");
  files.write("elsewhere/a.ts", "a");
  symlinkSync("../elsewhere", files.path(".claude/link"));
  const link = new WorkspaceRoot(files.path(".claude/link"));
  expect(readForEdit(link, files.path(".claude/link/a.ts")).text).toBe("a");
});
