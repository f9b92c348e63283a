import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { connectInMemory, connectStdio, type Connection } from "@kart/testkit/connect";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { zoomServer } from "../src/server.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const workspace = new TempWorkspace(
  markedFiles(`// @filename: package.json
{ "name": "top", "private": true, "scripts": { "build": "bun scripts/build.ts" } }
// @filename: tsconfig.json
{ "files": [], "references": [{ "path": "packages/a" }] }
// @filename: packages/a/package.json
{ "name": "@x/a", "version": "1.2.3", "exports": "./src/index.ts", "dependencies": { "@x/b": "1", "react": "1" } }
// @filename: packages/a/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "composite": true }, "include": ["src"] }
// @filename: packages/a/src/index.ts
export const a = 1;
// @filename: packages/a/src/deep/more.ts
export const more = 1;
// @filename: packages/a/test/index.test.ts
export {};
// @filename: packages/b/package.json
{ "name": "@x/b", "main": "lib/b.js" }
// @filename: packages/b/lib/b.js
module.exports = 1;
// @filename: scripts/build.ts
export {};
// @filename: broken/package.json
{
`),
);
const COMMAND: [string, ...string[]] = [process.execPath, `${import.meta.dir}/../src/main.ts`];
const memory = await connectInMemory(zoomServer, { root: workspace.root });

afterAll(async () => {
  await memory[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

async function read(uri: string, { client }: Connection = memory): Promise<string> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  if (content === undefined || !("text" in content)) throw new Error("no text");
  expect({ uri: content.uri, contents: contents.length }).toEqual({ uri, contents: 1 });
  return content.text;
}

async function complete(value: string, name = "name", uri = "kart://std/docs/{name}") {
  const { completion } = await memory.client.complete({
    ref: { type: "ref/resource", uri },
    argument: { name, value },
  });
  return completion;
}

async function failure(uri: string): Promise<string> {
  const error: unknown = await memory.client.readResource({ uri }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error(`${uri} was read`);
  expect(error).toMatchObject({ code: -32_602, data: { uri } });
  return error.message;
}

const LISTED = ["kart://project/structure", "kart://std/docs/{name}"];

async function listed({ client }: Connection): Promise<string[]> {
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  return [...resources.map(({ uri }) => uri), ...resourceTemplates.map(({ uriTemplate }) => uriTemplate)];
}

test("are announced and listed", async () => {
  expect(memory.client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, completions: {} });
  expect(await listed(memory)).toEqual(LISTED);
});

for (const protocol of ["legacy", "auto"] as const)
  test(`are read over standard input and output, ${protocol} protocol`, async () => {
    await using connection = await connectStdio({ command: COMMAND, root: workspace.root, protocol });
    expect(await listed(connection)).toEqual(LISTED);
    expect(await read("kart://std/docs/Partial", connection)).toContain("type Partial<T> = { [P in keyof T]?: T[P]; }");
    expect(await read("kart://project/structure", connection)).toBe(await read("kart://project/structure"));
    const ref = { type: "ref/resource", uri: "kart://std/docs/{name}" } as const;
    const { completion } = await connection.client.complete({ ref, argument: { name: "name", value: "WeakRe" } });
    expect(completion).toEqual({ values: ["WeakRef", "WeakRefConstructor"], total: 2, hasMore: false });
  });

test("the structure of the project: packages, folders of sources, entry points, tsconfigs", async () => {
  expect(JSON.parse(await read("kart://project/structure"))).toEqual({
    packages: [
      {
        name: "top",
        path: ".",
        private: true,
        sourceFolders: [{ path: "scripts", files: 1 }],
        entryPoints: [{ path: "scripts/build.ts", reason: "script" }],
        scripts: ["build"],
      },
      {
        name: "@x/a",
        path: "packages/a",
        version: "1.2.3",
        dependsOn: ["@x/b"],
        sourceFolders: [
          { path: "packages/a/src", files: 2 },
          { path: "packages/a/test", files: 1 },
        ],
        entryPoints: [{ path: "packages/a/src/index.ts", reason: "package" }],
        scripts: [],
      },
      {
        name: "@x/b",
        path: "packages/b",
        sourceFolders: [{ path: "packages/b/lib", files: 1 }],
        entryPoints: [{ path: "packages/b/lib/b.js", reason: "package" }],
        scripts: [],
      },
    ],
    tsconfigs: [
      { path: "packages/a/tsconfig.json", include: ["packages/a/src"] },
      { path: "tsconfig.json", files: [], references: ["packages/a/tsconfig.json"] },
    ],
    sourceFiles: 5,
    testFiles: 1,
    problems: [expect.stringMatching(/^broken\/package\.json:1 is not valid JSON/)],
  });
});

test("the structure of a large project says what it leaves out", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 900 }, (_, n) => [
      `packages/p${n}/package.json`,
      JSON.stringify({ name: `p${n}`, scripts: { a: "b" } }),
    ]),
  );
  using large = new TempWorkspace(files);
  await using connection = await connectInMemory(zoomServer, { root: large.root });
  const text = await read("kart://project/structure", connection);
  expect(text.length).toBeLessThan(40_000);
  const { packages, omitted } = JSON.parse(text) as { packages: unknown[]; omitted: { packages: number } };
  expect(packages.length + omitted.packages).toBe(900);
});

