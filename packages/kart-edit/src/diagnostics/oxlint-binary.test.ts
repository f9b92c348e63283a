import { expect, test } from "bun:test";
import { realpathSync } from "node:fs";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { lintBackends } from "./lint-backends.ts";
import { locateBinaries, packageVersion } from "./oxlint-binary.ts";

const platform = `@oxlint-tsgolint/${process.platform}-${process.arch}/tsgolint`;
const own = locateBinaries(import.meta.dir, import.meta.dir);

test("kart-edit's own, where the workspace has none; nothing above the workspace counts", () => {
  using files = new TempWorkspace({
    "node_modules/oxlint/bin/oxlint": "",
    "node_modules/oxlint-tsgolint/package.json": "",
    [`node_modules/${platform}`]: "",
    "root/packages/app/a.ts": "",
  });
  expect(locateBinaries(files.path("root/packages/app"), files.path("root"))).toEqual(own);
  expect(own.oxlint).toEndWith("/node_modules/oxlint/bin/oxlint");
  expect(own.tsgolint).toEndWith(platform);
});

test("the nearest of the workspace, also behind the symlinks of an isolated installation", () => {
  const store = "node_modules/.store/oxlint-tsgolint@1/node_modules";
  using files = new TempWorkspace({
    "node_modules/oxlint/bin/oxlint": "",
    "packages/app/node_modules/oxlint/bin/oxlint": "",
    [`${store}/oxlint-tsgolint/package.json`]: "",
    [`${store}/${platform}`]: "",
    "node_modules/oxlint-tsgolint": { symlinkTo: ".store/oxlint-tsgolint@1/node_modules/oxlint-tsgolint" },
    "packages/app/src/a.ts": "",
    "packages/lib/a.ts": "",
  });
  const tsgolint = files.path(`${store}/${platform}`);
  expect(locateBinaries(files.path("packages/app/src"), files.root)).toEqual({
    oxlint: files.path("packages/app/node_modules/oxlint/bin/oxlint"),
    tsgolint,
  });
  expect(locateBinaries(files.path("packages/lib"), files.root)).toEqual({
    oxlint: files.path("node_modules/oxlint/bin/oxlint"),
    tsgolint,
  });
});

test("a package that was installed without its program is passed over", () => {
  using files = new TempWorkspace({
    "node_modules/oxlint/package.json": "",
    "node_modules/oxlint-tsgolint/package.json": "",
  });
  expect(locateBinaries(files.root, files.root)).toEqual(own);
});

test("doctor is told versions and paths, of programs that run", async () => {
  using files = new TempWorkspace();
  expect(await lintBackends(files.root)).toEqual([
    { name: "oxlint", version: expect.stringMatching(/^\d+\.\d+\.\d+/), path: own.oxlint ?? "" },
    { name: "oxlint-tsgolint", version: expect.stringMatching(/^\d+\.\d+\.\d+/), path: own.tsgolint ?? "" },
  ]);
  expect(packageVersion(realpathSync(own.oxlint ?? ""))).toBe(packageVersion(own.oxlint ?? ""));
});

test("doctor is told what is wrong, and what to do", async () => {
  using files = new TempWorkspace({
    "node_modules/oxlint/bin/oxlint": 'throw new Error("no binding for this platform");',
    "node_modules/oxlint-tsgolint/package.json": "",
    [`node_modules/${platform}`]: "rubbish",
  });
  const [oxlint, tsgolint] = await lintBackends(files.root);
  expect(oxlint?.problem).toMatch(/ended with status 1: .*no binding for this platform.*bun add -d oxlint`/);
  expect(tsgolint?.problem).toMatch(/could not be started: .*bun add -d oxlint-tsgolint`/);
});
