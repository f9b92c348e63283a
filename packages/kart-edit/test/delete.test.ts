import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { type Arguments, Desk, sharedDesk } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const TSCONFIG = JSON.stringify({
  compilerOptions: { strict: true, module: "preserve", target: "esnext", lib: ["esnext"], jsx: "preserve", types: [] },
});

const deskWith = sharedDesk();

/** Deletes a symbol of the only file, forced: what goes and what stays is looked at, not who refers to it. */
async function without(source: string, symbol: string, path = "a.ts"): Promise<string> {
  const at = await deskWith({ [path]: source, "tsconfig.json": TSCONFIG });
  await at.change("kart_delete", { file: path, symbol, force: true });
  return at.workspace.read(path);
}

describe("what goes", () => {
  const ROWS: readonly [what: string, before: string, symbol: string, after: string][] = [
    ["a statement between two", "let a;\n\nlet b;\n\nlet c;\n", "b", "let a;\n\nlet c;\n"],
    ["the first", "let a;\n\nlet b;\n", "a", "let b;\n"],
    ["the last", "let a;\n\nlet b;\n", "b", "let a;\n"],
    ["the only one", "let a;\n", "a", ""],
    ["one above a semicolon that guards the next", "let a = 1\n;[b].c()\n", "a", ";[b].c()\n"],
    ["one of a file without a final newline", "let a;\n\nlet b;", "b", "let a;"],
    ["one of a group", "let a;\nlet b;\n\nlet c;\n", "b", "let a;\n\nlet c;\n"],
    ["the last of a group", "let a;\nlet b;\n\n\nlet c;\n", "b", "let a;\n\n\nlet c;\n"],
    [
      "its doc and the comment behind",
      "let a;\n\n/** B. */\n// more\nlet b; // b\n\nlet c;\n",
      "b",
      "let a;\n\nlet c;\n",
    ],
    [
      "its doc, which a blank line parts from it",
      "let a;\n\n/**\n * B.\n * @deprecated\n */\n\nlet b;\n\nlet c;\n",
      "b",
      "let a;\n\nlet c;\n",
    ],
    [
      "not a comment above a blank line that may be of anything",
      "let a;\n\n/** Below are more. */\n\nlet b;\nlet c;\n",
      "b",
      "let a;\n\n/** Below are more. */\n\nlet c;\n",
    ],
    ["CRLF", "let a;\r\n\r\nlet b;\r\n\r\nlet c;\r\n", "b", "let a;\r\n\r\nlet c;\r\n"],
    ["byte order mark", "\ufefflet a;\nlet b;\n", "a", "\ufefflet b;\n"],
    ["one of two on a line", "let a; let b; // end\n", "a", "let b; // end\n"],
    ["the second of two on a line", "let a; let b;\n", "b", "let a;\n"],
    ["all overloads", "function f(): void;\nfunction f(a?: 1): void {}\nlet b;\n", "f", "let b;\n"],
    [
      "one overload",
      "function f(): void;\nfunction f(a: 1): void;\nfunction f(a?: 1): void {}\n",
      "f[1]",
      "function f(): void;\nfunction f(a?: 1): void {}\n",
    ],
    ["a declarator", "const a = 1, b = 2;\n", "a", "const b = 2;\n"],
    ["the last declarator", "const a = 1,\n  b = 2;\n", "b", "const a = 1;\n"],
    ["a declarator between", "const a = 1, // a\n  b = 2, // b\n  c = 3;\n", "b", "const a = 1, // a\n  c = 3;\n"],
    ["an element of a pattern", "const { a, b: c = 1 } = o;\n", "c", "const { a } = o;\n"],
    ["an element of an array pattern", "const [a, b] = o;\n", "a", "const [, b] = o;\n"],
    ["an object member", "const o = {\n  a: 1,\n\n  // b\n  b: 2,\n};\n", "b", "const o = {\n  a: 1,\n};\n"],
    ["the last object member, without a comma", "const o = {\n  a: 1,\n  b: 2\n};\n", "b", "const o = {\n  a: 1\n};\n"],
    ["an object member on a line", "const o = { a: 1, b: 2 };\n", "b", "const o = { a: 1 };\n"],
    ["the first object member on a line", "const o = { a: 1, b: 2 };\n", "a", "const o = { b: 2 };\n"],
    ["the only object member", "const o = { a: 1 };\n", "o.a", "const o = { };\n"],
    ["an enum member", "enum E {\n  A = 1,\n  B = 2,\n}\n", "A", "enum E {\n  B = 2,\n}\n"],
    [
      "a decorated member",
      "class K {\n  a = 1;\n\n  @dec()\n  @dec({ a: 1 })\n  m() {}\n\n  b = 2;\n}\n",
      "m",
      "class K {\n  a = 1;\n\n  b = 2;\n}\n",
    ],
    ["a decorated class", "@dec\nexport class K {}\nexport class L {}\n", "K", "export class L {}\n"],
    [
      "a getter, not its setter",
      "class K {\n  get v() { return 1; }\n  set v(x) {}\n}\n",
      "v[0]",
      "class K {\n  set v(x) {}\n}\n",
    ],
    ["a private name", "class K {\n  #a = 1;\n  b = 2;\n}\n", "#a", "class K {\n  b = 2;\n}\n"],
    ["a member of an interface", "interface I {\n  a: 1;\n  b(): void;\n}\n", "I.b", "interface I {\n  a: 1;\n}\n"],
    ["a member of a type on a line", "type T = { a: 1; b: 2 };\n", "T.b", "type T = { a: 1; };\n"],
    [
      "a member of a namespace",
      "namespace N {\n  export const a = 1;\n  export const b = 2;\n}\n",
      "N.a",
      "namespace N {\n  export const b = 2;\n}\n",
    ],
    [
      "an entry of an export list",
      "const a = 1;\nconst b = 2;\nexport { a, b as c };\n",
      "b",
      "const a = 1;\nexport { a };\n",
    ],
    ["an export list of its own", "const a = 1;\nexport const b = 2;\n\nexport { a };\n", "a", "export const b = 2;\n"],
    ["the last export: the file stays a module", "const a = 1;\nlet b;\nexport { a };\n", "a", "let b;\nexport {};\n"],
    ["the last export at its declaration", "export const a = 1;\nlet b;\n", "a", "let b;\nexport {};\n"],
    ["all that a module holds", "\ufeffexport const a = 1;\r\n", "a", "\ufeffexport {};\r\n"],
    ["the last export, without a final newline", "export const a = 1;\r\nlet b;", "a", "let b;\r\nexport {};"],
    [
      "the last export where an import assignment is left",
      'import m = require("m");\nexport const a = 1;\nm;\n',
      "a",
      'import m = require("m");\nm;\n',
    ],
    [
      "not the entry of what has its name too",
      "type T = 1;\nconst T = 1;\nexport { T };\n",
      "T[0]",
      "const T = 1;\nexport { T };\n",
    ],
  ];
  for (const [what, before, symbol, after] of ROWS)
    test(what, async () => {
      expect(await without(before, symbol)).toBe(after);
    });
});

test("what comments of JavaScript declare and import for the file stays where it touches what goes", async () => {
  const lead = '/** @import { B } from "./b.js" */\n/** @typedef {{ n: number }} T */\n';
  const rest = "/** @type {T & B} */\nexport const c = 1;\n";
  expect(await without(`${lead}/** Doc. */\nfunction f() {}\n\n${rest}`, "f", "a.js")).toBe(`${lead}\n${rest}`);
});

test("types that comments of JavaScript import, and that nothing else names, go too", async () => {
  const kept = "\n/** @type {T} */\nlet b;\n";
  const before = `/** @import { T, U as V } from "./t.js" */
/** @import W from "./t.js" */
/** @import { V as X } from "./v.js" */

/** @type {V | W} */
let a;
${kept}`;
  const left = `/** @import { T } from "./t.js" */\n/** @import { V as X } from "./v.js" */\n${kept}`;
  expect(await without(before, "a", "a.js")).toBe(left);
});

describe("imports that nothing else uses go too", () => {
  const ROWS: readonly [what: string, before: string, after: string][] = [
    [
      "whole statements",
      'import { x } from "x";\nimport * as n from "n";\nimport d from "d";\nexport const a = x + n.y + d;\nlet b;\n',
      "let b;\nexport {};\n",
    ],
    ["one name of several", 'import { x, y, type Z } from "x";\nconst a: Z = x;\ny;\n', 'import { y } from "x";\ny;\n'],
    ["the named beside a default", 'import d, { x } from "x";\nconst a = x;\nd;\n', 'import d from "x";\nd;\n'],
    ["the default beside names", 'import d, { x } from "x";\nconst a = d;\nx;\n', 'import { x } from "x";\nx;\n'],
    [
      "not what was unused before, or has effects alone",
      'import { x } from "x";\nimport "y";\nconst a = 1;\nlet b;\n',
      'import { x } from "x";\nimport "y";\nlet b;\n',
    ],
    [
      "not what is used as a type, in JSX or a shorthand",
      'import { x, y, Z } from "x";\nconst a = [x, y, Z];\nlet t: typeof x = <Z />, o = { y };\n',
      'import { x, y, Z } from "x";\nlet t: typeof x = <Z />, o = { y };\n',
    ],
    [
      "names of properties are no use",
      'import { x } from "x";\nconst a = x;\no.x = { x: 1 };\nexport {};\n',
      "o.x = { x: 1 };\nexport {};\n",
    ],
    [
      "React stays for JSX",
      'import React from "react";\nconst a = React.useState();\nlet b = <b />;\n',
      'import React from "react";\nlet b = <b />;\n',
    ],
    [
      "a link in a doc is a use",
      'import { x } from "x";\nconst a = x;\n/** {@link x} */\nlet b;\n',
      'import { x } from "x";\n/** {@link x} */\nlet b;\n',
    ],
    [
      "the comment for the file stays",
      '// Copyright.\n\nimport { x } from "x";\n\nconst a = x;\nlet b;\n',
      "// Copyright.\n\nlet b;\nexport {};\n",
    ],
    [
      "all that a file holds, and the blank lines between",
      'import { x } from "x";\n\nexport const a = x;\n',
      "export {};\n",
    ],
  ];
  for (const [what, before, after] of ROWS)
    test(what, async () => {
      expect(await without(before, "a", "a.tsx")).toBe(after);
    });
});

