import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

const CONFIG = `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "strict": true, "types": [] } }
`;

async function askedAbout(workspace: LanguageWorkspace, path: string, name: string) {
  const place = workspace.at(path, name);
  const { references, unseen } = await workspace.covered(place);
  const start = workspace.files.path("x").length - 1;
  const renamed = (await workspace.server.indirectUses(place, [], never)).unseen.map((one) => one.slice(start));
  return { references, unseen, renamed: renamed.toSorted() };
}

test("a bundler imports for source files what the folders export that its configuration names", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: package.json
{ "name": "a", "devDependencies": { "unplugin-auto-import": "1" } }
// @filename: vite.config.ts
import AutoImport from "unplugin-auto-import/vite";
export default { plugins: [AutoImport({ dirs: ["src/composables"], dts: "src/auto-imports.d.ts" })] };
// @filename: src/auto-imports.d.ts
export {}
declare global {
  const useCart: typeof import('./composables/cart')['useCart']
  const useOther: typeof import('./composables/cart').useOther
}
declare global {
  // @ts-ignore
  export type { Cart } from './composables/cart'
}
// @filename: src/composables/cart.ts
export interface Cart { items: number }
export const useCart = (): Cart => ({ items: 1 });
export const useOther = () => 1;
export const useNew = () => ({ fresh: 1 });
// @filename: src/fake.ts
// We declare a fake of useCart here.
const fake: typeof import("./composables/cart").useCart = () => ({ items: 2 });
export const got = fake();
// @filename: src/main.ts
const cart: Cart = useCart();
useOther();
useNew().fresh;
export const named = { useNew: cart, ...({} as { useNew: 1 }) }.useNew;
`);
  expect(await askedAbout(workspace, "src/composables/cart.ts", "useCart")).toEqual({
    references: ["src/auto-imports.d.ts:3:55", "src/composables/cart.ts:2:14", "src/fake.ts:2:49", "src/main.ts:1:20"],
    unseen: [],
    renamed: ["src/main.ts:1"],
  });
  expect(await askedAbout(workspace, "src/composables/cart.ts", "Cart")).toMatchObject({
    unseen: [],
    renamed: ["src/main.ts:1"],
  });
  expect((await askedAbout(workspace, "src/composables/cart.ts", "useOther")).references).toContain("src/main.ts:2:1");
  // Nothing was written for it yet.
  expect(await askedAbout(workspace, "src/composables/cart.ts", "useNew")).toMatchObject({
    unseen: ["src/main.ts:3"],
    renamed: ["src/main.ts:3"],
  });
  expect((await askedAbout(workspace, "src/composables/cart.ts", "fresh")).unseen).toEqual(["src/main.ts:3"]);
});

test("Nuxt imports for source files too, on its server and in what both share", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: package.json
{ "name": "a", "dependencies": { "nuxt": "4" } }
// @filename: app/composables/guest.ts
export const makeGuest = () => ({ name: "" });
export const lone = 1;
// @filename: app/composables/auth.ts
export const useAuth = () => makeGuest();
// @filename: server/utils/users.ts
export interface User { first: string }
export const listUsers = (): User[] => [{ first: "" }];
// @filename: server/api/users.get.ts
export default () => listUsers().map((one) => one.first);
`);
  const unseen = async (path: string, name: string) => (await askedAbout(workspace, path, name)).unseen;
  expect(await unseen("app/composables/guest.ts", "makeGuest")).toEqual(["app/composables/auth.ts:1"]);
  expect(await unseen("app/composables/guest.ts", "lone")).toEqual([]);
  expect(await unseen("server/utils/users.ts", "listUsers")).toEqual(["server/api/users.get.ts:1"]);
  expect(await unseen("server/utils/users.ts", "first")).toEqual(["server/api/users.get.ts:1"]);
});
