import { type Declaration, overloadsOf } from "@kart/core/syntax/declaration";
import { parseNamePath, partNames } from "@kart/core/syntax/name-path";
import { signatureOf } from "@kart/core/syntax/signature";
import { contains, textOf } from "@kart/core/text/span";
import type { ExportedSymbol } from "./module-exports.ts";
import { docIn, type Outlined } from "./outline.ts";
import type { ParsedFile } from "./parsed-files.ts";

/** The outline of a declaration: whole at the top, and otherwise inside its owners without their other members. */
export function within(outlines: readonly Outlined[], declaration: Declaration): Outlined | undefined {
  const itself = outlines.find((one) => one.declaration === declaration);
  if (itself !== undefined) return itself;
  for (const outlined of outlines) {
    const inner = outlined.children === undefined ? undefined : within(outlined.children, declaration);
    if (inner !== undefined)
      return { ...outlined, doc: "", isNarrowed: true, children: [{ ...inner, isPrivate: false }] };
    // Members of literals are part of the type of what holds them, and so are those assigned to a function that a const holds.
    const owner = outlined.children === undefined ? outlined.declaration : undefined;
    const isAssigned = owner?.kind === "const" && declaration.memberOf?.[0] === owner.name;
    if (owner !== undefined && (isAssigned || contains(owner.span, declaration.span))) return outlined;
  }
  return undefined;
}

/** The outline of a member further in than symbols, as it is written. */
export function outlineNested(declaration: Declaration, { text, lines }: ParsedFile): Outlined {
  const { name, namePath, kind, span, lead } = declaration;
  const line = lines.lineAt(span.start);
  return {
    name,
    namePath,
    kind,
    exported: false,
    isPrivate: false,
    signatures: [{ pieces: [signatureOf(declaration, text)], line }],
    doc: lead === undefined ? "" : docIn(textOf(text, lead)),
    line,
    endLine: lines.lineAt(span.end),
    declaration,
  };
}

/** An outline with one overload of what it was narrowed to. @param index from 0 */
export function withOverload(outlined: Outlined, index: number, file: ParsedFile): Outlined {
  const [only] = outlined.children ?? [];
  if (only !== undefined && outlined.isNarrowed === true)
    return { ...outlined, children: [withOverload(only, index, file)] };
  const one = overloadsIn(outlined)[index];
  if (one === undefined) return outlined;
  const line = file.lines.lineAt(one.span.start);
  // Of overloads with an implementation that is nothing to callers; here it was asked for.
  const signature = outlined.signatures[index] ?? { pieces: [signatureOf(one, file.text)], line };
  return {
    ...outlined,
    signatures: [signature],
    declaration: one,
    doc: one.lead === undefined ? "" : docIn(textOf(file.text, one.lead)),
    line,
    endLine: file.lines.lineAt(one.span.end),
  };
}

function overloadsIn({ declaration }: Outlined): readonly Declaration[] {
  return declaration?.overloads === undefined ? [] : overloadsOf(declaration);
}

/** What an outline was narrowed to. */
export function innermost(outlined: Outlined): Outlined {
  const [only, ...more] = outlined.children ?? [];
  return only !== undefined && more.length === 0 && outlined.isNarrowed === true ? innermost(only) : outlined;
}

/** What a name path means among the exports of a module, whatever its index. */
export function symbolsNamed(symbols: readonly ExportedSymbol[], name: string): ExportedSymbol[] {
  const [first = "", ...members] = parseNamePath(name).parts;
  return symbols
    .filter((one) => partNames(first, one.name))
    .flatMap((one) => {
      const outlined = memberNamed(one.outlined, members);
      return outlined === undefined ? [] : [{ ...one, outlined }];
    });
}

function memberNamed(outlined: Outlined, parts: readonly string[]): Outlined | undefined {
  const [first, ...rest] = parts;
  if (first === undefined) return outlined;
  const members = (outlined.children ?? []).flatMap((child) =>
    partNames(first, child.name) ? (memberNamed(child, rest) ?? []) : [],
  );
  return members.length === 0 ? undefined : { ...outlined, doc: "", isNarrowed: true, children: members };
}

/** Each by itself, and each of their overloads, as an index counts them. */
export function eachOf(
  symbols: readonly ExportedSymbol[],
  fileOf: (path: string) => ParsedFile | undefined,
): ExportedSymbol[] {
  return symbols.flatMap((symbol) => {
    const file = fileOf(symbol.path);
    return single(symbol.outlined).flatMap((outlined) => {
      const overloads = overloadsIn(innermost(outlined));
      if (file === undefined || overloads.length === 0) return [{ ...symbol, outlined }];
      return overloads.map((_, index) => ({ ...symbol, outlined: withOverload(outlined, index, file) }));
    });
  });
}

function single(outlined: Outlined): Outlined[] {
  if (outlined.isNarrowed !== true) return [outlined];
  return (outlined.children ?? []).flatMap((child) => single(child).map((one) => ({ ...outlined, children: [one] })));
}
