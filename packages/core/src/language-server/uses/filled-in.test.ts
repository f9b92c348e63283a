import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

test("a key by which a build defines what is only declared is no use that types lead to, and told", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "lib": ["esnext", "dom"] } }
// @filename: env.d.ts
declare const VERSION: string;
declare const BUILD: { mode: string };
declare const QUIET: string;
// @filename: host.ts
export {};
declare global { var LIMIT: number; }
export declare const OWN: string;
// @filename: vite.config.ts
export default { define: { VERSION: "1", "BUILD.mode": "2" }, other: { QUIET: 1 } };
// @filename: webpack.config.js
module.exports = { plugins: [new webpack.DefinePlugin({ VERSION: "1", OWN: 1 })] };
// @filename: setup.ts
Object.assign(globalThis, { LIMIT: 4, QUIET: 5 });
Object.assign({}, { LIMIT: 4 });
// @filename: use.ts
export const used = [VERSION, BUILD.mode, LIMIT, QUIET];
`);
  const unseen = async (path: string, name: string) => (await workspace.covered(workspace.at(path, name))).unseen;
  const defining = (...places: string[]) => places.map((one) => `${one} (a key that may define it)`);
  expect(await unseen("env.d.ts", "VERSION")).toEqual(defining("vite.config.ts:1", "webpack.config.js:1"));
  expect(await unseen("env.d.ts", "BUILD")).toEqual(defining("vite.config.ts:1"));
  expect(await unseen("env.d.ts", "QUIET")).toEqual(defining("setup.ts:1"));
  expect(await unseen("host.ts", "LIMIT")).toEqual(defining("setup.ts:1"));
  expect(await unseen("host.ts", "OWN")).toEqual([]);
});
