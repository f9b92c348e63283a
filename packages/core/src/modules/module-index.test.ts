import { describe, expect, test } from "bun:test";
import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { changeKept } from "@kart/testkit/kept-facts";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { collectParserGarbage } from "../process/parser-garbage.ts";
import { beforeParsing } from "../syntax/parser/parse.ts";
import { SourceFacts } from "../workspace/source-facts.ts";
import { Workspace } from "../workspace/workspace.ts";
import { mayLeadTo, type ModuleGraph } from "./module-graph.ts";
import { ModuleIndex } from "./module-index.ts";

const signal = new AbortController().signal;

function open(text: string): { tree: TempWorkspace; index: ModuleIndex } {
  const tree = new TempWorkspace(markedFiles(text));
  return { tree, index: new ModuleIndex(new Workspace(tree.root)) };
}

/** `importer -> target` of every import, what leads nowhere as `?`. */
function edges(graph: ModuleGraph): string[] {
  return [...graph.nodes.values()].flatMap(({ path, targets }) =>
    [...targets].map(([specifier, target]) => {
      const end =
        target.kind === "source" || target.kind === "asset"
          ? target.path
          : target.kind === "external"
            ? `(${target.name})`
            : `? ${specifier}`;
      return `${path} -> ${end}`;
    }),
  );
}

