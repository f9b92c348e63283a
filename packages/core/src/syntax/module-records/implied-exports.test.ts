import { expect, test } from "bun:test";
import { withMarks } from "@kart/testkit/marked-source";
import { mayExportUnmarked, unmarkedExports } from "./implied-exports.ts";
import { loadParser, parseSource } from "../parser/parse.ts";
import { isDeclarationFile } from "../parser/source-language.ts";

const oxc = await loadParser();

test.each<[what: string, source: string, path?: string]>([
  [
    "a declaration file that is a module",
    "interface «A» {}\ntype «B» = A;\ndeclare function «c»(): void;\ndeclare const «d»: 1, «e»: 2;\nexport class F {}\ndeclare namespace «N.M» { interface G {} }\n".replace(
      "«N.M»",
      "«N».M",
    ),
  ],
  ["one that only exports where it declares", "declare abstract class «A» {}\nexport default function b(): A;"],
  ["none of one that lists what it exports", "interface A {}\nexport {};"],
  ["none of a script", "interface A {}\ndeclare function b(): A;"],
  ["none of a source file", "interface A {}\nexport const b = 1;", "a.ts"],
  [
    "ambient modules, wherever they stand",
    "export {};\ndeclare module './b' { interface «A» {} export const c: 1; }\ndeclare module 'd' { function «e»(): void; }\ndeclare module 'f' { type G = 1; export = G; }\ndeclare module 'h';",
    "a.ts",
  ],
  ["none of what is added to all", "export const b: 1;\ndeclare global { interface A {} }"],
])("what is exported without the word: %s", (_what, source, path = "a.d.ts") => {
  const plain = source.replaceAll(/[«»]/g, "");
  const outcome = parseSource(oxc, path, plain);
  const found = outcome.ok ? unmarkedExports(outcome.parsed, isDeclarationFile(path)) : [];
  expect(
    withMarks(
      plain,
      found.flatMap(({ names }) => names),
    ),
  ).toBe(source);
  if (found.length > 0) expect(mayExportUnmarked(plain, isDeclarationFile(path))).toBe(true);
});

test("most texts need no parsing to see that they have none", () => {
  expect(mayExportUnmarked("export interface A {}\nexport declare const b: 1;\n", true)).toBe(false);
  expect(mayExportUnmarked("declare const b: 1;\ninterface A {}\n", false)).toBe(false);
});
