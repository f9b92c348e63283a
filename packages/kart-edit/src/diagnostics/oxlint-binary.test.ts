import { expect, test } from "bun:test";
import { realpathSync } from "node:fs";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
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

test("the version stands in the manifest of the package, also behind a symlink", () => {
  expect(packageVersion(own.oxlint ?? "")).toMatch(/^\d+\.\d+\.\d+/);
  expect(packageVersion(realpathSync(own.oxlint ?? ""))).toBe(packageVersion(own.oxlint ?? ""));
});