function deskOf(text: string): Promise<Desk> {
  return deskWith({ "tsconfig.json": TSCONFIG, ...markedFiles(text) });
}

describe("who refers to it", () => {
  const REFUSED: readonly [what: string, files: string, symbol: string, places: readonly string[]][] = [
    [
      "an importer",
      'export const a = 1;\n// @filename: b.ts\nimport { a } from "./a";\na;\n',
      "a",
      ["b.ts:1 import", "b.ts:2 a;"],
    ],
    ["a re-export", 'export const a = 1;\n// @filename: b.ts\nexport { a as b } from "./a";\n', "a", ["b.ts:1 export"]],
    ["the same file", "const a = 1;\nconst b = a;\n", "a", ["a.ts:2 const b = a;"]],
    ["the default export", "const a = 1;\nexport default a;\n", "a", ["a.ts:2 export default"]],
    [
      "a class that implements it",
      "interface I {\n  m(): void;\n}\nclass K implements I {\n  m() {}\n}\n",
      "I.m",
      ["a.ts:5 m() {}"],
    ],
    [
      "the overload that a call takes",
      'function f(a: 1): void;\nfunction f(a: "x"): void;\nfunction f(a: unknown): void {}\nf("x");\n',
      "f[1]",
      ['a.ts:4 f("x");'],
    ],
    [
      "an alias of a namespace's member, and what uses that",
      'export namespace N { export const f = 1; }\nexport import g = N.f;\n// @filename: b.ts\nimport { g } from "./a";\ng;\n',
      "N.f",
      ["a.ts:2 export import", "b.ts:1 import", "b.ts:2 g;"],
    ],
    [
      "what has its module through a value, though many files hold the name",
      `export const a = 1;
// @filename: c.ts
import * as all from "./a";
export const c = { all };
// @filename: b.ts
import { c } from "./c";
c.all.a;
${Array.from({ length: 80 }, (_, number) => `// @filename: other${number}.ts\nexport const o = { a: 1 };\no.a;\n`).join("")}`,
      "a",
      ["b.ts:2 c.all.a;"],
    ],
    [
      "a component that TypeScript does not see",
      'export const a = 1;\n// @filename: b.vue\n<script>\nimport { a } from "./a";\n</script>\n',
      "a",
      ["b.vue:2 import"],
    ],
    [
      "a script in a page",
      'export const a = 1;\n// @filename: b.html\n<script type="module">\nimport { a } from "./a.ts";\n</script>\n',
      "a",
      ["b.html:2 import"],
    ],
  ];
  for (const [what, files, symbol, places] of REFUSED)
    test(what, async () => {
      const at = await deskOf(`// @filename: a.ts\n${files}`);
      const message = await at.refused("kart_delete", { file: "a.ts", symbol });
      expect(message).toStartWith(`still_referenced: \`${symbol.replace(/\[\d\]$/, "")}\` is referred to in `);
      for (const place of places) expect(message).toContain(`\n${place}`);
      expect(message.split("\n").length).toBe(places.length + 1);
    });

  test("that something is unused after it is no reason to refuse it, though the configuration forbids that", async () => {
    const options = { strict: true, module: "preserve", target: "esnext", types: [], noUnusedLocals: true };
    const at = await deskWith({
      "tsconfig.json": JSON.stringify({ compilerOptions: options }),
      "a.ts": "export class C {\n  private x = 1;\n  peek(): number {\n    return this.x;\n  }\n}\n",
    });
    const { diagnostics } = await at.change("kart_delete", {
      file: "a.ts",
      symbol: "C.peek",
      dryRun: true,
      lint: true,
    });
    expect(diagnostics).toMatchObject([{ code: "typescript(TS6133)", line: 2, column: 11 }]);
    await at.change("kart_delete", { file: "a.ts", symbol: "C.peek" });
    expect(at.workspace.read("a.ts")).toBe("export class C {\n  private x = 1;\n}\n");
  });

  test("what takes a default export with its module", async () => {
    const at = await deskOf(
      '// @filename: a.ts\nexport default class A { m = 1 }\nexport const other = 1;\n// @filename: b.ts\nexport const load = [() => import("./a")];\n// @filename: c.vue\n<script>\nimport { load } from "./b";\n</script>\n{{ load.m }}\n',
    );
    expect(await at.refused("kart_delete", { file: "a.ts", symbol: "A" })).toEndWith(
      '\nb.ts:1 export const load = [() => import("./a")];',
    );
    const unseen = "still_referenced: No reference to";
    const other = await at.refused("kart_delete", { file: "a.ts", symbol: "other" });
    expect(other).toStartWith(unseen);
    expect(other).toEndWith("\nNOT SEEN: b.ts:1 (passes the whole module on)");
    const member = await at.refused("kart_delete", { file: "a.ts", symbol: "A.m" });
    expect(member).toStartWith(unseen);
    expect(member).toEndWith("\nNOT SEEN: c.vue:4");
  });

  test("what a component may use whose script does not parse", async () => {
    const at = await deskOf(
      '// @filename: a.ts\nexport class A { m = 1 }\nexport const b = 1;\n// @filename: c.vue\n<template><p/></template>\n<script setup>\nimport { A } from "./a";\n',
    );
    for (const [symbol, line] of [
      ["A", 3],
      ["A.m", 2],
      ["b", 2],
    ] as const)
      expect(await at.refused("kart_delete", { file: "a.ts", symbol })).toEndWith(
        `\nNOT SEEN: c.vue:${line} (NOT PARSED)`,
      );
  });

  test("what a component uses that is further in than a member of a symbol", async () => {
    const at = await deskOf(
      '// @filename: a.ts\nexport const store = create({ actions: { put() {} } });\ndeclare function create<T>(options: T): T;\n// @filename: b.vue\n<script>\nimport { store } from "./a";\n</script>\n{{ store.actions.put() }}\n',
    );
    const message = await at.refused("kart_delete", { file: "a.ts", symbol: "store.actions.put" });
    expect(message).toEndWith("\nNOT SEEN: b.vue:4");
  });

  test("what may be imported by an alias of a bundler that is one word", async () => {
    const at = await deskOf(
      '// @filename: utils/index.ts\nexport const a = 1;\n// @filename: b.ts\nimport { a } from "@utils";\nvoid a;\n',
    );
    expect(await at.refused("kart_delete", { file: "utils/index.ts", symbol: "a" })).toEndWith(
      '\nNOT SEEN: b.ts:1 (by "@utils", which leads nowhere)',
    );
  });

  const BOUND: readonly [what: string, source: string, seen: string][] = [
    [
      "behind the first `;` of a block",
      "@Component({ template: `@for (i of all; track m(i)) {}` })\nexport class A { m() {} }\n",
      "a.ts:1 (template)",
    ],
    [
      "what an element is bound to",
      '@Directive({ selector: "[a]",\n  host: { "(focus)": "m()" } })\nexport class A { m() {} }\n',
      "a.ts:2 (named in a decorator)",
    ],
    [
      "a template that is a const",
      'const T = "{{ m() }}";\n@Component({ template: T })\nexport class A { m() {} }\n',
      "a.ts:1 (template)",
    ],
    [
      "a template that nobody can read",
      "@Component({ template: make() })\nexport class A { m() {} }\n",
      "a.ts:1 (a template that is put together)",
    ],
  ];
  test.each(BOUND)("what Angular takes by its name: %s", async (_, source, seen) => {
    const at = await deskOf(`// @filename: a.ts\n${source}`);
    expect(await at.refused("kart_delete", { file: "a.ts", symbol: "A.m" })).toEndWith(`\nNOT SEEN: ${seen}`);
  });

  test("what is global, by its name in a component", async () => {
    const at = await deskOf(
      "// @filename: a.d.ts\ninterface Meta { title: string }\ndeclare const ID: string;\n// @filename: b.vue\n<script setup>\ndefineProps<{ meta: Meta }>();\n</script>\n{{ meta.title }} {{ ID }}\n",
    );
    for (const [symbol, line] of [
      ["Meta", 2],
      ["Meta.title", 4],
      ["ID", 4],
    ] as const)
      expect(await at.refused("kart_delete", { file: "a.d.ts", symbol })).toEndWith(`\nNOT SEEN: b.vue:${line}`);
  });

  test("a re-export that others import by a name that typesVersions lead to it", async () => {
    const at = await deskWith({
      "tsconfig.json": TSCONFIG,
      "package.json": '{ "private": true, "workspaces": ["vendor/*"], "dependencies": { "l": "*" } }',
      "vendor/l/package.json": '{ "name": "l", "version": "1.0.0", "typesVersions": { "*": { "sub/*": ["./*"] } } }',
      "vendor/l/impl.ts": "export const a = 1;\nexport const b = 2;\n",
      "vendor/l/barrel.ts": 'export { a, b } from "./impl";\n',
      "src/use.ts": 'import { b } from "l/sub/barrel";\n',
    });
    expect(await at.refused("kart_delete", { file: "vendor/l/barrel.ts", symbol: "b" })).toEndWith(
      '\nsrc/use.ts:1 import { b } from "l/sub/barrel";',
    );
  });

  test("what a file exports that stands for another on some platform", async () => {
    const at = await deskOf(
      '// @filename: a.ts\nexport const a = 1;\n// @filename: a.native.ts\nexport const a = 1;\nexport const b = 1;\n// @filename: c.ts\nimport { a } from "./a";\nvoid a;\n',
    );
    expect(await at.refused("kart_delete", { file: "a.native.ts", symbol: "a" })).toEndWith(
      '\nc.ts:1 import { a } from "./a";',
    );
    await at.change("kart_delete", { file: "a.native.ts", symbol: "b" });
  });

  test("what may be used by who has its whole module", async () => {
    const at = await deskOf(
      '// @filename: a.ts\nexport const one = 1;\nexport const other = 2;\n// @filename: b.ts\nimport * as a from "./a";\nimport * as c from "./c";\nexport const all = Object.keys(a);\nvoid c.one;\n// @filename: c.ts\nexport const one = 1;\nexport const other = 2;\n',
    );
    expect(await at.refused("kart_delete", { file: "a.ts", symbol: "other" })).toEndWith(
      "\nNOT SEEN: b.ts:3 (passes the whole module on)",
    );
    await at.change("kart_delete", { file: "c.ts", symbol: "other" });
  });

  describe("a member that overrides another: by the types that it is used on", () => {
    const OVERRIDING = `// @filename: base.ts
export interface Shaped { run(): number; late?(): void }
export abstract class Base {
  static id = "base";
  static read(): string { return this.id; }
  run() { return 1; }
  size = 1;
  resize?(): void;
  abstract draw(): void;
  twice() { return 2 * this.run(); }
}
// @filename: a.ts
import { Base, type Shaped } from "./base";
export class A extends Base implements Shaped {
  static override id = "a";
  override run() { return 2; }
  override size = 2;
  override resize() {}
  draw() {}
  late() {}
}
export class B extends Base { static id = "b"; run() { return 3; } draw() {} }
export class C extends A { override run() { return super.run(); } override size = 3; }
// @filename: use.ts
import { B, type C } from "./a";
import type { Base, Shaped } from "./base";
export function use(base: Base, b: B, c: C, shaped: Shaped) {
  base.run(); b.run(); c.run(); shaped.run();
  shaped.late?.();
  base.resize?.();
  base.draw();
  base.size + c.size;
  B.id + (base.constructor as typeof Base).id;
}
`;
    test.each([
      ["A.run", ["a.ts:11 export class C extends A { override run() { return super.run(); } override size = 3; }"]],
      ["B.run", ["use.ts:4 base.run(); b.run(); c.run(); shaped.run();"]],
      ["A.draw", ["use.ts:7 base.draw();"]],
      ["A.late", ["use.ts:5 shaped.late?.();"]],
      ["B.id", ["use.ts:9 B.id + (base.constructor as typeof Base).id;"]],
    ])("%s is refused with those that mean it, or that nothing would answer", async (symbol, places) => {
      const at = await deskOf(OVERRIDING);
      const message = await at.refused("kart_delete", { file: "a.ts", symbol });
      expect(message.split("\n").slice(1)).toEqual(places);
    });

    test.each([
      ["A.size", "It overrode `Base.size` (base.ts:6), which takes over; used through types above at: use.ts:8"],
      ["A.resize", "It overrode `Base.resize` (base.ts:7), which has no value; used through types above at: use.ts:6"],
      ["C.size", "It overrode `A.size` (a.ts:5), which takes over; used through types above at: use.ts:8"],
      ["A.id", "It overrode `Base.id` (base.ts:3), which takes over; used through types above at: base.ts:4; use.ts:9"],
    ])("%s goes, and what takes over is named", async (symbol, warning) => {
      const at = await deskOf(OVERRIDING.replace(" + c.size", ""));
      expect((await at.change("kart_delete", { file: "a.ts", symbol })).warnings).toEqual([warning]);
    });

    test("one of two accessors is used by who has the class above, since the other hides both of those there", async () => {
      const accessors = (use: string) => `// @filename: a.ts
export class A { get v() { return 1; } set v(x: number) {} }
export class B extends A { override get v() { return 2; } override set v(x: number) {} }
export const set = (a: A) => { ${use} };
`;
      const used = await deskOf(accessors("a.v = 2;"));
      const message = await used.refused("kart_delete", { file: "a.ts", symbol: "B.v[1]" });
      expect(message.split("\n").slice(1)).toEqual(["a.ts:3 export const set = (a: A) => { a.v = 2; };"]);
      const unused = await deskOf(accessors(""));
      expect((await unused.change("kart_delete", { file: "a.ts", symbol: "B.v[1]" })).warnings).toEqual([
        "The getter that stays hides `A.v` (a.ts:1): who sets that on its values fails.",
      ]);
    });
  });

  test.each([
    [
      "a const of the class",
      "const Alias = A;\nexport const made = new Alias(1);",
      "b.ts:3 export const made = new Alias(1);",
    ],
    [
      "a parameter",
      "export const make = (cls: typeof A) => new cls(1);",
      "b.ts:2 export const make = (cls: typeof A) => new cls(1);",
    ],
    [
      "who the class is passed on to",
      "declare function make(of: new (x: number) => A): A;\nmake(A);",
      "NOT SEEN: b.ts:3 (passes the class on)",
    ],
  ])("a constructor that is called by %s is refused", async (_what, use, place) => {
    const at = await deskOf(`// @filename: a.ts
export class A { constructor(readonly x: number) {} }
// @filename: b.ts
import { A } from "./a";
${use}
`);
    const message = await at.refused("kart_delete", { file: "a.ts", symbol: "A.constructor" });
    expect(message.split("\n").slice(1)).toEqual([place]);
  });

  test("an override that nobody names: what takes over is named, the library's and a package's too", async () => {
    const file = "a.ts";
    const at = await deskOf(`// @filename: node_modules/pack/index.d.ts
export declare class Door { open(): void }
// @filename: node_modules/pack/package.json
{ "name": "pack", "version": "1.0.0", "types": "index.d.ts" }
// @filename: a.ts
import { Door } from "pack";
class Own { run() {} }
export class Sub extends Own { override run() {} }
export class Bad extends Error { override name = "Bad"; override message = "m"; }
export class Worse extends Error { override name = "Worse"; }
export class Gate extends Door { override open() {} }
export class Coll extends Map<string, number> { override get(): number { return 1; } }
export const worse = new Worse().name;
`);
    const left = async (symbol: string) => (await at.change("kart_delete", { file, symbol, dryRun: true })).warnings;
    const library = (name: string) => [`It overrode \`${name}\` (TypeScript's library), which takes over.`];
    expect(await left("Sub.run")).toEqual(["It overrode `Own.run` (a.ts:2), which takes over."]);
    // What is named through a class beside it is no use of it.
    expect(await left("Bad.name")).toEqual(library("Error.name"));
    expect(await left("Bad.message")).toEqual(library("Error.message"));
    expect(await left("Coll.get")).toEqual(library("Map.get"));
    // A package may call it.
    expect(await at.refused("kart_delete", { file, symbol: "Gate.open" })).toContain("node_modules/pack/index.d.ts:1");
    const forced = await at.change("kart_delete", { file, symbol: "Gate.open", force: true });
    expect(forced.warnings).toEqual([
      "It overrode `Door.open` (node_modules/pack/index.d.ts:1), which takes over.",
      "1 place still refers to it: node_modules/pack/index.d.ts:1",
    ]);
  });

  test("an entry of a list of exports: what the module did when it was loaded is done all the same", async () => {
    const FILES = {
      "acts.ts": 'console.log("loaded");\nexport const acts = 1;\n',
      "plain.ts": "export const plain = 1;\n",
      "index.ts": `export { acts } from './acts';
export { plain as other } from "./plain";
import { acts as imported } from "./acts";
export { imported };
export const x = 1;
`,
      "main.ts": 'import { x } from "./index";\nx;\n',
    };
    await using own = await Desk.with(FILES);
    const remove = async (symbol: string) =>
      (await own.change("kart_delete", { file: "index.ts", symbol, force: true })).warnings;
    expect(await remove("other")).toEqual([]);
    // Another import of it stays.
    expect(await remove("acts")).toEqual([]);
    expect(await remove("imported")).toEqual([
      "Took out what nothing else here used: the import of `imported`.",
      'KEPT in index.ts, for what is done when it loads and would not be any more: import "./acts" (acts.ts)',
    ]);
    expect(own.workspace.read("index.ts")).toBe('import "./acts";\nexport const x = 1;\n');
    await using alone = await Desk.with({
      ...FILES,
      "index.ts": "export { acts } from './acts';\nexport const x = 1;\n",
    });
    await alone.change("kart_delete", { file: "index.ts", symbol: "acts", force: true });
    expect(alone.workspace.read("index.ts")).toBe("import './acts';\nexport const x = 1;\n");
  });

  test("a string that comes to be a directive, since nothing stands above it any more", async () => {
    const source = "const a = 1;\n'use strict';\nconst b = 2;\n'more';\nvar c = b;\n";
    const at = await deskOf(`// @filename: a.cjs\n${source}`);
    const left = async (symbol: string) =>
      (await at.change("kart_delete", { file: "a.cjs", symbol, force: true, dryRun: true })).warnings;
    expect(await left("a")).toEqual(["A DIRECTIVE NOW, which it was not below other code: a.cjs:1 'use strict';"]);
    expect(await left("c")).toEqual([]);
    const alike = "'use strict';\nconst a = 1;\n'more';\n";
    await using own = await Desk.with({ "a.cjs": alike });
    const { warnings } = await own.change("kart_delete", { file: "a.cjs", symbol: "a", force: true });
    expect(warnings).toEqual(["A DIRECTIVE NOW, which it was not below other code: a.cjs:2 'more';"]);
  });

  test("what the language calls by itself goes with a word", async () => {
    const at = await deskOf(`// @filename: a.ts
export class Money {
  toString() { return ""; }
  toJSON() { return 1; }
  then(ok: () => void) { ok(); }
  add() {}
}
export const o = { valueOf() { return 1; } };
export interface Shown { toJSON(): object }
`);
    const left = async (symbol: string) =>
      (await at.change("kart_delete", { file: "a.ts", symbol, dryRun: true })).warnings;
    const rest = "without being named, and no search finds where.";
    expect(await left("Money.toString")).toEqual([`\`toString\` is called by template strings and operators ${rest}`]);
    expect(await left("Money.toJSON")).toEqual([`\`toJSON\` is called by JSON.stringify ${rest}`]);
    expect(await left("Money.then")).toEqual([`\`then\` is called by await ${rest}`]);
    expect(await left("o.valueOf")).toEqual([`\`valueOf\` is called by operators ${rest}`]);
    expect(await left("Money.add")).toEqual([]);
    // What only says what values have is called by nobody.
    expect(await left("Shown.toJSON")).toEqual([]);
  });

  test("a member that values of unknown type may use; with force it is said", async () => {
    const at = await deskOf(
      "// @filename: a.ts\nexport class A {\n  run() {}\n  other(a: any) {\n    return a.other(a);\n  }\n}\nexport const g = (a: any) => a.run;\n// @filename: b.ts\nexport const f = (a: any) => a.run() ?? a.run;\n",
    );
    const args = { file: "a.ts", symbol: "A.run" };
    expect(await at.refused("kart_delete", args)).toBe(
      "still_referenced: No type leads to `A.run`, but it may be used all the same. Look into these, then pass force: true.\nMAY USE IT: 3 uses of that name on values of unknown type (any): a.ts:7; b.ts:1",
    );
    expect((await at.change("kart_delete", { ...args, force: true })).warnings).toEqual([
      "MAY USE IT: 3 uses of that name on values of unknown type (any): a.ts:6; b.ts:1",
    ]);
    // What goes with it does not need it.
    expect((await at.change("kart_delete", { file: "a.ts", symbol: "A.other" })).warnings).toEqual([]);
  });

  test("a string by which a prototype's members are copied to another class", async () => {
    const copying = `static apply(to) { for (const key of ["send", "other"]) to.prototype[key] = Mixin.prototype[key]; }`;
    const at = await deskOf(
      `// @filename: a.js\nclass Mixin {\n  send() {}\n  more() {}\n  ${copying}\n}\nMixin.apply;\n`,
    );
    expect(await at.refused("kart_delete", { file: "a.js", symbol: "Mixin.send" })).toBe(
      `still_referenced: \`Mixin.send\` is referred to in 1 place. Change these first, or pass force: true to leave them broken.\na.js:4 ${copying}`,
    );
    expect((await at.change("kart_delete", { file: "a.js", symbol: "Mixin.more" })).warnings).toEqual([]);
  });

  test("types, beside a value of unknown type that may use it; with force they are said, but for known places", async () => {
    const at = await deskOf(
      "// @filename: a.ts\nexport interface All {\n  own: { set(): void };\n  other: { get(): void };\n}\nexport declare const flat: All[keyof All] extends infer U ? (U extends unknown ? (k: U) => void : never) : never;\nexport const give: Parameters<typeof flat>[0] = { set() {} };\nexport const f = (a: any) => a.own;\nexport const g = (a: All) => a.other;\n",
    );
    const args = { file: "a.ts", symbol: "All.own" };
    const may = "MAY USE IT: 1 use of that name on a value of unknown type (any): a.ts:";
    const error =
      "1 new type error:\na.ts:5 Object literal may only specify known properties, and 'set' does not exist in type '{ get(): void; }'.";
    expect(await at.refused("kart_delete", args)).toBe(
      `still_referenced: No type leads to \`All.own\`, but it may be used all the same. Look into these, then pass force: true.\n${may}7`,
    );
    expect((await at.change("kart_delete", { ...args, force: true, dryRun: true })).warnings).toEqual([
      `${may}6`,
      `Nothing names \`All.own\`, but types need it. TO MEND, ${error}`,
    ]);
    expect((await at.change("kart_delete", { ...args, symbol: "All.other", force: true })).warnings).toEqual([
      "1 place still refers to it: a.ts:7",
    ]);
  });

  const values = () =>
    deskWith({
      "tsconfig.json": '{ "compilerOptions": { "strict": true, "lib": ["esnext"] } }',
      "dir.ts": `export enum Dir {\n  Left = "left",\n  Right = 'right',\n  Up = "up",\n}\nexport enum Level { Low = 0, High = 1, Top = 2 }\nexport const sides = { one: "a", two: "b" } as const;\nexport type Side = (typeof sides)[keyof typeof sides];\n`,
      "words.ts": `export const RIGHT = "right";\nexport const up = "up";\n`,
      "globals.ts": `declare enum Kind { Odd = "odd", Even = "even" }\n`,
      "use.ts": `import type { Dir, Level, Side } from "./dir";\nimport { RIGHT } from "./words";\nexport const a = (all: { at?: Dir }[]) => all.filter(({ at }) => at === "left");\nexport const b = (dir: Dir) => dir === RIGHT;\nexport const c = (level: Level) => level === 1;\nexport const d: Record<Level, string> = { 0: "", 1: "", 2: "" };\nexport const e: Side = "a";\nexport const f = (kind: Kind) => kind === "odd";\n`,
    });
  test.each([
    ["dir.ts", "Dir.Left", 3],
    ["dir.ts", "Dir.Right", 4],
    ["dir.ts", "Level.High", 5],
    ["dir.ts", "Level.Top", 6],
    ["dir.ts", "sides.one", 7],
    ["globals.ts", "Kind.Odd", 8],
  ])("types, by the value of a member: %s %s", async (file, symbol, line) => {
    const refusal = await (await values()).refused("kart_delete", { file, symbol });
    expect(refusal).toStartWith(`still_referenced: Nothing names \`${symbol}\`, but types need it, with `);
    expect(refusal).toContain(`\nuse.ts:${line} `);
  });

  test.each([
    ["dir.ts", "Dir.Up"],
    ["dir.ts", "sides.two"],
    ["globals.ts", "Kind.Even"],
  ])("no type, by the value of a member: %s %s", async (file, symbol) => {
    expect((await (await values()).change("kart_delete", { file, symbol, dryRun: true })).warnings).toEqual([]);
  });

  test("components that write the value of a member are named: their types are not checked", async () => {
    const at = await deskWith({
      "src/side.ts": 'export enum Side { Left = "left", Right = "right" }\n',
      "src/B.vue": `<script setup lang="ts">\nimport { Side } from "./side";\nconst at = defineProps<{ at: Side }>().at === 'left';\n</script>\n`,
      "src/C.vue": `<script setup lang="ts">\nconst at = "left";\n</script>\n`,
    });
    const warningsOf = async (symbol: string) =>
      (await at.change("kart_delete", { file: "src/side.ts", symbol, dryRun: true })).warnings;
    expect(await warningsOf("Side.Left")).toEqual(["NOT CHECKED, and written with its value: src/B.vue:3"]);
    expect(await warningsOf("Side.Right")).toEqual([]);
  });

  test("JSX, by the names that it takes of a runtime of the workspace", async () => {
    const runtime =
      "export namespace JSX {\n  export interface IntrinsicElements { [key: string]: object }\n}\nexport const jsx = 1;\nexport const jsxs = jsx;\n";
    const at = await deskWith({
      "tsconfig.json":
        '{ "compilerOptions": { "lib": ["esnext"], "jsx": "react-jsx", "paths": { "p/*": ["./src/*"] } } }',
      "src/jsx-runtime.ts": runtime,
      "a.tsx": "/** @jsxImportSource p */\nexport const a = <i />;\n",
    });
    const file = "src/jsx-runtime.ts";
    for (const symbol of ["jsxs", "JSX"])
      expect(await at.refused("kart_delete", { file, symbol })).toEndWith("\na.tsx:1 /** @jsxImportSource p */");
    expect(await at.refused("kart_delete", { file, symbol: "JSX.IntrinsicElements" })).toBe(
      "still_referenced: No code names `JSX.IntrinsicElements`, but it is taken by JSX without being named, and no search finds by which elements. Pass force: true to delete it.",
    );
    const rename = (symbol: string) =>
      at.connection.data("kart_rename", { file, symbol, newName: "other", dryRun: true });
    expect(await rename("jsxs")).toMatchObject({
      complete: false,
      warnings: ["NOT CHANGED, though they may use it: TypeScript does not see them do so: a.tsx"],
    });
    expect(await rename("JSX.IntrinsicElements")).toMatchObject({
      complete: false,
      warnings: ["`IntrinsicElements` is taken by JSX without being named, and no search finds by which elements."],
    });
    // What the compiler imports stands in no text that could be changed.
    const moved = await at.connection.text("kart_move", {
      from: file,
      to: "src/other.ts",
      symbol: "jsx",
      dryRun: true,
    });
    expect(moved).toContain("goes on exporting what these have without naming it in a list: a.tsx:1 @jsxImportSource");
    expect(await at.connection.text("kart_move", { from: file, to: "src/rt.ts", dryRun: true })).toContain(
      "a.tsx:1 imports p/jsx-runtime, which would lead nowhere",
    );
  });

  test("the framework, by its name; what a decorator may call goes with a word", async () => {
    const at = await deskOf(
      '// @filename: package.json\n{ "dependencies": { "next": "15" } }\n// @filename: app/route.ts\nexport function GET() {}\nexport const helper = 1;\ndeclare const On: any;\nexport class K {\n  @On("open") open() {}\n}\n',
    );
    const file = "app/route.ts";
    expect(await at.refused("kart_delete", { file, symbol: "GET" })).toBe(
      "still_referenced: No code refers to `GET`. The framework calls it by its name. Pass force: true to delete it.",
    );
    const renamed = await at.connection.data("kart_rename", { file, symbol: "GET", newName: "get", dryRun: true });
    expect(renamed).toMatchObject({ warnings: ["The framework calls it by its name, `GET`."] });
    const warnings = async (symbol: string) => (await at.change("kart_delete", { file, symbol, force: true })).warnings;
    expect(await warnings("GET")).toEqual(["The framework calls it by its name."]);
    expect(await warnings("helper")).toEqual([]);
    expect(await warnings("K.open")).toEqual(["It was decorated with @On, which may call it."]);
  });

  test("what a declaration calls where it stands is told of", async () => {
    const at = await deskOf(
      `// @filename: a.ts
import { register } from "./b";
export const p = register("p");
export const pure = /* @__PURE__ */ register("pure");
export const made = new Map([[1, register]]);
export const words = "a,b".split(","), size = parseInt("1", 10);
export const later = { run: () => register("later") };
export class K {
  static own = new K();
  value = register("value");
}
export const one = 1,
  two = register("two").at(0);
// @filename: b.ts
export function register(name: string): string {
  return name;
}
`,
    );
    const warnings = async (symbol: string) =>
      (await at.change("kart_delete", { file: "a.ts", symbol, force: true, dryRun: true })).warnings;
    const lost = (call: string) => [
      `NO LONGER CALLED; keep it as a statement if it does more than give a value: ${call}`,
    ];
    expect(await warnings("p")).toEqual(lost('register("p")'));
    expect(await warnings("two")).toEqual(lost('register("two").at(0)'));
    expect(await warnings("K.own")).toEqual(lost("new K()"));
    for (const silent of ["pure", "made", "later", "words", "size", "K.value", "one"])
      expect(await warnings(silent)).toEqual([]);
  });

  test("the framework, by the name of a member", async () => {
    const at = await deskOf(
      `// @filename: package.json
{ "dependencies": { "next": "15", "react": "19" } }
// @filename: middleware.ts
export const config = { matcher: ["/x"] };
export const other = { matcher: 1 };
// @filename: app/page.tsx
interface PageProps { params: 1; own: 2; children: 1 }
interface State { params: 1 }
export default function Page(props: PageProps) { return null; }
// @filename: app/api/route.ts
interface Answer { params: 1 }
export function GET(answer: Answer) {}
// @filename: box.tsx
import { Component } from "react";
export class Box extends Component { static defaultProps = { a: 1 }; propTypes = 1; }
export const Card = () => null;
Card.displayName = "Card";
export const user = { displayName: "Ann" };
export class Failure extends Error { static displayName = "F"; }
`,
    );
    const isFree = async (file: string, symbol: string) =>
      (await at.connection.call("kart_delete", { file, symbol, dryRun: true })).isError !== true;
    const warnings = async (file: string, symbol: string) =>
      (
        await at.connection.data<{ warnings: string[] }>("kart_rename", { file, symbol, newName: "z", dryRun: true })
      ).warnings.filter((one) => one.startsWith("The framework"));
    const known: readonly [file: string, symbol: string][] = [
      ["middleware.ts", "config.matcher"],
      ["app/page.tsx", "PageProps.params"],
      ["box.tsx", "Box.defaultProps"],
      ["box.tsx", "Card.displayName"],
    ];
    for (const [file, symbol] of known) {
      expect([symbol, await isFree(file, symbol)]).toEqual([symbol, false]);
      const name = symbol.split(".")[1];
      expect(await warnings(file, symbol)).toEqual([`The framework calls it by its name, \`${name}\`.`]);
    }
    for (const [file, symbol] of [
      ["middleware.ts", "other.matcher"],
      ["app/page.tsx", "PageProps.own"],
      ["app/page.tsx", "PageProps.children"],
      ["app/page.tsx", "State.params"],
      ["app/api/route.ts", "Answer.params"],
      ["box.tsx", "Box.propTypes"],
      ["box.tsx", "user.displayName"],
      ["box.tsx", "Failure.displayName"],
    ] as const)
      expect([symbol, await isFree(file, symbol), await warnings(file, symbol)]).toEqual([symbol, true, []]);
  });

  test("those that require it, by another name too", async () => {
    await using at = await Desk.with({
      "tsconfig.json": JSON.stringify({ compilerOptions: { allowJs: true, checkJs: true, types: [] } }),
      "a.js": "function a() {}\nmodule.exports = { a };\n",
      "b.js": 'const { a: b } = require("./a");\nb();\n',
    });
    expect(await at.refused("kart_delete", { file: "a.js", symbol: "a" })).toEndWith(`
b.js:1 const { a: b } = require("./a");
b.js:2 b();`);
  });

  test("those that import it by a dependency of another name than its own, which is not installed", async () => {
    await using at = await Desk.with({
      "app/package.json": '{ "name": "app", "dependencies": { "alias": "workspace:@s/a@*" } }',
      "app/m.ts": 'import { internal } from "alias/impl";\ninternal;\n',
      "a/package.json": '{ "name": "@s/a" }',
      "a/impl.ts": "export const internal = 2;\n",
      "tsconfig.json": TSCONFIG,
    });
    expect(await at.refused("kart_delete", { file: "a/impl.ts", symbol: "internal" })).toEndWith(
      '\napp/m.ts:1 import { internal } from "alias/impl";\nNOT SEEN, and may refer to it too: app/m.ts:1 (by "alias/impl", which is not installed)',
    );
  });

  test("those that require it by another name than require", async () => {
    await using at = await Desk.with({
      "package.json": '{ "type": "module" }',
      "a.cjs": "exports.a = () => 1;\n",
      "b.mjs":
        'import { createRequire } from "node:module";\nconst load = createRequire(import.meta.url);\nconst a = load("./a.cjs");\na.a();\n',
    });
    expect(await at.refused("kart_delete", { file: "a.cjs", symbol: "a" })).toEndWith("\nb.mjs:4 a.a();");
  });

  test("those that import what is exported without the word: of a declaration file, of an ambient module", async () => {
    await using at = await Desk.with({
      "tsconfig.json": TSCONFIG,
      "a.d.ts": "interface A {}\nexport type B = 1;\n",
      "b.d.ts": 'declare module "amb" {\n  function f(): void;\n}\n',
      "u.ts": 'import { f } from "amb";\nimport type { A } from "./a";\nexport const a: A = f();\n',
    });
    expect(await at.refused("kart_delete", { file: "a.d.ts", symbol: "A" })).toEndWith(`
u.ts:2 import type { A } from "./a";
u.ts:3 export const a: A = f();`);
    expect(await at.refused("kart_delete", { file: "b.d.ts", symbol: "f" })).toEndWith(`
u.ts:1 import { f } from "amb";
u.ts:3 export const a: A = f();`);
  });

  test("what CommonJS exports by an assignment: one is deleted, one is referred to, of one TypeScript cannot tell", async () => {
    const files = {
      "tsconfig.json": JSON.stringify({ compilerOptions: { allowJs: true, types: [] } }),
      "a.js": "module.exports = {\n  a() {},\n\n  b() {},\n};\n",
      "b.js": 'const { a } = require("./a");\nconst c = require("./c");\na(c);\n',
      "c.js": "module.exports = (x) => x;\n",
      "d.js": "function D() {}\nD.prototype.e = function () {};\n",
      "e.js": "exports.f = function f() {};\n",
      "g.js": 'const e = require("./e");\ne.f();\n',
      "h.js": "module.exports = function h() {};\n",
      "i.js": "const i = (module.exports = { j() {} });\n",
      "k.js": 'exports.k = () => require("./h")(require("./i").j);\n',
    };
    await using at = await Desk.with(files);
    const refused = (file: string, symbol: string) => at.refused("kart_delete", { file, symbol });
    expect(await refused("a.js", "a")).toEndWith('\nb.js:1 const { a } = require("./a");\nb.js:3 a(c);');
    expect(await refused("c.js", "export=")).toEndWith('\nb.js:2 const c = require("./c");\nb.js:3 a(c);');
    expect(await refused("e.js", "f")).toEndWith("\ng.js:2 e.f();");
    for (const [file, symbol] of [
      ["h.js", "h"],
      ["i.js", "i"],
    ] as const)
      expect(await refused(file, symbol)).toEndWith('\nk.js:1 exports.k = () => require("./h")(require("./i").j);');
    expect(await refused("d.js", "D.e")).toContain("TypeScript does not follow it. Who refers to it cannot be found");
    await at.connection.data("kart_delete", { file: "a.js", symbol: "b" });
    expect(at.workspace.read("a.js")).toBe("module.exports = {\n  a() {},\n};\n");
  });

  test("a member by which values of its type are taken for another type is none that nobody needs", async () => {
    const files = `// @filename: a.ts
export interface Config { url: string; wait: number }
// @filename: b.ts
import type { Config } from "./a";
const request = (options: { url?: string; wait?: number }) => options.wait;
export const sent = (config: Config) => request(config);
`;
    const at = await deskOf(files);
    const args = { file: "a.ts", symbol: "Config.wait" };
    const { structuredContent, content } = await at.connection.call("kart_delete", args);
    expect(structuredContent).toMatchObject({
      success: false,
      oxlintAvailable: true,
      references: [{ path: "b.ts", line: 3 }],
    });
    expect(content).toMatchObject([
      {
        text: "still_referenced: REJECTED, nothing written. No code names `Config.wait`, but other types take values of it by that name: b.ts:3\nLook into these, then pass force: true.",
      },
    ]);
    expect(at.workspace.read("a.ts")).toBe("export interface Config { url: string; wait: number }\n");
    expect(await at.connection.text("kart_delete", { ...args, force: true })).toStartWith("a.ts: deleted");
  });

  test("none by which another type than its own is refused, in a line that moves", async () => {
    const at = await deskOf(`// @filename: a.ts
export interface Config {
  wait: number;
  url: string;
}
export interface Other { wait: string }
// @filename: b.ts
import type { Config, Other } from "./a";
export const other: Other = {} as { wait: number };
export const config = (one: Config) => one.url;
`);
    at.workspace.write("a.ts", `${at.workspace.read("a.ts")}export const wrong: Other = {} as { wait: number };\n`);
    const text = await at.connection.text("kart_delete", { file: "a.ts", symbol: "Config.wait" });
    expect(text).toStartWith("a.ts: deleted `Config.wait`");
  });

  test("a member that may be taken by a computed key, or with all others", async () => {
    const files = `// @filename: a.ts
export const routes = { home: 1, about: 2 };
// @filename: b.ts
import { routes } from "./a";
export const route = (name: string) => routes[name as keyof typeof routes];
export const all = Object.values(routes);
`;
    const at = await deskOf(files);
    const args = { file: "a.ts", symbol: "routes.about" };
    const { structuredContent, content } = await at.connection.call("kart_delete", args);
    expect(structuredContent).toMatchObject({ success: false, references: [{ line: 2 }, { path: "b.ts", line: 3 }] });
    expect(content).toMatchObject([
      {
        text: expect.stringContaining(
          "MAY USE IT: 2 places that take members of its owner by computed keys, or all of them: b.ts:2,3",
        ),
      },
    ]);
    expect(at.workspace.read("a.ts")).toBe("export const routes = { home: 1, about: 2 };\n");
    const renamed = await at.connection.data("kart_rename", { ...args, newName: "more" });
    expect(renamed).toMatchObject({ complete: false, warnings: [expect.stringContaining("b.ts:2,3")] });
  });

  test("a member of an object that is given whole to an untyped function", async () => {
    const at = await deskOf(`// @filename: each.js
function each(object, run) { for (const key in object) run(object[key], key); }
const methods = { first: 1, last: 2 };
each(methods, (value, key) => console.log(key, value));
`);
    const args = { file: "each.js", symbol: "methods.first" };
    expect(await at.refused("kart_delete", args)).toContain("or all of them: each.js:3");
    const renamed = await at.connection.data("kart_rename", { ...args, newName: "head" });
    expect(renamed).toMatchObject({ complete: false, warnings: [expect.stringContaining("each.js:3")] });
  });

  test("a member of instances that may be taken by a computed key, in its class or in one above it", async () => {
    const at = await deskOf(`// @filename: base.js
export class Base {
  call(name) { return this[name](); }
}
// @filename: widget.js
import { Base } from "./base.js";
export class Widget extends Base {
  alpha = 1;
  first() { return 1; }
  text() { return JSON.stringify(this); }
}
`);
    for (const [name, places] of Object.entries({ first: "base.js:2", alpha: "base.js:2; widget.js:5" })) {
      const args = { file: "widget.js", symbol: `Widget.${name}` };
      expect(await at.refused("kart_delete", args)).toContain(`or all of them: ${places}`);
      const renamed = await at.connection.data("kart_rename", { ...args, newName: `${name}Now` });
      expect(renamed).toMatchObject({ complete: false, warnings: [expect.stringContaining(places)] });
    }
  });

  test("a refusal names the places for programs too, in the shape of the tool's result", async () => {
    const at = await deskOf('// @filename: a.ts\nexport const a = 1;\n// @filename: b.ts\nimport { a } from "./a";\n');
    // The client compares what follows with the schemas that it was listed.
    await at.connection.tools();
    const { isError, structuredContent } = await at.connection.call("kart_delete", { file: "a.ts", symbol: "a" });
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({
      success: false,
      path: "a.ts",
      symbol: "a",
      references: [{ path: "b.ts", line: 1, text: 'import { a } from "./a";' }],
    });
  });

  const DELETED: readonly [what: string, files: string, symbol: string][] = [
    ["recursion is no reference", "export function a(): void {\n  a();\n}\n", "a"],
    [
      "nor is another symbol of the name",
      "export const a = 1;\n// @filename: b.ts\nconst a = 2;\nexport const o = { a }.a;\n",
      "a",
    ],
    ["nor an entry of an export list that nobody imports", "const a = 1;\nexport { a };\n", "a"],
    [
      "nor a call of another overload",
      'function f(a: 1): void;\nfunction f(a: "x"): void;\nfunction f(a: unknown): void {}\nf("x");\n',
      "f[0]",
    ],
    [
      "nor a link in a doc comment",
      'export const a = 1;\n// @filename: b.ts\nimport type * as all from "./a";\n/** See {@link all.a}. */\nexport const b = 2;\n',
      "a",
    ],
    ["nor a mention", 'export const a = 1;\nlet b = "a"; // a\n', "a"],
    [
      "nor a use of the variable that a shorthand makes a member of",
      "const a = 1;\nexport const o = { a, b: a };\n",
      "o.a",
    ],
  ];
  for (const [what, files, symbol] of DELETED)
    test(what, async () => {
      const at = await deskOf(`// @filename: a.ts\n${files}`);
      const text = await at.connection.text("kart_delete", { file: "a.ts", symbol, lint: false });
      expect(text).toStartWith("a.ts: deleted");
    });

  const PARTS = `// @filename: a.ts
declare module "./types" {
  interface Map { unused: 1; used: 1; key: 1; size: 1 }
}
declare global {
  interface Array<T> { last: T }
  interface Error { spare: string }
}
export {};
// @filename: types.ts
export interface Map { size: 1 }
export declare function of(key: keyof Map): Map;
// @filename: b.ts
import { of, type Map } from "./types";
of("key").used;
export const map = (it: Map, list: string[], error: Error) => [it.size, list.last, error.message];
`;
  const KEPT: readonly [symbol: string, place: string][] = [
    ['"./types".Map', "b.ts:2 of("],
    ['"./types"', "b.ts:2 of("],
    ["global.Array", "b.ts:3 export"],
    ["global", "b.ts:3 export"],
  ];
  for (const [symbol, place] of KEPT)
    test(`of what other files declare too, only what nobody else has: ${symbol}`, async () => {
      const at = await deskOf(PARTS);
      const message = await at.refused("kart_delete", { file: "a.ts", symbol });
      expect(message.split("\n").slice(1)).toEqual([expect.stringContaining(place)]);
    });

  test("a part of what other files declare too goes, though the whole is used there", async () => {
    const at = await deskOf(PARTS.replace(".used", "").replace('of("key")', 'of("size")'));
    for (const symbol of ["global.Error", '"./types".Map'])
      expect(await at.connection.text("kart_delete", { file: "a.ts", symbol, lint: false })).toContain("deleted");
    const keyed = await deskOf(PARTS.replace(".used", ""));
    expect(await keyed.refused("kart_delete", { file: "a.ts", symbol: '"./types".Map' })).toContain(
      "\nb.ts:2 Argument",
    );
  });

  test("a doc comment that speaks of it is named in the answer", async () => {
    const at = await deskOf("// @filename: a.ts\nexport const a = 1;\n/** As {@link a}. */\nexport const b = 2;\n");
    const text = await at.connection.text("kart_delete", { file: "a.ts", symbol: "a", lint: false });
    expect(text).toContain("Doc comments that speak of it, left as they are: a.ts:1");
  });

  test("a module that others name as a whole stays one", async () => {
    const at = await deskOf(
      '// @filename: a.ts\nexport const a = 1;\n// @filename: b.ts\nexport * from "./a";\n// @filename: c.ts\nimport "./b";\n',
    );
    const text = await at.connection.text("kart_delete", { file: "a.ts", symbol: "a", lint: false });
    expect(text).toContain("but `export {};`, which keeps it a module");
    expect(at.workspace.read("a.ts")).toBe("export {};\n");
  });

  test("a member that nothing names, and types need", async () => {
    const at = await deskOf(
      '// @filename: a.ts\nexport class K {\n  get v() { return 1; }\n}\n// @filename: b.ts\nimport { K } from "./a";\nexport const o: { v: number } = new K();\n',
    );
    const message = await at.refused("kart_delete", { file: "a.ts", symbol: "K.v" });
    expect(message).toStartWith("still_referenced: ");
    expect(message).toContain("b.ts:2 ");
  });

  test("a member that types need where neither it nor its owner is named", async () => {
    const at = await deskOf(
      '// @filename: a.ts\nexport class K {\n  v() {}\n}\n// @filename: make.ts\nimport { K } from "./a";\nexport const make = () => new K();\n// @filename: take.ts\nexport const take = (o: { v(): void }) => o;\n// @filename: b.ts\nimport { make } from "./make";\nimport { take } from "./take";\ntake(make());\n',
    );
    const message = await at.refused("kart_delete", { file: "a.ts", symbol: "K.v" });
    expect(message).toStartWith("still_referenced: ");
    expect(message).toContain("b.ts:3 ");
  });

  test("a member that others write as a key, though neither its owner nor anything else of its file", async () => {
    const at = await deskOf(
      '// @filename: a.ts\nconst icons = { open: 1, "to-left": 2 };\nexport type Name = keyof typeof icons;\n// @filename: icon.ts\nimport type { Name } from "./a";\nexport const icon = (name: Name) => name;\n// @filename: b.ts\nimport { icon } from "./icon";\nicon("open");\nicon("to-left");\n',
    );
    expect(await at.refused("kart_delete", { file: "a.ts", symbol: "icons.open" })).toContain("\nb.ts:2 ");
    expect(await at.refused("kart_delete", { file: "a.ts", symbol: 'icons."to-left"' })).toContain("\nb.ts:3 ");
  });

  test("an export that types need by its name in quotes", async () => {
    const at = await deskOf(
      '// @filename: a.ts\nexport const a = 1;\nexport const b = 2;\n// @filename: b.ts\nimport type * as all from "./a";\nexport type A = Pick<typeof all, "a">;\n',
    );
    const message = await at.refused("kart_delete", { file: "a.ts", symbol: "a" });
    expect(message).toStartWith("still_referenced: Names in quotes need `a`");
    expect(message).toContain("b.ts:2 ");
  });

  test("an import of its name takes its place, where it will do", async () => {
    const source =
      'import { f } from "./f";\n\nfunction f(a: 1): 2 {\n  return 2;\n}\nexport const a = f(1);\nexport { f };\n';
    const at = await deskWith({
      "tsconfig.json": TSCONFIG,
      "a.ts": source,
      "b.ts": 'import { f } from "./a";\nf(1);\n',
      "f.ts": "export function f(a: 3): 2 {\n  return 2;\n}\n",
    });
    const ask = { file: "a.ts", symbol: "f" };
    expect(await at.refused("kart_delete", ask)).toStartWith(
      "still_referenced: The import of `f` does not take its place, with 1 new type error:\na.ts:3 Argument of type",
    );
    at.workspace.write("f.ts", "export function f(a: 1): 2 {\n  return 2;\n}\n");
    expect((await at.change("kart_delete", ask)).warnings).toEqual([]);
    expect(at.workspace.read("a.ts")).toBe('import { f } from "./f";\n\nexport const a = f(1);\nexport { f };\n');
  });

  test("force deletes, and names what it leaves broken", async () => {
    const at = await deskOf('// @filename: a.ts\nexport const a = 1;\n// @filename: b.ts\nimport { a } from "./a";\n');
    const change = await at.change("kart_delete", { file: "a.ts", symbol: "a", force: true });
    expect(change).toMatchObject({ references: [{ path: "b.ts", line: 1, text: 'import { a } from "./a";' }] });
    expect(change.warnings).toEqual([
      "No statement is left in the file but `export {};`, which keeps it a module.",
      "1 place still refers to it: b.ts:1",
    ]);
    expect(at.workspace.read("a.ts")).toBe("export {};\n");
  });

  test("what is left broken is named by the lines it has afterwards", async () => {
    const at = await deskOf(
      "// @filename: a.ts\nlet x = a;\n\n/** doc */\nconst a =\n  1; x = a; x++;\nx = a;\n// end\n",
    );
    const change = await at.change("kart_delete", { file: "a.ts", symbol: "a", force: true });
    expect(change).toMatchObject({ references: [{ line: 1 }, { line: 3 }, { line: 4 }] });
    expect(change.warnings).toEqual(["3 places still refer to it: a.ts:1,3,4"]);
    expect(at.workspace.read("a.ts")).toBe("let x = a;\n\nx = a; x++;\nx = a;\n// end\n");
  });

  test("a file without any statement is said to be that", async () => {
    const at = await deskOf("// @filename: a.ts\n// Notes.\n\nlet a;\n");
    expect((await at.change("kart_delete", { file: "a.ts", symbol: "a" })).warnings).toEqual([
      "No statement is left in the file.",
    ]);
  });

  test("an importer in another package, known through node_modules alone", async () => {
    const at = await deskOf(`// @filename: packages/a/package.json
{ "name": "@x/a", "exports": "./index.ts" }
// @filename: packages/a/index.ts
export const a = 1;
export const b = 2;
// @filename: packages/a/tsconfig.json
${TSCONFIG}
// @filename: packages/b/tsconfig.json
${TSCONFIG}
// @filename: packages/b/b.ts
import { a } from "@x/a";
`);
    at.workspace.write("packages/b/node_modules/@x/a", { symlinkTo: "../../../a" });
    const message = await at.refused("kart_delete", { file: "packages/a/index.ts", symbol: "a" });
    expect(message).toContain("packages/b/b.ts:1 import");
    const change = await at.change("kart_delete", { file: "packages/a/index.ts", symbol: "b" });
    expect(change.warnings.join()).toContain("packages/a/index.ts is an entry point of its package");
  });

  test.each([
    ['export { K } from "./k.js";\n', "export class K { a() {} b() {} }\n", "module"],
    ['const { K } = require("./k.js");\nexports.K = K;\n', "class K { a() {} b() {} }\nexports.K = K;\n", "commonjs"],
  ])("a member that an entry point of a package exports with its class is gone with a word: %s", async (...texts) => {
    const [entry, text, type] = texts;
    const at = await deskOf(`// @filename: package.json
{ "name": "p", "type": "${type}", "main": "index.js", "types": "types.d.ts" }
// @filename: index.js
${entry}// @filename: k.js
${text}// @filename: types.d.ts
export class K {
  a(): void;
}
`);
    const outside =
      "index.js is an entry point of its package and exports it: users outside the workspace are not seen.";
    expect((await at.change("kart_delete", { file: "k.js", symbol: "K.a" })).warnings).toEqual([
      outside,
      "Declaration files still describe it to users of the package: types.d.ts:2",
    ]);
    expect((await at.change("kart_delete", { file: "k.js", symbol: "K.b" })).warnings).toEqual([outside]);
  });

  test.each(['export * as all from "./a";\n', 'import * as all from "./a";\nexport { all };\n'])(
    "what an entry point of a package exports within a namespace is gone with a word: %s",
    async (entry) => {
      const at = await deskOf(
        `// @filename: package.json\n{ "name": "p", "main": "index.ts" }\n// @filename: index.ts\n${entry}// @filename: a.ts\nexport const a = 1;\nexport const b = 1;\n`,
      );
      const { warnings } = await at.change("kart_delete", { file: "a.ts", symbol: "a" });
      expect(warnings).toEqual([
        "index.ts is an entry point of its package and exports it: users outside the workspace are not seen.",
      ]);
    },
  );

  test("a member that another package may use, which reads this one as built; renaming it is not complete", async () => {
    const at = await deskOf(`// @filename: packages/a/package.json
{ "name": "@x/a", "private": true, "types": "./dist/index.d.ts" }
// @filename: packages/a/src/index.ts
export interface A { m: number; n: string }
// @filename: packages/a/dist/index.d.ts
export interface A { m: number; n: string }
// @filename: packages/a/tsconfig.json
{ "include": ["src"] }
// @filename: packages/b/tsconfig.json
${TSCONFIG}
// @filename: packages/b/b.ts
import type { A } from "@x/a";
export const b = (a: A) => a.m;
// @filename: .gitignore
dist
`);
    at.workspace.write("packages/b/node_modules/@x/a", { symlinkTo: "../../../a" });
    const file = "packages/a/src/index.ts";
    const row = "what reads @x/a as built (packages/a/dist/index.d.ts): packages/b/b.ts";
    expect(await at.refused("kart_delete", { file, symbol: "A.m" })).toEndWith(`NOT SEEN: ${row}`);
    const renamed = await at.connection.text("kart_rename", { file, symbol: "A.m", newName: "k", dryRun: true });
    expect(renamed).toStartWith("renamed `m` to `k`: 1 edit in 1 file, INCOMPLETE");
    expect(renamed).toEndWith(`WARNING: NOT SEEN, and may use the old name: ${row}`);
    expect(await at.connection.text("kart_rename", { file, symbol: "A", newName: "K", dryRun: true })).toEndWith(
      `WARNING: NOT SEEN, and may use the old name: ${row}`,
    );
    expect((await at.change("kart_delete", { file, symbol: "A.n" })).warnings).toEqual([]);
  });
});

