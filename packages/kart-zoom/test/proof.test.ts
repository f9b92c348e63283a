import { expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { serverCommand } from "@kart/core/language-server/session/server-binary";
import { Workspace } from "@kart/core/workspace/workspace";
import { type CORPORA, corpusFolder } from "@kart/testkit/corpora";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import type { Section } from "../src/outline/fit.ts";
import { Zoom } from "../src/outline/zoom.ts";
import { openServices } from "../src/services.ts";
import { DeclarationOutput, type Meaning, meaningsIn } from "./declaration-output.ts";

// A busy machine is no failure.
setDefaultTimeout(600_000);

/** The compiler itself, without the JavaScript that starts it. */
const { program } = serverCommand(import.meta.dir);

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

for (const corpus of ["@tanstack/query-core", "rxjs", "zod"] as const satisfies (typeof CORPORA)[number][])
  test(`level 0 of every module of ${corpus} is what the compiler declares`, async () => {
    using files = new TempWorkspace();
    cpSync(corpusFolder(corpus), files.path("src"), { recursive: true, dereference: true });
    files.write("tsconfig.json", JSON.stringify({ compilerOptions: OPTIONS, include: ["src"] }));
    Bun.spawnSync([program, "-p", files.root, "--checkers", "1"], { env: { ...process.env, GOGC: "off" } });
    const output = declarationOutput(files);
    const workspace = new Workspace(files.root);
    const services = openServices(workspace);
    using _server = await services.languageServer();
    const sources = await services.parsed();
    let total = 0;
    const different: string[] = [];
    const ask = async (path: string, tries = 20): ReturnType<Zoom["exportsOf"]> => {
      const zoom = new Zoom(workspace, services, sources, new AbortController().signal);
      const answer = await zoom.exportsOf(workspace.root.prove(`src/${path}.ts`));
      // It says where types were not there in time: a busy machine is no failure.
      return answer.gaps.inferred === undefined || tries === 0 ? answer : ask(path, tries - 1);
    };
    for (const path of output.paths) {
      const { sections, gaps } = await ask(path);
      const [section] = sections;
      const ours = section === undefined ? new Map<string, Meaning>() : exportsShown(section);
      const theirs = output.exportsOf(path);
      expect({ path, names: [...ours.keys()].sort() }).toEqual({ path, names: [...theirs.keys()].sort() });
      expect({ path, ...gaps }).toMatchObject({ path, unparsed: [], missing: [] });
      for (const [name, meaning] of theirs) {
        total++;
        if (ours.get(name)?.toSorted().join("\n") !== meaning.toSorted().join("\n")) different.push(`${path} ${name}`);
      }
    }
    const alike = total - different.length;
    console.log(
      `${corpus}: ${alike} of ${total} signatures in ${output.paths.length} modules are the compiler's own (${((100 * alike) / total).toFixed(1)} %)`,
    );
    expect(total).toBeGreaterThan(300);
    expect({ different, isEnough: alike / total >= 0.95 }).toEqual({ different, isEnough: true });
  });

function declarationOutput(files: TempWorkspace): DeclarationOutput {
  const paths = readdirSync(files.path("types"), { recursive: true, encoding: "utf8" });
  const texts = paths
    .filter((path) => path.endsWith(".d.ts"))
    .sort()
    .map((path) => [path.replace(".d.ts", ""), readFileSync(files.path(`types/${path}`), "utf8")] as const);
  return new DeclarationOutput(new Map(texts));
}

/** What an answer's text says of each exported name. */
function exportsShown({ blocks, reExports }: Section): Map<string, Meaning> {
  const shown = new Map<string, Meaning>();
  const meaningOf = new Map<object, Meaning>();
  for (const { name, outlined, text } of blocks) {
    const meaning = meaningOf.get(outlined) ?? meaningsIn(text({ docs: "none", members: true, privates: false }));
    meaningOf.set(outlined, meaning);
    shown.set(name, [...(shown.get(name) ?? []), ...meaning]);
  }
  for (const { path, names } of reExports)
    for (const name of path === undefined ? names : [])
      if (!name.startsWith("*")) shown.set(name.split(" as ").at(-1) as string, ["elsewhere"]);
  return shown;
}
