import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import type { SourceLocation } from "@kart/core/language-server/locations";
import { isNamedAt, isValueMember } from "@kart/core/syntax/declaration";
import * as z from "zod";
import { insteadNote } from "../answers/instead-note.ts";
import type { DescribedLocation } from "../answers/described-location.ts";
import type { ZoomServices } from "../services.ts";
import { definitionsAnswer, definitionsOutput } from "./definitions-answer.ts";
import { target } from "./parameters.ts";

export const implementations = defineTool({
  name: "kart_implementations",
  title: "Find implementations",
  description:
    "What implements an interface, extends a class or overrides a member, at any depth, in all packages. Says whether that is all.",
  input: z.strictObject({ ...target, limit: z.int().min(1).max(10_000).default(200) }),
  output: z.object({ ...definitionsOutput, complete: z.boolean(), total: z.int(), truncated: z.boolean() }),
  hints: READ_ONLY,
  handler: async (args, context: ToolContext<ZoomServices>) => {
    const {
      workspace: { root },
      services,
      signal,
    } = context;
    const [
      sources,
      server,
      { declaredPlace },
      { describedLocations },
      { implementationsOf, overridingMembers },
      { isImplementing },
      { withoutHeirs },
      { implementingLiterals, withinParentheses, withoutHolders },
      { namedAt, nameIn, typePlace },
      { completenessOf, withoutComputed },
      { unparsedAmong, withUnparsed, wordsOf },
      { allOf },
      { withUses },
    ] = await Promise.all([
      services.sources(),
      services.languageServerFor(args.path, signal),
      import("../source/declared-place.ts"),
      import("../answers/described-location.ts"),
      import("../reach/implementations.ts"),
      import("../reach/implementing.ts"),
      import("../reach/heirs-without-class.ts"),
      import("../reach/implementing-literals.ts"),
      import("../source/asked-place.ts"),
      import("../reach/coverage.ts"),
      import("../reach/unparsed.ts"),
      import("@kart/core/language-server/projects/cover"),
      import("@kart/core/language-server/locations"),
    ]);
    const asked = await declaredPlace(context, sources, { ...args, namesakes: "each" });
    if (typeof asked === "string") return answer([], args.limit, [asked], false);
    const place = typePlace(asked);
    const { declaration } = place;
    const isMember = declaration !== undefined && isValueMember(place.file.outline.declarations, declaration);
    // Who extends a class of JavaScript may know its declaration file alone, as who uses it does.
    const isUntyped = declaration?.kind === "class" && /\.[cm]?jsx?$/.test(place.path.relative);
    const [implementing, literals, overriding, uses] = await Promise.all([
      implementationsOf(place, place.file, server, sources, root, signal),
      implementingLiterals(place, server, sources, root, signal),
      declaration && overridingMembers(place, place.file, declaration, server, sources, root, signal),
      isUntyped ? server.references(place, signal) : undefined,
    ]);
    const references = withUses(implementing.references, overriding?.references ?? []);
    const answers = [implementing, literals, overriding, uses].filter((one) => one !== undefined);
    const heirs = await withoutHeirs(place, context.workspace, sources, signal);
    const coverage = allOf([...answers.map((one) => one.coverage), heirs]);
    // Where nothing implements it, the server names the declaration itself.
    const isAsked = (offset: number) => offset === place.offset || (declaration && isNamedAt(declaration, offset));
    const name = nameIn(place.file, place.offset);
    const named = references.filter(({ file, span }) => {
      if (file === place.path.absolute && isAsked(span.start)) return false;
      const source = sources.at(file);
      if (source === undefined) return true;
      const declared = namedAt(source.outline.declarations, span.start);
      // What `require()` gives goes by the name, and implements nothing; nor does another part of what is asked about, or of what is found.
      if (declared?.isImport === true || declared?.kind === "namespace") return false;
      if (file === place.path.absolute && declared !== undefined && declared.namePath === declaration?.namePath)
        return false;
      return isImplementing(source.nodesAround(span.start), span.start, {
        name,
        isClass: declaration?.kind === "class",
        isMember,
      });
    });
    // One whose type is written beside it may be of another.
    const isLiteral = ({ file, span }: SourceLocation) =>
      isImplementing(sources.at(file)?.nodesAround(span.start) ?? [], span.start, { name, isClass: false });
    const beside = named.map((one) => withinParentheses(one, sources));
    const found = withUses(withoutHolders(beside, literals.references, sources), literals.references.filter(isLiteral));
    const files = new Set(found.flatMap(({ path }) => path ?? []));
    const declaring = new Set([place.path.relative]);
    const known = declaration === undefined ? coverage : withoutComputed(coverage, [{ ...place, declaration }]);
    const { complete, notes } = withUnparsed(
      await completenessOf(known, declaring, files, root, services.modules, signal),
      await unparsedAmong(
        files.union(declaring),
        wordsOf([declaration?.namePath ?? ""]),
        server,
        sources,
        root,
        signal,
      ),
    );
    const described = describedLocations(sources, found).sort((a, b) =>
      a.path === b.path ? a.line - b.line || a.column - b.column : a.path < b.path ? -1 : 1,
    );
    return answer(described, args.limit, [...insteadNote(place), ...notes], complete);
  },
});

function answer(found: readonly DescribedLocation[], limit: number, notes: readonly string[], complete: boolean) {
  const { structured, text } = definitionsAnswer(found, "implementation", notes, { complete, limit });
  return { structured: { ...structured, complete, total: found.length, truncated: found.length > limit }, text };
}
