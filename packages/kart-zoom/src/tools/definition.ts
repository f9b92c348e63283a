import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import type { SourceLocation } from "@kart/core/language-server/locations";
import * as z from "zod";
import { insteadNote } from "../answers/instead-note.ts";
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
  handler: async (args, context: ToolContext<ZoomServices>) => {
    const { workspace, services, signal } = context;
    const [
      sources,
      server,
      { askedPlaces },
      { declaredPlace },
      { behindImport },
      { unknownName },
      { unnamedDeclaration },
      { declarationAt, describedLocations },
    ] = await Promise.all([
      services.sources(),
      services.languageServerFor(args.path, signal),
      import("../source/asked-place.ts"),
      import("../source/declared-place.ts"),
      import("../reach/behind-import.ts"),
      import("../answers/asked-name.ts"),
      import("../answers/unnamed-declaration.ts"),
      import("../answers/described-location.ts"),
    ]);
    const asked = await declaredPlace(context, sources, { ...args, namesakes: "each" });
    if (typeof asked === "string") return definitionsAnswer([], "definition", [asked]);
    const graph = async () => (await services.modules()).graph(signal);
    const { place } = await behindImport(asked, server, sources, graph, workspace.root, signal);
    const places = askedPlaces(place);
    const [found, all] = await Promise.all([
      Promise.all(places.map((one) => server.definition(one, signal))).then((lists) => lists.flat()),
      server.definitionsOfAll(places, signal).then((lists) => lists.flat()),
    ]);
    // Of a union's method the declaration in each type; of what is meant in one, that overload alone.
    const keyOf = (one: SourceLocation) => declarationAt(sources, one) ?? `${one.span.start} ${one.file}`;
    const known = new Set(found.map(keyOf));
    const others = all.filter((one) => !known.has(keyOf(one)));
    const own = args.symbol === undefined ? undefined : unnamedDeclaration(place);
    const located = [...(own === undefined || known.has(keyOf(own)) ? [] : [own]), ...found, ...others];
    const notes = located.length === 0 ? [unknownName(place)] : insteadNote(asked);
    return definitionsAnswer(describedLocations(sources, located), "definition", notes);
  },
});
