import { expect, test } from "bun:test";
import { ProjectRoots, rootTest } from "./project-roots.ts";
import type { TsConfig } from "./tsconfig.ts";

const FILES = [
  "/w/a.ts",
  "/w/a.js",
  "/w/types.d.ts",
  "/w/src/b.tsx",
  "/w/src/b.spec.ts",
  "/w/src/deep/c.mts",
  "/w/src/deep/c.min.js",
  "/w/src/.hidden/d.ts",
  "/w/src/node_modules/p/e.ts",
  "/w/dist/f.ts",
  "/w/x.y/g.ts",
  "/v/h.ts",
];

function config(options: Omit<TsConfig, "path" | "references">, path = "/w/tsconfig.json"): TsConfig {
  return { path, references: [], ...options };
}

// What each lists was compared with `tsc --listFilesOnly`.
test.each<[string, TsConfig, string]>([
  [
    "nothing said: all below the folder",
    config({}),
    "a.ts types.d.ts src/b.tsx src/b.spec.ts src/deep/c.mts dist/f.ts x.y/g.ts",
  ],
  ["an output folder is left out", config({ outDir: "/w/dist", include: ["/w/dist", "/w/a.ts"] }), "a.ts"],
  ["JavaScript where it is allowed", config({ allowJs: true, include: ["/w/*"] }), "a.ts a.js types.d.ts"],
  ["and in a jsconfig", config({ include: ["/w/*"] }, "/w/jsconfig.json"), "a.ts a.js types.d.ts"],
  ["a file that is named, whatever it is", config({ files: ["/w/a.js"] }), "a.js"],
  ["a solution lists none", config({ files: [] }), ""],
  ["both", config({ files: ["/w/a.ts"], include: ["/w/src/deep"] }), "a.ts src/deep/c.mts"],
  ["a folder", config({ include: ["/w/src"] }), "src/b.tsx src/b.spec.ts src/deep/c.mts"],
  ["a folder with a dot in its name is taken for a file", config({ include: ["/w/x.y"] }), ""],
  ["wildcards", config({ include: ["/w/s?c/**/*.mts", "/w/*.d.ts"] }), "types.d.ts src/deep/c.mts"],
  ["a wildcard at the end takes nothing", config({ include: ["/w/src/**"] }), ""],
  [
    "exclude",
    config({ exclude: ["/w/**/*.spec.ts", "/w/dist", "/w/x.*"] }),
    "a.ts types.d.ts src/b.tsx src/deep/c.mts",
  ],
  [
    "exclude of a folder at any depth",
    config({ include: ["/w/src"], exclude: ["/w/**/deep"] }),
    "src/b.tsx src/b.spec.ts",
  ],
  ["another folder", config({ include: ["/v/**/*"] }), "../v/h.ts"],
])("%s", (_, project, wanted) => {
  const listed = FILES.filter(rootTest(project)).map((file) => file.replace("/w/", "").replace("/v/", "../v/"));
  expect(listed.join(" ")).toBe(wanted);
});

test("a project counts where a server finds it: by its name, or by a reference", () => {
  const roots = new ProjectRoots([
    { path: "/w/tsconfig.json", files: [], references: ["/w/tsconfig.lib.json", "/w/gone.json"] },
    { path: "/w/tsconfig.lib.json", include: ["/w/src"], references: ["/w/tsconfig.spec.json"] },
    { path: "/w/tsconfig.spec.json", include: ["/w/src/*.spec.ts"], references: [] },
    { path: "/w/tsconfig.base.json", references: [] },
  ]);
  expect(roots.listing("/w/src/a.ts")).toEqual(["/w/tsconfig.lib.json"]);
  expect(roots.listing("/w/src/a.spec.ts")).toEqual(["/w/tsconfig.lib.json", "/w/tsconfig.spec.json"]);
  expect(roots.listing("/w/other.ts")).toEqual([]);
});

test("of many projects, only those whose folders hold a file are tested for it, in their order", () => {
  const packages = Array.from({ length: 50 }, (_, number) =>
    config({ include: [`/w/p${number}/src`] }, `/w/p${number}/tsconfig.json`),
  );
  const roots = new ProjectRoots([
    ...packages,
    config({ include: ["/w/*/src/**/*"] }),
    config({ files: ["/w/p7/src/a.ts"] }, "/v/tsconfig.json"),
    config({ include: ["/w/p7/src/b.ts"] }, "/w/p7/src/tsconfig.json"),
    config({ include: ["/**/*.ts"] }, "/tsconfig.json"),
  ]);
  expect(roots.listing("/w/p7/src/a.ts")).toEqual([
    "/w/p7/tsconfig.json",
    "/w/tsconfig.json",
    "/v/tsconfig.json",
    "/tsconfig.json",
  ]);
  expect(roots.listing("/w/p7/src/b.ts")).toEqual([
    "/w/p7/tsconfig.json",
    "/w/tsconfig.json",
    "/w/p7/src/tsconfig.json",
    "/tsconfig.json",
  ]);
  expect(roots.listing("/w/p77/src/a.ts")).toEqual(["/w/tsconfig.json", "/tsconfig.json"]);
  expect(roots.listing("/a.ts")).toEqual(["/tsconfig.json"]);
});
