import { expect, test } from "bun:test";
import { nearestFirst } from "./nearest-first.ts";

test("what has most folders in common with one of the files comes first, then goes the path", () => {
  const paths = [
    "ui/card/a.tsx",
    "other/tabs/a.tsx",
    "ui/tabs/b/c/a.tsx",
    "ui/tabs/a.tsx:3",
    "ui/tabs2/a.tsx",
    "a.tsx",
  ];
  expect(nearestFirst(paths, ["ui/tabs/tabs.tsx"])).toEqual([
    "ui/tabs/a.tsx:3",
    "ui/tabs/b/c/a.tsx",
    "ui/card/a.tsx",
    "ui/tabs2/a.tsx",
    "a.tsx",
    "other/tabs/a.tsx",
  ]);
  expect(nearestFirst(paths, ["ui/tabs/tabs.tsx", "other/tabs/tabs.tsx"]).slice(0, 3)).toEqual([
    "other/tabs/a.tsx",
    "ui/tabs/a.tsx:3",
    "ui/tabs/b/c/a.tsx",
  ]);
  expect(nearestFirst(["b", "a/b"], [])).toEqual(["a/b", "b"]);
});

test("absolute paths of Windows have folders too", () => {
  const paths = String.raw`C:\a\x.ts C:\b\x.ts D:\b\x.ts`.split(" ");
  expect(nearestFirst(paths, [String.raw`C:\b\y.ts`])).toEqual([1, 0, 2].map((at) => paths[at] as string));
});
