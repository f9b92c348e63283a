import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

const CONFIG = `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "allowJs": true } }
`;

const asking = (workspace: LanguageWorkspace) => async (path: string, name: string) =>
  (await workspace.covered(workspace.at(path, name))).unseen;

test("components may use what is global, and what a global declaration names of modules", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: globals.d.ts
interface PageMeta { title: string; author: import("./author").Author }
declare const BUILD_ID: string;
declare namespace App { interface Locals { userName: string } }
// @filename: author.ts
export interface Author { nick: string }
// @filename: api.ts
export class Api { load() {} }
export class Other { save() {} }
// @filename: shim.ts
import type { Api } from "./api";
import type { Far } from "./far";
declare module "vue" { interface ComponentCustomProperties { $api: Api } }
declare global { interface Window { debug: number } }
export const title = (far: Far) => far.load;
// @filename: far.ts
export interface Far { load: number }
// @filename: common.js
const title = require("./other.js");
// @filename: Page.vue
<script setup lang="ts">defineProps<{ meta: PageMeta }>(); window.debug;</script>
<template>{{ meta.title }} {{ BUILD_ID }} {{ meta.author.nick }}
{{ $api.load() }}</template>
// @filename: Page.astro
{Astro.locals.userName}
`);
  const unseen = asking(workspace);
  expect(await unseen("globals.d.ts", "PageMeta")).toEqual(["Page.vue:1"]);
  expect(await unseen("globals.d.ts", "title")).toEqual(["Page.vue:2"]);
  expect(await unseen("globals.d.ts", "BUILD_ID")).toEqual(["Page.vue:2"]);
  expect(await unseen("globals.d.ts", "userName")).toEqual(["Page.astro:1"]);
  expect(await unseen("author.ts", "nick")).toEqual(["Page.vue:2"]);
  expect(await unseen("shim.ts", "$api")).toEqual(["Page.vue:3"]);
  expect(await unseen("shim.ts", "debug")).toEqual(["Page.vue:1"]);
  expect(await unseen("api.ts", "load")).toEqual(["Page.vue:3"]);
  // A name is none of a module that no global declaration leads to.
  expect(await unseen("far.ts", "load")).toEqual([]);
  expect(await unseen("shim.ts", "title")).toEqual([]);
  expect(await unseen("common.js", "title")).toEqual([]);
  const { unseen: renamed } = await workspace.server.indirectUses(workspace.at("globals.d.ts", "title"), [], never);
  expect(renamed).toEqual([workspace.files.path("Page.vue:2")]);
});

test("SvelteKit hands pages what is loaded beside and above them", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: package.json
{ "devDependencies": { "@sveltejs/kit": "2" } }
// @filename: src/lib/post.ts
export interface Post { headline: string }
export interface User { nick: string }
export interface Unloaded { label: string }
// @filename: src/routes/about/+page.ts
import type { Post } from "../../lib/post";
export const load = (): { post: Post } => ({ post: { headline: "" } });
// @filename: src/routes/+layout.server.ts
export const load = () => ({ isOpen: true });
// @filename: src/routes/about/+page.svelte
<script>let { data } = $props();</script>
{data.post.headline}
// @filename: src/routes/about/deep/+page.svelte
{data.isOpen} headline
// @filename: src/lib/Shown.svelte
<script>
import { page } from "$app/state";
</script>
{page.data.post.headline}
// @filename: src/lib/Other.svelte
headline, isOpen, label
`);
  const unseen = asking(workspace);
  const headline = ["src/lib/Shown.svelte:4", "src/routes/about/+page.svelte:2"];
  expect((await unseen("src/lib/post.ts", "headline")).toSorted()).toEqual(headline);
  expect((await unseen("src/routes/about/+page.ts", "post:")).toSorted()).toEqual(headline);
  expect(await unseen("src/routes/+layout.server.ts", "isOpen")).toEqual(["src/routes/about/deep/+page.svelte:1"]);
  expect(await unseen("src/routes/about/+page.ts", "load")).toEqual([]);
});

test("Nuxt imports for components what certain folders export, and gives them what its server answers", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: package.json
{ "private": true, "workspaces": ["web", "other"] }
// @filename: web/package.json
{ "name": "web", "dependencies": { "nuxt": "4" } }
// @filename: other/package.json
{ "name": "other" }
// @filename: web/app/utils/money.ts
import type { Rate } from "../../lib/rate";
export class Money { label() {} rate?: Rate }
// @filename: web/lib/rate.ts
export interface Rate { factor: number }
export const unused = 1;
// @filename: web/server/api/post.ts
export default () => ({ headline: "" });
export const label = 1;
// @filename: web/app/composables/index.ts
export { useTheme } from "../theme";
// @filename: web/app/theme.ts
export const useTheme = () => ({ dark: true });
// @filename: web/app/A.vue
<script setup lang="ts">
const m = new Money(); m.rate.factor;
const { data } = useFetch("/api/post");
</script>
<template>{{ m.label() }} {{ data.headline }} {{ unused }}</template>
// @filename: web/app/B.vue
<script setup lang="ts">
import { useTheme } from "#imports";
</script>
<template>{{ useTheme().dark }}</template>
// @filename: other/C.vue
Money, label
`);
  const unseen = asking(workspace);
  expect(await unseen("web/app/utils/money.ts", "Money")).toEqual(["web/app/A.vue:2"]);
  expect(await unseen("web/app/utils/money.ts", "label")).toEqual(["web/app/A.vue:5"]);
  expect(await unseen("web/lib/rate.ts", "factor")).toEqual(["web/app/A.vue:2"]);
  expect(await unseen("web/lib/rate.ts", "unused")).toEqual([]);
  expect(await unseen("web/server/api/post.ts", "headline")).toEqual(["web/app/A.vue:5"]);
  expect(await unseen("web/server/api/post.ts", "label")).toEqual([]);
  const nowhere = '(by "#imports", which leads nowhere)';
  expect(await unseen("web/app/theme.ts", "useTheme")).toEqual([`web/app/B.vue:2 ${nowhere}`]);
  expect(await unseen("web/app/theme.ts", "dark")).toEqual([`web/app/B.vue:4 ${nowhere}`]);
});

test.each([
  ["AutoImport({ dirs: ['./src/composables/**'] })", ["src/B.vue:2"]],
  ["AutoImport({ dirs: ['@/composables'] })", ["src/B.vue:2"]],
  ["AutoImport({ dirs: ['./src/other'] })", []],
  ["AutoImport({ imports: ['vue'] })", []],
])(
  "a bundler imports for components what the folders export that its configuration names: %s",
  async (plugin, wanted) => {
    using workspace = new LanguageWorkspace(`${CONFIG}// @filename: vite.config.ts
import AutoImport from "unplugin-auto-import/vite";
export default { plugins: [${plugin}] };
// @filename: src/composables/theme.ts
export const useTheme = () => 1;
// @filename: src/B.vue
<script setup>
useTheme();
</script>
`);
    expect(await asking(workspace)("src/composables/theme.ts", "useTheme")).toEqual(wanted);
  },
);
