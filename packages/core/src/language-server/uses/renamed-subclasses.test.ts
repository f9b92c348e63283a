import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(30_000);

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