describe("what CommonJS exports by an entry", () => {
  const JAVASCRIPT = JSON.stringify({ compilerOptions: { allowJs: true, types: [] } });
  const deskOfModule = (source: string, users: Readonly<Record<string, string>> = {}) =>
    deskWith({ "tsconfig.json": JAVASCRIPT, "lib/a.js": source, ...users });
  const dead = { file: "lib/a.js", symbol: "dead" };

  const GOES: readonly [what: string, source: string, after: string][] = [
    ["a shorthand", "module.exports = { live, dead };\n", "module.exports = { live };\n"],
    ["names of its own", 'module.exports = { dead: dead, "b": dead, live };\n', "module.exports = { live };\n"],
    ["a line of several", "module.exports = {\n  live,\n  dead,\n};\n", "module.exports = {\n  live,\n};\n"],
    ["the last, without a comma", "module.exports = {\n  live,\n  dead\n};\n", "module.exports = {\n  live\n};\n"],
    ["the only one", "exports = module.exports = {\n  dead,\n};\n", "exports = module.exports = {};\n"],
    ["an assignment", "exports.live = live;\n\n/** Dead. */\nexports.dead = dead;\n", "exports.live = live;\n"],
    ["assignments", "module.exports.b = exports.dead = dead;\nexports.live = live;\n", "exports.live = live;\n"],
    [
      "beside what spreads",
      'module.exports = { ...require("./b"), dead };\n',
      'module.exports = { ...require("./b") };\n',
    ],
  ];
  test.each(GOES)("goes with it: %s", async (_, source, after) => {
    const at = await deskOfModule(`function dead() {}\n${source}`, { "lib/b.js": "exports.b = 1;\n" });
    await at.change("kart_delete", dead);
    expect(at.workspace.read("lib/a.js")).toBe(after);
  });

  const STAYS: readonly [what: string, source: string][] = [
    ["the file reads it", "exports.dead = dead;\nexports.dead();\n"],
    ["the file holds all exports", "exports.dead = dead;\nconst self = exports;\n"],
    ["the file passes them on", "module.exports = { dead };\nObject.freeze(module.exports);\n"],
    ["they have a name", "const api = (module.exports = { dead });\n"],
    ["they are another value", "class K {}\nmodule.exports = K;\nmodule.exports.dead = dead;\n"],
    ["it is what the module exports", "module.exports = dead;\n"],
    ["it is exported under a condition", "if (process) exports.dead = dead;\n"],
  ];
  test.each(STAYS)("stays where %s", async (_, source) => {
    const at = await deskOfModule(`function dead() {}\n${source}`);
    expect(await at.refused("kart_delete", dead)).toMatch(/^still_referenced: `dead` is referred to in [12] places?\./);
  });

  const USED: readonly [what: string, users: Readonly<Record<string, string>>, told: string][] = [
    ["a member of the module", { "b.js": 'require("./lib/a").c();\n' }, "b.js:1 require"],
    ["an import", { "b.mjs": 'import { c } from "./lib/a.js";\nc();\n' }, "b.mjs:1 import"],
    ["a module passed on whole", { "b.js": 'f(require("./lib/a"));\n' }, "NOT SEEN: b.js:1"],
    ["what loads it by a string", { "b.js": 'proxyquire("./lib/a", {}).c();\n' }, "NOT SEEN: b.js:1"],
    ["the declarations beside it", { "lib/a.d.ts": "export function c(): void;\n" }, "lib/a.d.ts:1 export"],
    ["a component", { "b.vue": '<script>\nimport { c } from "./lib/a.js";\n</script>\n' }, "b.vue:2 import"],
  ];
  test.each(USED)("is refused for %s", async (_, users, told) => {
    const at = await deskOfModule("function dead() {}\nmodule.exports = { c: dead };\n", users);
    expect(await at.refused("kart_delete", dead)).toContain(`\n${told}`);
  });
});

