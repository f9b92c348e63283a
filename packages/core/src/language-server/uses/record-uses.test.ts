import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

const CONFIG = `// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "allowJs": true, "checkJs": true, "lib": ["esnext"] } }
`;

test.each([
  ["a variable", "a.ts", "export const icons: Record<string, number> = { /*|*/[|home|]: 1, user: 2 };"],
  ["of an index signature", "a.ts", "export const icons: { [key: string]: number } = { a: 1, /*|*/[|home|]: 1 };"],
  ["by a cast", "a.ts", "export const icons = ({ /*|*/[|home|]: 1 } as Record<string, number>);"],
  ["in quotes", "a.ts", 'export const icons: Record<string, number> = { "/*|*/[|home|]": 1 };'],
  ["of JavaScript", "a.js", "/** @type {Record<string, number>} */\nexport const icons = { /*|*/[|home|]: 1 };"],
])(
  "what a literal has by a type that takes any key is used by its name behind the value: %s",
  async (_what, path, text) => {
    using workspace = new LanguageWorkspace(`${CONFIG}// @filename: ${path}
${text}
icons.[|home|]; icons?.[|home|]; ${path.endsWith(".js") ? "" : "icons!.[|home|]; "}icons["[|home|]"]; icons ?. ['[|home|]'];
icons.homes; icons["home-page"]; icons.user; ({ home: 1 }).home;
// @filename: user.ts
import { icons as all } from "./a";
import * as ns from "./a";
all.[|home|] + ns.icons.[|home|];
`);
    const { references, unseen } = await workspace.covered();
    expect({ references, unseen }).toEqual({ references: [...workspace.wanted], unseen: [] });
  },
);

test("what a property of a class holds, too; and who takes it apart may use it", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: a.ts
export class Box {
  handlers: Record<string, () => void> = { /*|*/[|go|]() {}, stop() {} };
  run() { this.handlers.[|go|]?.(); }
}
const { stop } = new Box().handlers;
const { go } = new Box().handlers;
`);
  const { references, unseen } = await workspace.covered();
  expect({ references, unseen }).toEqual({ references: [...workspace.wanted], unseen: ["a.ts:6 (takes it apart)"] });
});

test("what a type declares is found by that, and what has none by itself", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: a.ts
interface Typed { /*|*/[|a|]: number }
export const typed: Typed = { [|a|]: 1 };
export const plain = { a: 2 };
typed.[|a|] + plain.a;
`);
  expect(await workspace.references()).toEqual([...workspace.wanted]);
});