describe("thousands of files, which other threads parse", () => {
  const text = (at: number) => `import "./m${at + 1}";\n`;
  const files = Object.fromEntries(Array.from({ length: 2100 }, (_, at) => [`m${at}.ts`, text(at)]));
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)};\n`;
  const odd = {
    "m100.ts": `import "./m101"; const;`,
    "m200.ts": text(200) + nested(2600),
    "m300.ts": text(300) + nested(6000),
    "m400.js": `require("./m401");\nreturn;\n`,
    "m400.ts": "",
  };

  test("give the graph that each by itself gives", async () => {
    using tree = new TempWorkspace({ ...files, ...odd });
    const index = new ModuleIndex(new Workspace(tree.root));
    const graph = await index.graph(signal);
    expect(graph.nodes.size).toBe(2101);
    const leading = [...graph.nodes.values()].filter(({ targets }) => targets.size === 1);
    expect(leading.length).toBe(2099);
    expect(graph.unparsed.map(({ path }) => path)).toEqual(["m100.ts", "m300.ts"]);
    for (const path of ["m7.ts", "m100.ts", "m200.ts", "m300.ts", "m400.js"])
      expect(graph.nodes.get(path)?.record).toEqual((await index.file(path, signal))?.node.record as never);
  });

  test("are left when nobody waits any more", async () => {
    using tree = new TempWorkspace(files);
    const index = new ModuleIndex(new Workspace(tree.root));
    const controller = new AbortController();
    const asked = index.graph(controller.signal);
    controller.abort(new Error("enough"));
    expect(asked).rejects.toThrow("enough");
    expect((await index.graph(signal)).nodes.size).toBe(2100);
  });
});

describe("freshness", () => {
  test("a question on an unchanged tree gets the same graph", async () => {
    const { tree, index } = open(`// @filename: a.ts\nimport "./b";\n// @filename: b.ts\nexport {};\n`);
    using _ = tree;
    expect(await index.graph(signal)).toBe(await index.graph(signal));
  });

  test("files that change, come and go are seen at the next question", async () => {
    const { tree, index } = open(`// @filename: a.ts\nimport "./b";\n// @filename: c.ts\n`);
    using _ = tree;
    expect(edges(await index.graph(signal))).toEqual(["a.ts -> ? ./b"]);
    tree.write("b.ts", "import './c'");
    expect(edges(await index.graph(signal))).toEqual(["a.ts -> b.ts", "b.ts -> c.ts"]);
    tree.write("b.ts", "import './a'; // longer");
    expect(edges(await index.graph(signal))).toEqual(["a.ts -> b.ts", "b.ts -> a.ts"]);
    rmSync(tree.path("b.ts"));
    tree.write("b.tsx", "");
    expect(edges(await index.graph(signal))).toEqual(["a.ts -> b.tsx"]);
  });

  test("a change of the same length is told by its time", async () => {
    const { tree, index } = open(`// @filename: a.ts\nimport "./b";\n// @filename: b.ts\n// @filename: c.ts\n`);
    using _ = tree;
    await index.graph(signal);
    tree.write("a.ts", `import "./c";\n`);
    utimesSync(tree.path("a.ts"), 2_000_000_000, 2_000_000_000);
    expect(edges(await index.graph(signal))).toEqual(["a.ts -> c.ts"]);
  });

  test("tsconfig, what it extends, package.json, assets and installed packages are watched too", async () => {
    const { tree, index } = open(
      `// @filename: a.ts\nimport "@/b"; import "pkg"; import "./d.json"; import "lodash";\n// @filename: one/b.ts\n// @filename: two/b.ts\n` +
        `// @filename: tsconfig.json\n{ "extends": "./base.json" }\n// @filename: base.json\n{ "compilerOptions": { "paths": { "@/*": ["./one/*"] } } }\n` +
        `// @filename: p/package.json\n{ "name": "other" }\n// @filename: p/index.ts\n`,
    );
    using _ = tree;
    expect(edges(await index.graph(signal))).toEqual([
      "a.ts -> one/b.ts",
      "a.ts -> ? pkg",
      "a.ts -> ? ./d.json",
      "a.ts -> ? lodash",
    ]);
    const next = async () => edges(await index.graph(signal));
    tree.write("base.json", `{ "compilerOptions": { "paths": { "@/*": ["./two/*"] } } } `);
    expect(await next()).toContain("a.ts -> two/b.ts");
    tree.write("p/package.json", `{ "name": "pkg" }`);
    expect(await next()).toContain("a.ts -> p/index.ts");
    tree.write("package.json", `{ "name": "root" }`);
    tree.write("d.json", "{}");
    expect(await next()).toContain("a.ts -> d.json");
    tree.write("node_modules/lodash/package.json", `{ "main": "l.js" }`);
    tree.write("node_modules/lodash/l.js", "");
    expect(await next()).toEqual(["a.ts -> two/b.ts", "a.ts -> p/index.ts", "a.ts -> d.json", "a.ts -> (lodash)"]);
    rmSync(tree.path("d.json"));
    expect(edges(await index.graph(signal))[2]).toBe("a.ts -> ? ./d.json");
  });

  test("packages of a scope come, and are linked to another place", async () => {
    const { tree, index } = open(
      `// @filename: a.ts\nimport "@s/x"; import "@s/late";\n// @filename: package.json\n{ "name": "a" }\n` +
        `// @filename: one/index.ts\n// @filename: two/index.ts\n`,
    );
    using _ = tree;
    const next = async () => edges(await index.graph(signal));
    tree.write("node_modules/@s/x", { symlinkTo: "../../one" });
    expect(await next()).toEqual(["a.ts -> one/index.ts", "a.ts -> ? @s/late"]);
    rmSync(tree.path("node_modules/@s/x"));
    tree.write("node_modules/@s/x", { symlinkTo: "../../two" });
    expect((await next())[0]).toBe("a.ts -> two/index.ts");
    tree.write("node_modules/@s/late", { symlinkTo: "../../one" });
    expect((await next())[1]).toBe("a.ts -> one/index.ts");
  });

  test("a call says which condition of package.json holds, and otherwise the form of its file", async () => {
    const { tree, index } = open(
      `// @filename: package.json\n{ "name": "p", "exports": { ".": { "import": "./esm.mjs", "require": "./old.cjs" } } }\n` +
        `// @filename: a.cjs\nimport("p");\n// @filename: b.cjs\nrequire("p");\n// @filename: c.mjs\nrequire("p");\n` +
        `// @filename: d.mjs\nimport "p";\n// @filename: e.cjs\nimport("p"); require("p");\n// @filename: esm.mjs\n// @filename: old.cjs\n`,
    );
    using _ = tree;
    expect(edges(await index.graph(signal))).toEqual([
      "a.cjs -> esm.mjs",
      "b.cjs -> old.cjs",
      "c.mjs -> old.cjs",
      "d.mjs -> esm.mjs",
      "e.cjs -> old.cjs",
    ]);
  });

  test("symlinks of files and folders come to lead elsewhere", async () => {
    const { tree, index } = open(
      `// @filename: a.ts\nimport "./file"; import "./current/x";\n// @filename: v1/x.ts\n// @filename: v2/x.ts\n`,
    );
    using _ = tree;
    const next = async () => edges(await index.graph(signal));
    tree.write("file.ts", { symlinkTo: "v1/x.ts" });
    tree.write("current", { symlinkTo: "v1" });
    expect(await next()).toEqual(["a.ts -> v1/x.ts", "a.ts -> v1/x.ts"]);
    rmSync(tree.path("file.ts"));
    tree.write("file.ts", { symlinkTo: "v2/x.ts" });
    expect(await next()).toEqual(["a.ts -> v2/x.ts", "a.ts -> v1/x.ts"]);
    rmSync(tree.path("current"));
    tree.write("current", { symlinkTo: "v2" });
    expect(await next()).toEqual(["a.ts -> v2/x.ts", "a.ts -> v2/x.ts"]);
  });

  test("a node_modules comes to a folder without a manifest, and goes", async () => {
    const { tree, index } = open(
      `// @filename: app/src/a.ts\nimport "b";\n// @filename: package.json\n{ "name": "r" }\n// @filename: p/b/index.ts\n`,
    );
    using _ = tree;
    const next = async () => edges(await index.graph(signal));
    expect(await next()).toEqual(["app/src/a.ts -> ? b"]);
    tree.write("app/node_modules/b", { symlinkTo: "../../p/b" });
    expect(await next()).toEqual(["app/src/a.ts -> p/b/index.ts"]);
    rmSync(tree.path("app/node_modules"), { recursive: true });
    expect(await next()).toEqual(["app/src/a.ts -> ? b"]);
  });

  test("what was missing may come: a base configuration, a generated source under any ending, a referenced project", async () => {
    const { tree, index } = open(
      `// @filename: .gitignore\ngen\n.made\n// @filename: a.ts\nimport "@/b"; import "./gen/c"; import "./gen/d.js"; import "~/b";\n` +
        `// @filename: tsconfig.json\n{ "extends": "./.made/tsconfig.json", "references": [{ "path": "./odd.json" }] }\n` +
        `// @filename: odd.json\n{}\n// @filename: one/b.ts\n// @filename: two/b.ts\n`,
    );
    using _ = tree;
    const next = async () => edges(await index.graph(signal));
    expect(await next()).toEqual(["a.ts -> ? @/b", "a.ts -> ? ./gen/c", "a.ts -> ? ./gen/d.js", "a.ts -> ? ~/b"]);
    tree.write(".made/tsconfig.json", `{ "compilerOptions": { "paths": { "@/*": ["../one/*"] } } }`);
    expect((await next())[0]).toBe("a.ts -> one/b.ts");
    tree.write("gen/c.ts", "");
    expect((await next())[1]).toBe("a.ts -> gen/c.ts");
    tree.write("gen/d.ts", "");
    expect((await next())[2]).toBe("a.ts -> gen/d.ts");
    for (const folder of ["one", "two"]) {
      tree.write("odd.json", `{ "compilerOptions": { "paths": { "~/*": ["./${folder}/*"] } } }`);
      expect((await next())[3]).toBe(`a.ts -> ${folder}/b.ts`);
    }
  });

  test("a folder that was probed becomes a file, and a file is imported as a folder", async () => {
    const { tree, index } = open(`// @filename: package.json
{ "workspaces": ["packages/*"] }
// @filename: packages/old/package.json
{ "name": "old" }
// @filename: bin/run.ts
import "undeclared";
// @filename: src/a.ts
import "./theme/dark.css";
import "./b.ts/within";
import "./b.ts/within.css";
// @filename: src/b.ts
export {};
// @filename: src/theme/dark.css
`);
    using _ = tree;
    const lost = ["src/a.ts -> ? ./b.ts/within", "src/a.ts -> ? ./b.ts/within.css"];
    const before = edges(await index.graph(signal));
    expect(before).toEqual(["bin/run.ts -> ? undeclared", "src/a.ts -> src/theme/dark.css", ...lost]);
    for (const folder of ["packages/old", "bin", "src/theme"]) {
      rmSync(tree.path(folder), { recursive: true });
      tree.write(folder, "a file\n");
    }
    expect(edges(await index.graph(signal))).toEqual(["src/a.ts -> ? ./theme/dark.css", ...lost]);
  });

  test("a package that is installed above the workspace comes and goes", async () => {
    using around = new TempWorkspace({ "root/a.ts": 'import "p";\n' });
    const index = new ModuleIndex(new Workspace(around.path("root")));
    const problem = async () => (await index.file("a.ts", signal))?.node.targets.get("p")?.kind;
    const before = await problem();
    around.write("node_modules/p/index.js", "");
    const installed = await problem();
    rmSync(around.path("node_modules"), { recursive: true });
    expect([before, installed, await problem()]).toEqual(["unresolved", "external", "unresolved"]);
  });
});