describe("what a file exports without declaring it", () => {
  const ROWS: readonly [what: string, before: string, symbol: string, after: string][] = [
    ["one of several, by its new name", 'export { a, b as c, d } from "x";\n', "c", 'export { a, d } from "x";\n'],
    [
      "the last, with its statement",
      '/** Doc. */\nexport { a } from "x"; // a\n\nlet b;\n',
      "a",
      "let b;\nexport {};\n",
    ],
    ["with its comment", 'export {\n  a,\n  /** Doc. */\n  b,\n} from "x";\n', "b", 'export {\n  a,\n} from "x";\n'],
    [
      "a heading stays",
      '// Links\nexport { a } from "x";\nexport { b } from "x";\n',
      "a",
      '// Links\nexport { b } from "x";\n',
    ],
    ["a namespace", 'export * as n from "x";\nexport * from "x";\n', "n", 'export * from "x";\n'],
    [
      "what is imported for it alone",
      'import { a, b } from "x";\nexport { a, b as c };\n',
      "c",
      'import { a } from "x";\nexport { a };\n',
    ],
    [
      "what is imported for more",
      'import { a } from "x";\nexport { a };\nlet b = a;\n',
      "a",
      'import { a } from "x";\nlet b = a;\n',
    ],
    ["by default", 'import a from "x";\nexport default a;\nexport let b;\n', "default", "export let b;\n"],
    ["another name of a declaration", "const a = 1;\nexport { a, a as b };\n", "b", "const a = 1;\nexport { a };\n"],
    [
      "rather than a member of its name",
      'export { a } from "x";\nexport class K {\n  a = 1;\n}\n',
      "a",
      "export class K {\n  a = 1;\n}\n",
    ],
  ];
  for (const [what, before, symbol, after] of ROWS)
    test(what, async () => {
      expect(await without(before, symbol)).toBe(after);
    });

  const BARREL = `// @filename: a.ts
export const a = 1;
export const b = 2;
// @filename: index.ts
export { a, b as c } from "./a";
// @filename: all.ts
export * from "./index";
// @filename: use.ts
import { c } from "./all";
import * as whole from "./index";
import { a } from "./a";
void [a, c, whole.c];
`;

  test("is refused while it is imported through this file, by whatever way; undone as any", async () => {
    const at = await deskOf(BARREL);
    const before = at.workspace.read("index.ts");
    expect(await at.refused("kart_delete", { file: "index.ts", symbol: "c" })).toBe(
      'still_referenced: `c` is referred to in 2 places. Change these first, or pass force: true to leave them broken.\nuse.ts:1 import { c } from "./all";\nuse.ts:2 import * as whole from "./index";',
    );
    expect((await at.change("kart_delete", { file: "index.ts", symbol: "a" })).warnings).toEqual([]);
    expect(at.workspace.read("index.ts")).toBe('export { b as c } from "./a";\n');
    expect(await at.change("kart_delete", { file: "index.ts", symbol: "c", force: true })).toMatchObject({
      references: [{ path: "use.ts", line: 1 }, { line: 2 }],
    });
    await at.connection.data("kart_undo", { steps: 2 });
    expect(at.workspace.read("index.ts")).toBe(before);
  });

  test("is not missed where `export *` of the file exports it too; what comes by that alone is declared elsewhere", async () => {
    const at = await deskOf(BARREL.replace("b as c } from", '} from "./a"; export * from').replaceAll(/\bc\b/g, "b"));
    expect((await at.change("kart_delete", { file: "index.ts", symbol: "a" })).warnings).toEqual([
      "`export *` here still exports `a`.",
    ]);
    expect(await at.refused("kart_delete", { file: "index.ts", symbol: "b" })).toBe(
      "symbol_not_found: No symbol `b` in index.ts: it is declared in a.ts. Pass that file.",
    );
    expect(await at.refused("kart_delete", { file: "use.ts", symbol: "a" })).toEndWith(
      "it is declared in a.ts. Pass that file.",
    );
  });

  test("is refused at another line, and where an import that nobody can follow may lead here", async () => {
    const at = await deskOf(
      `${BARREL}// @filename: load.ts\nexport const load = (name: string) => import(\`./\${name}\`);\n`,
    );
    expect(await at.refused("kart_delete", { file: "index.ts", symbol: "a", line: 2 })).toBe(
      "symbol_not_found: `a` is not exported at line 2, but at line 1. Leave `line` out.",
    );
    expect(await at.refused("kart_delete", { file: "index.ts", symbol: "a" })).toEndWith("\nNOT SEEN: load.ts:1");
  });
});

