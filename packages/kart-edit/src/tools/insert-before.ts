import { defineTool, type ToolContext } from "@kart/core/mcp/define-tool";
import * as z from "zod";
import type { EditServices } from "../services.ts";
import { changeOutput } from "./change-answer.ts";
import { insert, insertInput } from "./insert.ts";
import { ADDS } from "./parameters.ts";

export const insertBefore = defineTool({
  name: "kart_insert_before",
  title: "Insert above a declaration",
  description:
    "Add code above a declaration and its doc comment, or without symbol at the top of a file, where imports go; else as kart_insert_after.",
  input: insertInput,
  output: z.object(changeOutput),
  hints: ADDS,
  handler: (args, context: ToolContext<EditServices>) => insert("kart_insert_before", "before", args, context),
});
