import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Workspace } from "@kart/core/workspace/workspace";
import { type FileContent, TempWorkspace } from "@kart/testkit/temp-workspace";
import { Linter, type LintReport } from "./linter.ts";
import { locateBinaries } from "./oxlint-binary.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);
const TIMEOUT = "KART_LINT_TIMEOUT_MS";
const given = process.env[TIMEOUT];
beforeAll(() => {
  process.env[TIMEOUT] = "50000";
});
afterAll(() => {
  if (given === undefined) delete process.env[TIMEOUT];
  else process.env[TIMEOUT] = given;
});

/** Without the DOM, which is most of what tsgolint would load in each run. */
const STRICT = `{
  "compilerOptions": { "strict": true, "module": "preserve", "lib": ["esnext"], "noEmit": true, "allowImportingTsExtensions": true }
}`;
const own = locateBinaries(import.meta.dir, import.meta.dir).oxlint ?? "";

/** A package that is oxlint, and writes down each time it is started. */
const COUNTING = `import { appendFileSync } from "node:fs";
appendFileSync(${JSON.stringify("ROOT/runs")}, process.cwd() + "\\n");
await import(${JSON.stringify(own)});`;

/** A workspace whose files are edited and linted, and that counts how often oxlint runs. */
class Edited implements Disposable {
  readonly files: TempWorkspace;
  readonly #workspace: Workspace;
  readonly #linter: Linter;

  constructor(files: Record<string, FileContent>, root = "") {
    this.files = new TempWorkspace({ "tsconfig.json": STRICT, ...files });
    const counting = COUNTING.replace("ROOT", this.files.root);
    this.files.write(`${root === "" ? "" : `${root}/`}node_modules/oxlint/bin/oxlint`, counting);
    this.#workspace = new Workspace(this.files.path(root));
    this.#linter = new Linter(this.#workspace);
  }

  lint(path: string, before: string, after: string, signal = new AbortController().signal): Promise<LintReport> {
    const proven = this.#workspace.root.prove(path);
    return this.#linter.lint({ path: proven, before, after }, signal);
  }

  /** Writes the new text and lints it. */
  async edit(path: string, before: string, after: string): Promise<LintReport> {
    await Bun.write(`${this.#workspace.root.absolute}/${path}`, after);
    return this.lint(path, before, after);
  }

  /** The folders that oxlint was started in since the last question. */
  runs(): string[] {
    const runs = this.files.read("runs").trim().split("\n");
    this.files.write("runs", "");
    return runs;
  }

  [Symbol.dispose](): void {
    this.files[Symbol.dispose]();
  }
}

/** `2:7 typescript(TS2322)` for each problem that the edit made, then how many stood there before. */
function shown({ diagnostics, existing, problem }: LintReport): string[] {
  const made = diagnostics.map(({ line, column, code }) => `${line}:${column} ${code}`);
  return [...made, `${existing} before`, ...(problem === undefined ? [] : [problem])];
}

