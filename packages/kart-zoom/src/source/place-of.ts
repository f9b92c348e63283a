import type { SourceLocation } from "@kart/core/language-server/locations";
import { placeInPackage } from "@kart/core/workspace/installed-package";

/** How a file is called in answers: one outside the root by package and file, or by the way there from the root. */
export function placeOf({ file, path, outside }: Pick<SourceLocation, "file" | "path" | "outside">): {
  readonly path: string;
  readonly package?: string;
} {
  const installed = placeInPackage(path ?? file);
  if (installed === undefined) return { path: path ?? outside ?? (file.split(/[/\\]/).at(-1) as string) };
  return { path: path ?? `${installed.name}/${installed.file}`, package: installed.name };
}