test("the questions of one call are given the same graph where they may, and those of the next call another", async () => {
  using tree = new TempWorkspace({ "a.ts": "" });
  const index = new ModuleIndex(new Workspace(tree.root), undefined, 60_000);
  const [call, next] = [new AbortController().signal, new AbortController().signal];
  const seenBy = async (one: AbortSignal) => [...(await index.graph(one)).nodes.keys()];
  expect(await seenBy(call)).toEqual(["a.ts"]);
  tree.write("b.ts", "");
  expect(await seenBy(call)).toEqual(["a.ts"]);
  expect(await seenBy(next)).toEqual(["a.ts", "b.ts"]);
  expect(await seenBy(call)).toEqual(["a.ts", "b.ts"]);
});

describe("concurrency", () => {
  test("calls made together share one graph", async () => {
    const { tree, index } = open(`// @filename: a.ts\n`);
    using _ = tree;
    const [one, two] = await Promise.all([index.graph(signal), index.graph(signal)]);
    expect(one).toBe(two);
  });

  test("an aborted call throws its reason; another that waits gets its answer, and so does a later one", async () => {
    const { tree, index } = open(`// @filename: a.ts\nimport "./b";\n// @filename: b.ts\n`);
    using _ = tree;
    const controller = new AbortController();
    const aborted = index.graph(controller.signal);
    const other = index.graph(signal);
    controller.abort(new Error("stop"));
    expect(aborted).rejects.toThrow("stop");
    expect(edges(await other)).toEqual(["a.ts -> b.ts"]);
    const alone = new AbortController();
    const gone = index.graph(alone.signal);
    alone.abort(new Error("stop"));
    expect(gone).rejects.toThrow("stop");
    expect(edges(await index.graph(signal))).toEqual(["a.ts -> b.ts"]);
    expect(index.graph(AbortSignal.abort(new Error("before")))).rejects.toThrow("before");
  });

  test("a call that comes during a refresh sees what changed since that began", async () => {
    const second = `// ${"x".repeat(3000)}\n`;
    const { tree, index } = open(`// @filename: a.ts\n// @filename: b.ts\n${second}`);
    using _ = tree;
    const { promise: late, resolve } = Promise.withResolvers<ModuleGraph>();
    // Where the second file is parsed, the first is surely read.
    beforeParsing((length) => {
      if (length !== second.length) return;
      tree.write("a.ts", "import './x'");
      resolve(index.graph(signal));
    });
    const early = await index.graph(signal);
    collectParserGarbage();
    expect(edges(early)).toEqual([]);
    expect(edges(await late)).toEqual(["a.ts -> ? ./x"]);
  });
});

