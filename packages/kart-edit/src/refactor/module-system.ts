import { posix } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { isScript } from "@kart/core/syntax/module-records/is-script";
import type { ModuleRecord } from "@kart/core/syntax/module-records/module-record";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { readManifest } from "@kart/core/workspace/project-files";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { identifierUses } from "../planning/scopes/identifier-uses.ts";

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

/**
 * What CommonJS loses as TypeScript, each a line: there an assignment to `exports` exports nothing, and Node.js finds no `.ts` by
 * a path without its ending.
 */
export function commonJsInTypeScript(
  before: ModuleGraph,
  after: ModuleGraph,
  moved: (path: string) => string,
): string[] {
  const lines: string[] = [];
  const retyped = new Set<string>();
  for (const { path, record } of before.nodes.values()) {
    if (!/\.c?jsx?$/.test(path) || !/(?<!\.d)\.c?tsx?$/.test(moved(path))) continue;
    retyped.add(moved(path));
    const assigned = record.exports.filter(({ commonJs, name }) => commonJs === true || name === "export=");
    if (assigned.length > 0)
      lines.push(
        `${moved(path)}:${listed([...new Set(assigned.map(({ line }) => String(line)))])} assigns to \`exports\`, which in TypeScript exports nothing and is no symbol: write \`export\``,
      );
  }
  for (const to of retyped) {
    const requirers = [...after.nodes.values()].flatMap((node) => {
      const found = node.record.imports.find(
        ({ call, specifier }) =>
          call === "require" && !/\.c?tsx?$/.test(specifier) && after.targetOf(node, specifier) === to,
      );
      return found === undefined || !/\.c?jsx?$/.test(node.path) ? [] : [`${node.path}:${found.line}`];
    });
    if (requirers.length > 0)
      lines.push(`plain Node.js does not find ${to} by the \`require\` of ${listed(requirers)}`);
  }
  return lines;
}

/** Places named before the rest is counted. */
const MAX_NAMED = 3;

function listed(places: readonly string[]): string {
  const more = places.length > MAX_NAMED ? ` and ${places.length - MAX_NAMED} more` : "";
  return places.slice(0, MAX_NAMED).join(", ") + more;
}

/** As Node.js takes a file; undefined where it asks the text. */
export function systemAt({ resolver }: Pick<ModuleGraph, "resolver">, path: string): "module" | "commonjs" | undefined {
  const [, kind] = /\.([cm]?)[jt]sx?$/.exec(path) ?? [];
  if (kind !== "") return kind === "m" ? "module" : kind === "c" ? "commonjs" : undefined;
  const type = resolver.packages.scopeOf(path)?.manifest["type"];
  return type === "module" || type === "commonjs" ? type : undefined;
}

/** Whether a JavaScript file is an ES module by its name or its package.json, whatever it holds. */
export function isModuleAt(root: WorkspaceRoot, path: string): boolean {
  return statedSystem(root, path) === "module";
}

/** What CommonJS gives each module as parameters of its own: https://nodejs.org/api/modules.html#the-module-wrapper */
export const COMMON_JS_NAMES: ReadonlySet<string> = new Set([
  "exports",
  "require",
  "module",
  "__filename",
  "__dirname",
]);

/** Whether a JavaScript file is CommonJS: by its name or its package.json, or where these do not say, by what it uses. */
export function isCommonJsAt(root: WorkspaceRoot, path: string, parsed: ParsedSource): boolean {
  if (sourceLanguage(path) !== "jsx" || !isScript(parsed)) return false;
  const stated = statedSystem(root, path);
  if (stated !== undefined) return stated === "commonjs";
  return identifierUses(parsed.program).some(({ name }) => COMMON_JS_NAMES.has(name));
}

/** What the name of a JavaScript file says of its module system, or else the nearest package.json. */
function statedSystem(root: WorkspaceRoot, path: string): unknown {
  const [, kind] = /\.([cm]?)jsx?$/.exec(path) ?? [];
  if (kind !== "") return kind === "m" ? "module" : "commonjs";
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const [owner] = readManifest(root, posix.join(folder, "package.json"), []);
    if (owner !== undefined || folder === ".") return owner?.manifest["type"];
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
