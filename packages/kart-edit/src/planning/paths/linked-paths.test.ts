import { expect, test } from "bun:test";
import { filesMeant, linkedPaths } from "./linked-paths.ts";

const ROWS: readonly [name: string, text: string, paths: readonly string[]][] = [
  ["a.scss", "@use \"../vars\" as v;\n@forward 'src/list' hide b;", ["../vars", "src/list"]],
  ["a.scss", '@import "a", "b";\n@use "sass:math";\n@use "x" with ($y: "z");', ["a", "b", "x"]],
  ["a.css", '@import url("a.css") screen;\n@import "b.css" layer(base);', ["a.css", "b.css"]],
  ["a.less", '@import (reference) "a";\n@plugin "../p";', ["a", "../p"]],
  ["a.sass", "@import ../a, ./b\n", ["../a", "./b"]],
  ["a.styl", "@require 'a'\n", ["a"]],
  [
    "a.css",
    "a { background: url(a.png?x#y), url( 'b.png' ); composes: c from \"./c.css\"; }",
    ["a.png", "b.png", "./c.css"],
  ],
  ["a.css", "a { b: url(data:image/png;base64,x), url(#f), url(/a.png), url(https://x.y/z.png), url(//x.y/z) }", []],
  ["a.scss", '@import "~p/a";\n/* url(a.png) */\n// @use "../a";\n@use "b"; // url(c)\n', ["b"]],
  ["a.css", "/* url(a.png)", []],
  [
    "a.md",
    '[a](../a.md#top) ![b](<b.png>) [c](c.md "C") [d](https://x.y) [e](#e) [f](mailto:g@h.i)',
    ["../a.md", "b.png", "c.md"],
  ],
  [
    "a.md",
    'See [a][1].\n\n[1]: ../a.md\n<img alt="" src="b.png"> <a href=\'c.md\'>c</a>\n',
    ["../a.md", "b.png", "c.md"],
  ],
  ["a.md", "[![a](a.svg)](b.md)", ["a.svg", "b.md"]],
  ["a.md", "`[a](a.md)` [`b`](b.md)\n```md\n[c](c.md)\n```\n[d](d.md)\n~~~\n[e](e.md)", ["b.md", "d.md"]],
  ["a.mdx", 'import { a } from "./a";\n\n[b](./b.mdx)', ["./b.mdx"]],
  ["a.ts", 'import "../a"; // [b](b.md)', []],
  [
    "A.vue",
    '<template><img src="../b.svg" :src="c"><!-- <img src="d.svg"> --></template>\n<style src="./e.css"></style>\n<style scoped lang="scss">\n@use "../f";\na { b: url(g.png) }\n</style>\n<script src="./h.ts"></script>\n<script>\nconst i = \'<img src="j.svg">\';\n</script>\n',
    ["../b.svg", "./e.css", "../f", "g.png"],
  ],
  ["A.svelte", "<a href='{b}'>b</a> <a href=\"./c\" style=\"d: url('./e.svg')\"></a>", ["./c", "./e.svg"]],
  ["A.astro", "---\nconst a = `<img src='b.svg'>`;\n---\n<img src='c.svg'>", ["c.svg"]],
];

for (const [name, text, paths] of ROWS)
  test(`${name}: ${text.slice(0, 60)}`, () => {
    const found = linkedPaths(name, text);
    expect(found.map(({ path }) => path)).toEqual([...paths]);
    for (const { start, path } of found) expect(text.startsWith(path, start)).toBe(true);
  });

test("a stylesheet leaves out endings, the sign of a partial and the index of a folder; Markdown leaves out nothing", () => {
  const meant = filesMeant("a.scss", "src/b");
  for (const path of ["src/b", "src/b.scss", "src/_b.scss", "src/b/_index.scss", "src/b/index.styl"])
    expect(meant).toContain(path);
  expect(filesMeant("A.vue", "src/b")).toContain("src/_b.scss");
  for (const name of ["a.md", "a.mdx"]) expect(filesMeant(name, "src/b")).toEqual(["src/b"]);
});

test("a text that ends nothing is read in one pass", () => {
  // Of the processor's time, which a busy machine does not take away.
  const before = process.cpuUsage();
  linkedPaths("a.css", "/*".repeat(200_000));
  linkedPaths("a.css", "@import ".repeat(50_000) + '"a'.repeat(50_000));
  for (const one of ["<style ", "<style>", "<script>", "<!--", "---\n"]) linkedPaths("A.astro", one.repeat(100_000));
  linkedPaths("a.md", "](".repeat(100_000) + "`".repeat(100_000) + " [".repeat(100_000));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(5_000);
});
