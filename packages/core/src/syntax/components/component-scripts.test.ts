import { expect, spyOn, test } from "bun:test";
import { loadParser } from "../parser/parse.ts";
import { componentRecord, pageRecord, scriptText } from "./component-scripts.ts";

const oxc = await loadParser();

/** What a component imports, each with `*` where it is taken whole, and where it fails to be read. */
function read(path: string, text: string): string[] {
  const outcome = (/\.(?:html|md)$/.test(path) ? pageRecord : componentRecord)(oxc, path, text);
  const record = outcome.ok ? outcome.record : outcome.recovered;
  const specifiers = (record?.imports ?? []).map(({ specifier }) => specifier);
  return outcome.ok ? specifiers : [...specifiers, `${outcome.failure.line}: ${outcome.failure.message}`];
}

const IMPORT = `import { a } from "./a";`;
const SCRIPT = `<script>${IMPORT}</script>`;

test("a script is found by the rules of its compiler, whatever else looks like one", () => {
  const rows: [path: string, text: string][] = [
    ["A.vue", `<script setup lang="ts" generic="T extends Record<string, number>">${IMPORT}</script>`],
    ["A.vue", `<!-- the <script> below isn't long -->\n${SCRIPT}`],
    [
      "A.vue",
      `<docs>\nWrite <script setup> and don't\n</docs>\n<i18n lang="json">{ "a": "<script>" }</i18n>\n${SCRIPT}`,
    ],
    [
      "A.vue",
      `<template><Script src="/x.js" /><script-loader/><p title="<script>">{{ a < b ? "<script>" : 1 }}</p></template>${SCRIPT}`,
    ],
    ["A.vue", `<template><template #a><b/></template><template v-if="a > 1"/></template>${SCRIPT}`],
    ["A.vue", `<template lang="pug">\np a <b\n  | </div>\n</template>\n${SCRIPT}`],
    ["A.svelte", `<script lang="ts" generics="T extends Record<string, number>">${IMPORT}</script>`],
    ["A.svelte", `<!-- @component use \`<script>\` and don't -->\n${SCRIPT}`],
    ["A.svelte", `<svelte:head>{@html \`<script>\${"{"}it's<\\/script>\`}</svelte:head>\n${SCRIPT}`],
    ["A.svelte", `{#if a < b}<p class="x {a ? "<script>" : '}'}">it's</p>{/if}{a.replace(/["'{]/g, "")}\n${SCRIPT}`],
    ["A.svelte", `<script data-a={a > 1 ? 1 : 2}>${IMPORT}</script>`],
    ["A.svelte", `<p>{unclosed</p>\n${SCRIPT}`],
    [
      "A.astro",
      `<script is:inline src="/a.js" />\n<script type="application/ld+json" set:html={JSON.stringify({ a: "</script>" })} />\n${SCRIPT}`,
    ],
    ["A.astro", `<script type="application/ld+json">{"@context":"x"}</script>\n${SCRIPT}`],
    ["A.astro", `{list.map((one) => <li>it's {one} <br> <>a</> {"}"}</li>)}<p class=\`a > \${b}\`/>\n${SCRIPT}`],
    ["A.astro", `---\nconst a = \`\n---\n\`; // don't --- stop\n/* --- */ const b = /---/;\n${IMPORT}\n---\n<p/>`],
  ];
  for (const [path, text] of rows) expect([text, ...read(path, text)]).toEqual([text, "./a"]);
});

test("what nothing closes is told", () => {
  expect(read("A.vue", `\n<script>${IMPORT}`)).toEqual(["2: <script is never closed."]);
  expect(read("A.vue", `${SCRIPT}<docs>`)).toEqual(["./a", "1: <docs is never closed."]);
  expect(read("A.svelte", `${SCRIPT}\n<!-- `)).toEqual(["./a", "2: <!-- is never closed."]);
  expect(read("A.astro", `<p title='a>${SCRIPT}`)).toEqual(["1: <p is never closed."]);
});

test("a text of many marks that nothing closes is read in one go", () => {
  const marks = [
    "<",
    "</",
    "<!--",
    "<a ",
    "<script>",
    "<a b='",
    "{",
    "{{",
    "`",
    "{`",
    "{`${",
    "{/",
    "{/[/",
    "{'\\'",
    "{<a>",
    "---",
    "\nimport a\n\n",
  ];
  for (const path of ["A.vue", "A.svelte", "A.astro", "A.mdx"])
    for (const mark of marks) {
      const [some, more] = [10_000, 30_000].map((times) => effort(path, mark.repeat(times))) as [Effort, Effort];
      expect({ path, mark, sought: more.sought < 20 * more.length }).toEqual({ path, mark, sought: true });
      // Three times as many would take nine times as long, which is seconds, if a pattern went to the end from each. The
      // processor collects garbage meanwhile, for as long as all that was done before in this process has left some.
      const isInOneGo = more.milliseconds < 6 * some.milliseconds + 1500;
      expect({ path, mark, isInOneGo }).toEqual({ path, mark, isInOneGo: true });
    }
});

interface Effort {
  readonly length: number;
  /** Characters that `indexOf` went over: it is too quick for a quadratic search to be seen in time. */
  readonly sought: number;
  /** Of the processor, which a busy machine does not take away. */
  readonly milliseconds: number;
}

