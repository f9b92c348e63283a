import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");

/** The map's parts of one package each, from the line that names it to the next. */
const parts = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8")
  .split("\n## ")
  .find((section) => section.startsWith("Code map"))
  ?.split(/^(?=`)/m)
  .filter((part) => part.startsWith("`packages/")) as string[];

test("the code map names every package", () => {
  const named = parts.map((part) => /^`packages\/([^`]+)`/.exec(part)?.[1]);
  expect(new Set(named)).toEqual(new Set(readdirSync(join(ROOT, "packages"))));
});

test.each(parts.map((part) => [/^`([^`]+)`/.exec(part)?.[1] as string, part]))(
  "what the code map says of %s is there, and no folder of it is left out",
  (folder, part) => {
    const files = [...new Bun.Glob("{src,page,test}/**").scanSync({ cwd: join(ROOT, folder) })];
    const names = new Set(files.flatMap((path) => [path.slice(path.lastIndexOf("/") + 1), path]));
    const named = [...part.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name]) => name as string);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
    // That every server has tools is said of the first.
    const mapped = new Set(["src/tools", ...part.matchAll(/`(src\/[\w-]+)\/`/g).map(([, name]) => name as string)]);
    const folders = new Set(files.flatMap((path) => /^src\/[^/]+(?=\/)/.exec(path)?.[0] ?? []));
    if (mapped.size > 1) expect([...folders].filter((one) => !mapped.has(one))).toEqual([]);
  },
);
