import { expect, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import * as z from "zod";
import { PartlyWritten } from "../workspace/write-failure.ts";
import { READ_ONLY, type Tool } from "./define-tool.ts";
import { ToolRunner } from "./serve.ts";
import { ToolError } from "./tool-error.ts";

/** The text of a call of a tool that throws. */
async function failure(error: Error, isWriting: boolean): Promise<string> {
  using workspace = new TempWorkspace();
  const tool: Tool<undefined> = {
    name: "kart_fails",
    title: "Fails",
    description: "Fails whenever it is called.",
    input: z.strictObject({}),
    output: z.object({}),
    hints: { ...READ_ONLY, readOnlyHint: !isWriting },
    handler: async () => {
      throw error;
    },
  };
  const definition = {
    name: "test",
    version: "1",
    summary: "",
    instructions: "",
    tools: [tool],
    open: () => undefined,
    backends: async () => [],
  };
  const runner = new ToolRunner(definition, workspace.root);
  const { content } = await runner.call("kart_fails", {}, new AbortController().signal, "both");
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

test("a writing tool's refusal says that nothing was written; a reading one's need not", async () => {
  const error = new ToolError("stale", "It changed. Read it again.");
  expect(await failure(error, true)).toBe("stale: REJECTED, nothing written. It changed. Read it again.");
  expect(await failure(error, false)).toBe("stale: It changed. Read it again.");
});

test("what was partly written is not said to be untouched", async () => {
  const file = { relative: "a.ts", absolute: "/a.ts", kind: "file" } as const;
  expect(await failure(new PartlyWritten([file], new Error("EIO")), true)).toStartWith(
    "backend_failed: PARTLY WRITTEN: ",
  );
});

test("a bug is reported as one, and promises nothing about the disk", async () => {
  expect(await failure(new TypeError("x is not a function"), true)).toBe(
    "backend_failed: An unexpected error: x is not a function. Try another call; the server goes on.",
  );
});
