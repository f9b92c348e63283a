import { expect, test } from "bun:test";
import { mayTake, typeDirectives } from "./type-directives.ts";

const CONFIG = { path: "/w/app/tsconfig.json", references: [] };
const ROOTS = { ...CONFIG, typeRoots: ["/w/types", "/w/more"] };

const TYPES = [
  "/w/types/app/index.d.ts",
  "/w/types/app.d.ts",
  "/w/types/app2/index.d.ts",
  "/w/more/app/deep/a.d.mts",
  "/w/typesapp/index.d.ts",
  "/w/app/app/index.d.ts",
  "/w/app/own.d.ts",
  "/w/up/index.d.ts",
];

test.each<[types: readonly string[] | undefined, isFormer: boolean, taken: readonly number[]]>([
  [["app"], false, [0, 1, 3]],
  [["./app2", "../up"], true, [2, 7]],
  [["*"], false, [0, 1, 2, 3]],
  [undefined, true, [0, 1, 2, 3]],
  [undefined, false, []],
  [[], true, []],
])("by types %j (former defaults: %p)", (types, isFormer, taken) => {
  const directives = typeDirectives({ ...ROOTS, ...(types && { types }) }, isFormer);
  expect(TYPES.flatMap((file, at) => (mayTake(directives, file) ? [at] : []))).toEqual([...taken]);
});

test("without such folders names start from the configuration, as far as they are paths", () => {
  const directives = typeDirectives({ ...CONFIG, types: ["./own", "../up", "app", "*"] }, true);
  expect(TYPES.filter((file) => mayTake(directives, file))).toEqual(["/w/app/own.d.ts", "/w/up/index.d.ts"]);
});

test("nothing is taken for not being named where what is extended may name it", () => {
  expect(typeDirectives({ ...ROOTS, settled: ["types"] }, true)).toEqual([]);
});
