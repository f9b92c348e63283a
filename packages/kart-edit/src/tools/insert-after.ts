import { defineTool, type ToolContext } from "@kart/core/mcp/define-tool";
import * as z from "zod";
import type { EditServices } from "../services.ts";
import { changeOutput } from "./change-answer.ts";
import { insert, insertInput } from "./insert.ts";
import { ADDS } from "./parameters.ts";

export const insertAfter = defineTool({
  name: "kart_insert_after",
  title: "Insert behind a declaration",
  description:
    "Add code behind a declaration (function, member, enum or object entry…), or without symbol at the end of a file: indentation, blank lines and commas follow the neighbours. Safety and result as kart_replace.",
  input: insertInput,
  output: z.object(changeOutput),
  hints: ADDS,
  handler: (args, context: ToolContext<EditServices>) => insert("kart_insert_after", "after", args, context),
});
