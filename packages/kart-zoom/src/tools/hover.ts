import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { SourceLocation } from "@kart/core/language-server/locations";
import type { Place } from "@kart/core/language-server/questions";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import * as z from "zod";
import { insteadNote } from "../answers/instead-note.ts";
import type { ZoomServices } from "../services.ts";
import type { AskedPlace } from "../source/asked-place.ts";
import { content, target } from "./parameters.ts";

/** Most that is shown of a type and of its documentation, in UTF-16 units. */
const MAX_TEXT = 8_000;

const hovered = z.object({
  kind: z.string(),
  type: z.string(),
  documentation: z.string(),
  definedIn: z.string().optional(),
});

type Hovered = z.infer<typeof hovered>;

export const hover = defineTool({
  name: "kart_hover",
  title: "Type of a name",
  description:
    "The type that the compiler gives a name, inferred ones too, with its documentation and where it is defined. `content` asks about a text not written yet, in the file's place.",
  input: z.strictObject({ ...target, content }),
  output: z.object({
    found: z.boolean(),
    name: z.string().optional(),
    ...hovered.partial().shape,
    /** The type beside the value, where both have the name; the other overloads. */
    also: z.array(hovered).optional(),
  }),
  hints: READ_ONLY,
  handler: async (args, context: ToolContext<ZoomServices>) => {
    const { workspace, services, signal } = context;
    const [
      sources,
      server,
      { askedPlaces, nameIn },
      { declaredPlace },
      { placeOf },
      { hoverText },
      { definitionOf },
      { hasComputedName },
    ] = await Promise.all([
      services.sources(),
      services.languageServerFor(args.path, signal),
      import("../source/asked-place.ts"),
      import("../source/declared-place.ts"),
      import("../source/place-of.ts"),
      import("../answers/hover-text.ts"),
      import("../answers/definition-of.ts"),
      import("../answers/unnamed-declaration.ts"),
    ]);
    const asked = await declaredPlace(context, sources, { ...args, namesakes: "each" });
    if (typeof asked === "string") return nothing(asked);
    const hoveredAt = async (place: AskedPlace): Promise<Hovered[]> => {
      const [answer, definitions] = await Promise.all([
        server.hover({ ...place, ...(args.content !== undefined && { content: args.content }) }, signal),
        // What a text not written yet declares itself stands in no file.
        args.content === undefined ? server.definition(place, signal) : [],
      ]);
      if (answer === undefined) return [];
      const { kind, type, documentation: own } = hoverText(answer.markdown);
      // Of a member seen through a mapped type, a union or an intersection the server says its documentation only where it is declared.
      const documentation =
        own === "" ? await documentationOf(definitions, place, server, workspace.root, signal) : own;
      const defined = definitionOf(place, kind, definitions, sources);
      return [
        {
          kind,
          type: clip(escapeInvisible(type), MAX_TEXT),
          documentation: clip(escapeInvisible(documentation), MAX_TEXT),
          ...(defined !== undefined && { definedIn: `${placeOf(defined).path}:${defined.line}` }),
        },
      ];
    };
    const isOneOverload = args.symbol === undefined || /\[\d+\]$/.test(args.symbol);
    const overloads = isOneOverload ? [] : otherSignatures(asked);
    const shown = overloads.slice(0, MAX_OVERLOADS);
    const places = [...askedPlaces(asked).map(({ offset }) => offset), ...shown].map((offset) => ({
      ...asked,
      offset,
    }));
    const [first, ...also] = (await Promise.all(places.map(hoveredAt))).flat();
    if (first === undefined)
      return nothing(hasComputedName(asked) ? COMPUTED : "There is no name at that position that the compiler knows.");
    return {
      structured: {
        found: true,
        name: nameIn(asked.file, asked.offset),
        ...first,
        ...(also.length > 0 && { also }),
      },
      text: [
        ...[first, ...also.map((one) => withoutSame(one, first))].map(textOf),
        ...(overloads.length > shown.length
          ? [`// and ${count(overloads.length - shown.length, "more overload")}`]
          : []),
        ...insteadNote(asked).map((note) => `// ${note}`),
      ].join("\n\n"),
    };
  },
});

const COMPUTED = "Its name is computed, and the compiler tells no type for it there: kart_zoom with symbol shows it.";

/** Signatures that are shown behind the first. */
const MAX_OVERLOADS = 19;

/** The signatures of a function behind its first, its implementation left out. UTF-16 offsets of the name. */
function otherSignatures({ file, declaration }: AskedPlace): readonly number[] {
  const [, ...others] = declaration?.overloads ?? [];
  const hasBody = ({ head, span }: (typeof others)[number]) => file.text.slice(head.end, span.end).includes("{");
  return others.filter((one) => !hasBody(one)).map(({ nameRange }) => nameRange.start);
}

function withoutSame(one: Hovered, { documentation }: Hovered): Hovered {
  return one.documentation === documentation ? { ...one, documentation: "" } : one;
}

function textOf({ type, definedIn, documentation }: Hovered): string {
  const where = definedIn === undefined ? "" : `// ${escapeName(definedIn)}`;
  return [type, where, documentation].filter((part) => part !== "").join("\n");
}

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
