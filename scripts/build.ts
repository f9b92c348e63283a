/** `bun run build`: bundles every server into its `dist/main.js`, or those named: `bun run build kart-nav`. */
import type { BunPlugin } from "bun";
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import type { Tool } from "../packages/core/src/mcp/define-tool.ts";
import { listing } from "../packages/core/src/mcp/listing.ts";
import { treeReaderSource } from "../packages/core/src/syntax/parser/tree-reader-source.ts";
import { codeVersion } from "../packages/core/src/workspace/code-version.ts";
import { pageScript } from "../packages/kart-cochange/src/report/page-script.ts";
import { externalDependencies, ROOT, type ServerPackage, serverPackages } from "./servers.ts";

/** A client starts a server in the repository, whose bunfig.toml may name scripts to run first, and whose .env a root. */
const SHEBANG = "#!/usr/bin/env -S bun --config=/dev/null --no-env-file";

if (import.meta.main) {
  const wanted = process.argv.slice(2);
  for (const server of serverPackages()) {
    if (wanted.length > 0 && !wanted.includes(server.name)) continue;
    const started = performance.now();
    const bytes = await buildServer(server, join(server.folder, "dist"));
    process.stdout.write(
      `${server.name}: ${Math.round(bytes / 1000)} kB in ${Math.round(performance.now() - started)} ms\n`,
    );
  }
}

/**
 * Writes `main.js` and its bytecode `main.js.jsc` into a folder. Returns the size of `main.js` in bytes.
 *
 * Bytecode needs CommonJS, and belongs to these exact bytes and this version of Bun; another version reads the
 * JavaScript. Spawn to an answered `tools/list` takes half the time it takes from sources (`bun run bench startup`).
 */
export async function buildServer(server: ServerPackage, folder: string): Promise<number> {
  const externals = Object.keys(externalDependencies(server));
  const replacements = [
    withoutSchemaValidator(),
    await withFinishedListings(server),
    withFinishedTreeReader(),
    ...(server.name === "kart-cochange" ? [await withFinishedPageScript()] : [withFinishedCodeVersion()]),
  ];
  const { outputs, metafile } = await Bun.build({
    entrypoints: [join(server.folder, "src/main.ts")],
    outdir: folder,
    naming: "main.js",
    target: "bun",
    format: "cjs",
    bytecode: true,
    minify: true,
    external: externals,
    plugins: replacements.map(({ plugin }) => plugin),
    metafile: true,
    // Bun would write the paths of the building machine into the bundle, for `__dirname` too.
    define: {
      "import.meta.dir": "module.path",
      "import.meta.dirname": "module.path",
      "import.meta.path": "module.filename",
      "import.meta.filename": "module.filename",
    },
  });
  const bundle = outputs.find(({ kind }) => kind === "entry-point");
  if (bundle === undefined || metafile === undefined) throw new Error(`${server.name}: no bundle came out`);
  const text = await bundle.text();
  if (!text.startsWith(`${SHEBANG}\n// @bun @bytecode @bun-cjs`))
    throw new Error(`${server.name}: the bundle starts with ${JSON.stringify(text.slice(0, 60))}`);
  if (text.includes(ROOT)) throw new Error(`${server.name}: the bundle holds a path of this machine, ${ROOT}`);
  for (const { what, isReplaced } of replacements)
    if (!isReplaced()) throw new Error(`${server.name}: ${what} was not where it was expected, so it is bundled`);
  const undeclared = importedPackages(metafile).filter((name) => !externals.includes(name));
  if (undeclared.length > 0)
    throw new Error(`${server.name}: imported, but not a dependency: ${undeclared.join(", ")}`);
  return bundle.size;
}

/** A file of the bundle that another text stands in for, and whether it was met. */
interface Replacement {
  readonly what: string;
  readonly plugin: BunPlugin;
  readonly isReplaced: () => boolean;
}

