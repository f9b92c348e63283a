import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { bareName } from "@kart/core/syntax/name-path";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { escapeName } from "@kart/core/text/display";
import { unsearchedNote } from "@kart/core/text/gap-note";
import * as z from "zod";
import type { Description } from "../declarations/describe.ts";
import type { NameMatch } from "../declarations/may-declare.ts";
import type { NavServices } from "../services.ts";
import { besideNote, kind, locals, localsOf, rows, shownOf, summary, symbol } from "./find-answer.ts";
import { unparsedNote } from "./notes.ts";
import { limit, path, text } from "./parameters.ts";

export const find = defineTool({
  name: "kart_find",
  title: "Find declarations by name",
  description:
    "Where is a symbol declared? Functions, classes, types, consts and members of the TypeScript/JavaScript workspace, by name or part of one (`parse`, `Router.match`), best match first. Returns file, lines and signature; `body: true` adds the source, which saves reading the file. Use instead of grepping for `function x`.",
  input: z.strictObject({
    name: text("Name or name path; omit to list everything under path").optional(),
    kind: z.union([kind, z.array(kind).min(1)]).optional(),
    exported: z.boolean().optional(),
    path: path("File or folder").optional(),
    match: z.enum(["substring", "exact", "prefix"]).default("substring"),
    body: z.boolean().default(false),
    limit: limit(50),
  }),
  output: z.object({
    symbols: z.array(symbol),
    total: z.int(),
    truncated: z.boolean(),
    locals: locals.optional(),
    fileCount: z.int(),
    durationMs: z.number(),
    unparsed: z.array(z.object({ path: z.string(), line: z.int(), message: z.string() })),
  }),
  hints: READ_ONLY,
  handler: async (args, { workspace, services, signal }: ToolContext<NavServices>) => {
    const start = performance.now();
    const folder = workspace.root.prove(args.path ?? ".");
    if (folder.kind === "file" && sourceLanguage(folder.relative) === undefined)
      throw new ToolError(
        "invalid_argument",
        `${escapeName(folder.relative)} is no TypeScript or JavaScript file. Search its text with kart_search.`,
      );
    const asked = {
      match: args.match,
      path: folder,
      ...(args.kind === undefined ? {} : { kinds: [args.kind].flat() }),
      ...(args.exported === undefined ? {} : { exported: args.exported }),
    };
    const [index, { findDeclarations }, { probablyMeant }, { describe }] = await Promise.all([
      services.declarations(),
      import("../declarations/find.ts"),
      import("../declarations/meant.ts"),
      import("../declarations/describe.ts"),
    ]);
    const resultFor = async (name: string | undefined) => {
      const query = { ...asked, ...(name !== undefined && { name }) };
      return { name, query, result: await findDeclarations(workspace, index, query, signal) };
    };
    const wanted = args.name === undefined ? undefined : wantedName(args.name, args.match);
    const given = await resultFor(args.name);
    // A key may be written like what models write around a name: `amp;`, `(`.
    const { name, query, result } =
      wanted === args.name || given.result.found.length > 0 ? given : await resultFor(wanted);
    const local =
      result.found.length > 0 || name === undefined
        ? undefined
        : await (await import("../declarations/local.ts")).findLocal(workspace, query, result.files, signal);
    const isPart = local === undefined && result.found.length > 0 && name !== undefined;
    const types = isPart
      ? await (await import("../declarations/local.ts")).typesNamed(workspace, query, result, signal)
      : [];
    const beside =
      local === undefined && name !== undefined
        ? await (await import("../declarations/local.ts")).functionsBeside(workspace, query, result, signal)
        : undefined;
    const found = local === undefined ? [...types, ...result.found] : local.found;
    const best = found.slice(0, args.limit);
    const descriptions = describe(workspace, best);
    const shown = best.map((one, place) => shownOf(one, descriptions[place] as Description, args.body));
    const total = found.length;
    const unparsed = [...result.unparsed, ...(local?.unparsed ?? [])].filter(
      ({ path: file }, at, all) => all.findIndex((one) => one.path === file) === at,
    );
    const meant =
      total > 0 || local === undefined ? [] : await probablyMeant(workspace, index, query, local.others, signal);
    const aliases =
      total > 0 || name === undefined
        ? []
        : await (await import("../declarations/aliases.ts")).aliasesNamed(workspace, name, result.files);
    const isFiltered = args.kind !== undefined || args.exported !== undefined;
    return {
      structured: {
        symbols: shown.map(({ symbol: data }) => data),
        total,
        truncated: total > shown.length,
        ...(beside !== undefined && beside.found.length > 0 && { locals: localsOf(beside.found) }),
        fileCount: result.files.length,
        durationMs: Math.round((performance.now() - start) * 10) / 10,
        unparsed,
      },
      text: [
        summary(
          { name, match: args.match, isFiltered },
          folder.relative,
          result.files.length,
          shown,
          total,
          meant,
          local,
          aliases,
          unparsed.length,
        ),
        ...rows(shown),
        ...(beside === undefined ? [] : besideNote(beside)),
        ...unparsedNote(unparsed),
        ...unsearchedNote(result.problems),
      ].join("\n"),
    };
  },
});

/** The name that is meant: a star at an end asks for what a part of a name, or a prefix, finds anyway. */
function wantedName(given: string, match: NameMatch): string {
  const name = bareName(given);
  return match === "exact" ? name : name.replaceAll(/^\*+(?=.)|(?<=.)\*+$/gs, "");
}
