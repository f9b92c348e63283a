import { expect, test } from "bun:test";
import { TOOLS_DOC, toolsDoc } from "./tools-doc.ts";

test("docs/tools.md is what the tool definitions say", async () => {
  expect(await Bun.file(TOOLS_DOC).text()).toBe(toolsDoc());
});
