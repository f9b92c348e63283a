import { posix } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import type { ModuleRecord } from "@kart/core/syntax/module-record";
import { readManifest } from "@kart/core/workspace/project-files";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";

/** Texts of one module system that a move makes files of the other, by their ending or their package's `type`: each a line. */
export function otherModuleSystem(before: ModuleGraph, after: ModuleGraph, moved: (path: string) => string): string[] {
  return [...before.nodes.values()].flatMap(({ path, record }) => {
    const to = moved(path);
    const system = to === path ? undefined : systemAt(after, to);
    if (system === undefined || system === systemAt(before, path)) return [];
    const { isModule, isCommonJs } = syntaxOf(record);
    if (system === "module" && isCommonJs && !isModule)
      return [`${to} is an ES module there, and its text is CommonJS: rewrite \`require\` and \`module.exports\``];
    // TypeScript makes CommonJS of it.
    if (system === "commonjs" && isModule && /\.[cm]?jsx?$/.test(to))
      return [`${to} is CommonJS there, and its text an ES module: rewrite \`import\` and \`export\``];
    return [];
  });
}

/** As Node.js takes a file; undefined where it asks the text. */
function systemAt({ resolver }: ModuleGraph, path: string): "module" | "commonjs" | undefined {
  const [, kind] = /\.([cm]?)[jt]sx?$/.exec(path) ?? [];
  if (kind !== "") return kind === "m" ? "module" : kind === "c" ? "commonjs" : undefined;
  const type = resolver.packages.scopeOf(path)?.manifest["type"];
  return type === "module" || type === "commonjs" ? type : undefined;
}

/** Whether a JavaScript file is an ES module by its name or its package.json, whatever it holds. */
export function isModuleAt(root: WorkspaceRoot, path: string): boolean {
  const [, kind] = /\.([cm]?)jsx?$/.exec(path) ?? [];
  if (kind !== "") return kind === "m";
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const [owner] = readManifest(root, posix.join(folder, "package.json"), []);
    if (owner !== undefined || folder === ".") return owner?.manifest["type"] === "module";
  }
}

function syntaxOf({ imports, exports, stars }: ModuleRecord): { isModule: boolean; isCommonJs: boolean } {
  return {
    isModule:
      imports.some(({ dynamic, typeOnly }) => !dynamic && !typeOnly) ||
      exports.some(({ commonJs, name }) => commonJs !== true && name !== "export=") ||
      stars.length > 0,
    isCommonJs:
      imports.some(({ call }) => call === "require") ||
      exports.some(({ commonJs, name }) => commonJs === true || name === "export="),
  };
}
