import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

const CONFIG = `{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "esModuleInterop": true, "lib": ["es2022", "dom"], "types": [] }, "include": ["src"] }`;

const WHOLE = `// @filename: tsconfig.json
${CONFIG}
// @filename: src/n.ts
namespace N {
  export function /*|*/[|f|](): number { return 1; }
  export function other(): void {}
}
export = N;
`;

describe("a member of what `export =` exports", () => {
  const CASES: Readonly<Record<string, string>> = {
    "imported by name": `// @filename: src/a.ts
import { [|f|], other } from "./n";
[|f|](); other();
const own = { f: 1 }; // f
void own.f;
`,
    "imported by another name": `// @filename: src/a.ts
import { [|f|] as [|h|] } from "./n";
[|h|]();
`,
    "through the whole, and through a barrel": `// @filename: src/a.ts
import M from "./n";
M.[|f|]();
export { [|f|] } from "./n";
// @filename: src/b.ts
import { [|f|] } from "./a";
[|f|]();
`,
    "under the name that a barrel gives it": `// @filename: src/a.ts
export { [|f|] as [|g|] } from "./n";
// @filename: src/b.ts
import { [|g|] } from "./a";
[|g|]();
`,
  };
  test.each(Object.entries(CASES))("%s", async (_name, files) => {
    using workspace = new LanguageWorkspace(WHOLE + files);
    expect(await workspace.covered()).toMatchObject({ references: workspace.wanted, complete: true });
  });
});

test("a type that is listed in a namespace which `export =` exports", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
${CONFIG.replace(', "include": ["src"]', "")}
// @filename: types.d.ts
export interface [|Op/*|*/tions|] { a?: number }
// @filename: main.d.ts
import { [|Options|] } from "./types";
declare namespace main {
  export type { [|Options|] };
}
declare function main(options?: main.[|Options|]): void;
export = main;
// @filename: a.ts
import main, { type [|Options|] } from "./main";
const one: [|Options|] = { a: 1 };
main(one);
// @filename: b.ts
import type { [|Options|] as [|Mine|] } from "./main";
export type Both = [|Mine|] & import("./main").[|Options|];
// @filename: c.ts
interface Options { b: 1 }
export type Own = Options;
`);
  expect(await workspace.covered()).toMatchObject({ references: workspace.wanted, complete: true });
});

test("a member of an object that CommonJS exports whole", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "checkJs": true, "types": [], "noEmit": true } }
// @filename: keys.js
const keys = { [|/*|*/kOne|]: Symbol(), kTwo: Symbol() };
module.exports = keys;
// @filename: use.js
const { [|kOne|], kTwo: other } = require("./keys");
const keys = require("./keys");
exports.used = [[|kOne|], other, keys.[|kOne|], { kOne: 1 }.kOne];
`);
  expect(await workspace.covered()).toMatchObject({ references: workspace.wanted, complete: true });
});

describe("what the library or a package declares, in every project", () => {
  const PROJECTS = ["one", "two", "three"].map(
    (name) => `// @filename: ${name}/tsconfig.json
${CONFIG}
// @filename: ${name}/src/${name}.ts
import { [|box|], Emitter } from "lib";
`,
  );
  const PACKAGE = `// @filename: node_modules/lib/package.json
{ "name": "lib", "types": "index.d.ts" }
// @filename: node_modules/lib/index.d.ts
export declare function [|box|](): number;
export declare class Emitter { emit(): void }
`;
  test("a function of a package", async () => {
    using workspace = new LanguageWorkspace(
      PACKAGE +
        PROJECTS.map((text, at) => `${text}${at === 0 ? "/*|*/" : ""}[|box|]();\nnew Emitter().emit();\n`).join(""),
    );
    expect(await workspace.covered()).toMatchObject({ references: workspace.wanted, complete: true });
  });

  test("a member that is called like a keyword", async () => {
    using workspace = new LanguageWorkspace(`// @filename: node_modules/lib/package.json
{ "name": "lib", "types": "index.d.ts" }
// @filename: node_modules/lib/index.d.ts
type Key = "a" | "b";
interface One {
  select<T>(values: ({ [key in Key]?: T } & { [|default|]: T }) | { [key in Key]: T }): T;
  select<T>(values: { [key in Key]?: T }): T | undefined;
}
interface Other extends One { is: "other" }
export declare const lib: One | Other;
${["one", "two", "three"]
  .map(
    (name, at) => `// @filename: ${name}/tsconfig.json
${CONFIG}
// @filename: ${name}/src/${name}.ts
import { lib } from "lib";
export const made = lib.select({ a: 1, ${at === 0 ? "/*|*/" : ""}[|default|]: 2 });
`,
  )
  .join("")}`);
    expect(await workspace.covered()).toMatchObject({ references: workspace.wanted, complete: true });
  });

  test("a global that is a type and a value at once", async () => {
    const uses = (at: number) =>
      `void ${at === 0 ? "/*|*/" : ""}[|Promise|].resolve();\nexport type Made = [|Promise|]<void>;\n`;
    using workspace = new LanguageWorkspace(
      PACKAGE + PROJECTS.map((text, at) => text.replaceAll(/\[\||\|\]/g, "") + uses(at)).join(""),
    );
    const { references, complete } = await workspace.covered();
    expect(references.filter((one) => !one.startsWith("lib."))).toEqual(
      workspace.wanted.filter((one) => !one.startsWith("node_modules")),
    );
    expect(complete).toBe(true);
  });
});
