import { expect, test } from "bun:test";
import { scriptAfter } from "./script-paths.ts";

const whereTo = (path: string) =>
  /^src(?:\/|$)/.test(path) ? `source${path.slice(3)}` : path === "main.ts" ? "bin/main.ts" : undefined;
const manifest = { from: "package.json", to: "package.json" };

const rows: readonly (readonly [script: string, after: string, ...left: string[]])[] = [
  ["bun ./src/a.ts --x src/a.txt", "bun ./source/a.ts --x source/a.txt"],
  ["nodemon --watch src --exec 'bun src/main.ts'", "nodemon --watch src --exec 'bun source/main.ts'", "src"],
  ["eslint 'src/**/*.ts' !src/*.js src/{a,b}.ts", "eslint 'source/**/*.ts' !source/*.js source/{a,b}.ts"],
  ["cd src && bun main.ts", "cd source && bun main.ts"],
  [
    "cd src/in && bun ../main.ts; cd ../.. && bun src/a.ts",
    "cd source/in && bun ../main.ts; cd ../.. && bun source/a.ts",
  ],
  ["cpx src/lib dist --out=src/x", "cpx source/lib dist --out=source/x"],
  ["bun main.ts", "bun bin/main.ts"],
  ["cd other && bun main.ts src/a.ts", "cd other && bun main.ts src/a.ts"],
  ["cd $DIR && bun main.ts", "cd $DIR && bun main.ts", "main.ts"],
  ["cd /tmp && bun main.ts", "cd /tmp && bun main.ts", "main.ts"],
  ["(cd other && bun x) && bun main.ts", "(cd other && bun x) && bun main.ts", "main.ts"],
  [
    "bun $HOME/src/a.ts ~/src/a.ts /src/a.ts ../src/a.ts lib/src/a.ts src-a/b ./src$X/a",
    "bun $HOME/src/a.ts ~/src/a.ts /src/a.ts ../src/a.ts lib/src/a.ts src-a/b ./src$X/a",
  ],
  ["npm run src && src && bun src", "npm run src && src && bun src"],
  ["tsc -p ./src/ && rimraf {src,dist}", "tsc -p ./source/ && rimraf {src,dist}", "src"],
];

test.each(rows.map((row) => [...row]))("%s", (script = "", after = "", ...left) => {
  expect(scriptAfter(script, manifest, whereTo)).toEqual({ value: after, left });
});

test("in a package of a folder, by a path out of it", () => {
  const inner = { from: "packages/a/package.json", to: "packages/a/package.json" };
  expect(scriptAfter("bun ../../src/a.ts src/a.ts", inner, whereTo).value).toBe("bun ../../source/a.ts src/a.ts");
});
