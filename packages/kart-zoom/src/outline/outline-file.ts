import { jsDocTypes } from "@kart/core/syntax/comments/jsdoc-types";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import type { ParsedFile } from "./parsed-files.ts";
import { type Outlined, OutlineSource } from "./outline.ts";
import { outlineStatements } from "./outline-statements.ts";

const known = new WeakMap<ParsedFile, readonly Outlined[]>();

/** Every declaration of a file, with its members, in the order of the source; none where the parser made nothing of it. */
export function outlineFile(file: ParsedFile): readonly Outlined[] {
  const cached = known.get(file);
  if (cached !== undefined) return cached;
  const { parsed, declarations } = file;
  const outlined =
    parsed === undefined
      ? []
      : [
          ...outlineStatements(parsed.program.body, new OutlineSource(parsed, declarations)),
          ...typesOf(parsed),
        ].toSorted((a, b) => a.line - b.line);
  known.set(file, outlined);
  return outlined;
}

/** The types that comments declare, which a module exports. */
function typesOf(parsed: ParsedSource): Outlined[] {
  const types = jsDocTypes(parsed);
  const exported = types.length > 0 && isModule(parsed);
  return types.map(({ name, start, comment, span }) => {
    const line = parsed.lines.lineAt(start);
    const isGeneric = /@template\b/.test(parsed.source.slice(comment.start, comment.end));
    const [, of] = (isGeneric ? null : IMPORTED.exec(parsed.source.slice(span.start, span.end))) ?? [];
    return {
      name,
      namePath: name,
      kind: "type",
      exported,
      isPrivate: false,
      // What is asked about it names the type by the same name.
      signatures: [
        { pieces: of === undefined ? [`type ${name}`, { at: start, part: "alias" }] : [`type ${name} = ${of}`], line },
      ],
      doc: descriptionIn(parsed.source.slice(comment.start, comment.end)),
      line,
      endLine: parsed.lines.lineAt(comment.end),
      comment,
    };
  });
}

/** What another module declares, by the same name: `@typedef {import(…).Name} Name`. */
const IMPORTED =
  /^@typedef[\s*]*\{\s*((?:typeof\s+)?import\(\s*(["'])[^"'\n]+\2\s*\)(?:\.[\w$]+)*(?:<[\w$, .]+>)?)\s*\}/;

/** A comment up to its first tag; the tags are what the type is made of. */
function descriptionIn(comment: string): string {
  const end = /(?<=[\s*])@/.exec(comment)?.index ?? comment.length;
  const description = comment
    .slice(0, end)
    .trimEnd()
    .replace(/\s*\*$/, "")
    .trimEnd();
  return /[^\s*/]/.test(description) ? `${description}${description.includes("\n") ? "\n" : ""} */` : "";
}

function isModule({ program, source }: ParsedSource): boolean {
  return program.body.some(({ type }) => /^(?:Im|Ex)port/.test(type)) || /\bexports\s*[.=[]/.test(source);
}