describe("what an edit makes", () => {
  test("a clean file takes one run of oxlint", async () => {
    using workspace = new Edited({ "a.ts": "" });
    expect(await workspace.edit("a.ts", "export {};\n", "export const a: number = 1;\n")).toEqual({
      diagnostics: [],
      existing: 0,
      remaining: [],
      isLinted: true,
      oxlintAvailable: true,
      typeAware: true,
    });
    expect(workspace.runs()).toEqual([workspace.files.root]);
  });

  test("problems on lines that replace none are made by the edit: errors first, then by place, in one run", async () => {
    using workspace = new Edited({ "a.ts": "" });
    const report = await workspace.edit("a.ts", "", 'debugger;\nexport const a: number = "";\n');
    expect(report).toEqual({
      diagnostics: [
        {
          severity: "error",
          code: "typescript(TS2322)",
          message: "Type 'string' is not assignable to type 'number'.",
          line: 2,
          column: 14,
          new: true,
        },
        {
          severity: "warning",
          code: "eslint(no-debugger)",
          message: "`debugger` statement is not allowed",
          line: 1,
          column: 1,
          new: true,
        },
      ],
      existing: 0,
      remaining: [],
      isLinted: true,
      oxlintAvailable: true,
      typeAware: true,
    });
    expect(workspace.runs()).toHaveLength(1);
  });

  test("a problem of the lines that gave way is none of those in their place", async () => {
    using workspace = new Edited({ "a.ts": "" });
    const text = 'export const bad: number = "";\n';
    const commented = text.replace("\n", " // why\n");
    expect(shown(await workspace.edit("a.ts", text, commented))).toEqual(["1 before"]);
    expect(workspace.runs()).toHaveLength(2);
    // What was written right before a look counts as changed at the next one.
    await workspace.edit("a.ts", text, commented);
    workspace.runs();
    expect(shown(await workspace.edit("a.ts", commented, text.replace('""', "[]")))).toEqual([
      "1:14 typescript(TS2322)",
      "0 before",
    ]);
    // The text before was linted last.
    expect(workspace.runs()).toHaveLength(1);
  });

  test("what a text that did not parse had is told as far as oxlint tells it", async () => {
    using workspace = new Edited({ "a.ts": "" });
    const text = 'debugger;\nexport const bad: number = "";\nif (bad {\n}\n';
    expect(shown(await workspace.edit("a.ts", text, text.replace("{", "{ ")))).toEqual(["3 before"]);
    expect(shown(await workspace.edit("a.ts", text, text.replace("bad {", "bad) {")))).toEqual([
      "1:1 eslint(no-debugger)",
      "1 before",
      'What stood there before the edit could not be told, so that old problems may be listed as new: "it did not parse".',
    ]);
  });

  test("an error beyond the one that a parser stopped at stood there before", async () => {
    using workspace = new Edited({ "a.ts": "" });
    const conflict = (name: string) => `<<<<<<< a\nlet ${name} = 1;\n=======\nlet ${name} = 2;\n>>>>>>> b\n`;
    const text = `${conflict("a")}let c;\n${conflict("b")}`;
    const [report] = shown(await workspace.edit("a.ts", text, text.replace(conflict("a"), "let a = 2;\n")));
    expect(report).toMatch(/^\d before$/);
    expect(shown(await workspace.edit("a.ts", text, text.replace("let c", "let ="))).join()).toContain("6:");
  });

  test("an error beyond the one that a parser stopped at stood there before", async () => {
    using workspace = new Edited({ "a.ts": "" });
    const conflict = (name: string) => `<<<<<<< a\nlet ${name} = 1;\n=======\nlet ${name} = 2;\n>>>>>>> b\n`;
    const text = `${conflict("a")}let c;\n${conflict("b")}`;
    const [report] = shown(await workspace.edit("a.ts", text, text.replace(conflict("a"), "let a = 2;\n")));
    expect(report).toMatch(/^\d before$/);
    const worse = text.replace(conflict("a"), "let = 2;\n");
    expect(shown(await workspace.edit("a.ts", text, worse)).join()).toContain("1:");
  });

  const BAD = 'export const bad: number = "";\ndebugger;\n';

  test("problems on other lines stood there before, which a lint of the old text tells", async () => {
    using workspace = new Edited({ "a.ts": "" });
    const report = await workspace.edit("a.ts", BAD, `export const first = 1;\ndebugger;\n${BAD}`);
    expect(shown(report)).toEqual(["2:1 eslint(no-debugger)", "2 before"]);
    const [first, second] = workspace.runs();
    expect(first).toBe(workspace.files.root);
    expect(second).toEndWith(workspace.files.root);
    expect(second).not.toBe(first);
  });

  test("what the last lint of the same text found is not looked for again", async () => {
    using workspace = new Edited({ "a.ts": "" });
    // What was written right before a look counts as changed at the next one.
    await workspace.edit("a.ts", "", "debugger;\n");
    await workspace.edit("a.ts", "debugger;\n", BAD);
    workspace.runs();
    expect(shown(await workspace.edit("a.ts", BAD, `// start\n${BAD}`))).toEqual(["2 before"]);
    expect(workspace.runs()).toHaveLength(1);
    // Of another text it says nothing.
    expect(shown(await workspace.edit("a.ts", BAD, `${BAD}// end\n`))).toEqual(["2 before"]);
    expect(workspace.runs()).toHaveLength(2);
  });

  test.each([
    ["through another package", 'import { make } from "@ws/lib";', 'import type { Size } from "@ws/app";', 2],
    ["by its own name", 'import { make } from "./make.js";', 'import type { Size } from "../app/index.ts";', 2],
    ["not at all", 'import { make } from "@ws/lib";', "interface Size { width: number }", 1],
  ])("what a package says that imports itself is not taken for old: %s", async (_what, first, types, made) => {
    const text = (member: string) =>
      `${first}\nexport interface Size {\n  ${member}: number;\n}\nexport const bad: number = "";\nexport const half = (size: Size) => size.width + make().width;\n`;
    const make = "export const make = (): Size => JSON.parse('{}');\n";
    using workspace = new Edited({
      "app/package.json": '{ "name": "@ws/app", "type": "module", "exports": "./index.ts" }',
      "app/index.ts": "",
      "app/make.ts": `import type { Size } from "@ws/app";\n${make}`,
      "lib/package.json": '{ "name": "@ws/lib", "type": "module", "exports": "./index.ts" }',
      "lib/index.ts": `${types}\n${make}`,
      "node_modules/@ws/app": { symlinkTo: "../../app" },
      "node_modules/@ws/lib": { symlinkTo: "../../lib" },
    });
    if (made === 1) workspace.files.write("app/make.ts", "export {};\n");
    const report = shown(await workspace.edit("app/index.ts", text("width"), text("breadth")));
    const isTold = !report.some((one) => one.includes("its package imports itself by its name"));
    expect(isTold).toBe(made === 1);
    const errors = report.filter((one) => /^\d+:\d+ typescript/.test(one));
    expect(errors).toContain("6:42 typescript(TS2339)");
    expect(report.includes("1 before")).toBe(isTold);
  });

  test("an edit that breaks a line it did not touch made that problem", async () => {
    using workspace = new Edited({ "a.ts": "" });
    const text = (type: string, value: string) =>
      `function f(): ${type} {\n  return ${value};\n}\nexport const n: number = f();\nexport const old: number = "";\n`;
    const report = await workspace.edit("a.ts", text("number", "1"), text("string", '""'));
    expect(shown(report)).toEqual(["4:14 typescript(TS2322)", "1 before"]);
    // What was found in another text says nothing of this one.
    expect(shown(await workspace.edit("a.ts", text("number", "1"), text("string", '""')))).toContain(
      "4:14 typescript(TS2322)",
    );
    // And the other way round nothing is made.
    expect(shown(await workspace.edit("a.ts", text("string", '""'), text("number", "1")))).toEqual(["1 before"]);
  });

  test("a problem that another file brought since the last lint is none of the edit", async () => {
    using workspace = new Edited({ "a.ts": "", "b.ts": "export const b: number = 1;\n" });
    const text = 'import { b } from "./b.ts";\nexport const a: number = b;\n';
    expect(shown(await workspace.edit("a.ts", "", text))).toEqual(["0 before"]);
    workspace.files.write("b.ts", 'export const b: string = "";\n');
    expect(shown(await workspace.edit("a.ts", text, `${text}// end\n`))).toEqual(["1 before"]);
  });

  test("nor is one known that another file took away in between", async () => {
    const b = (foo: string) => `export const foo = (a: ${foo}) => a;\nexport const bar = (a: string) => a;\n`;
    const a = (name: string) => `import { ${name} } from "./b.ts";\nexport const used = foo(1);\n`;
    using workspace = new Edited({ "a.ts": "", "b.ts": b("string") });
    expect(shown(await workspace.edit("a.ts", "", a("foo")))).toEqual(["2:25 typescript(TS2345)", "0 before"]);
    workspace.files.write("b.ts", b("number"));
    expect(shown(await workspace.edit("a.ts", a("foo"), a("bar as foo")))).toEqual([
      "2:25 typescript(TS2345)",
      "0 before",
    ]);
  });

  test("an edit that changes nothing makes nothing", async () => {
    using workspace = new Edited({ "a.ts": BAD });
    expect(shown(await workspace.lint("a.ts", BAD, BAD))).toEqual(["2 before"]);
    expect(workspace.runs()).toHaveLength(1);
  });
});