/** @param filter of the file's path @param contents JavaScript */
function replacement(what: string, filter: RegExp, contents: string): Replacement {
  let isReplaced = false;
  const plugin: BunPlugin = {
    name: what,
    setup(build) {
      build.onLoad({ filter }, () => {
        isReplaced = true;
        return { contents, loader: "js" };
      });
    },
  };
  return { what, plugin, isReplaced: () => isReplaced };
}

/**
 * Leaves ajv out, a third of the bundle. The SDK makes a validator for every server and uses it on the answers to
 * elicitation only, which kart never asks for.
 */
function withoutSchemaValidator(): Replacement {
  return replacement(
    "the SDK's schema validator",
    /[/\\]server[/\\]dist[/\\]ajvProvider-[^/\\]+\.mjs$/,
    `export class n { getValidator() { throw new Error("kart is bundled without JSON Schema validation"); } }`,
  );
}

/** Puts the listings of `tools/list` in the place of the code that makes them from schemas. */
async function withFinishedListings(server: ServerPackage): Promise<Replacement> {
  const exported = (await import(join(server.folder, "src/server.ts"))) as Record<string, { tools?: Tool<never>[] }>;
  const tools = Object.values(exported).flatMap((definition) => definition.tools ?? []);
  const listings = Object.fromEntries(tools.map((tool) => [tool.name, listing(tool, true)]));
  return replacement(
    "core/src/mcp/listing.ts",
    /[/\\]core[/\\]src[/\\]mcp[/\\]listing\.ts$/,
    `const listings = ${JSON.stringify(listings)};
    export function listing(tool, withOutput) {
      const { outputSchema, ...rest } = listings[tool.name];
      return withOutput ? { ...rest, outputSchema } : rest;
    }`,
  );
}

/** Puts the reader of trees in the place of the code that makes it of oxc-parser's own, which would be compiled at each start. */
function withFinishedTreeReader(): Replacement {
  const core = join(ROOT, "packages/core");
  const reader = join(dirname(Bun.resolveSync("oxc-parser", core)), "generated/deserialize/ts.js");
  return replacement(
    "core/src/syntax/parser/parser-internals.ts",
    /[/\\]core[/\\]src[/\\]syntax[/\\]parser[/\\]parser-internals\.ts$/,
    `import { dirname } from "node:path";
    function treeReader(later, constants) {
      ${treeReaderSource(readFileSync(reader, "utf8"))}
    }
    export async function parserInternals() {
      const folder = dirname(require.resolve("oxc-parser"));
      const [bindings, constants] = await Promise.all([
        import(folder + "/bindings.js"),
        import(folder + "/generated/constants.js"),
      ]);
      return { bindings, constants, treeReader };
    }`,
  );
}

/** Puts the finished script of the report page in the place of the code that bundles it from sources. */
async function withFinishedPageScript(): Promise<Replacement> {
  return replacement(
    "kart-cochange/src/report/page-script.ts",
    /[/\\]kart-cochange[/\\]src[/\\]report[/\\]page-script\.ts$/,
    `export const pageScript = () => Promise.resolve(${JSON.stringify(await pageScript())});`,
  );
}

/** Puts the hash of all sources in the place of the code that makes it. */
function withFinishedCodeVersion(): Replacement {
  return replacement(
    "core/src/workspace/code-version.ts",
    /[/\\]core[/\\]src[/\\]workspace[/\\]code-version\.ts$/,
    `export const codeVersion = () => ${JSON.stringify(codeVersion())};`,
  );
}

/** Packages that the bundle imports when it runs. */
function importedPackages({ inputs }: Bun.BuildMetafile): string[] {
  const specifiers = Object.values(inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external === true).map(({ path }) => path),
  );
  // What a barrel exports and nobody uses is left out, and listed as if it were imported from outside.
  const packages = specifiers.filter((path) => !/^(\.|bun(:|$))/.test(path) && !isBuiltin(path));
  return [...new Set(packages.map((path) => path.split("/", path.startsWith("@") ? 2 : 1).join("/")))];
}
