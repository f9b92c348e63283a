import { literally } from "../../process/ripgrep-pattern.ts";
import type { Questions } from "../questions.ts";

/** An import by the name of a package. */
export interface NamedImport {
  /** From the root. */
  readonly path: string;
  readonly specifier: string;
  /** UTF-16, within the specifier. */
  readonly offset: number;
}

/** The imports by the name of a package, as texts tell; what a comment alone shows is none. */
export function importsOfPackage({ session, reader, root, signal }: Questions, name: string): Promise<NamedImport[]> {
  return session.candidates.kept(`imports of ${name}`, async () => {
    const pattern = `(?:\\bfrom|\\bimport|\\brequire)\\s*\\(?\\s*["']${literally(name)}(?:/[^"'\\n]*)?["']`;
    const [files, { files: scanned }] = await Promise.all([
      session.candidates.matching(pattern, signal),
      session.candidates.scanned(signal),
    ]);
    const scans = new Map(scanned.map(({ file, scan }) => [file, scan]));
    const written = new RegExp(pattern, "g");
    return files.toSorted().flatMap((file) => {
      const all = Array.from((reader.textOf(file)?.source ?? "").matchAll(written), ({ index, 0: text }) => ({
        path: root.relative(file),
        specifier: text.slice(text.search(/["']/) + 1, -1),
        offset: index + text.length - 2,
      }));
      const specifiers = scans.get(file)?.specifiers;
      return specifiers === undefined ? all : all.filter(({ specifier }) => specifiers.includes(specifier));
    });
  });
}