describe("what stood before is told in", () => {
  test("nested packages: their configurations, relative imports, a workspace package, a folder above", async () => {
    using workspace = new Edited({
      ".oxlintrc.json": '{ "rules": { "no-debugger": "error", "no-alert": "error" } }',
      // `alert` is the DOM's.
      "tsconfig.base.json": STRICT.replace('"esnext"', '"esnext", "dom"'),
      "packages/app/tsconfig.json":
        '{ "extends": "../../tsconfig.base.json", "compilerOptions": { "noUncheckedIndexedAccess": true }, "include": ["src", "types"] }',
      "packages/app/.oxlintrc.json":
        '{ "extends": ["../../.oxlintrc.json"], "rules": { "no-debugger": "off", "no-empty": "error" } }',
      "packages/app/types/global.d.ts": "declare const ambient: number;\n",
      "packages/app/src/near/a.ts": "",
      "packages/app/src/near/sibling.ts": "export const sibling: number = 1;\n",
      "packages/app/src/other/far.ts": 'export { a as again } from "../near/a.ts";\nexport const far: number = 1;\n',
      "packages/lib/package.json": '{ "name": "@ws/lib", "exports": "./index.ts" }',
      "packages/lib/index.ts": "export class Lib { private readonly own = 1; get() { return this.own; } }\n",
      "packages/app/node_modules/@ws/lib": { symlinkTo: "../../../lib" },
    });
    const text = `import { Lib } from "@ws/lib";
import { sibling } from "./sibling.ts";
import { again, far } from "../other/far.ts";
export const a: number = 1;
export const texts: string[] = [sibling, far, ambient, again, new Lib()];
export const first: string = texts[0];
export const missing = new Lib().nothing;
debugger;
if (a) {}
alert(a);
`;
    const path = "packages/app/src/near/a.ts";
    const places = ["5:33", "5:42", "5:47", "5:56", "5:63", "6:14"].map((place) => `${place} typescript(TS2322)`);
    const others = ["7:34 typescript(TS2339)", "9:8 eslint(no-empty)", "10:1 eslint(no-alert)"];
    expect(shown(await workspace.edit(path, "", text))).toEqual([...places, ...others, "0 before"]);
    expect(shown(await workspace.edit(path, `${text}// other`, `// edited\n${text}`))).toEqual(["9 before"]);
    expect(workspace.runs()).toHaveLength(3);
  });

  test("a package that is the workspace root of its own, whose configuration and packages stand above it", async () => {
    const files = {
      ".oxlintrc.json": '{ "rules": { "no-debugger": "off", "no-empty": "error" } }',
      "node_modules/lib/package.json": '{ "name": "lib", "exports": "./index.ts" }',
      "node_modules/lib/index.ts": "export const lib: number = 1;\n",
      "packages/other/b.ts": "export const b: number = 1;\n",
      "packages/app/a.ts": "",
    };
    using workspace = new Edited(files, "packages/app");
    const text = `import { b } from "../other/b.ts";
import { lib } from "lib";
export const texts: string[] = [b, lib];
debugger;
if (b) {}
`;
    expect(shown(await workspace.edit("a.ts", `// other\n${text}`, text))).toEqual(["3 before"]);
    expect(shown(await workspace.edit("a.ts", "", text))).toContain("3:33 typescript(TS2322)");
  });

  test("a project that refers to another, whose package was last built when it was otherwise", async () => {
    const composite = (more: string) => STRICT.replace('"noEmit": true,', `"composite": true, ${more}`);
    const options = '"rootDir": "src", "outDir": "dist", "emitDeclarationOnly": true,';
    using workspace = new Edited({
      "lib/tsconfig.json": composite(options),
      "lib/package.json": '{ "name": "lib", "exports": { "types": "./dist/a.d.ts" } }',
      "lib/src/a.ts": "export interface Shape { area: number; name: string }\n",
      "lib/dist/a.d.ts": "export interface Shape { area: number }\n",
      "app/tsconfig.json": composite(options).replace(/\}\s*$/, ', "references": [{ "path": "../lib" }] /* , */ }'),
      "app/src/b.ts": "",
      "node_modules/lib": { symlinkTo: "../lib" },
    });
    const text = 'import type { Shape } from "lib";\nexport const shape: Shape = { area: 1 };\n';
    expect(shown(await workspace.edit("app/src/b.ts", text, `${text}export const other = 1;\n`))).toEqual(["1 before"]);
  });

  test("messages that name files", async () => {
    using workspace = new Edited({
      "a.ts": "",
      "p.ts": "export class C { private own = 1; }\n",
      "q.ts": "export class C { private own = 1; }\n",
    });
    const text =
      'import { C } from "./p.ts";\nimport { C as D } from "./q.ts";\nexport const c = (d: D): C => {\n  return d;\n};\n';
    const { diagnostics } = await workspace.edit("a.ts", "", text);
    expect(diagnostics.map(({ message }) => message)).toContainEqual(
      `Type 'import("${workspace.files.path("q")}").C' is not assignable to type 'import("${workspace.files.path("p")}").C'.`,
    );
    const old = String(diagnostics.length);
    expect(shown(await workspace.edit("a.ts", `${text}// other`, `// edited\n${text}`))).toEqual([`${old} before`]);
  });
});

