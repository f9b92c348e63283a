import { expect, setDefaultTimeout, test } from "bun:test";
import { Desk } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(60_000);

interface MoveData {
  readonly warnings: readonly string[];
}

const move = (desk: Desk, from: string, to: string) => desk.connection.data<MoveData>("kart_move", { from, to });

test("types that a link in node_modules leads to first are no change", async () => {
  await using desk = await Desk.with({
    "packages/p/package.json":
      '{ "name": "@m/p", "exports": { "./jsx": { "types": { "import": "./jsx/index.d.ts" }, "import": "./jsx/index.js" } } }',
    "packages/p/jsx/index.js": "export const jsx = 1;\n",
    "packages/p/jsx/index.d.ts": "export const jsx: number;\n",
    "packages/q/package.json": '{ "name": "@m/q", "dependencies": { "@m/p": "*" } }',
    "packages/q/a.ts": 'import "@m/p/jsx";\n',
    "packages/q/b.ts": "",
  });
  desk.workspace.write("node_modules/@m/p", { symlinkTo: "../../packages/p" });
  expect((await move(desk, "packages/q/b.ts", "packages/q/c.ts")).warnings).toEqual([]);
  expect((await move(desk, "packages/q/a.ts", "packages/q/deep/a.ts")).warnings).toEqual([]);
  expect(desk.workspace.read("packages/q/deep/a.ts")).toBe('import "@m/p/jsx";\n');
});