test("one file alone: ignored ones too, fresh, and of one mind with the graph", async () => {
  const { tree, index } = open(
    `// @filename: .gitignore\ngen\n// @filename: gen/a.ts\nimport "../b"; import "./data.json";\n// @filename: b.ts\nimport "./c";\n`,
  );
  using _ = tree;
  const leads = async (path: string) =>
    [...((await index.file(path, signal))?.node.targets ?? [])].map(([specifier, { kind }]) => `${specifier} ${kind}`);
  expect(await leads("gen/a.ts")).toEqual(["../b source", "./data.json unresolved"]);
  const graph = await index.graph(signal);
  expect(edges(graph)).toEqual(["b.ts -> ? ./c"]);
  expect(await index.graph(signal)).toBe(graph);
  tree.write("gen/data.json", "{}");
  tree.write("c.ts", "");
  expect(await leads("gen/a.ts")).toEqual(["../b source", "./data.json asset"]);
  expect(edges(await index.graph(signal))).toEqual(["b.ts -> c.ts"]);
  expect(await index.file("gone.ts", signal)).toBeUndefined();
  tree.write("broken.ts", "import './b'; const = 1");
  expect((await index.file("broken.ts", signal))?.failure).toMatchObject({ path: "broken.ts", line: 1 });
});

