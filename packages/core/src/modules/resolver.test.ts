import { afterAll, describe, expect, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { Workspace } from "../workspace/workspace.ts";
import { listProjectFiles } from "../workspace/project-files.ts";
import { Resolver } from "./resolver.ts";
import { sourceStems } from "./source-twin.ts";

const trees: TempWorkspace[] = [];
afterAll(() => trees.forEach((tree) => tree[Symbol.dispose]()));

/** Files by path; objects become JSON, `-> target` a symlink. */
type Files = Readonly<Record<string, string | object>>;

async function open(files: Files): Promise<Resolver> {
  const tree = new TempWorkspace();
  trees.push(tree);
  for (const [path, content] of Object.entries(files)) {
    const link = typeof content === "string" && content.startsWith("-> ") ? content.slice(3) : undefined;
    tree.write(
      path,
      link !== undefined ? { symlinkTo: link } : typeof content === "string" ? content : JSON.stringify(content),
    );
  }
  const workspace = new Workspace(tree.root);
  return Resolver.open(workspace.root, await listProjectFiles(workspace, new AbortController().signal));
}

/** A source is its path, anything else says what it is. */
function resolved(resolver: Resolver, importer: string, specifier: string): string {
  const found = resolver.resolve(importer, specifier);
  switch (found.kind) {
    case "source":
      return found.path;
    case "asset":
      return `asset ${found.path}`;
    case "external":
      return `external ${found.name}`;
    case "unresolved":
      return "unresolved";
  }
}

/** `[importer, specifier, expected]` over one tree. */
function check(name: string, files: Files, rows: readonly (readonly [string, string, string])[]): void {
  test(name, async () => {
    const resolver = await open(files);
    expect(
      rows.map(([importer, specifier]) => [importer, specifier, resolved(resolver, importer, specifier)] as const),
    ).toEqual([...rows]);
  });
}

describe("relative", () => {
  check(
    "declarations by the ending of what they describe",
    {
      "src/t.d.ts": "",
      "src/m.d.mts": "",
      "src/c.d.cts": "",
      "src/both.ts": "",
      "src/both.d.ts": "",
      "src/jsx.tsx": "",
      "src/gen.tsx": "",
      ".gitignore": "src/gen.tsx",
    },
    [
      ["src/z.ts", "./t.ts", "src/t.d.ts"],
      ["src/z.ts", "./t.tsx", "src/t.d.ts"],
      ["src/z.ts", "./t.mts", "unresolved"],
      ["src/z.ts", "./m.mts", "src/m.d.mts"],
      ["src/z.ts", "./c.cts", "src/c.d.cts"],
      ["src/z.ts", "./both.ts", "src/both.ts"],
      ["src/z.ts", "./jsx.ts", "unresolved"],
      ["src/z.ts", "./gen.tsx", "asset src/gen.tsx"],
    ],
  );

  check(
    "data that JavaScript finds before a folder, of which TypeScript takes what has its ending written",
    { "src/core.json": "{}", "src/core/index.js": "", "src/data.json": "{}", "src/data.js": "" },
    [
      ["src/a.js", "./core", "asset src/core.json"],
      ["src/a.js", "./core/", "src/core/index.js"],
      ["src/a.js", "./core/index", "src/core/index.js"],
      ["src/a.ts", "./core", "src/core/index.js"],
      ["src/a.js", "./data", "src/data.js"],
    ],
  );

  check(
    "endings that name a module's kind, where they are left out, come last",
    {
      "src/a.mjs": "",
      "src/a.cjs": "",
      "src/a/index.js": "",
      "src/b.mts": "",
      "src/b/index.ts": "",
      "src/c.cjs": "",
      "src/c.json": "{}",
      "src/d.mjs": "",
    },
    [
      ["src/m.js", "./a", "src/a/index.js"],
      ["src/m.js", "./a.mjs", "src/a.mjs"],
      ["src/m.ts", "./b", "src/b/index.ts"],
      ["src/m.ts", "./b.mjs", "src/b.mts"],
      ["src/m.js", "./c", "asset src/c.json"],
      ["src/m.js", "./c.cjs", "src/c.cjs"],
      ["src/m.js", "./d", "src/d.mjs"],
    ],
  );

  check(
    "what the package.json of a folder says that it is, before any index",
    {
      "src/a/package.json": { main: "./main" },
      "src/a/main.js": "",
      "src/a/index.js": "",
      "src/a.mjs": "",
      "src/b/package.json": { main: "./gone.js" },
      "src/b/index.js": "",
      "src/c/package.json": { type: "commonjs" },
      "src/c/index.js": "",
      "package.json": { main: "lib/top.js" },
      "index.js": "",
      "lib/top.js": "",
    },
    [
      ["src/m.js", "..", "lib/top.js"],
      ["m.js", "./", "lib/top.js"],
      ["m.js", "./index", "index.js"],
      ["src/m.js", "./a", "src/a/main.js"],
      ["src/m.js", "./a/", "src/a/main.js"],
      ["src/m.js", "./a/index", "src/a/index.js"],
      ["src/m.js", "./b", "src/b/index.js"],
      ["src/m.js", "./c", "src/c/index.js"],
    ],
  );

  check(
    "endings, folders, assets and queries",
    {
      ".gitignore": "gen\n",
      "src/a.ts": "",
      "src/b.tsx": "",
      "src/c.mts": "",
      "src/d.js": "",
      "src/d.d.ts": "",
      "src/e.ts": "",
      "src/e.js": "",
      "src/dir/index.ts": "",
      "src/dir.ts": "",
      "src/bare.ts": "",
      "src/bare/q/z.ts": "",
      "src/x.service.ts": "",
      "src/data.json": "{}",
      "src/logo.svg": "",
      "src/gen/client.ts": "",
      "src/sub/package.json": { main: "./main.js" },
      "src/sub/main.ts": "",
      "src/link.ts": "-> a.ts",
      "src/out.ts": "-> ../../../../../../../../etc/hostname",
    },
    [
      ["src/z.ts", "./a", "src/a.ts"],
      ["src/z.ts", "./a.js", "src/a.ts"],
      ["src/z.ts", "./a.ts", "src/a.ts"],
      ["src/z.ts", "./b.jsx", "src/b.tsx"],
      ["src/z.ts", "./b.js", "src/b.tsx"],
      ["src/z.ts", "./c.mjs", "src/c.mts"],
      ["src/z.ts", "./d", "src/d.js"],
      ["src/z.ts", "./d.d.js", "src/d.d.ts"],
      ["src/z.ts", "./e.js", "src/e.ts"],
      ["src/z.ts", "./dir", "src/dir.ts"],
      ["src/z.ts", "./dir/", "src/dir/index.ts"],
      ["src/dir/z.ts", ".", "src/dir/index.ts"],
      ["src/dir/q/z.ts", "..", "src/dir/index.ts"],
      ["src/bare/q/z.ts", "..", "unresolved"],
      ["src/bare/q/z.ts", "../../bare", "src/bare.ts"],
      ["src/z.ts", "./x.service", "src/x.service.ts"],
      ["src/z.ts", "./data.json", "asset src/data.json"],
      ["src/z.ts", "./logo.svg?raw", "asset src/logo.svg"],
      ["src/z.ts", "!!raw-loader!./a.ts", "src/a.ts"],
      ["src/z.ts", "./a.ts?worker", "src/a.ts"],
      ["src/z.ts", "./gen/client", "asset src/gen/client.ts"],
      ["src/z.ts", "./sub", "src/sub/main.ts"],
      ["src/z.ts", "./link", "src/a.ts"],
      ["src/z.ts", "./out", "external ./out"],
      ["src/z.ts", "./nope", "unresolved"],
      ["src/z.ts", "", "unresolved"],
      ["src/z.ts", "../../../etc/passwd", "external ../../../etc/passwd"],
      ["src/z.ts", "/src/a", "src/a.ts"],
      ["src/z.ts", "/etc/passwd", "unresolved"],
    ],
  );
});

describe("a fragment", () => {
  check(
    "is no part of the path, unless a file is called so",
    { "a.js": "", "odd#b.js": "", "odd.js": "", "use.js": "" },
    [
      ["use.js", "./a.js#part", "a.js"],
      ["use.js", "./a#part", "a.js"],
      ["use.js", "./odd#b", "odd#b.js"],
    ],
  );
});

describe("tsconfig", () => {
  check(
    "paths, baseUrl, extends of packages and lists, files outside include",
    {
      "tsconfig.base.json": {
        compilerOptions: { paths: { "@lib/*": ["./lib/*"], exact: ["./lib/exact.ts"], "@lib/deep/*": ["./deep/*"] } },
      },
      "app/tsconfig.json": { extends: ["../tsconfig.base.json", "@tsconfig/none/tsconfig.json"], include: ["src"] },
      "app/src/a.ts": "",
      "app/test/t.ts": "",
      "lib/x.ts": "",
      "lib/exact.ts": "",
      "deep/y.ts": "",
      "base/tsconfig.json": `{ // comment\n "compilerOptions": { "baseUrl": "./src", }, }`,
      "base/src/q/r.ts": "",
      "js/jsconfig.json": { compilerOptions: { baseUrl: ".", paths: { "~/*": ["src/*"] } } },
      "js/src/k.js": "",
      "broken/tsconfig.json": `{ "compilerOptions": `,
      "broken/a.ts": "",
    },
    [
      ["app/src/a.ts", "@lib/x", "lib/x.ts"],
      ["app/src/a.ts", "@lib/x.js", "lib/x.ts"],
      ["app/src/a.ts", "exact", "lib/exact.ts"],
      ["app/src/a.ts", "@lib/deep/y", "deep/y.ts"],
      ["app/test/t.ts", "@lib/x", "lib/x.ts"],
      ["app/src/a.ts", "@lib/none", "unresolved"],
      ["app/src/a.ts", "fs", "external fs"],
      ["base/src/q/r.ts", "q/r", "base/src/q/r.ts"],
      ["js/src/k.js", "~/k", "js/src/k.js"],
      ["broken/a.ts", "./a", "broken/a.ts"],
      ["broken/a.ts", "node:fs", "external node:fs"],
    ],
  );

  const suffix = (name: string) => ({ compilerOptions: { moduleSuffixes: [name, ""] } });
  const extending = (name: string) => ({ extends: name });
  check(
    "extends by a package's `exports`, by its `tsconfig`, installed or of the workspace",
    {
      ".gitignore": "node_modules\n",
      "cfg/package.json": {
        name: "@s/cfg",
        exports: {
          "./base": "./in/b.json",
          "./*.json": "./in/*.json",
          "./lib": { import: "./no.json", node: "./in/n.json" },
        },
      },
      "cfg/in/b.json": suffix(".b"),
      "cfg/in/n.json": suffix(".n"),
      "node_modules/whole/package.json": { name: "whole", tsconfig: "./t.json" },
      "node_modules/whole/t.json": suffix(".t"),
      "node_modules/main/package.json": { name: "main", exports: "./t.json" },
      "node_modules/main/t.json": suffix(".t"),
      ...Object.fromEntries(
        ["@s/cfg/base", "@s/cfg/n.json", "@s/cfg/lib", "whole", "main"].flatMap((name, at) => [
          [`p${at}/tsconfig.json`, extending(name)],
          ...["", ".b", ".n", ".t"].map((kind) => [`p${at}/x${kind}.ts`, ""]),
        ]),
      ),
    },
    [
      ["p0/u.ts", "./x", "p0/x.b.ts"],
      ["p1/u.ts", "./x", "p1/x.n.ts"],
      ["p2/u.ts", "./x", "p2/x.n.ts"],
      ["p3/u.ts", "./x", "p3/x.t.ts"],
      ["p4/u.ts", "./x", "p4/x.t.ts"],
    ],
  );

  check(
    "solution-style references",
    {
      "tsconfig.json": {
        files: [],
        references: [{ path: "./tsconfig.app.json" }, { path: "./tsconfig.test.json" }, { path: "./conf/only.json" }],
      },
      "conf/only.json": { compilerOptions: { composite: true, paths: { "&/*": ["../src/*"] } }, include: ["../none"] },
      "tsconfig.app.json": { compilerOptions: { composite: true, paths: { "@/*": ["./src/*"] } }, include: ["src"] },
      "tsconfig.test.json": {
        compilerOptions: { composite: true, paths: { "@/*": ["./test/*"], "%/*": ["./test/*"] } },
        include: ["test"],
      },
      "src/m.ts": "",
      "test/m.ts": "",
      "script.ts": "",
    },
    [
      ["src/m.ts", "@/m", "src/m.ts"],
      ["test/m.ts", "@/m", "test/m.ts"],
      ["script.ts", "%/m", "test/m.ts"],
      ["script.ts", "&/m", "src/m.ts"],
    ],
  );

  check(
    "configurations that extend or reference each other",
    {
      "tsconfig.json": {
        extends: "./b.json",
        references: [{ path: "." }],
        compilerOptions: { paths: { "@/*": ["./src/*"] } },
      },
      "b.json": { extends: "./tsconfig.json" },
      "src/$&.ts": "",
      "src/m.ts": "",
      "package.json": { name: "p", exports: { "./*": "./src/*.ts" } },
    },
    [
      ["src/m.ts", "@/m", "src/m.ts"],
      ["src/m.ts", "p/$&", "src/$&.ts"],
      ["src/m.ts", "./m", "src/m.ts"],
    ],
  );

  check(
    "moduleSuffixes and rootDirs, as the nearest configuration has them",
    {
      ".gitignore": ".made\n",
      "tsconfig.json": {
        compilerOptions: {
          paths: { "@/*": ["./src/*"] },
          moduleSuffixes: [".ios", ".android"],
          rootDirs: [".", "./.made/types", "./generated"],
        },
      },
      "src/a.ios.tsx": "",
      "src/a.android.tsx": "",
      "src/b.android.ts": "",
      "src/b.js": "",
      "src/c.ts": "",
      "src/c.ios.js": "",
      "src/dir/index.ios.ts": "",
      "src/+types/own.ts": "",
      ".made/types/src/+types/route.ts": "",
      ".made/types/src/+types/own.ts": "",
      "generated/src/view.ts": "",
      "plain/tsconfig.json": { compilerOptions: { paths: { "@/*": ["../src/*"] } } },
      "plain/c.ts": "",
      "plain/c.ios.ts": "",
    },
    [
      ["src/z.ts", "./a", "src/a.ios.tsx"],
      ["src/z.ts", "./a.jsx", "src/a.ios.tsx"],
      ["src/z.ts", "@/a", "src/a.ios.tsx"],
      ["src/z.ts", "./b", "src/b.android.ts"],
      ["src/z.ts", "./c", "src/c.ts"],
      ["src/z.ts", "./c.ts", "src/c.ts"],
      ["src/z.ts", "./dir", "src/dir/index.ios.ts"],
      ["src/z.ts", "./+types/own", "src/+types/own.ts"],
      ["src/z.ts", "./+types/route", "asset .made/types/src/+types/route.ts"],
      [".made/types/src/+types/route.ts", "../c.js", "src/c.ts"],
      ["src/z.ts", "./view", "generated/src/view.ts"],
      ["src/z.ts", "./none", "unresolved"],
      ["plain/z.ts", "./c", "plain/c.ts"],
      ["plain/z.ts", "./a", "unresolved"],
      ["plain/z.ts", "./+types/route", "unresolved"],
    ],
  );

  check(
    "one file for each platform and none for all, though no configuration says so",
    {
      "tsconfig.json": { compilerOptions: { paths: { "@/*": ["./src/*"] } } },
      "src/a.ios.js": "",
      "src/a.android.js": "",
      "src/b.ts": "",
      "src/b.native.ts": "",
      "src/c.node.ts": "",
      "src/d/index.web.tsx": "",
    },
    [
      ["src/z.js", "./a", "src/a.ios.js"],
      ["src/z.js", "@/a", "src/a.ios.js"],
      ["src/z.js", "./b", "src/b.ts"],
      ["src/z.js", "./b.native", "src/b.native.ts"],
      ["src/z.js", "./c", "unresolved"],
      ["src/z.js", "./d", "src/d/index.web.tsx"],
    ],
  );

  test("what could not be read or found is named", async () => {
    const { problems } = await open({
      "tsconfig.json": { extends: "@x/none" },
      "p/package.json": "{",
      "q/tsconfig.json": "{",
    });
    expect(problems.map(({ path }) => path).sort()).toEqual(["p/package.json", "q/tsconfig.json", "tsconfig.json"]);
  });
});

describe("packages", () => {
  check(
    "of the workspace lead to sources, linked or not, built or not",
    {
      ".gitignore": "dist\nnode_modules\n",
      "package.json": {
        private: true,
        workspaces: ["packages/*"],
        dependencies: { react: "1" },
        devDependencies: { "@types/estree": "1" },
      },
      "node_modules/@w/linked": "-> ../../packages/linked",
      "node_modules/@w/copied/package.json": { name: "@w/copied", version: "1.0.0", main: "i.js" },
      "node_modules/@w/copied/i.js": "",
      "node_modules/@w/pinned/package.json": { name: "@w/pinned", version: "0.9.0", main: "i.js" },
      "node_modules/@w/pinned/i.js": "",
      "node_modules/lodash/package.json": { name: "lodash", main: "l.js" },
      "node_modules/lodash/l.js": "",
      "packages/linked/package.json": {
        name: "@w/linked",
        exports: { ".": { types: "./dist/index.d.ts", import: "./dist/index.mjs" }, "./*": "./dist/*.js" },
      },
      "packages/linked/dist/index.mjs": "",
      "packages/linked/dist/index.d.ts": "",
      "packages/linked/src/index.ts": "",
      "packages/linked/src/sub/x.tsx": "",
      "packages/copied/package.json": { name: "@w/copied", version: "1.0.0", main: "dist/index.js" },
      "packages/copied/src/index.ts": "",
      "packages/pinned/package.json": { name: "@w/pinned", version: "1.0.0", main: "dist/index.js" },
      "packages/pinned/src/index.ts": "",
      "packages/plain/package.json": { name: "plain", main: "./lib/cjs/main.min.js" },
      "packages/plain/src/main.ts": "",
      "packages/plain/src/deep.ts": "",
      "packages/conditions/package.json": {
        name: "conditions",
        exports: {
          ".": { types: "./types.d.ts", "@w/source": "./code/entry.ts", default: "./out.js" },
          "./data": "./data.json",
        },
      },
      "packages/conditions/code/entry.ts": "",
      "packages/conditions/data.json": "{}",
      "packages/outdir/package.json": {
        name: "outdir",
        exports: "./compiled/a.js",
        imports: { "#in/*": "./compiled/*.js", "#ext": "react" },
      },
      "packages/outdir/tsconfig.json": { compilerOptions: { outDir: "compiled", rootDir: "code" } },
      "packages/outdir/code/a.ts": "",
      "packages/top/package.json": { name: "top", exports: { ".": "./index.js", "./v4": "./v4/index.js" } },
      "packages/top/src/index.ts": "",
      "packages/top/src/v4/index.ts": "",
      "packages/broken/package.json": { name: "broken-entry", main: "dist/x.js" },
      "packages/broken/other.ts": "",
    },
    [
      ["a.ts", "@w/linked", "packages/linked/src/index.ts"],
      ["a.ts", "@w/linked/sub/x", "packages/linked/src/sub/x.tsx"],
      ["packages/linked/src/index.ts", "@w/linked/sub/x", "packages/linked/src/sub/x.tsx"],
      ["a.ts", "@w/copied", "packages/copied/src/index.ts"],
      ["a.ts", "@w/pinned", "external @w/pinned"],
      ["a.ts", "plain", "packages/plain/src/main.ts"],
      ["a.ts", "plain/src/deep", "packages/plain/src/deep.ts"],
      ["a.ts", "plain/lib/deep.js", "packages/plain/src/deep.ts"],
      ["a.ts", "conditions", "packages/conditions/code/entry.ts"],
      ["a.ts", "conditions/data", "asset packages/conditions/data.json"],
      ["a.ts", "outdir", "packages/outdir/code/a.ts"],
      ["packages/outdir/code/a.ts", "#in/a", "packages/outdir/code/a.ts"],
      ["packages/outdir/code/a.ts", "#ext", "external react"],
      ["a.ts", "top", "packages/top/src/index.ts"],
      ["a.ts", "top/v4", "packages/top/src/v4/index.ts"],
      ["a.ts", "broken-entry", "unresolved"],
      ["packages/plain/bin.js", "./lib/main.js", "packages/plain/src/main.ts"],
      ["a.ts", "lodash", "external lodash"],
      ["a.ts", "react/jsx-runtime", "external react"],
      ["a.ts", "estree", "external estree"],
      ["a.ts", "nowhere", "unresolved"],
      ["a.ts", "@/nowhere", "unresolved"],
      ["a.ts", "bun:test", "external bun:test"],
      ["a.ts", "https://x.y/z.js", "external https://x.y/z.js"],
    ],
  );

  check(
    "a build that is kept in the repository gives way to its source; a lib folder of sources does not",
    {
      "package.json": { name: "kept", main: "dist/index.js" },
      "dist/index.js": "",
      "src/index.ts": "",
      "lib/a.js": "",
      "a.js": "",
    },
    [
      ["t.ts", "kept", "src/index.ts"],
      ["t.ts", "./dist/index.js", "src/index.ts"],
      ["t.ts", "./lib/a.js", "lib/a.js"],
      ["t.ts", "./lib/index.js", "src/index.ts"],
      ["lib/a.js", "./index.js", "unresolved"],
    ],
  );

  check(
    "nowhere by subpaths of null, linked or not",
    {
      "package.json": { private: true, workspaces: ["packages/*"], dependencies: { "@s/a": "*", "@s/l": "*" } },
      "node_modules/@s/l": "-> ../../packages/l",
      ...Object.fromEntries(
        ["a", "l"].flatMap((name) => [
          [
            `packages/${name}/package.json`,
            {
              name: `@s/${name}`,
              exports: {
                "./*": "./src/*.ts",
                "./f/*": "./src/feat/*.ts",
                "./f/private/*": null,
                "./f/private/open": "./src/f/private/p.ts",
                "./only": { import: null, node: "./src/f/private/p.ts" },
                "./none": { import: null, default: null },
              },
            },
          ],
          [`packages/${name}/src/f/private/p.ts`, ""],
          [`packages/${name}/src/feat/q.ts`, ""],
          [`packages/${name}/src/none.ts`, ""],
          [`packages/${name}/own.ts`, ""],
        ]),
      ),
      "t.ts": "",
    },
    ["a", "l"].flatMap((name) => [
      ["t.ts", `@s/${name}/f/private/p`, "unresolved"],
      [`packages/${name}/own.ts`, `@s/${name}/f/private/p`, "unresolved"],
      ["t.ts", `@s/${name}/none`, "unresolved"],
      ["t.ts", `@s/${name}/f/q`, `packages/${name}/src/feat/q.ts`],
      ["t.ts", `@s/${name}/f/private/open`, `packages/${name}/src/f/private/p.ts`],
      ["t.ts", `@s/${name}/only`, `packages/${name}/src/f/private/p.ts`],
    ]),
  );

  check(
    "where typesVersions say so, and nowhere else, unless there are exports",
    {
      "package.json": { private: true, workspaces: ["packages/*"], dependencies: { l: "*", e: "*" } },
      "node_modules/l": "-> ../packages/l",
      "packages/l/package.json": {
        name: "l",
        types: "./index.d.ts",
        typesVersions: { "*": { "index.d.ts": ["./ts7/index.ts"], util: ["./lib/util.ts"], "sub/*": ["./*"] } },
      },
      "packages/l/index.d.ts": "",
      "packages/l/ts7/index.ts": "",
      "packages/l/lib/util.ts": "",
      "packages/l/util.ts": "",
      "packages/l/sub/reg.ts": "",
      "packages/e/package.json": {
        name: "e",
        exports: { "./a": "./a.ts" },
        typesVersions: { "*": { a: ["./b.ts"], b: ["./b.ts"] } },
      },
      "packages/e/a.ts": "",
      "packages/e/b.ts": "",
      "packages/built/package.json": { name: "built", typesVersions: { "*": { "*": ["./dist/*"] } } },
      "packages/built/src/x.ts": "",
      "t.ts": "",
    },
    [
      ["t.ts", "l", "packages/l/ts7/index.ts"],
      ["t.ts", "l/util", "packages/l/lib/util.ts"],
      ["t.ts", "l/lib/util", "packages/l/lib/util.ts"],
      ["t.ts", "l/sub/util", "packages/l/util.ts"],
      ["t.ts", "l/sub/reg", "unresolved"],
      ["t.ts", "l/sub/sub/reg", "packages/l/sub/reg.ts"],
      ["t.ts", "e/a", "packages/e/a.ts"],
      ["t.ts", "built/x", "packages/built/src/x.ts"],
    ],
  );

  check(
    "an alias leads to a source for what is built only where a configuration names the folder; TypeScript is built from nothing",
    {
      "package.json": { name: "p", imports: { "#lib/*": "./lib/*.js", "#dist/*": "./dist/*.js" } },
      "tsconfig.json": {
        compilerOptions: { baseUrl: ".", rootDir: "src", outDir: "dist", paths: { "@/*": ["./*"] } },
      },
      "src/a.ts": "",
      "src/b.ts": "",
      "lib/b.ts": "",
      "t.ts": "",
    },
    [
      ["t.ts", "@/lib/a", "unresolved"],
      ["t.ts", "lib/a", "unresolved"],
      ["t.ts", "#lib/a", "unresolved"],
      ["t.ts", "@/dist/a", "src/a.ts"],
      ["t.ts", "#dist/a", "src/a.ts"],
      ["t.ts", "@/lib/b", "lib/b.ts"],
      ["t.ts", "#lib/b", "lib/b.ts"],
      ["t.ts", "./lib/b", "lib/b.ts"],
    ],
  );

  test("sources behind patterns of a manifest", async () => {
    const resolver = await open({
      "package.json": { name: "p" },
      "src/a.ts": "",
      "src/in/b.tsx": "",
      "other/c.ts": "",
    });
    const owner = resolver.packages.all[0];
    if (owner === undefined) throw new Error("no package");
    expect(resolver.manifests.targetSources(owner, "./dist/*.js").sort()).toEqual(["src/a.ts", "src/in/b.tsx"]);
    expect(resolver.manifests.targetSources(owner, "./other/*.ts")).toEqual(["other/c.ts"]);
    expect(resolver.manifests.targetSources(owner, "./none/*")).toEqual([]);
  });
});

describe("conditions for what a module loads others by", () => {
  const map = { require: "./one.cjs", import: "./two.mjs" };
  check(
    "the name of the module or the type of its package tells which",
    {
      "package.json": {
        name: "own",
        type: "module",
        exports: map,
        imports: { "#x": map, "#y": { import: "./two.mjs", require: "./one.cjs" } },
      },
      "one.cjs": "",
      "two.mjs": "",
      "plain/package.json": { name: "plain", exports: map },
      "plain/one.cjs": "",
      "plain/two.mjs": "",
    },
    [
      ["a.mjs", "own", "two.mjs"],
      ["a.mts", "#x", "two.mjs"],
      ["a.ts", "#x", "two.mjs"],
      ["a.cjs", "own", "one.cjs"],
      ["a.cts", "#y", "one.cjs"],
      // Bundlers make either of it: the first is as good as the other.
      ["plain/a.js", "plain", "plain/one.cjs"],
      ["plain/a.mjs", "plain", "plain/two.mjs"],
    ],
  );
});

describe("source stems", () => {
  const rows: [built: string, expected: string[]][] = [
    ["./dist/index.js", ["src/index", "source/index", "lib/index", "index", "src/lib/index"]],
    [
      "dist/esm/a/b.d.mts",
      ["esm/a/b", "a/b"].flatMap((rest) => [`src/${rest}`, `source/${rest}`, `lib/${rest}`, rest, `src/lib/${rest}`]),
    ],
    ["index.cjs", ["src/index", "source/index"]],
    ["a.esm.min.js", ["src/a.esm.min", "source/a.esm.min", "src/a", "source/a"]],
  ];
  for (const [built, expected] of rows) test(built, () => expect(sourceStems(built, [], "package")).toEqual(expected));
});

check(
  "what a manifest says of its sources goes before guesses, and src/lib is built too",
  {
    "package.json": { name: "root", workspaces: ["packages/*"] },
    "packages/stated/package.json": {
      name: "stated",
      exports: { types: "./dist/types.d.ts", import: "./dist/import.mjs" },
      source: "src/index.ts",
    },
    "packages/stated/src/index.ts": "",
    "packages/stated/src/types.ts": "",
    "packages/formed/package.json": {
      name: "formed",
      exports: { types: "./dist/types.d.ts", import: "./dist/import.mjs" },
    },
    "packages/formed/src/index.ts": "",
    "packages/formed/src/types.ts": "",
    "packages/svelte/package.json": {
      name: "svelte-parts",
      exports: { ".": { svelte: "./dist/index.js" }, "./utils": "./dist/utils/index.js" },
    },
    "packages/svelte/src/lib/index.ts": "",
    "packages/svelte/src/lib/utils/index.ts": "",
    "packages/app/package.json": {
      name: "app",
      devDependencies: { "@sveltejs/kit": "*", stated: "*", formed: "*", "svelte-parts": "*" },
    },
    "packages/app/src/lib/b.ts": "",
    "packages/app/src/routes/a.ts": "",
    "packages/other/package.json": { name: "other" },
    "packages/other/src/lib/b.ts": "",
    "packages/other/src/a.ts": "",
    "packages/other/test/a.ts": "",
  },
  [
    ["packages/other/test/a.ts", "../lib/b", "packages/other/src/lib/b.ts"],
    // One folder too far.
    ["packages/other/src/a.ts", "../lib/b", "unresolved"],
    ["packages/other/src/a.ts", "../lib/b.js", "unresolved"],
    ["packages/app/src/routes/a.ts", "stated", "packages/stated/src/index.ts"],
    ["packages/app/src/routes/a.ts", "formed", "packages/formed/src/index.ts"],
    ["packages/app/src/routes/a.ts", "svelte-parts", "packages/svelte/src/lib/index.ts"],
    ["packages/app/src/routes/a.ts", "svelte-parts/utils", "packages/svelte/src/lib/utils/index.ts"],
    ["packages/app/src/routes/a.ts", "$lib/b", "packages/app/src/lib/b.ts"],
    ["packages/other/src/a.ts", "$lib/b", "unresolved"],
  ],
);
