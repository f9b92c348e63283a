import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync } from "node:fs";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { lintStates } from "./lint-states.ts";
import { locateBinaries } from "./oxlint-binary.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const platform = `@oxlint-tsgolint/${process.platform}-${process.arch}/tsgolint`;
const own = locateBinaries(import.meta.dir, import.meta.dir);
const { signal } = new AbortController();

const chosen = process.env["OXLINT_TSGOLINT_PATH"];
afterEach(() => {
  if (chosen === undefined) delete process.env["OXLINT_TSGOLINT_PATH"];
  else process.env["OXLINT_TSGOLINT_PATH"] = chosen;
});

test("doctor is told versions and paths, of programs that found a type error together", async () => {
  using files = new TempWorkspace();
  const version = expect.stringMatching(/^\d+\.\d+\.\d+/) as string;
  const without = expect.stringMatching(/^Until then edits are /) as string;
  expect(await lintStates(files.root, signal)).toEqual([
    { name: "oxlint", version, path: own.oxlint ?? "", without },
    { name: "oxlint-tsgolint", version, path: own.tsgolint ?? "", did: "finds a type error", without },
  ]);
});

test("doctor is told what is wrong, and what to do", async () => {
  using files = new TempWorkspace({
    "node_modules/oxlint/bin/oxlint": 'throw new Error("no binding for this platform");',
    "node_modules/oxlint-tsgolint/package.json": "",
    [`node_modules/${platform}`]: "rubbish",
  });
  const [oxlint, tsgolint] = await lintStates(files.root, signal);
  expect(oxlint?.problem).toMatch(/ended with status 1: .*no binding for this platform.*bun add -d oxlint`/);
  expect(tsgolint?.problem).toMatch(/could not be started: .*bun add -d oxlint-tsgolint`/);
});

test("a tsgolint that runs and checks nothing is found out", async () => {
  using files = new TempWorkspace({ tsgolint: '#!/bin/sh\n[ "$1" = --help ] && exit 0\nexit 1\n' });
  chmodSync(files.path("tsgolint"), 0o755);
  process.env["OXLINT_TSGOLINT_PATH"] = files.path("tsgolint");
  const [oxlint, tsgolint] = await lintStates(files.root, signal);
  expect(oxlint?.problem).toBeUndefined();
  expect(tsgolint?.problem).toMatch(/^A type error was not found: .*exit status: 1.* Install both again/);
});