test("what one file alone says is read again only where it changed, and is what the graph takes", async () => {
  const { tree, index } = open(`
// @filename: a.ts
import { b } from "./b";
// @filename: b.ts
export const b = 1;
// @filename: ignored/c.ts
export const c = 1;
// @filename: .gitignore
ignored
`);
  using _tree = tree;
  const names = async (path: string) => (await index.module(path, signal))?.record.exports.map(({ name }) => name);
  const read = await index.module("b.ts", signal);
  expect(await index.module("b.ts", signal)).toBe(read);
  expect(await names("ignored/c.ts")).toEqual(["c"]);
  const graph = await index.graph(signal);
  expect([...graph.nodes.keys()]).toEqual(["a.ts", "b.ts"]);
  expect(graph.nodes.get("b.ts")?.record).toBe(read?.record as never);
  tree.write("b.ts", "export const b = 1, more = 2;\n");
  expect(await names("b.ts")).toEqual(["b", "more"]);
  expect(await names("ignored/c.ts")).toEqual(["c"]);
  const next = await index.graph(signal);
  expect(next.nodes.get("b.ts")?.record.exports.map(({ name }) => name)).toEqual(["b", "more"]);
  // Of what is no part of it the graph knows nothing, and stays as it was.
  await names("ignored/c.ts");
  expect(await index.graph(signal)).toBe(next);
  rmSync(join(tree.root, "b.ts"));
  expect(await names("b.ts")).toBeUndefined();
  expect([...(await index.graph(signal)).nodes.keys()]).toEqual(["a.ts"]);
});

test("of a namespace any member may be used where its file changed since it was read", async () => {
  const { tree, index } = open(`// @filename: a.ts
import { ns } from "./barrel";
ns.one();
// @filename: barrel.ts
export * as ns from "./b";
// @filename: b.ts
export const one = () => {};
export const two = () => {};
`);
  using _ = tree;
  const used = async (change: () => void) => {
    const graph = await index.graph(signal);
    change();
    const node = graph.nodes.get("a.ts");
    const name = node?.record.imports[0]?.names[0];
    return node && name && graph.membersUsed(node, name);
  };
  expect(await used(() => {})).toEqual(["one"]);
  const text = '// Longer.\nimport { ns } from "./barrel";\nns.two();\n';
  tree.write("a.ts", `${text}ns.one();\n`);
  expect(await used(() => tree.write("a.ts", text))).toBe("all");
  expect(await used(() => {})).toEqual(["two"]);
});

test("what does not parse is named, and what could be read of it is kept", async () => {
  const { tree, index } = open(
    `// @filename: a.ts\nimport "./b";\nconst = 1;\n// @filename: b.ts\n// @filename: n.ts\n`,
  );
  using _ = tree;
  tree.write("n.ts", "\0\0");
  const graph = await index.graph(signal);
  expect(graph.unparsed.map(({ path, line }) => `${path}:${line}`)).toEqual(["a.ts:2", "n.ts:1"]);
});

