import { expect, test } from "bun:test";
import { makesNames } from "./made-names.ts";
import { loadParser, parseSource } from "./parser/parse.ts";

const oxc = await loadParser();

const ROWS: readonly [source: string, makes: boolean][] = [
  ["type H<T> = { [K in keyof T as `on${Capitalize<K & string>}`]: T[K] }", true],
  ["declare function on<K extends string>(event: `${K}Changed`): void", true],
  ["type Path<T> = { [K in keyof T]: `${K}.${Path<T[K]>}` }[keyof T]", true],
  ["type Got = `got:${keyof Base}`", true],
  ["type Size = `${number}px`; type Wave = `sine${Partials}`; type Kind = `${'a' | 'b'}-c`", false],
  ["type Head<T> = T extends `${infer A}.${string}` ? A : never", false],
  ["function on<K>(of: K) { return `${of}Changed`; }", false],
];

test.each(ROWS)("%s", (source, makes) => {
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  expect(makesNames(outcome.parsed.program)).toBe(makes);
});