describe("the docs of a type", () => {
  test("have the members of all files of the library, with the edition that brought them", async () => {
    const array = await read("kart://std/docs/Array");
    expect(array).toStartWith("# Array\n\n```ts\ninterface Array<T>\nvar Array: ArrayConstructor\n```\n");
    expect(array).toContain("Declared in lib.es5.d.ts, lib.es2015.core.d.ts, ");
    expect(array).toContain("\n- `pop(): T | undefined`: Removes the last element from an array and returns it.");
    expect(array).toContain("\n- `at(index: number): T | undefined` (ES2022): ");
    expect(array).toContain("\n- `isArray(arg: any): arg is any[]`");
    expect(array).toContain("`items`: New elements to add to the array.");
    expect(array).toMatch(/\n- `concat\(\.\.\.items: ConcatArray<T>\[\]\): T\[\]`\n {2}`concat\(/);
    expect(array.indexOf("## Static")).toBeLessThan(
      array.indexOf("- `from<T>(arrayLike: ArrayLike<T>): T[]` (ES2015)"),
    );
    expect(array.match(/^- `length: number`/gm)).toHaveLength(1);
    expect(await read("kart://std/docs/Array%3CT%3E")).toBe(array);
  });

  test("of the DOM, of namespaces and their members, of aliases and functions", async () => {
    const element = await read("kart://std/docs/HTMLElement");
    expect(element).toContain("interface HTMLElement extends Element, ");
    expect(element).toContain("var HTMLElement: { … }");
    expect(element).toContain("- `click(): void`: ");
    const module = await read("kart://std/docs/WebAssembly.Module");
    expect(module).toContain(
      "## Static\n\n- `prototype: Module`\n- `new (bytes: BufferSource, options?: WebAssemblyCompileOptions): Module`".replace(
        "new (",
        "new(",
      ),
    );
    expect(await read("kart://std/docs/Intl")).toContain(
      "- `interface Collator`\n  `var Collator: CollatorConstructor`",
    );
    expect(await read("kart://std/docs/Intl.NumberFormat")).toContain("- `supportedLocalesOf(");
    expect(await read("kart://std/docs/parseInt")).toContain(
      "function parseInt(string: string, radix?: number): number",
    );
    expect(await read("kart://std/docs/Window")).toContain(
      "- `readonly clientInformation: Navigator`: **Deprecated.** ",
    );
    expect(await read("kart://std/docs/Request")).toContain("Declared in lib.dom.d.ts.");
  });

  test("of what a module of the library declares globally, and nothing of what is its own", async () => {
    const object = await read("kart://std/docs/IteratorObject");
    expect(object).toContain(
      "Declared in lib.es2015.iterable.d.ts, lib.es2025.iterator.d.ts, lib.esnext.disposable.d.ts.",
    );
    expect(object).toContain("\n- `take(limit: number): IteratorObject<T, undefined, unknown>` (ES2025): Creates ");
    expect(object).toContain("\n- `readonly [Symbol.toStringTag]: string` (ES2025)");
    const iterator = await read("kart://std/docs/Iterator");
    expect(iterator).toStartWith(
      "# Iterator\n\n```ts\ninterface Iterator<T, TReturn = any, TNext = any>\nvar Iterator: IteratorConstructor\n```\n",
    );
    expect(iterator).toContain("## Static\n\n- `from<T>(value: Iterator<T, unknown, undefined> | Iterable<");
    expect(iterator).not.toContain("abstract");
    const { values } = await complete("Iterator");
    expect(values).toContain("IteratorConstructor");
    expect(values).not.toContain("IteratorObjectConstructor");
  });

  test("of every fiftieth name fit into a reply, and say something", async () => {
    const names = (await Promise.all("ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("").map((letter) => complete(letter)))).flatMap(
      ({ values }) => values,
    );
    expect(names.length).toBeGreaterThan(1000);
    for (const name of names.filter((_, index) => index % 50 === 0)) {
      const text = await read(`kart://std/docs/${name}`);
      expect(text).toStartWith(`# ${name}\n\n\`\`\`ts\n`);
      expect(text.length).toBeLessThan(40_000);
    }
  });

  test("that are not there", async () => {
    expect(await failure("kart://std/docs/Nope")).toBe(
      "file_not_found: The library has no Nope. Ask for a completion of the name.",
    );
    expect(await failure("kart://std/docs/weakset")).toBe(
      "file_not_found: The library has no weakset. There are WeakSet, WeakSetConstructor.",
    );
    expect(await failure("kart://std/docs/Array.nope")).toStartWith("file_not_found: The library has no Array.nope.");
    expect(await failure("kart://std/docs/__proto__")).toStartWith("file_not_found: ");
    expect(await failure("kart://std/docs/../../etc/passwd")).toStartWith("file_not_found: ");
    for (const uri of ["kart://std/docs/", "kart://nope", "file:///etc/passwd"])
      expect(await failure(uri)).toBe(`There is no resource \`${uri}\`. There are ${LISTED.join(", ")}.`);
    expect(await failure("kart://std/docs/%zz")).toStartWith("file_not_found: The library has no %zz.");
  });

  test("are completed: as typed first, a hundred at most", async () => {
    expect((await complete("promise")).values.slice(0, 2)).toEqual(["Promise", "PromiseConstructorLike"]);
    const { values: intl } = await complete("Intl.Num");
    expect(intl[0]).toBe("Intl.NumberFormat");
    expect(intl.every((name) => name.startsWith("Intl.Num"))).toBe(true);
    const all = await complete("");
    expect({ shown: all.values.length, hasMore: all.hasMore }).toEqual({ shown: 100, hasMore: true });
    expect(all.total).toBeGreaterThan(2000);
    expect((await complete("zzz")).values).toEqual([]);
    expect((await complete("A", "other")).values).toEqual([]);
    expect((await complete("A", "name", "kart://nope/{name}")).values).toEqual([]);
  });
});
