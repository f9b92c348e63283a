import { expect, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { Workspace } from "../workspace/workspace.ts";
import { calledByFramework, entryPointsOf, mayBeFrameworkEntry } from "./entry-points.ts";
import { ModuleIndex } from "./module-index.ts";

/** `path reason`, one entry point each. */
async function entries(files: Readonly<Record<string, string>>): Promise<string[]> {
  using tree = new TempWorkspace(files);
  const graph = await new ModuleIndex(new Workspace(tree.root)).graph(new AbortController().signal);
  return entryPointsOf(graph).map(({ path, reason }) => `${path} ${reason}`);
}

const CONVENTIONS: readonly (readonly [packages: string, ...files: string[]])[] = [
  [
    "next",
    "mdx-components.tsx",
    "src/mdx-components.jsx",
    "proxy.ts",
    "pages/deep/x.tsx",
    "app/page.tsx",
    "app/(a)/@b/[c]/route.ts",
    "src/app/layout.page.tsx",
    "app/x/opengraph-image2.tsx",
  ],
  ["next-intl", "src/i18n/request.ts", "i18n/request.ts"],
  [
    "nuxt",
    "shared/utils/a.ts",
    "modules/a.ts",
    "modules/b/index.ts",
    "layers/x/composables/a.ts",
    "app/router.options.ts",
  ],
  ["@pinia/nuxt", "stores/a.ts", "app/stores/a.ts"],
  ["astro", "src/actions/index.ts", "src/live.config.ts"],
  ["@tanstack/react-start", "src/router.tsx", "src/routes/a.tsx"],
  ["@solidjs/start", "src/entry-server.tsx", "src/entry-client.tsx", "src/app.tsx"],
  ["@builder.io/qwik-city", "src/entry.ssr.tsx", "src/routes/index.tsx"],
  ["gatsby", "src/pages/a.tsx", "gatsby-ssr.tsx"],
  ["wxt", "entrypoints/a.ts", "src/entrypoints/popup/main.ts"],
  ["expo", "App.tsx"],
  ["@vercel/node", "api/a.ts", "middleware.ts"],
  ["wrangler", "functions/api/a.ts"],
  ["react-scripts", "src/setupProxy.js", "src/setupTests.ts"],
  ["@docusaurus/core", "src/pages/a.tsx", "src/theme/Footer/index.tsx", "sidebars.ts"],
  ["nitropack", "routes/a.get.ts", "server/api/a.ts"],
  ["@strapi/strapi", "config/server.ts", "src/api/a/controllers/a.ts", "src/admin/app.tsx"],
  ["@adonisjs/core", "start/routes.ts", "database/migrations/1_a.ts"],
  ["hardhat", "deploy/01_a.ts", "ignition/modules/A.ts"],
  ["@oclif/core", "src/commands/a/b.ts", "src/hooks/init.ts"],
  ["@medusajs/framework", "src/subscribers/a.ts"],
  ["convex", "convex/messages.ts"],
  ["plasmo", "popup.tsx", "src/background/index.ts", "contents/a.ts"],
  ["vike", "pages/index/+Page.tsx", "renderer/a.page.server.tsx"],
  ["umi", "src/pages/a.tsx", "src/access.ts"],
  ["knex", "migrations/1_a.js", "src/db/seeds/a.ts"],
  ["@netlify/functions", "netlify/functions/a.ts", "netlify/edge-functions/b.ts"],
  ["supabase", "supabase/functions/a/index.ts"],
  ["@graphql-codegen/cli", "codegen.ts"],
];

test("what a framework calls by its path, where the package depends on it", async () => {
  for (const [name, ...paths] of CONVENTIONS) {
    const files = Object.fromEntries(
      ["dead.ts", "app/x/view.tsx", ...paths].map((path) => [path, "export default 1;"]),
    );
    const found = await entries({ ...files, "package.json": JSON.stringify({ dependencies: { [name]: "1" } }) });
    expect({ name, found: found.map((one) => one.replace(/ .*/, "")) }).toEqual({ name, found: paths.toSorted() });
  }
  const files = Object.fromEntries(CONVENTIONS.flatMap(([, ...paths]) => paths.map((path) => [path, "export {};"])));
  expect(await entries({ ...files, "package.json": "{}" })).toEqual([
    "src/app.tsx convention",
    "src/live.config.ts config",
  ]);
});

test("what a framework calls by name", async () => {
  const names = { function: ["default", "POST", "generateStaticParams", "load", "helper"], type: ["Props"] } as const;
  const called = async (framework: string, path: string) => {
    using tree = new TempWorkspace({
      "apps/web/package.json": JSON.stringify({ dependencies: { [framework]: "1" } }),
      [`apps/web/${path}`]: "export {};",
    });
    const graph = await new ModuleIndex(new Workspace(tree.root)).graph(new AbortController().signal);
    const found = (["function", "type"] as const).flatMap((kind) =>
      names[kind].flatMap((name) =>
        calledByFramework(graph, `apps/web/${path}`, { name, kind, exported: true, exportedAs: [name] }),
      ),
    );
    // Who is called is looked for.
    if (found.length > 0) expect(mayBeFrameworkEntry(`apps/web/${path}`)).toBe(true);
    return found.join(" ");
  };
  expect(await called("next", "app/(shop)/orders/route.ts")).toBe("default POST generateStaticParams");
  expect(await called("next", "src/app/[id]/page.tsx")).toBe("default POST generateStaticParams");
  expect(await called("next", "app/orders/Table.tsx")).toBe("");
  expect(await called("next", "lib/route.ts")).toBe("");
  expect(await called("next", "pages/orders.tsx")).toBe("default POST generateStaticParams");
  expect(await called("express", "app/orders/route.ts")).toBe("");
  expect(await called("@sveltejs/kit", "src/routes/+page.ts")).toBe("default POST generateStaticParams load helper");
  expect(mayBeFrameworkEntry("packages/core/src/text/lines.ts")).toBe(false);
});

const NAMED: readonly (readonly [file: string, text: string, named: readonly string[], packages?: string])[] = [
  [
    "vitest.config.ts",
    `export default { test: { setupFiles: ["./a.ts", 'lib/b'], globalSetup: "./lib/c.ts", environment: "node" } }`,
    ["a.ts", "lib/b.ts", "lib/c.ts"],
  ],
  [
    "vite.config.ts",
    `export default { build: { lib: { entry: resolve(__dirname, "lib", "b.ts"), name: "a" } } }`,
    ["lib/b.ts"],
  ],
  [
    "tsup.config.ts",
    `export default { "entry": { index: "a.ts", x: './lib/*.ts' } }`,
    ["a.ts", "lib/b.ts", "lib/c.ts"],
  ],
  ["esbuild.config.mjs", `build({ entryPoints: ["./a"], alias: { q: "./lib/b.ts" } })`, ["a.ts"]],
  ["rollup.config.js", `export default { input: new URL("./lib/c.ts", import.meta.url) }`, []],
  [
    "webpack.config.js",
    `module.exports = { entry: resolve(), other: { entry: "../a.ts" }, x: { entry: "p/inner.ts" } }`,
    [],
  ],
  ["drizzle.config.ts", `export default { schema: './lib/b.ts' }`, ["lib/b.ts"]],
  [
    "app/routes.ts",
    `export default [index("./a.tsx"), route("lib", "b.tsx")]`,
    ["app/a.tsx", "app/b.tsx"],
    "@react-router/dev",
  ],
  [
    "index.html",
    `<script type="module" src="/lib/b.ts"></script><script type=module src=./a.ts?x></script><script src="https://x/lib/c.ts">`,
    ["a.ts", "lib/b.ts"],
    "vite",
  ],
  ["index.html", `<script type="module" src="/lib/b.ts"></script>`, []],
  ["wrangler.toml", `name = "x"\nmain = "lib/b.ts"\n`, ["lib/b.ts"], "wrangler"],
  ["wrangler.jsonc", `{ // x\n  "main": "./a.ts" }`, ["a.ts"], "wrangler"],
];

const SOURCES = ["a.ts", "lib/b.ts", "lib/c.ts", "app/a.tsx", "app/b.tsx", "p/inner.ts"];
const PLAIN = Object.fromEntries(SOURCES.map((path) => [path, "export default 1;"]));

test("what configurations, routes and pages name", async () => {
  for (const [file, text, named, name = "x"] of NAMED) {
    const found = await entries({
      ...PLAIN,
      "package.json": JSON.stringify({ devDependencies: { [name]: "1" } }),
      "p/package.json": `{ "name": "p" }`,
      [file]: text,
    });
    const paths = found.map((one) => one.replace(/ .*/, "")).filter((path) => path !== file);
    expect({ file, text, paths }).toEqual({ file, text, paths: [...named] });
  }
});

test("what scripts run, which is not what they check", async () => {
  const ran = async (script: string) => {
    const found = await entries({
      "package.json": JSON.stringify({ scripts: { script } }),
      "a.ts": "",
      "lib/b.ts": "",
      "lib/c.ts": "",
      "lib/deep/d.ts": "",
    });
    return found.map((one) => one.replace(" script", ""));
  };
  expect(await ran("X=1 tsx ./a.ts --x && node --import ./lib/b.ts lib/deep/d")).toEqual([
    "a.ts",
    "lib/b.ts",
    "lib/deep/d.ts",
  ]);
  expect(await ran("mocha './lib/*.ts'")).toEqual(["lib/b.ts", "lib/c.ts"]);
  expect(await ran("eslint 'lib/*.ts' '*.ts' && prettier -c . a.ts; npx standard@17 a.ts | tap-x")).toEqual([]);
  expect(await ran('concurrently "oxlint lib/*.ts" "bun a.ts"')).toEqual(["a.ts"]);
  expect(await ran("babel '**/*.ts'")).toEqual([]);
  expect(await ran("eslint -f ./a.ts --config=lib/b.ts 'lib/*.ts' --cache && prettier --plugin ./lib/c.ts .")).toEqual([
    "a.ts",
    "lib/b.ts",
    "lib/c.ts",
  ]);
  expect(await ran("tsx a.ts eslint; bun lib/b.ts prettier; eslint $(node lib/c.ts)")).toEqual([
    "a.ts",
    "lib/b.ts",
    "lib/c.ts",
  ]);
  expect(await ran("FORCE=1 node_modules/.bin/eslint a.ts")).toEqual([]);
});

test("what a manifest names for Jest and for Prisma", async () => {
  const jest = { setupFiles: ["<rootDir>/lib/b.ts"], globalSetup: "./lib/c.ts", preset: "ts-jest" };
  const manifest = JSON.stringify({ jest, prisma: { seed: "tsx a.ts" } });
  expect(await entries({ ...PLAIN, "package.json": manifest })).toEqual([
    "a.ts script",
    "lib/b.ts config",
    "lib/c.ts config",
  ]);
});

test("what fields of a manifest name that are a framework's own: sources, and what is built from them", async () => {
  const manifest = {
    name: "own/a",
    keywords: ["lib/b"],
    files: ["lib/in/a"],
    nyc: { include: ["src/in/b.ts"] },
    extensions: [{ frontend: "lib/in/c", backend: "./src/in/d.ts", style: "lib/in/none.css" }],
    tool: ["in/b", "b", "see lib/in/b", "lib/in/*", "p/inner", "../src/in/b.ts", "https://lib/in/b"],
  };
  const sources = ["src/in/a.ts", "src/in/b.ts", "src/in/c.ts", "src/in/d.ts", "p/inner.ts"];
  const files = Object.fromEntries(sources.map((path) => [path, "export default 1;"]));
  const found = await entries({
    ...files,
    "package.json": JSON.stringify(manifest),
    "p/package.json": `{ "name": "p" }`,
  });
  expect(found).toEqual(["src/in/c.ts config", "src/in/d.ts config"]);
});

const BY_FORM = {
  main: "dist/main.js",
  module: "dist/module.js",
  types: "dist/types.d.ts",
  exports: { types: "./dist/types.d.ts", require: "./dist/main.js" },
};

test("what bundlers name by its form is built from `source`, and else from the index or from the file of that name", async () => {
  const sources = ["index", "main", "module", "types"].map((name) => [`src/${name}.ts`, "export {};"]);
  const led = async (manifest: object) => {
    const found = await entries({ ...Object.fromEntries(sources), "package.json": JSON.stringify(manifest) });
    return found.map((one) => one.replace(/^src\/(.*)\.ts package$/, "$1")).join(" ");
  };
  expect(await led({ ...BY_FORM, source: "src/index.ts" })).toBe("index");
  expect(await led({ ...BY_FORM, source: "src/main.ts" })).toBe("main");
  expect(await led(BY_FORM)).toBe("index main module types");
  expect(await led({ types: "dist/types.d.ts" })).toBe("index types");
  // A subpath is named for its source, and so is a program.
  const subpath = { ".": BY_FORM.exports, "./types": "./dist/types.js" };
  expect(await led({ ...BY_FORM, exports: subpath, source: "src/index.ts" })).toBe("index types");
  expect(await led({ bin: "dist/main.js", source: "src/index.ts" })).toBe("index main");
  // Declarations are called types where they are named by their form.
  expect(await led({ main: "dist/main.js", types: "dist/main.d.ts" })).toBe("main");
  expect(await led({ main: "./main.js", types: "./types.d.ts" })).toBe("main types");
});

test("a pattern of sources means those that stand there, whatever else it could be built from", async () => {
  const files = { "lib/util.ts": "export const u = 1;\n", "src/main.ts": "export const m = 1;\n" };
  const exports = (target: string) => JSON.stringify({ name: "p", exports: { "./lib/*": target } });
  expect(await entries({ ...files, "package.json": exports("./lib/*.ts") })).toEqual(["lib/util.ts package"]);
  expect(await entries({ ...files, "package.json": exports("./lib/*.js") })).toEqual(["src/main.ts package"]);
});
