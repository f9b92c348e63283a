import { expect, test } from "bun:test";
import { loadParser, parseSource } from "../parser/parse.ts";
import { mockKey } from "./mock-keys.ts";

const oxc = await loadParser();

/** `«a»` marks the key that is found. */
test.each([
  'vi.mock("./a", () => ({ «a»: 1, b: 2 }))',
  'jest.doMock("./a", () => { const a = 1; return { «a»: a } as any; })',
  'vi.mock("./a", async (importOriginal) => ({ ...(await importOriginal()), «a»: vi.fn(() => ({ a: 1 })) }))',
  'mock.module("./a", function () { return { «a»() {} }; })',
  'vi.mock<typeof import("./a")>("./a", () => ({ «a» }))',
  'vi.mock("./a", () => ({ default: { a: 1 } }))',
  'vi.mock("./a", () => { if (x) return { a: 1 }; return { a: 2 }; })',
  'vi.mock("./a", () => ({ a: 1, fresh: 2 }))',
  'vi.mock("./a", () => ({ [a]: 1 }))',
  'vi.mock("./a", () => make({ a: 1 }))',
  'vi.mock("./a", factory)',
  'vi.mock("./a")',
])("%s", (marked) => {
  const source = marked.replace("«a»", "a");
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const key = mockKey(outcome.parsed.program, { start: 0, end: source.length }, "a", "fresh");
  const start = marked.indexOf("«");
  expect(key?.span.start ?? -1).toBe(start);
  expect(key?.isShorthand ?? false).toBe(marked.includes("«a» }"));
});