function effort(path: string, marks: string): Effort {
  const text = path === "A.vue" ? `<template>${marks}` : marks;
  let sought = 0;
  const original = Object.getOwnPropertyDescriptor(String.prototype, "indexOf")?.value as typeof text.indexOf;
  using spy = spyOn(String.prototype, "indexOf");
  spy.mockImplementation(function (this: string, part, from = 0) {
    const found = original.call(this, part, from);
    sought += (found === -1 ? this.length : found) - from;
    return found;
  });
  const before = process.cpuUsage();
  componentRecord(oxc, path, text);
  const { user, system } = process.cpuUsage(before);
  return { length: text.length, sought, milliseconds: (user + system) / 1000 };
}

test(".mdx imports by whatever statement or expression its compiler reads", () => {
  const rows: [text: string, expected: string[]][] = [
    [`export { a } from "./a";\n\nexport * from "./b"\n`, ["./a", "./b"]],
    [`---\ntitle: "a <b {"\n---\nimport { a } from "./a"; import { b } from './b';\n\n# Title\n`, ["./a", "./b"]],
    [`import {\n  a, // don't\n\n  "other name" as b,\n} from "./a";\n`, ["./a"]],
    [`It's {import("./a").then(({ a }) => a)} \`{import("./b")}\` \\{import("./c")}`, ["./a"]],
    [`<Lazy load={() => import("./a")}>\n\n- it\`s {"}"}\n\n</Lazy>\n`, ["./a"]],
    [
      `export const load = () => import("./a");\n\nexport const text = \`\nimport { b } from "./b";\n\n\`;\n\nText.\n`,
      ["./a"],
    ],
    [`Text\nimport is a word\n\n- {(await import("./a")).a}\n`, ["./a"]],
    [`import { a } from "./a";\n\nimport { b } form "./b";\n`, ["./a", "3: Expected `from` but found `Identifier`"]],
  ];
  for (const [text, expected] of rows) expect([text, ...read("A.mdx", text)]).toEqual([text, ...expected]);
});

test("the fences of .astro stand where its compiler takes them, and the code between them may return", () => {
  const rows = [
    `--- \n${IMPORT}\n--- \n<p/>`,
    `<!-- above -->\n---\n${IMPORT}\n---\n<p/>`,
    `---${IMPORT}\n---\n<p/>`,
    `---\n${IMPORT} ---\n<p/>`,
    `---\n${IMPORT}\n  ---\n<p>---</p>`,
    `---\n${IMPORT}\nif (a) return Astro.redirect("/");\n---\n<p/>`,
  ];
  for (const text of rows) expect([text, ...read("A.astro", text)]).toEqual([text, "./a"]);
  expect(read("A.astro", `---\n${IMPORT}\nreturn;\nconst = 1;\n---\n`)).toEqual(["./a", "4: Unexpected token"]);
});

test("code is read where markup computes something, at any length, and where a script says what it is generic over", () => {
  const long = "x();".repeat(500);
  const rows: [path: string, text: string][] = [
    ["A.vue", `<script setup lang="ts" generic="T extends import('./a').A"></script>`],
    ["A.vue", `<script lang=ts src=./a></script>`],
    ["A.vue", `<template><p @click="() => { ${long} import('./a') }"/></template>`],
    ["A.vue", `<template>{{ ${long} import("./a") }}</template>`],
    ["A.vue", `<template lang="pug">\nbutton(@click="import('./a')")\n</template>`],
    ["A.svelte", `<button on:click={() => { ${long} import("./a") }}>`],
    ["A.svelte", `<script lang="ts" generics="T extends import('./a').A"></script>`],
  ];
  for (const [path, text] of rows) expect([text, ...read(path, text)]).toEqual([text, "./a"]);
});

test("pages import by the scripts in them, where a browser or a generator of sites takes these for modules", () => {
  const rows: [path: string, text: string, expected: string[]][] = [
    ["a.html", `<!doctype html><title>a <b</title><!-- ${SCRIPT} --><SCRIPT TYPE="module">${IMPORT}</SCRIPT>`, ["./a"]],
    ["a.html", `<script>{% import "./a" %}</script><script type="importmap">{ "imports": {} }</script>`, []],
    ["a.html", `<script type="module" src="./a.js"></script>`, []],
    ["a.html", `<script type="module">\n${IMPORT} const = 1;</script>`, ["./a", "2: Unexpected token"]],
    ["a.md", `# A <b\n\n<script setup lang="ts">\n${IMPORT}\n</script>\n\n{{ a }} it's\n`, ["./a"]],
    ["a.md", `\`\`\`vue\n${SCRIPT}\n\`\`\`\n\nText \`${SCRIPT}\`.\n\n    ${SCRIPT}\n`, []],
    ["a.md", `<script>\nconst = {{ a }}\n</script>\n`, []],
  ];
  for (const [path, text, expected] of rows) expect([text, ...read(path, text)]).toEqual([text, ...expected]);
});

test("scripts keep their place in the text", async () => {
  const text = "<p>é</p>\r\n<script>let a</script><script>let b</script>\n";
  const script = scriptText(await loadParser(), "x.vue", text);
  expect(script.length).toBe(text.length);
  expect(script.indexOf("let b")).toBe(text.indexOf("let b"));
  expect(script.split("\n").length).toBe(text.split("\n").length);
});
