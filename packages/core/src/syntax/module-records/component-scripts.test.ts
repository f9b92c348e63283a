import { expect, test } from "bun:test";
import { loadParser } from "../parser/parse.ts";
import { componentRecord } from "./component-scripts.ts";
import type { ImportedName, ImportRecord } from "./module-record.ts";

const oxc = await loadParser();

function importsOf(path: string, text: string): readonly ImportRecord[] {
  const outcome = componentRecord(oxc, path, text);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.record.imports;
}

test("what scripts import keeps its place in the text", () => {
  const text = `<p>é</p>\r\n<script>import "./a"</script><script>import "./b"</script>\n{import("./c")}\n`;
  const found = importsOf("x.svelte", text);
  expect(found.map(({ specifier, line }) => `${specifier}:${line}`)).toEqual(["./a:2", "./b:2", "./c:3"]);
  expect(found.map(({ start }) => start)).toEqual(
    ['import "./a"', 'import "./b"', 'import("./c")'].map((code) => text.indexOf(code)),
  );
});

test.each<[path: string, text: string, names: Omit<ImportedName, "typeOnly">[]]>([
  ["x.vue", `<script setup lang="ts">\nimport { a as b } from "./a";\n</script>`, [{ imported: "a", local: "b" }]],
  ["x.vue", `<script>import * as a from "./a"</script>`, [{ imported: "*", local: "a", members: "all" }]],
  ["x.vue", `<button @click="() => import('./a')"/>`, [{ imported: "*", local: "*", members: "all" }]],
  ["x.vue", `<script lang="ts" src="./a.ts"></script>`, [{ imported: "*", local: "*", members: "all" }]],
  ["x.astro", `---\nimport A from "./a";\n---\n<A/>`, [{ imported: "default", local: "A" }]],
  ["x.mdx", `import { a } from "./a"\n\n\`\`\`ts\nimport { b } from "./b"\n\`\`\`\n`, [{ imported: "a", local: "a" }]],
])("what the template of %s may use of an import", (path, text, names) => {
  const wanted = names.map((name) => ({ ...name, typeOnly: false }));
  expect(importsOf(path, text).map((one) => one.names)).toEqual([wanted]);
});

test("markup that no braces and no directive compute imports nothing", () => {
  expect(importsOf("x.svelte", `<p>import("./a")</p><!-- {import("./b")} -->`)).toEqual([]);
  expect(importsOf("x.vue", `<p title="import('./a')">import("./b")</p>`)).toEqual([]);
});
