import { describe, expect, test } from "bun:test";
import { array, assert, property, string } from "fast-check";
import { fileUri, filePath } from "./uri.ts";

test.each([
  ["/a/b.ts", "file:///a/b.ts"],
  ["/a b/%20/é/日本#?.ts", "file:///a%20b/%2520/%C3%A9/%E6%97%A5%E6%9C%AC%23%3F.ts"],
  ["C:\\a b\\c.ts", "file:///C%3A/a%20b/c.ts"],
  ["\\\\server\\share\\a b.ts", "file://server/share/a%20b.ts"],
  ["/a\\b.ts", "file:///a%5Cb.ts"],
])("%s", (path, uri) => {
  expect(fileUri(path)).toBe(uri);
  expect(filePath(uri)).toBe(path);
});

describe("as servers write them", () => {
  test.each([
    ["file:///c:/a.ts", "C:\\a.ts"],
    ["file:///c%3A/a.ts", "C:\\a.ts"],
    ["file://localhost/a.ts", "/a.ts"],
    ["file:///a(b)/[c]'!.ts", "/a(b)/[c]'!.ts"],
  ])("%s", (uri, path) => expect(filePath(uri)).toBe(path));

  test.each(["untitled:a.ts", "bundled:///libs/lib.d.ts", "file:///%zz", "/a.ts", ""])("no path: %s", (uri) =>
    expect(filePath(uri)).toBeUndefined(),
  );
});

test("there and back is the identity", () => {
  assert(
    property(array(string({ unit: "grapheme", minLength: 1 }), { minLength: 1 }), (parts) => {
      // Two slashes at the start name a host, which no real path here does.
      const path = `/r/${parts.join("/")}`;
      expect(filePath(fileUri(path))).toBe(path);
    }),
  );
});
