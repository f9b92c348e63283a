import { expect, test } from "bun:test";
import { ModuleIndex } from "@kart/core/modules/module-index";
import { Workspace } from "@kart/core/workspace/workspace";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { forgetFound, graphOfCall } from "./once-per-call.ts";

test("a call finds out once what is in the workspace, until a file is changed here, and another call by itself", async () => {
  using files = new TempWorkspace({ "a.ts": "" });
  const index = new ModuleIndex(new Workspace(files.root));
  const services = { modules: async () => index };
  const [call, other] = [new AbortController().signal, new AbortController().signal];
  const seenBy = async (signal: AbortSignal) => [...(await graphOfCall(services, signal)).nodes.keys()];
  expect(await seenBy(call)).toEqual(["a.ts"]);
  files.write("b.ts", "");
  expect(await seenBy(call)).toEqual(["a.ts"]);
  expect(await seenBy(other)).toEqual(["a.ts", "b.ts"]);
  forgetFound();
  expect(await seenBy(call)).toEqual(["a.ts", "b.ts"]);
});

test("what failed is asked again", async () => {
  using files = new TempWorkspace({ "a.ts": "" });
  const index = new ModuleIndex(new Workspace(files.root));
  const { signal } = new AbortController();
  const broken = async (): Promise<ModuleIndex> => {
    throw new Error("not loaded");
  };
  expect(await graphOfCall({ modules: broken }, signal).catch(String)).toBe("Error: not loaded");
  expect((await graphOfCall({ modules: async () => index }, signal)).nodes.size).toBe(1);
});
