import { expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { pragmaNames } from "./jsx-pragmas.ts";

const oxc = await loadParser();

test.each([
  ["/** @jsx h */", ["h"]],
  ["/* @jsx React.createElement\n@jsxFrag React.Fragment */", ["React", "React"]],
  ["// @jsx créer", ["créer"]],
  ["export const a = 1;\n/** @jsx $ */", ["$"]],
  ["/** @jsxImportSource preact */\n/** @jsxRuntime classic */", []],
])("%s", (source, names) => {
  const outcome = parseSource(oxc, "a.tsx", source);
  expect(outcome.ok && pragmaNames(outcome.parsed.comments)).toEqual(names);
});
