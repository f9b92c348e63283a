import { expect, test } from "bun:test";
import { ModuleIndex } from "@kart/core/modules/module-index";
import { Workspace } from "@kart/core/workspace/workspace";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { DataDependents } from "./data-files.ts";
import { type FilesToCheck, withDependents } from "./files-to-check.ts";
import { Programs } from "./programs.ts";

const NOTHING: FilesToCheck = {
  files: [],
  left: [],
  unread: [],
  gaps: [],
  deleted: [],
  components: [],
  data: [],
};

test("dependents come by the fewest steps to any of the files and of what imports the data, circles and all", async () => {
  using files = new TempWorkspace({
    "one.ts": 'import "./two";\nexport const one = 1;\n',
    "two.ts": 'import "./one";\nexport const two = 2;\n',
    "index.ts": 'export * from "./one";\n',
    "app.ts": 'import { one } from "./index";\nimport "./two-user";\n',
    "behind-barrel.ts": 'import { one } from "./index";\n',
    "two-user.ts": 'import { two } from "./two";\n',
    "data.json": "{}",
    "z-data-user.ts": 'import data from "./data.json";\n',
    "far.ts": 'import "./z-data-user";\n',
    "View.vue": '<script>\nimport { one } from "./one";\n</script>\n',
    "unrelated.ts": "export {};\n",
  });
  const workspace = new Workspace(files.root);
  const graph = await new ModuleIndex(workspace).graph(new AbortController().signal);
  const changed = ["one.ts", "two.ts"].map((path) => workspace.root.prove(path));
  const found = { ...NOTHING, files: changed, data: ["data.json"] };
  const programs = new Programs(workspace.root, graph);
  const { files: all, components } = withDependents(workspace, graph, found, {
    isNamed: true,
    isGlobal: () => false,
    dependents: new DataDependents(workspace.root, graph, programs, new Map(), new Map()),
    ofAbsent: new Map(),
    programs,
    changed: new Set(),
  });
  expect(all.map(({ relative }) => relative).join(" ")).toBe(
    "one.ts two.ts index.ts two-user.ts z-data-user.ts app.ts behind-barrel.ts far.ts",
  );
  expect(components).toEqual(["View.vue"]);
});