describe("where the workspace's own TypeScript is older", () => {
  const OLDER = {
    "node_modules/typescript/package.json": '{ "version": "5.9.3" }',
    "base.json": '{ "compilerOptions": { "module": "commonjs", "moduleResolution": "node", "target": "es5" } }',
    "tsconfig.json":
      '{ "extends": "./base.json", "compilerOptions": { "lib": ["esnext"], "outDir": "dist", "baseUrl": "." }, "include": ["src"] }',
    "src/lib.ts": "export const one = (a: string | null) => a;\n",
    "src/a.ts": "",
  };
  const DIFFERS =
    "Types checked as by TypeScript 7; the workspace's own is 5.9.3, whose library and some checks differ.";
  const text = (type: string) => `import { one } from "src/lib";
export const length = (a) => one(a).length;
export const made: ${type} = length("");
`;

  test("types are checked as it does, with the options and defaults that it has", async () => {
    using workspace = new Edited(OLDER);
    expect(shown(await workspace.edit("src/a.ts", "", text("number")))).toEqual(["0 before"]);
    expect(shown(await workspace.edit("src/a.ts", text("number"), text("string")))).toEqual([
      "3:14 typescript(TS2322)",
      "0 before",
      DIFFERS,
    ]);
    expect(workspace.runs()).not.toContain(workspace.files.root);
    // What a text that nobody linted had is told in the same way.
    const other = `${text("string")}export { one };\n`;
    expect(shown(await workspace.edit("src/a.ts", `${other}// 1\n`, other))).toEqual(["1 before"]);
    const strict = workspace.files.read("tsconfig.json").replace('"outDir"', '"strict": true, "outDir"');
    workspace.files.write("tsconfig.json", strict);
    expect(shown(await workspace.edit("src/a.ts", "", text("number")))).toEqual([
      "2:24 typescript(TS7006)",
      "2:30 typescript(TS2531)",
      "0 before",
      DIFFERS,
    ]);
  });

  test("a compiler of today is asked as it stands", async () => {
    using workspace = new Edited({ ...OLDER, "node_modules/typescript/package.json": '{ "version": "7.0.2" }' });
    const [, , problem] = shown(await workspace.edit("src/a.ts", "", text("number")));
    expect(problem).toBeUndefined();
    const report = await workspace.edit("src/a.ts", "", text("string"));
    expect(report).toMatchObject({ typeAware: false, diagnostics: [] });
    expect(report.problem).toContain("tsgolint refuses");
    expect(new Set(workspace.runs())).toEqual(new Set([workspace.files.root]));
  });

  test("who imports itself by its name is asked about as it stands, too", async () => {
    using workspace = new Edited({
      "node_modules/typescript/package.json": '{ "version": "5.9.3" }',
      "package.json": '{ "name": "self", "exports": "./a.ts" }',
      "node_modules/self": { symlinkTo: ".." },
      "tsconfig.json": '{ "compilerOptions": { "module": "esnext", "lib": ["esnext"] } }',
      "a.ts": "",
      "b.ts": 'import { A } from "self";\nexport const take = (a: A) => a;\n',
    });
    const source = `import { take } from "./b";
export class A { private x = 1; }
take(new A());
export const bad: number = "";
`;
    expect(shown(await workspace.edit("a.ts", "", source))).toEqual(["4:14 typescript(TS2322)", "0 before", DIFFERS]);
    expect(workspace.runs()).toContain(workspace.files.root);
  });

  test("one that is hoisted above the root is its own", async () => {
    using workspace = new Edited(
      {
        "node_modules/typescript/package.json": '{ "version": "5.9.3" }',
        "app/tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"] } }',
        "app/a.ts": "",
      },
      "app",
    );
    expect(shown(await workspace.edit("a.ts", "", "export const lengthOf = (a) => a.length;\n"))).toEqual(["0 before"]);
  });

  test("what it leaves open is what it was then", async () => {
    using workspace = new Edited({
      "node_modules/typescript/package.json": '{ "version": "5.9.3" }',
      "node_modules/@types/own/package.json": '{ "name": "@types/own", "types": "index.d.ts" }',
      "node_modules/@types/own/index.d.ts": "declare namespace Own { interface Timer { ref(): void } }\n",
      "node_modules/deep/package.json": '{ "name": "deep", "types": "index.d.ts", "exports": { ".": "./index.js" } }',
      "node_modules/deep/index.d.ts": "",
      "node_modules/deep/lib/inner.d.ts": "export declare const inner: number;\n",
      "a.json": '{ "compilerOptions": { "moduleResolution": "node", "noEmit": true } }',
      "b.json": "{}",
      "strict/tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "nodenext", "noEmit": true } }',
      "strict/style.css": "",
      "tsconfig.json":
        '{ "extends": ["./a.json", "./b.json"], "compilerOptions": { "lib": ["esnext"], "strict": true }, "include": ["*.ts"] }',
    });
    const clean = async (path: string, source: string) =>
      expect(shown(await workspace.edit(path, "", source))).toEqual(["0 before"]);
    await clean("strict/a.ts", 'import "./style.css";\nexport let timer: Own.Timer | undefined;\n');
    await clean("es5.ts", "const a = 1;\nexport = a;\n");
    await clean("deep.ts", 'import { inner } from "deep/lib/inner";\nexport const n: number = inner;\n');
    await clean("fields.ts", "export class A {\n  x = this.s.length;\n  constructor(private s: string) {}\n}\n");
  });
});

