import { expect, test } from "bun:test";
import { hoverText } from "./hover-text.ts";

test.each([
  [
    "```typescript\nfunction f(x: number): string\n```\nDoc.\n\n*@param* `x`",
    "function",
    "function f(x: number): string",
    "Doc.\n\n*@param* `x`",
  ],
  ["```typescript\n(property) K<T>.m: () => number\n```\n", "property", "K<T>.m: () => number", ""],
  ["```typescript\n(alias) class default\n```\n", "class", "class default", ""],
  ['```typescript\n(alias) module "./b"\n```\n', "namespace", 'module "./b"', ""],
  ["```typescript\n(type parameter) Q in type G<Q>\n```\n", "type-parameter", "Q in type G<Q>", ""],
  ["```typescript\n(enum member) E.A = 1\n```\n", "enum-member", "E.A = 1", ""],
  ["```typescript\nconst o: {\n    q: 1;\n}\n```\n", "const", "const o: {\n    q: 1;\n}", ""],
  ["```tsx\nconst F: () => string\n```\n```ts\nF();\n```", "const", "const F: () => string", "```ts\nF();\n```"],
  ["```typescript\nconstructor K(): K\n```\n", "constructor", "constructor K(): K", ""],
  ["no fence", "no", "no fence", ""],
])("%p", (markdown, kind, type, documentation) => {
  expect(hoverText(markdown)).toEqual({ kind, type, documentation });
});
