/** A folder that a compiler fills, and the folder it reads; relative to the package. */
export interface OutputFolder {
  readonly output: string;
  readonly source: string;
}

/**
 * Where the source of a built file may stand, best first: paths relative to the package, without an ending.
 *
 * @param built relative to the package, such as `dist/esm/index.d.ts`; may hold a `*`
 * @param scope `output` where nothing may be guessed from the names of folders, `beside-sources` where none but folders that
 *   surely hold sources, `package` where the path comes from a manifest, whose packages may be built into their own top folder
 */
export function sourceStems(
  built: string,
  outputs: readonly OutputFolder[],
  scope: "output" | "beside-sources" | "built-folder" | "package",
): string[] {
  const path = built.replace(/^(?:\.\/)+/, "");
  const stem = path.replace(/\.d\.[cm]?ts$|\.d\.\w+\.ts$|\.[cm]?[jt]sx?$/, "");
  const mapped = outputs.flatMap(({ output, source }) => {
    if (output !== "" && stem !== output && !stem.startsWith(`${output}/`)) return [];
    const rest = stem.slice(output.length).replace(/^\//, "");
    return [source, join(source, "src")].map((folder) => join(folder, rest));
  });
  const parts = stem.split("/");
  const folders = parts.slice(0, -1);
  const builtDepth = folders.findIndex((part) => !BUILD_FOLDER.test(part));
  const depth = scope === "output" ? 0 : builtDepth === -1 ? folders.length : builtDepth;
  const guessed: string[] = [];
  for (let cut = 1; cut <= depth; cut++) {
    const rest = parts.slice(cut).join("/");
    guessed.push(join("src", rest), join("source", rest));
    if (scope !== "beside-sources")
      guessed.push(...(parts[0] === "lib" ? [] : [join("lib", rest)]), rest, join("src/lib", rest));
  }
  if (scope === "package" && depth === 0) guessed.push(join("src", stem), join("source", stem));
  const stems = [...mapped, ...guessed];
  return [...new Set([...stems, ...stems.map((one) => one.replace(FLAVOUR, ""))])].filter((one) => one !== "");
}

export function isInBuildFolder(path: string): boolean {
  return BUILD_FOLDER.test(path.replace(/^\.\//, "").split("/", 1)[0] as string) && path.includes("/");
}

const BUILD_FOLDER =
  /^(?:dist|lib|libs|build|built|out|output|target|_?esm?\d*|_?cjs\d*|es20\d\d|umd|iife|types|_?typings|dts|commonjs|module|modules)$/;

/** Endings that bundlers put before the extension: `index.esm.js`, `x.production.min.js`. */
const FLAVOUR =
  /(?:[.-](?:min|prod|production|dev|development|cjs|esm?|mjs|umd|iife|module|browser|node|common|bundle))+$/;

function join(folder: string, rest: string): string {
  return [folder, rest].filter((part) => part !== "" && part !== ".").join("/");
}