describe("places", () => {
  test("UTF-16 columns after text of several bytes, from oxlint and from tsgolint", async () => {
    using workspace = new Edited({ "a.ts": "" });
    const text = 'export const s = "😀漢字é"; export const n: string = 1; debugger;\r\nexport const m: string = 1;\n';
    expect(shown(await workspace.edit("a.ts", "", text))).toEqual([
      `1:${text.indexOf("n: string") + 1} typescript(TS2322)`,
      "2:14 typescript(TS2322)",
      `1:${text.indexOf("debugger") + 1} eslint(no-debugger)`,
      "0 before",
    ]);
  });

  test("a byte order mark, which oxlint counts and tsgolint does not, stands in no column", async () => {
    using workspace = new Edited({ "a.ts": "" });
    const text =
      "\uFEFFexport const n: string = 1; debugger;\nPromise.resolve(1);\nexport {};\nconst x = 1 as any as string; void x;\n";
    expect(shown(await workspace.edit("a.ts", "", text))).toEqual([
      "1:14 typescript(TS2322)",
      "1:29 eslint(no-debugger)",
      "2:1 typescript(no-floating-promises)",
      "3:1 typescript(no-useless-empty-export)",
      "0 before",
    ]);
    // The rules that ask for types are asked for once.
    expect(workspace.runs()).toHaveLength(2);
    await workspace.edit("a.ts", "", text);
    expect(workspace.runs()).toHaveLength(1);
  });
});

