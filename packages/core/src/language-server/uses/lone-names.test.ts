import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

const FORMS = `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["es2022"], "types": [], "allowJs": true }, "include": ["*.ts", "*.js"] }
// @filename: node_modules/base/index.d.ts
export declare class Base { hook(): void; }
export interface Options { onlyHere?: number }
// @filename: lone.ts
export function lone() {}
export const loneConst = 1, loneSecond = 2;
export interface LoneType { loneMember: string }
function loneLocal() { const within = 1; }
// @filename: prefixed.ts
export function pre() {}
export function prefixed() {}
// @filename: default.ts
export default function byDefault() {}
// @filename: default-class.ts
export default abstract class ByDefault {}
// @filename: default-user.ts
import own from "./default";
import Other from "./default-class";
own(); new (class extends Other {})();
// @filename: later-default.ts
const exportedLater = 1;
export { exportedLater as default };
// @filename: later-user.ts
import anyName from "./later-default";
anyName;
// @filename: alias.ts
export function aliased() {}
export { aliased as outside };
// @filename: alias-user.ts
import { outside } from "./alias";
outside();
// @filename: member.ts
import { Base, type Options } from "base";
export class Member extends Base { hook() {} }
export const options: Options = { onlyHere: 1 };
// @filename: constructor.ts
export class Built { constructor(readonly given: number) {} }
// @filename: constructor-user.ts
import { Built } from "./constructor";
new Built(1).given;
// @filename: quoted.ts
export const quoted = { "in quotes": 1 };
// @filename: quoted-user.ts
import * as all from "./quoted";
all["quoted"]["in quotes"];
// @filename: global.ts
const usedOnce = structuredClone(1);
// @filename: window.ts
interface Map<K, V> { extra(): [K, V] }
// @filename: destructured.ts
const { length } = "x";
// @filename: commonjs.js
function viaModule() {}
module.exports = { viaModule };
// @filename: commonjs-user.js
const { viaModule: renamed } = require("./commonjs");
renamed();
// @filename: dollar.ts
export const $ = 1, $a = 2, é = 3;
// @filename: dollar-user.ts
import { $, é as accent } from "./dollar";
$ + accent;
`;

/** So many projects that names are searched for first. */
const MANY = `// @filename: shared.ts
export function shared() {}
${Array.from(
  { length: 10 },
  (_, number) => `// @filename: many${number}/tsconfig.json
{}
// @filename: many${number}/m.ts
import { shared } from "../shared";
shared();
`,
).join("")}`;

/** Every name that is declared or used once, twice or more in the files above. */
function places(workspace: LanguageWorkspace) {
  const paths = [...FORMS.matchAll(/^\/\/ @filename: (.*)$/gm)].map(([, path]) => path as string);
  return paths
    .filter((path) => /\.[jt]s$/.test(path) && !path.startsWith("node_modules"))
    .flatMap((path) =>
      Array.from(workspace.files.read(path).matchAll(/[\p{ID_Start}$][\p{ID_Continue}$]*/gu), ({ index }) =>
        workspace.at(path, index),
      ),
    );
}

test("asked together, places have the references that each has alone", async () => {
  using workspace = new LanguageWorkspace(`${FORMS}${MANY}`);
  expect(await workspace.references(workspace.at("shared.ts", "shared"))).toHaveLength(21);
  const all = places(workspace);
  expect(all.length).toBeGreaterThan(100);
  const together = await workspace.server.referencesOfAll(all, never);
  for (const [at, place] of all.entries()) {
    const { references } = await workspace.server.references(place, never);
    const shown = { path: place.path.relative, offset: place.offset };
    expect({ ...shown, found: locations(together.references[at] ?? []) }).toEqual({
      ...shown,
      found: locations(references),
    });
  }
});
