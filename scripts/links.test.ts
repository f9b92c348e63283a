import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "bun:test";
import { ROOT } from "./servers.ts";

const PAGES = Array.from(new Bun.Glob("**/*.md").scanSync({ cwd: ROOT, dot: true })).filter(
  (path) => !/(?:^|\/)(?:node_modules|dist|fixtures|\.git)\//.test(path),
);

/** What a page links to, by Markdown or by HTML, outside of code. */
function linksOf(text: string): string[] {
  const prose = text.replaceAll(/^(`{3,})[^]*?^\1/gm, "").replaceAll(/`[^`\n]*`/g, "");
  return Array.from(
    prose.matchAll(/\]\(\s*<?([^)\s>]+)|\b(?:href|src)="([^"]+)"/g),
    ([, link, attribute]) => link ?? attribute ?? "",
  );
}

/** The anchors that headings give, as GitHub makes them. */
function anchorsOf(text: string): Set<string> {
  const headings = Array.from(text.matchAll(/^#{1,6}\s+(.*)$/gm), ([, heading]) => heading as string);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(/\s/g, "-"),
    ),
  );
}

function isBroken(page: string, link: string): boolean {
  if (/^[a-z][a-z\d+.-]*:/i.test(link)) return false;
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? join(ROOT, page) : join(ROOT, dirname(page), decodeURIComponent(path));
  if (!existsSync(target)) return true;
  if (anchor === undefined || statSync(target).isDirectory() || !target.endsWith(".md")) return false;
  return !anchorsOf(readFileSync(target, "utf8")).has(anchor);
}

test("every link of every page leads to a file of the repository, and to a heading in it", () => {
  expect(PAGES).toContain("docs/README.md");
  const broken = PAGES.flatMap((page) =>
    linksOf(readFileSync(join(ROOT, page), "utf8")).flatMap((link) =>
      isBroken(page, link) ? [`${page}: ${link}`] : [],
    ),
  );
  expect(broken).toEqual([]);
});

test("a link that leads nowhere is seen", () => {
  expect(isBroken("docs/README.md", "none.md")).toBe(true);
  expect(isBroken("docs/README.md", "security.md#no-such-heading")).toBe(true);
  expect(isBroken("docs/README.md", "security.md#what-comes-back")).toBe(false);
  expect(linksOf('[a](b.md#c) ![d](e.svg) <img src="f.png"> `[g](h)`')).toEqual(["b.md#c", "e.svg", "f.png"]);
});
