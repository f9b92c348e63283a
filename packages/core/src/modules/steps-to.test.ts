import { expect, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { Workspace } from "../workspace/workspace.ts";
import { ModuleIndex } from "./module-index.ts";
import { stepsTo } from "./steps-to.ts";

test("who leads to a file, by the fewest steps, circles and all", async () => {
  using files = new TempWorkspace({
    "a.ts": 'import "./c";\nexport const a = 1;\n',
    "b.ts": 'export * from "./a";\n',
    "c.ts": 'import { a } from "./b";\nimport("./a");\n',
    "d.ts": 'require("./b");\n',
    "e.ts": "export const e = 1;\n",
  });
  const graph = await new ModuleIndex(new Workspace(files.root)).graph(new AbortController().signal);
  expect(stepsTo(graph, ["a.ts"])).toEqual(
    new Map([
      ["a.ts", 0],
      ["b.ts", 1],
      ["c.ts", 1],
      ["d.ts", 2],
    ]),
  );
  expect(stepsTo(graph, ["e.ts", "b.ts"]).get("b.ts")).toBe(0);
});

test("who leads to what a declaration file describes leads to that file", async () => {
  using files = new TempWorkspace({
    "lib.js": "export const a = 1;\n",
    "lib.d.ts": 'export * from "./base";\n',
    "base.d.ts": "export const a: 1;\n",
    "a.css": "",
    "a.d.css.ts": 'export { a } from "./base";\n',
    "b.ts": 'import "./a.css";\n',
    "c.js": 'import "./lib.js";\n',
  });
  const graph = await new ModuleIndex(new Workspace(files.root)).graph(new AbortController().signal);
  expect(stepsTo(graph, ["base.d.ts"])).toEqual(
    new Map([
      ["base.d.ts", 0],
      ["a.d.css.ts", 1],
      ["lib.d.ts", 1],
      ["b.ts", 2],
      ["c.js", 2],
    ]),
  );
});