test.each(["--fix.ts", "!a.ts", "[a]*.ts", "{x,y}.ts", '"é 漢😀".ts', "-/@a#c?.ts"])(
  "a file may be named %s",
  async (name) => {
    using workspace = new Edited({ [name]: "", "a.ts": "debugger;\n", "x.ts": "debugger;\n" });
    expect(shown(await workspace.edit(name, "debugger;\n", "\ndebugger;\n"))).toEqual(["1 before"]);
    expect(workspace.runs()).toHaveLength(2);
  },
);

test("a file that oxlint's configuration ignores is not linted, and not said to be clean", async () => {
  using workspace = new Edited({ ".oxlintrc.json": '{ "ignorePatterns": ["generated/**"] }', "generated/a.ts": "" });
  expect(await workspace.edit("generated/a.ts", "", "debugger;\n")).toEqual({
    diagnostics: [],
    existing: 0,
    remaining: [],
    isLinted: false,
    oxlintAvailable: true,
    typeAware: false,
    problem:
      "oxlint does not lint this file: its configuration ignores it, or it is of a kind that oxlint does not know.",
  });
});

test("long messages are clipped", async () => {
  using workspace = new Edited({ "a.ts": "" });
  const text = `const ${"long".repeat(200)} = 1;\nexport {};\n`;
  const { diagnostics } = await workspace.edit("a.ts", "", text);
  expect(diagnostics.map(({ message }) => message.length)).toEqual([500]);
});

