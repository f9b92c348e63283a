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
    parsed === undefined ? [] : outlineStatements(parsed.program.body, new OutlineSource(parsed, declarations));
  known.set(file, outlined);
  return outlined;
}
