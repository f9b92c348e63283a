import type { Resource } from "@kart/core/mcp/resources";
import { ToolError } from "@kart/core/mcp/tool-error";
import { clip, escapeName } from "@kart/core/text/display";
import type { ZoomServices } from "../services.ts";

export const standardDocs: Resource<ZoomServices> = {
  uri: "kart://std/docs/{name}",
  name: "std-docs",
  title: "JavaScript standard library and DOM",
  description:
    "Members, signatures and docs of a type such as Array, Promise, Intl.NumberFormat or HTMLElement, from TypeScript's own lib files.",
  mimeType: "text/markdown",
  read: async (variable, { services }) => {
    const [library, { libraryMarkdown }] = await Promise.all([
      services.library(),
      import("../library/library-markdown.ts"),
    ]);
    // `Array<T>` means `Array`.
    const name = variable.replace(/<.*$/s, "").trim();
    const declarations = library.declarations(name);
    if (declarations.length === 0)
      throw new ToolError(
        "file_not_found",
        `The library has no ${escapeName(clip(name, 100))}. ${similar(library.names(), name)}`,
      );
    return libraryMarkdown(name, declarations, library.constructorsOf(name));
  },
  complete: async (start, { services }) => {
    const library = await services.library();
    const owner = /^(.+)\.[^.]*$/.exec(start)?.[1];
    const names =
      owner === undefined
        ? library.names()
        : library
            .declarations(owner)
            .flatMap(({ outlined }) => (outlined.kind === "namespace" ? (outlined.children ?? []) : []))
            .map(({ name }) => `${owner}.${name}`);
    const lower = start.toLowerCase();
    const matching = [...new Set(names)].filter((name) => name.toLowerCase().startsWith(lower));
    return matching.sort((a, b) => rank(a, start) - rank(b, start) || (a < b ? -1 : 1));
  },
};

/** As it was typed comes first, and types before what makes them. */
function rank(name: string, start: string): number {
  return (name.startsWith(start) ? 0 : 2) + (/Constructor$|EventMap$/.test(name) ? 1 : 0);
}

function similar(names: readonly string[], name: string): string {
  const wanted = name.toLowerCase();
  const close = wanted.length < 2 ? [] : names.filter((one) => one.toLowerCase().includes(wanted)).slice(0, 8);
  return close.length === 0 ? "Ask for a completion of the name." : `There are ${close.join(", ")}.`;
}