describe("refused", () => {
  const ROWS: readonly [what: string, source: string, args: Arguments, message: RegExp][] = [
    ["no such symbol", "let a;\n", { symbol: "b" }, /^symbol_not_found: /],
    ["several", "class K { m() {} }\nclass L { m() {} }\n", { symbol: "m" }, /^symbol_ambiguous: /],
    [
      "a parameter property",
      "class K { constructor(private a: 1) {} }\n",
      { symbol: "K.a" },
      /^invalid_argument: `K.a` is a parameter/,
    ],
    ["beside a rest element", "const { a, ...b } = o;\n", { symbol: "a" }, /^invalid_argument: `a` stands beside/],
    [
      "the implementation of overloads",
      "function f(): void;\nfunction f(a?: 1): void {}\n",
      { symbol: "f[1]" },
      /^invalid_argument: `f\[1\]` is the implementation/,
    ],
    ["a part of a namespace's name", "namespace A.B {}\n", { symbol: "A.B" }, /^invalid_argument: `A.B` is a part/],
    [
      "a computed name",
      "class K { [Symbol.iterator]() {} }\n",
      { symbol: "K.[Symbol.iterator]" },
      /^invalid_argument: .* no name of its own/,
    ],
    ["a file that does not parse", "let a = ;\n", { symbol: "a" }, /^syntax_error: /],
    [
      "a doc comment that declares a type as well",
      "/**\n * @typedef {1} T\n * @param {T} a\n */\nfunction f(a) {}\n",
      { file: "a.js", symbol: "f" },
      /^invalid_argument: The comment above, at line 1, is what the file has `T` by as well\. /,
    ],
  ];
  for (const [what, source, args, message] of ROWS)
    test(what, async () => {
      const file = typeof args["file"] === "string" ? args["file"] : "a.ts";
      const at = await deskWith({ [file]: source, "tsconfig.json": TSCONFIG });
      expect(await at.refused("kart_delete", { file, ...args })).toMatch(message);
    });

  test("read-only files, protected ones and paths outside", async () => {
    await using at = await Desk.with({ "a.ts": "let a;\n", ".claude/a.ts": "let a;\n", "tsconfig.json": TSCONFIG });
    Bun.spawnSync(["chmod", "444", at.workspace.path("a.ts")]);
    expect(await at.refused("kart_delete", { file: "a.ts", symbol: "a" })).toMatch(
      /^protected_path: a\.ts is read-only/,
    );
    expect(await at.refused("kart_delete", { file: ".claude/a.ts", symbol: "a" })).toMatch(/^protected_path: /);
    expect(await at.refused("kart_delete", { file: "../a.ts", symbol: "a" })).toMatch(/^path_outside_root: /);
  });
});

