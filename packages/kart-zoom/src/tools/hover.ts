import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { clip, escapeInvisible, escapeName } from "@kart/core/text/display";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { SourceLocation } from "@kart/core/language-server/locations";
import type { Place } from "@kart/core/language-server/questions";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import * as z from "zod";
import type { ZoomServices } from "../services.ts";
import { content, target } from "./parameters.ts";

/** Most that is shown of a type and of its documentation, in UTF-16 units. */
const MAX_TEXT = 8_000;

export const hover = defineTool({
  name: "kart_hover",
  title: "Type of a name",
  description:
    "The type that the compiler gives a name, inferred ones too, with its documentation and where it is defined. `content` asks about a text not written yet, in the file's place.",
  input: z.strictObject({ ...target, content }),
  output: z.object({
    found: z.boolean(),
    name: z.string().optional(),
    kind: z.string().optional(),
    type: z.string().optional(),
    documentation: z.string().optional(),
    definedIn: z.string().optional(),
  }),
  hints: READ_ONLY,
  handler: async (args, context: ToolContext<ZoomServices>) => {
    const { workspace, services, signal } = context;
    const [sources, server, { nameIn }, { declaredPlace }, { placeOf }, { hoverText }, { definitionOf }] =
      await Promise.all([
        services.sources(),
        services.languageServerFor(args.path, signal),
        import("../source/asked-place.ts"),
        import("../source/declared-place.ts"),
        import("../answers/described-location.ts"),
        import("../answers/hover-text.ts"),
        import("../answers/definition-of.ts"),
      ]);
    const place = await declaredPlace(context, sources, args);
    if (typeof place === "string") return nothing(place);
    const asked = { ...place, ...(args.content !== undefined && { content: args.content }) };
    const [answer, definitions] = await Promise.all([
      server.hover(asked, signal),
      // What a text not written yet declares itself stands in no file.
      args.content === undefined ? server.definition(place, signal) : [],
    ]);
    if (answer === undefined) return nothing("There is no name at that position that the compiler knows.");
    const { kind, type, documentation: own } = hoverText(answer.markdown);
    // Of a member seen through a mapped type, a union or an intersection the server says its documentation only where it is declared.
    const documentation = own === "" ? await documentationOf(definitions, place, server, workspace.root, signal) : own;
    const defined = definitionOf(place, kind, definitions, sources);
    const definedIn = defined === undefined ? undefined : `${placeOf(defined).path}:${defined.line}`;
    const shown = {
      type: clip(escapeInvisible(type), MAX_TEXT),
      documentation: clip(escapeInvisible(documentation), MAX_TEXT),
    };
    return {
      structured: {
        found: true,
        name: nameIn(place.file, place.offset),
        kind,
        ...shown,
        ...(definedIn !== undefined && { definedIn }),
      },
      text: [shown.type, ...(definedIn === undefined ? [] : [`// ${escapeName(definedIn)}`]), shown.documentation]
        .filter((part) => part !== "")
        .join("\n"),
    };
  },
});

/** What is said where a name is declared; nothing for what is declared at the place itself, or outside the root. */
async function documentationOf(
  definitions: readonly SourceLocation[],
  asked: Place,
  server: LanguageServer,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<string> {
  const places = definitions.flatMap(({ path, span }) =>
    path === undefined || (path === asked.path.relative && span.start <= asked.offset && asked.offset <= span.end)
      ? []
      : [{ path: root.proveFile(path), offset: span.start }],
  );
  const { hoverText } = await import("../answers/hover-text.ts");
  const answers = await Promise.all(places.map((place) => server.hover(place, signal)));
  const found = answers.map((answer) => (answer === undefined ? "" : hoverText(answer.markdown).documentation));
  return [...new Set(found.filter((text) => text !== ""))].join("\n");
}

function nothing(note: string) {
  return { structured: { found: false }, text: note };
}
