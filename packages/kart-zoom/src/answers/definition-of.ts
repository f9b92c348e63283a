import type { SourceLocation } from "@kart/core/language-server/locations";
import { type AskedPlace, nameStart } from "../source/asked-place.ts";
import type { SourceFiles } from "../source/source-files.ts";
import { describedLocation } from "./described-location.ts";

/**
 * Which of several definitions a hover speaks of: the very place that was asked about, or else one of its kind. A name may be that
 * of a value and of a type, and of several signatures.
 *
 * @param kind as the hover says
 */
export function definitionOf(
  { path, file, offset }: AskedPlace,
  kind: string,
  definitions: readonly SourceLocation[],
  sources: SourceFiles,
): SourceLocation | undefined {
  if (definitions.length < 2) return definitions[0];
  const own = definitions.find(
    (one) => one.file === path.absolute && one.span.start <= offset && offset <= one.span.end,
  );
  if (own !== undefined) return own;
  const alike = definitions.filter((one) => describedLocation(sources, one).kind === kind);
  const use = file.useAt(nameStart(file, offset));
  // The server puts the signature that a call means behind the others.
  return (use === "call" || use === "jsx" ? alike.at(-1) : alike[0]) ?? definitions[0];
}