test("a module goes on being loaded for what it does, where nothing else would load it", async () => {
  const files = {
    "tsconfig.json": TSCONFIG,
    "does.ts": "export const used = 1;\nexport interface Type {}\nconsole.log(used);\n",
    "plain.ts": "export const plain = 1;\n",
    "a.ts": `import { used } from "./does";\nexport const a = () => used;\nexport const stay = 1;\n`,
    "b.ts": `import { Type } from "./does";\nexport const b: Type = {};\nexport const stay = 1;\n`,
    "c.ts": `import { plain } from "./plain";\nexport const c = plain;\nexport const stay = 1;\n`,
    "d.ts": `import { used } from "./does";\nexport const d = used;\nexport const stay = 1;\n`,
    "main.ts": `import "./does";\nimport { stay } from "./d";\nstay;\n`,
  };
  const at = await deskWith(files);
  const { warnings } = await at.change("kart_delete", { file: "a.ts", symbol: "a" });
  expect(at.workspace.read("a.ts")).toBe(`import "./does";\nexport const stay = 1;\n`);
  expect(warnings).toEqual([
    "Took out what nothing else here used: the import of `used`.",
    'KEPT in a.ts, for what is done when it loads and would not be any more: import "./does" (does.ts)',
  ]);
  for (const symbol of ["b", "c", "d"]) {
    await at.change("kart_delete", { file: `${symbol}.ts`, symbol });
    expect(at.workspace.read(`${symbol}.ts`)).toBe("export const stay = 1;\n");
  }
});

