import { expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { nearPaths } from "./near-paths.ts";
import { WorkspaceRoot } from "./workspace-path.ts";

const FILES = {
  "src/components/button/index.ts": "",
  "src/components/button/button.tsx": "",
  "src/components/bottle/index.ts": "",
  "src/pages.ts": "",
  "src/page.tsx": "",
  ".env": "",
};

/** A path that is missing from the folder before the bar, and what may be meant by it. */
const ROWS: readonly [missing: string, wanted: readonly string[]][] = [
  ["src/components|buton", ["src/components/button"]],
  ["src/components|Button", ["src/components/button"]],
  ["src/components/button|buton.tsx", ["src/components/button/button.tsx"]],
  ["src/components/button|button.ts", ["src/components/button/button.tsx"]],
  ["src|componets/button/index.ts", ["src/components/button/index.ts"]],
  ["src|componets/card/index.ts", ["src/components"]],
  ["src/components|botton/button.tsx", ["src/components/button/button.tsx"]],
  ["src/components|botton/index.ts", ["src/components/button/index.ts", "src/components/bottle/index.ts"]],
  ["src|page.ts", ["src/page.tsx", "src/pages.ts"]],
  ["src|pages/a.ts", []],
  [".|.en", [".env"]],
  ["src|nothing", []],
  ["src|", []],
];

test.each(ROWS)("%s -> %j", (missing, wanted) => {
  using files = new TempWorkspace(FILES);
  const [folder = "", path = ""] = missing.split("|");
  const found = nearPaths(files.path(folder), path.split("/"));
  expect(found).toEqual(wanted.map((one) => files.path(one)));
});

test("no path outside of the root is offered", () => {
  using outside = new TempWorkspace({ "secrets/a.ts": "" });
  using files = new TempWorkspace({ "src/a.ts": "" });
  symlinkSync(outside.path("secrets"), files.path("secrets"));
  const root = new WorkspaceRoot(files.root);
  const missing = "The nearest existing folder is the root";
  expect(() => root.prove("secret/a.ts")).toThrow(
    `\`secret/a.ts\` does not exist. ${missing}. List that folder first.`,
  );
  expect(() => root.prove("scr/a.ts")).toThrow(`\`scr/a.ts\` does not exist. ${missing}. List that folder first.`);
  expect(() => root.prove("srcs/a.ts")).toThrow(`${missing}. Did you mean src/a.ts?`);
  expect(() => root.prove("srcs/*.ts")).toThrow(`does not exist, and a path is no pattern. ${missing}`);
});
