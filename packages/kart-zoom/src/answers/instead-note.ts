import { insteadOf } from "@kart/core/syntax/module-records/exported-instead";
import type { AskedPlace } from "../source/asked-place.ts";

/** Says so where importers know something else of the file by the name of what was asked about. */
export function insteadNote({ file, declaration }: Pick<AskedPlace, "file" | "declaration">): string[] {
  return insteadOf({ declarations: file.outline.declarations, lines: file.lines }, file.path, declaration);
}