test("the lines named are those where the symbol stood, whatever was trimmed above it", async () => {
  const at = await deskWith({
    "tsconfig.json": TSCONFIG,
    "a.ts": 'import { x } from "x";\n\nlet b;\n\n/** Doc. */\nfunction a() {\n  x();\n}\n',
  });
  const ask = { file: "a.ts", symbol: "a" };
  expect(await at.change("kart_delete", { ...ask, dryRun: true })).toMatchObject({ startLine: 6, endLine: 8 });
  const text = await at.connection.text("kart_delete", { ...ask, lint: false });
  expect(text).toStartWith("a.ts: deleted `a`, lines 6-8\n");
});

test("a dry run shows the diff and writes nothing; undo takes a deletion back", async () => {
  const source = 'import { x } from "x";\r\nexport const a = x;\r\nlet b;';
  await using at = await Desk.with({ "a.ts": source, "tsconfig.json": TSCONFIG });
  const { diff } = await at.change("kart_delete", { file: "a.ts", symbol: "a", dryRun: true });
  expect(diff).toContain("-export const a = x;");
  expect(at.workspace.read("a.ts")).toBe(source);
  await at.change("kart_delete", { file: "a.ts", symbol: "a" });
  expect(at.workspace.read("a.ts")).toBe("let b;\r\nexport {};");
  await at.connection.data("kart_undo");
  expect(at.workspace.read("a.ts")).toBe(source);
});