test("single-file components import too", async () => {
  const { tree, index } = open(
    `// @filename: A.vue\n<template><p/></template>\n<script setup lang="ts">\nimport { b } from "./b";\n</script>\n` +
      `// @filename: S.svelte\n<script module>import * as b from "./b"</script><script>import "./c"</script>\n` +
      `// @filename: P.astro\n---\nimport A from "./A.vue";\n---\n<p/>\n` +
      `// @filename: M.mdx\nimport { b } from "./b"\n\n# Title\n\nimport is a word, "from" too.\n` +
      `// @filename: b.ts\nexport const b = 1;\n// @filename: c.ts\n`,
  );
  using _ = tree;
  const graph = await index.graph(signal);
  expect(edges(graph)).toEqual([
    "A.vue -> b.ts",
    "M.mdx -> b.ts",
    "P.astro -> A.vue",
    "S.svelte -> b.ts",
    "S.svelte -> c.ts",
  ]);
  expect(graph.importsOf("b.ts").map(({ importer, record }) => `${importer.path}:${record.line}`)).toEqual([
    "A.vue:3",
    "M.mdx:1",
    "S.svelte:1",
  ]);
});

test("so do pages, of which most hold no script and are no part of the graph", async () => {
  const { tree, index } = open(
    `// @filename: index.html\n<script type="module">\nimport { b } from "./b.ts";\n</script>\n// @filename: docs/a.md\n# A\n\n<script setup>\nimport { b } from "../b";\n</script>\n` +
      `// @filename: README.md\n# Plain\n// @filename: odd.html\n<script>{% import "./b" %}</script>\n// @filename: b.ts\nexport const b = 1;\n`,
  );
  using _ = tree;
  const graph = await index.graph(signal);
  expect(edges(graph)).toEqual(["docs/a.md -> b.ts", "index.html -> b.ts"]);
  expect([[...graph.nodes.keys()], graph.unparsed]).toEqual([["b.ts", "docs/a.md", "index.html"], []]);
  tree.write("README.md", `<script>\nimport "./b";\n</script>\n`);
  tree.write("index.html", "<p></p>\n");
  expect(edges(await index.graph(signal))).toEqual(["README.md -> b.ts", "docs/a.md -> b.ts"]);
});

test("what .mdx shows as code does not import", async () => {
  const shown = 'import a from "./a";';
  const { tree, index } = open(
    `// @filename: M.mdx\n\`\`\`ts\n${shown}\n\`\`\` no\n~~~\n${shown}\n\`\`\`\`\n\nimport "./b"\n\n  ~~~~\r\n${shown}\r\n~~~\r\n${shown}\r\n  ~~~~~\r\n` +
      `import "./c"\n\n\`\`\`ts is \`code\`\nimport {\n  d\n} from "./d";\n\n\`${shown}\`\n\n\`\`\`\n${shown}\n` +
      `// @filename: N.mdx\n- \n  \`\`\`\nimport "./b"\n` +
      ["a", "b", "c", "d"].map((name) => `// @filename: ${name}.ts\n`).join(""),
  );
  using _ = tree;
  expect(edges(await index.graph(signal))).toEqual([
    "M.mdx -> b.ts",
    "M.mdx -> c.ts",
    "M.mdx -> d.ts",
    "N.mdx -> b.ts",
  ]);
});

test("markup imports by import(), and a script by its src; what is no code does not", async () => {
  const { tree, index } = open(
    `// @filename: S.svelte\n<script>let a</script>\n{#await import('./b') then m}{m.x}{/await}\nimport('./prose') <!-- {import('./gone')} -->\n` +
      `// @filename: V.vue\n<template><A @click="() => import('./b')"/>{{ import(\`./c\`) }} import('./prose')</template>\n<script lang="ts" src="./c.ts"></script>\n` +
      `// @filename: W.vue\n<script src="https://x.y/z.js"></script><script>const tag = '<script src="./no.js">'</script>\n` +
      `// @filename: P.astro\n---\nconst a = 1;\n---\n<p>{(await import("./b")).x}</p><style>.a { b: url(import("./no")) }</style><script src="./c"></script>\n` +
      `// @filename: b.ts\nexport const x = 1;\n// @filename: c.ts\nexport default 1;\n`,
  );
  using _ = tree;
  const graph = await index.graph(signal);
  expect(graph.unparsed).toEqual([]);
  expect(edges(graph)).toEqual([
    "P.astro -> b.ts",
    "P.astro -> c.ts",
    "S.svelte -> b.ts",
    "V.vue -> b.ts",
    "V.vue -> c.ts",
    "V.vue -> c.ts",
  ]);
  const uses = ["b.ts", "c.ts"].flatMap((path) => graph.importsOf(path));
  expect(uses.map(({ record }) => record.names.map(({ members }) => members))).toEqual(uses.map(() => ["all"]));
});

