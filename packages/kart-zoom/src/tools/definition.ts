import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import * as z from "zod";
import type { ZoomServices } from "../services.ts";
import { definitionsAnswer, definitionsOutput } from "./definitions-answer.ts";
import { target } from "./parameters.ts";

export const definition = defineTool({
  name: "kart_definition",
  title: "Go to definition",
  description:
    "Where the name at a position is declared, through imports and aliases, in packages and TypeScript's library too. To find a declaration by name alone kart_find is faster.",
  input: z.strictObject(target),
  output: z.object(definitionsOutput),
  hints: READ_ONLY,
  handler: async (args, { workspace, services, signal }: ToolContext<ZoomServices>) => {
    const [sources, server, { askedPlace }, { describedLocations }] = await Promise.all([
      services.sources(),
      services.languageServer(),
      import("../source/asked-place.ts"),
      import("../answers/described-location.ts"),
    ]);
    const place = askedPlace(workspace.root, sources, args);
    if (typeof place === "string") return definitionsAnswer([], "definition", [place]);
    const found = await server.definition(place, signal);
    return definitionsAnswer(describedLocations(sources, found), "definition", []);
  },
});
