import { expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { corpusFolder } from "@kart/testkit/corpora";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { Workspace } from "@kart/core/workspace/workspace";
import { Zoom } from "../src/outline/zoom.ts";
import { openServices } from "../src/services.ts";
import { DeclarationOutput, meanings, parse } from "./declaration-output.ts";

setDefaultTimeout(120_000);

const OPTIONS = {
  strict: true,
  module: "preserve",
  target: "esnext",
  lib: ["esnext", "dom"],
  allowImportingTsExtensions: true,
  emitDeclarationOnly: true,
  declaration: true,
  skipLibCheck: true,
  types: [],
  rootDir: "src",
  outDir: "types",
};

const TSC = join(import.meta.dir, "../../../node_modules/.bin/tsc");

for (const [corpus, atLeast] of [
  ["@tanstack/query-core", 0.95],
  ["zod", 0.95],
  ["rxjs", 0.95],
] as const)
  test(`level 0 of ${corpus} is what the compiler declares`, async () => {
    using files = new TempWorkspace();
    cpSync(corpusFolder(corpus), files.path("src"), { recursive: true, dereference: true });
    files.write("tsconfig.json", JSON.stringify({ compilerOptions: OPTIONS, include: ["src"] }));
    Bun.spawnSync([TSC, "-p", files.root]);
    const paths = readdirSync(files.path("types"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".d.ts"),
    );
    const output = new DeclarationOutput(
      new Map(paths.map((path) => [path.replace(".d.ts", ""), readFileSync(files.path(`types/${path}`), "utf8")])),
    );
    const workspace = new Workspace(files.root);
    const services = openServices(workspace);
    const sources = await services.sources();
    using server = await services.languageServer();
    let total = 0;
    const differ: string[] = [];
    const start = performance.now();
    for (const path of paths.sort()) {
      const stem = path.replace(".d.ts", "");
      const source = [`src/${stem}.ts`, `src/${stem}.tsx`].find((one) => sources.within(one) !== undefined) as string;
      const zoom = new Zoom(workspace, services, sources, new AbortController().signal);
      const {
        sections: [section],
        gaps,
      } = await zoom.exportsOf(workspace.root.prove(source));
      const wanted = output.exportsOf(stem);
      const shown = new Map<string, string[]>();
      for (const block of section?.blocks ?? []) {
        const text = block.text({ docs: "none", members: true, privates: false });
        if (/^export \* as /.test(text)) shown.set(block.name, ["namespace"]);
        const before = shown.get(block.name) ?? [];
        for (const statement of parse(text).body) {
          const declared =
            statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration"
              ? statement.declaration
              : statement;
          if (declared !== null && declared !== undefined)
            before.push(...meanings(declared as never).map(([, meaning]) => meaning));
        }
        shown.set(block.name, before);
      }
      for (const { path: target, names } of section?.reExports ?? [])
        for (const name of names)
          if (target === undefined && !name.startsWith("*"))
            shown.set(name.split(" as ").at(-1) as string, ["elsewhere"]);
      expect({
        path,
        names: [...shown.keys()].sort(),
        gaps: { ...gaps, inferred: undefined, augments: undefined },
      }).toEqual({
        path,
        names: [...wanted.keys()].sort(),
        gaps: { unparsed: [], missing: [], problems: [], inferred: undefined, augments: undefined },
      });
      for (const [name, meaning] of wanted) {
        total++;
        const ours = shown.get(name) as string[];
        if (JSON.stringify(ours.toSorted()) !== JSON.stringify(meaning.toSorted()))
          differ.push(`${path} ${name}\n  ours   ${ours.join("\n         ")}\n  theirs ${meaning.join("\n         ")}`);
      }
    }
    const seconds = (performance.now() - start) / 1000;
    if (process.env["SHOW"]) console.log(differ.slice(0, Number(process.env["SHOW"])).join("\n"));
    console.log(
      `${corpus}: ${total - differ.length} of ${total} signatures as the compiler declares them (${((100 * (total - differ.length)) / total).toFixed(1)} %), ${paths.length} modules, ${seconds.toFixed(1)} s`,
    );
    expect(1 - differ.length / total).toBeGreaterThanOrEqual(atLeast);
    void server;
  });
