import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

const FILES = `// @filename: tsconfig.json
{ "compilerOptions": { "module": "preserve", "strict": true, "lib": ["esnext"], "allowJs": true } }
// @filename: base.ts
export class Base { run() {} }
export const Alias = Base;
export const all = { Base };
export function mixed<B extends new (...a: any[]) => object>(B: B) { return class extends B { more() {} }; }
`;

/** What extends it, and why that may not be all. */
async function below(text: string): Promise<[found: string[], unseen: string[]]> {
  using workspace = new LanguageWorkspace(`${FILES}// @filename: use.ts
import { Alias, all, Base, mixed } from "./base";
${text}
`);
  const { references, coverage } = await workspace.server.implementations(workspace.at("base.ts", "Base"), never);
  return [
    locations(references).filter((one) => one.startsWith("use.ts")),
    coverage.unseen.map((one) => one.slice(workspace.workspace.root.absolute.length + 1)),
  ];
}

test.each([
  ["its own name", "class A extends Base {}", ["use.ts:2:7"]],
  ["a const", "class A extends Alias {}", ["use.ts:2:7"]],
  ["a const of a const", "const Other = Alias;\nclass A extends Other {}", ["use.ts:3:7"]],
  ["a member of an object", "class A extends all.Base {}", ["use.ts:2:7"]],
  ["a member of another name", "const own = { Inner: Base };\nclass A extends own.Inner {}", ["use.ts:3:7"]],
  ["a static member", "class Own { static Inner = Base }\nclass A extends Own.Inner {}", ["use.ts:3:7"]],
  // The import itself the server names by its own account.
  [
    "another name of its import",
    'import { Base as B } from "./base";\nclass A extends mixed(B) {}',
    ["use.ts:2:10", "use.ts:3:7"],
  ],
  ["a mixin", "class A extends mixed(Base) {}", ["use.ts:2:7"]],
  [
    "a mixin of a mixin, and below that",
    "class A extends mixed(mixed(Alias)) {}\nclass B extends A {}",
    ["use.ts:2:7", "use.ts:3:7"],
  ],
  [
    "a const, and below that by another",
    "class A extends Alias {}\nconst C = A;\nclass B extends C {}",
    ["use.ts:2:7", "use.ts:4:7"],
  ],
  ["nothing", "const a = new Alias();\nconst list = [Base];\nclass A { base = all.Base; }", []],
])("classes that extend one by %s", async (_what, text, wanted) => {
  expect(await below(text)).toEqual([wanted, []]);
});

test("a class that CommonJS exports is extended where it is required", async () => {
  using workspace = new LanguageWorkspace(`${FILES}// @filename: a.cjs
class A {}
module.exports = A;
// @filename: use.cjs
module.exports = class B extends require("./a.cjs") {};
`);
  const { references } = await workspace.server.implementations(workspace.at("a.cjs", "A"), never);
  expect(locations(references)).toContain("use.cjs:1:24");
});

test("who extends what a call gives may extend what a function returns", async () => {
  const returned = "const make = () => Base;\n";
  expect(await below(`${returned}class A extends make() {}`)).toEqual([[], ["use.ts:3 (extends what a call gives)"]]);
  expect(await below(returned)).toEqual([[], []]);
});

test("those of projects that do not hold the name of the class are found, whatever was asked before", async () => {
  const config = '{ "compilerOptions": { "module": "preserve", "strict": true, "lib": ["esnext"] } }';
  using workspace = new LanguageWorkspace(`// @filename: a/tsconfig.json
${config}
// @filename: a/base.ts
export class Base {}
export const Alias = Base;
export class Other {}
export const Renamed = Other;
// @filename: a/own.ts
import { Renamed } from "./base";
export class Own extends Renamed {}
// @filename: b/tsconfig.json
${config}
// @filename: b/use.ts
import { Alias } from "../a/base";
export class Use extends Alias {}
// @filename: c/tsconfig.json
${config}
// @filename: c/more.ts
import { Use } from "../b/use";
const Same = Use;
export class More extends Same {}
`);
  const heirsOf = async (name: string) =>
    locations((await workspace.server.implementations(workspace.at("a/base.ts", name), never)).references);
  expect(await heirsOf("Other")).toContain("a/own.ts:2:14");
  expect(await heirsOf("Base")).toEqual(["a/base.ts:1:14", "b/use.ts:2:14", "c/more.ts:3:14"]);
});

test("a class that others have by a name of their own choosing", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "preserve", "strict": true, "lib": ["esnext"] } }
// @filename: base.ts
export default class Base {}
// @filename: use.ts
import Mine, { default as Yours } from "./base";
declare function mixed<B extends new (...a: any[]) => object>(base: B): B;
export class A extends mixed(Mine) {}
export class B extends mixed(Yours) {}
`);
  const { references } = await workspace.server.implementations(workspace.at("base.ts", "Base"), never);
  expect(locations(references)).toEqual(expect.arrayContaining(["use.ts:3:14", "use.ts:4:14"]));
});