test("a report of a megabyte comes through whole", async () => {
  using workspace = new Edited({ "a.ts": "" });
  const { diagnostics } = await workspace.edit("a.ts", "", "debugger;\n".repeat(4000));
  expect(diagnostics).toHaveLength(4000);
});

test("what Bun takes from the folder it is started in does not reach oxlint", async () => {
  using workspace = new Edited({
    "a.ts": "",
    "bunfig.toml": 'preload = ["./first.ts"]\n',
    "first.ts": 'require("node:fs").writeFileSync("marker", process.env.FROM_DOTENV ?? "");\n',
    ".env": "FROM_DOTENV=1\n",
  });
  expect(shown(await workspace.edit("a.ts", "", "export {};\n"))).toEqual(["0 before"]);
  expect(await Bun.file(workspace.files.path("marker")).exists()).toBe(false);
});

test("files may be linted at the same time", async () => {
  const names = ["a.ts", "b.ts", "c.ts", "d.ts"];
  using workspace = new Edited(Object.fromEntries(names.map((name) => [name, ""])));
  const reports = await Promise.all(
    names.map((name) => workspace.edit(name, "debugger;\n", `// ${name}\ndebugger;\ndebugger;\n`)),
  );
  expect(reports.map(shown)).toEqual(names.map(() => ["2:1 eslint(no-debugger)", "1 before"]));
});
