import { sourceLanguage } from "@kart/core/syntax/source-language";
import { escapeName } from "@kart/core/text/display";
import type { Span } from "@kart/core/text/span";
import { applyEdits, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { FileText } from "../change/file-text.ts";
import { cutTypes, otherMeaning, type TakenType, typesNamedIn, withTypesTaken } from "../planning/comment-imports.ts";
import { type CommentName, commentNames } from "../planning/comment-names.ts";
import type { MovedSymbols } from "../planning/moved-symbols.ts";
import type { MoveWorld } from "./moved-importers.ts";
import type { Ends } from "./move-symbols.ts";

/** The text of the file that code moves to, with the types of comments that those of the code name. Throws `invalid_argument`. */
export function withCarriedTypes(
  { oxc, graph, specifiers }: MoveWorld,
  { from, to }: Pick<Ends, "from" | "to">,
  moved: MovedSymbols,
  placed: string,
): string {
  const names = typesNamedIn(from.source, spansOf(moved));
  const needed = commentNames(from.source.parsed).filter(
    ({ name }, index, all) => names.has(name) && all.findIndex((one) => one.name === name) === index,
  );
  if (needed.length === 0 || !/^jsx?$/.test(sourceLanguage(to.path) ?? "")) return placed;
  const after = new FileText(oxc, to.path, placed).symbols();
  const there = to.source === undefined ? [] : commentNames(to.source.parsed);
  const node = graph.nodes.get(to.path);
  // A type is what it is called where it is declared, or passed on.
  const meanings = (path: string, one: CommentName): string[] => {
    const at = graph.nodes.get(path);
    if (one.specifier === undefined) return [`${path}\0${one.what}`];
    const target = (at && graph.targetOf(at, one.specifier)) ?? one.specifier;
    return [`${path}\0.${one.name}`, `${target}\0${one.what}`];
  };
  const imports = node?.record.imports.filter(({ reExport, dynamic }) => !reExport && !dynamic) ?? [];
  const taken = needed.flatMap((one): TakenType[] => {
    const wanted = meanings(from.path, one);
    const same = there.find(({ name }) => name === one.name);
    if (same !== undefined) {
      if (one.text !== undefined && one.text === same.text) return [];
      if (meanings(to.path, same).some((meaning) => wanted.includes(meaning))) return [];
      throw otherMeaning(one.name, escapeName(to.path));
    }
    if (wanted.includes(`${to.path}\0.${one.name}`)) return [];
    const imported = imports.find(({ names: all }) => all.some(({ local }) => local === one.name));
    const entry = imported?.names.find(({ local }) => local === one.name);
    if (node !== undefined && imported !== undefined && entry !== undefined) {
      const key = entry.imported === "*" ? "*" : `.${entry.imported}`;
      if (wanted.includes(`${graph.targetOf(node, imported.specifier) ?? imported.specifier}\0${key}`)) return [];
      throw otherMeaning(one.name, escapeName(to.path));
    }
    if (to.source?.declarations.some(({ name, kind }) => name === one.name && kind === "class") === true)
      throw otherMeaning(one.name, escapeName(to.path));
    const specifier =
      one.specifier === undefined
        ? specifiers.to(to.path, from.path)
        : specifiers.carried(from.node, one.specifier, to.path);
    return [{ ...one, specifier }];
  });
  if (taken.length === 0) return placed;
  const texts = [placed, from.source.parsed.source];
  const hasTags = texts.some((text) => /@import\b/.test(text));
  const [quote = '"'] = texts.flatMap((text) => QUOTED.exec(text)?.[1] ?? []);
  return withTypesTaken(after, taken, hasTags, quote);
}

const QUOTED = /(?:\bfrom\s*|\b(?:import|require)\(\s*)(["'])/;

/** The text of the file that code leaves, without the types that its comments imported for that code alone. */
export function withoutLeftTypes(
  { oxc }: MoveWorld,
  { path, source }: Ends["from"],
  moved: MovedSymbols,
  remainder: string,
): string {
  const names = typesNamedIn(source, spansOf(moved));
  if (names.size === 0 || !remainder.includes("@import")) return remainder;
  const edits = cutTypes(new FileText(oxc, path, remainder).symbols(), names);
  return applyEdits(remainder, textEdits(edits) as TextEdits);
}

function spansOf({ statements }: MovedSymbols): Span[] {
  return statements.map(({ span }) => span);
}
