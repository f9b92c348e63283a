import { expect, setDefaultTimeout, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { ModuleIndex } from "../../modules/module-index.ts";
import { Workspace } from "../../workspace/workspace.ts";
import { Questions } from "../questions.ts";
import { Session } from "../session/session.ts";
import { Texts } from "../session/texts.ts";
import { untypedGraph } from "./untyped-graph.ts";

setDefaultTimeout(90_000);

// To read the imports of a whole workspace takes longer than most answers.
test.each([
  ["a member that is called mock", "export const layer = Layer.mock(one); // see vi", false],
  ["a mock of a module", 'vi.mock("./a", () => ({ one: 2 }));', true],
  ["the same of Bun", 'mock.module("./a", () => ({ one: 2 }));', true],
])("whether the imports of all files have to be read: %s", async (_, code, isRead) => {
  using files = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler" } }',
    "a.ts": "export const one = 1;\n",
    "b.ts": `import { one } from "./a";\none;\n${code}\n`,
  });
  const workspace = new Workspace(files.root);
  const texts = new Texts();
  using session = await Session.start(workspace, { texts });
  const modules = () => Promise.resolve(new ModuleIndex(workspace));
  const questions = new Questions(workspace.root, session, texts, modules, new AbortController().signal);
  const place = { path: workspace.root.proveFile("a.ts"), offset: "export const ".length };
  expect((await untypedGraph(questions, [place])) !== undefined).toBe(isRead);
});
