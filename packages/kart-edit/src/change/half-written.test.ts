import { expect, test } from "bun:test";
import { assert, nat, property, uint8Array } from "fast-check";
import { isHalfWritten } from "./half-written.ts";

const bytesOf = (text: string) => Buffer.from(text);

test("bytes of which each is one of the two in its place are a mixture, and others are none", () => {
  const [old, fresh] = [bytesOf("let a = 1;\n"), bytesOf("let bcd = 2;\n")];
  for (const [text, isMixture] of [
    ["let a = 1;\n", true],
    ["let bcd = 2;\n", true],
    ["let a = 1;\n;\n", true],
    ["let bcd 1;\n;\n", true],
    ["let bcd =", false],
    ["let x = 1;\n", false],
    ["let bcd = 2;\n\n", false],
  ] as const)
    expect([text, isHalfWritten(bytesOf(text), old, fresh)]).toEqual([text, isMixture]);
});

test("whatever was written over whatever, in any order and up to any byte, is a mixture", () => {
  assert(
    property(uint8Array(), uint8Array(), nat(), nat(), (old, fresh, head, tail) => {
      const kept = Math.min(old.length, fresh.length);
      const grown = [...old, ...fresh.slice(kept, kept + tail)].slice(0, Math.max(old.length, fresh.length));
      const bytes = [...fresh.slice(0, Math.min(head, kept)), ...grown.slice(Math.min(head, kept))];
      expect(isHalfWritten(Uint8Array.from(bytes), old, fresh)).toBe(true);
    }),
  );
});
