import { existsSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import type { MovableEntry } from "@kart/core/workspace/move-entry";

/** JavaScript and other files beside the declarations of their types, and what is built from TypeScript where that is no business of git's ignoring. */
export function twinsOf({ nodes }: ModuleGraph, { absolute, relative }: MovableEntry): string[] {
  const [, stem = "", ending = ""] = /^(.+?)((?:\.d)?\.[cm]?[jt]sx?)$/.exec(relative) ?? [];
  const kind = /[cm](?=[jt]sx?$)/.exec(ending)?.[0] ?? "";
  const [script, jsx, declaration] = [`.${kind}js`, `.${kind}jsx`, `.d.${kind}ts`];
  const isThere = (one: string) => existsSync(absolute.slice(0, absolute.length - ending.length) + one);
  // By a path without an ending compilers find `.d.ts` beside `.mjs`, and bundlers that.
  const ofForms = (own: readonly string[], others: readonly string[]) => {
    const found = own.filter(isThere);
    return found.length > 0 || isThere(".js") ? found : others.filter(isThere);
  };
  const described = describedBesides(relative).filter((one) => existsSync(join(dirname(absolute), basename(one))));
  if (described.length > 0) return described;
  if (ending === declaration) return ofForms([script, jsx], [".mjs", ".cjs"]).map((one) => stem + one);
  if (/js/.test(ending)) return ofForms([declaration], [".d.ts"]).map((one) => stem + one);
  return [script, jsx, declaration].map((one) => stem + one).filter((one) => nodes.has(one));
}

/**
 * What declares the types of a file that is no script, and what a declaration file describes so: `s.d.css.ts` of `s.css`, as
 * `allowArbitraryExtensions` has it, or `s.css.d.ts`.
 */
function describedBesides(path: string): string[] {
  const [, stem = "", ending] = /^(.+)\.d(\.[^./]+)\.ts$/.exec(path) ?? [];
  if (ending !== undefined) return [stem + ending];
  const [, whole] = /^(.+\.[^./]+)\.d\.ts$/.exec(path) ?? [];
  if (whole !== undefined) return [whole];
  const own = extname(path);
  return own === "" || sourceLanguage(path) !== undefined
    ? []
    : [`${path.slice(0, -own.length)}.d${own}.ts`, `${path}.d.ts`];
}
