import { expect, test } from "bun:test";
import { wholeText } from "./whole-text.ts";

test.each([
  ["a\n", "b", "b"],
  ["a\r\n", "b\nc\n", "b\r\nc\r\n"],
  ["a\r\nb\n", "b\nc\n", "b\nc\n"],
  ["a\r\nb\r", "b\nc\n", "b\nc\n"],
  ["a\r\n", "b\r\nc\n", "b\r\nc\n"],
  ["a\r\n", "b\rc\n", "b\rc\n"],
  ["a", "b\n", "b\n"],
  ["\ufeffa\r\n", "b\n", "\ufeffb\r\n"],
  ["\ufeffa\n", "\ufeffb\n", "\ufeffb\n"],
  ["\ufeff", "", "\ufeff"],
  ["a\n", "\ufeffb\n", "\ufeffb\n"],
  ["\ufeffa\r\n", "#!b\nc\n", "#!b\r\nc\r\n"],
  ["\ufeff#!a\n", "\ufeff#!b\n", "\ufeff#!b\n"],
])("%j overwritten by %j is %j", (old, content, wanted) => expect(wholeText(old, content)).toBe(wanted));