test("strings that are the name of what goes are told: of what others may come by, and outside of what goes with it", async () => {
  await using desk = await Desk.with({
    "a.ts": `export class A {
  go() { return "go"; }
  run() {}
}
export const lone = "lone";
const own = 1;
`,
    "b.ts":
      'import { A } from "./a";\nconst call = (o: any, name: string) => o[name]();\ncall(new A(), "go"); call({}, "own"); call(A, "Go");\n',
  });
  const told = async (symbol: string) =>
    (await desk.connection.data<{ warnings: string[] }>("kart_delete", { file: "a.ts", symbol, dryRun: true }))
      .warnings;
  expect(await told("A.go")).toEqual(["Strings are the name, and what reads them may look for it: b.ts:3"]);
  expect(await told("A.run")).toEqual([]);
  expect(await told("lone")).toEqual([]);
  expect(await told("own")).toEqual([]);
});

test("an export of a manual mock is held while imports lead there in tests, of a file and of a package", async () => {
  await using desk = await Desk.with({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "types": [] } }',
    "src/__mocks__/read.ts": "export const read = 2;\nexport const other = 3;\n",
    "src/read.ts": "export const read = 1;\n",
    "src/use.ts": 'import { read } from "./read";\nread;\n',
    "src/use.test.ts": 'vi.mock("./read");\n',
    "src/lone.ts": "export const read = 1;\n",
    "src/__mocks__/lone.ts": "export const read = 2;\n",
    "src/use-lone.ts": 'import { read } from "./lone";\nread;\n',
    "__mocks__/@acme/disk.ts": "export const open = 2;\n",
    "src/disk.ts": 'import { open } from "@acme/disk";\nopen;\n',
    "node_modules/@acme/disk/package.json": '{ "name": "@acme/disk", "types": "./index.d.ts" }',
    "node_modules/@acme/disk/index.d.ts": "export declare const open: number;\n",
  });
  const refusal = (file: string, symbol: string) => desk.connection.error("kart_delete", { file, symbol });
  const told = (where: string) => `\nNOT SEEN: ${where} (led here on some platforms, under conditions or in tests)`;
  expect(await refusal("src/__mocks__/read.ts", "read")).toEndWith(told("src/use.ts:1"));
  expect(await refusal("__mocks__/@acme/disk.ts", "open")).toEndWith(told("src/disk.ts:1"));
  // No test gets what is mocked nowhere.
  for (const [file, symbol] of [
    ["src/__mocks__/read.ts", "other"],
    ["src/__mocks__/lone.ts", "read"],
  ] as const)
    expect((await desk.connection.call("kart_delete", { file, symbol, dryRun: true })).isError).not.toBe(true);
});

test("an export of what stands for another file in browsers is held while imports lead there then", async () => {
  await using desk = await Desk.with({
    "package.json": '{ "name": "a", "browser": { "./read.ts": "./read.browser.ts" } }',
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "types": [] } }',
    "read.ts": "export const read = 1;\n",
    "read.browser.ts": "export const read = 2;\nexport const other = 3;\n",
    "use.ts": 'import { read } from "./read";\nread;\n',
  });
  const file = "read.browser.ts";
  expect(await desk.connection.error("kart_delete", { file, symbol: "read" })).toEndWith(
    "\nNOT SEEN: use.ts:1 (led here on some platforms, under conditions or in tests)",
  );
  expect((await desk.connection.call("kart_delete", { file, symbol: "other", dryRun: true })).isError).not.toBe(true);
});
