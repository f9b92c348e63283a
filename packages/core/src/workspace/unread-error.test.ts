import { expect, test } from "bun:test";
import { truncateSync } from "node:fs";
import { ToolError } from "../mcp/tool-error.ts";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { MAX_SOURCE_BYTES } from "./read-file.ts";
import { isUnreadError, unreadError, whyUnread } from "./unread-error.ts";

test("the code tells why a file is not read", () => {
  using files = new TempWorkspace({ "vid.ts": Uint8Array.of(0x47, 0, 1), "big.ts": "// x\n", "a.ts": "" });
  truncateSync(files.path("big.ts"), MAX_SOURCE_BYTES + 1);
  const told = (relative: string) => unreadError({ absolute: files.path(relative), relative });
  expect(["vid.ts", "big.ts", "none.ts", "a.ts"].map((path) => `${told(path).code}: ${told(path).message}`)).toEqual([
    "binary_file: vid.ts is no text. Name another file.",
    "file_too_large: big.ts is larger than 20 MB. Search it with kart_search.",
    "file_not_found: none.ts cannot be read as text. Name another file.",
    "file_not_found: a.ts cannot be read as text. Name another file.",
  ]);
  expect(["vid.ts", "big.ts", "none.ts", "a.ts"].map((path) => whyUnread({ absolute: files.path(path) }))).toEqual([
    "binary content",
    "larger than 20 MB",
    "no longer there",
    undefined,
  ]);
  expect(isUnreadError(told("vid.ts"))).toBe(true);
  expect(isUnreadError(new ToolError("timeout", ""))).toBe(false);
});
