import { expect, test } from "bun:test";
import * as fc from "fast-check";
import ignore from "ignore";
import { namesMatched } from "./ignore-names.ts";

test("the names that rules match, and few others", () => {
  const names = namesMatched("# logs\n*.log\n/build/\ndocs/*.p?f\n!kept.log\nfile\\ \n\\!odd\n\n");
  const taken = ["a.log", "build", "a.pdf", "file ", "a.ts", "src", "# logs", "file", "!odd"].filter((name) =>
    names.test(name),
  );
  expect(taken).toEqual(["a.log", "build", "a.pdf", "file ", "!odd"]);
  expect(namesMatched("# nothing but words\n").test("a.ts")).toBe(false);
  expect(namesMatched("src/**\n").test("a.ts")).toBe(true);
});

test("no path is ignored by rules that do not match its name", () => {
  const part = fc.string({
    unit: fc.constantFrom("a", "b", ".", "*", "?", "[ab]", "[!a]", "[", "\\", " ", "!", "#", "-"),
    maxLength: 4,
  });
  const path = (name: fc.Arbitrary<string>) =>
    fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
  const name = fc.string({ unit: fc.constantFrom("a", "b", ".", " ", "-"), minLength: 1, maxLength: 3 });
  const rule = fc.tuple(path(part), fc.constantFrom("", "/", "/**", "/*")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 4 }),
      path(name.filter((one) => /[^.]/.test(one))),
      fc.boolean(),
      (rules, where, isFolder) => {
        const text = rules.join("\n");
        const verdict = (wanted: string) =>
          ignore({ allowRelativePaths: true, ignorecase: false }).add(text).test(wanted);
        const above = where.includes("/") && verdict(`${where.slice(0, where.lastIndexOf("/"))}/`).ignored;
        if (above || !verdict(where + (isFolder ? "/" : "")).ignored) return;
        expect(namesMatched(text).test(where.slice(where.lastIndexOf("/") + 1))).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});