test("a computed specifier leads to what starts alike", () => {
  const rows: [prefix: string, target: string, expected: boolean][] = [
    ["", "x.ts", true],
    ["./locales/", "src/locales/de.ts", true],
    ["./locales/", "src/other.ts", false],
    ["../", "lib/x.ts", true],
    ["../plug", "plugins/a.ts", true],
    ["@/pages/", "src/pages/a.ts", true],
    ["@/pages/", "src/other.ts", false],
  ];
  expect(rows.map(([prefix, target]) => mayLeadTo("src/a.ts", { line: 1, prefix }, target))).toEqual(
    rows.map(([, , expected]) => expected),
  );
});

describe("records kept on disk", () => {
  // What a server keeps must have been as it is for a while.
  const later = { now: () => Date.now() + 60_000, code: () => "test" };
  const padding = `// ${"x".repeat(300_000)}\n`;
  const files = {
    "a.ts": `import { b } from "./b";\nexport const a = b;\n`,
    "b.ts": `${padding}export const b = 1;\n`,
    "broken.ts": `${padding}import "./a"; const;\n`,
    "page.vue": `<script setup lang="ts">\nimport { a } from "./a";\n</script>\n`,
  };

  /** The graph of a server that starts now, and what it leaves to the next. */
  async function graphOf(tree: TempWorkspace, cache: TempWorkspace): Promise<ModuleGraph> {
    const facts = new SourceFacts(tree.root, { ...later, folder: cache.root });
    const graph = await new ModuleIndex(new Workspace(tree.root), facts).graph(signal);
    facts.flush();
    return graph;
  }

  const mark = (cache: TempWorkspace) => changeKept(cache.root, "modules", '"name":"b"', '"name":"marked"');

  const namesOf = (graph: ModuleGraph) => graph.nodes.get("b.ts")?.record.exports.map(({ name }) => name);

  test("give the graph that reading gives, and are what the next server goes by", async () => {
    using tree = new TempWorkspace(files);
    using cache = new TempWorkspace();
    const read = await graphOf(tree, cache);
    const recalled = await graphOf(tree, cache);
    expect(read.unparsed.map(({ path }) => path)).toEqual(["broken.ts"]);
    expect(recalled.unparsed).toEqual(read.unparsed);
    expect([...recalled.nodes.values()]).toEqual([...read.nodes.values()]);
    expect(edges(recalled)).toEqual(["a.ts -> b.ts", "broken.ts -> a.ts", "page.vue -> a.ts"]);
    mark(cache);
    expect(namesOf(await graphOf(tree, cache))).toEqual(["marked"]);
  });

  test("tell nothing of a file that has changed, is gone or is new", async () => {
    using tree = new TempWorkspace(files);
    using cache = new TempWorkspace();
    await graphOf(tree, cache);
    mark(cache);
    tree.write("b.ts", `${padding}export const c = 1;\n`);
    rmSync(tree.path("broken.ts"));
    tree.write("new.ts", `import "./b";\n`);
    const graph = await graphOf(tree, cache);
    expect(namesOf(graph)).toEqual(["c"]);
    expect([...graph.nodes.keys()]).toEqual(["a.ts", "b.ts", "new.ts", "page.vue"]);
    expect(graph.unparsed).toEqual([]);
  });

  test("are the records of every file here, to the last field", async () => {
    using cache = new TempWorkspace();
    const packages = { root: join(import.meta.dir, "../../..") } as TempWorkspace;
    const read = await graphOf(packages, cache);
    const recalled = await graphOf(packages, cache);
    expect(read.nodes.size).toBeGreaterThan(500);
    expect([...recalled.nodes.values()].map(({ record }) => record)).toStrictEqual(
      [...read.nodes.values()].map(({ record }) => record),
    );
  });
});
