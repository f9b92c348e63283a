import type { LineIndex } from "../../text/line-index.ts";
import type { Declaration } from "../declaration.ts";
import type { ImportedName, ImportRecord } from "./module-record.ts";

/** The `call` of what a compiler imports for the JSX of a file, though the file names no more than the folder of it, if that. */
export const JSX_SOURCE = "@jsxImportSource";

/** What compilers import of a JSX runtime, by these names. */
export const RUNTIME_NAMES: ReadonlySet<string> = new Set(["jsx", "jsxs", "jsxDEV", "Fragment"]);

const TAKEN: readonly ImportedName[] = [
  ...Array.from(RUNTIME_NAMES, (imported) => ({ imported, local: "*", typeOnly: false })),
  { imported: "JSX", local: "*", typeOnly: true, members: "all" },
];

/**
 * The imports of the two runtimes of an import source: one for production, one for development. Which of them are there is for a
 * resolver to say.
 *
 * @param place of what names the source, or of the file's start
 */
export function runtimeImports(source: string, place: Pick<ImportRecord, "line" | "start" | "end">): ImportRecord[] {
  return ["jsx-runtime", "jsx-dev-runtime"].map((name) => ({
    specifier: `${source}/${name}`,
    ...place,
    call: JSX_SOURCE,
    dynamic: false,
    reExport: false,
    typeOnly: false,
    names: TAKEN,
  }));
}

/** Those that a comment in front of the first statement asks for. */
export function pragmaImports(source: string, lines: LineIndex): ImportRecord[] {
  if (!source.includes(JSX_SOURCE)) return [];
  for (const comment of leadingComments(source)) {
    const [, named] = /^\s*\/\*[^]*?@jsxImportSource\s+([^\s*]+)/.exec(comment[0]) ?? [];
    if (named === undefined) continue;
    const start = comment.index + comment[0].indexOf(JSX_SOURCE);
    // A string that is cut from the source keeps all of it alive.
    const copied = JSON.parse(JSON.stringify(named)) as string;
    return runtimeImports(copied, { line: lines.lineAt(start), start, end: start + JSX_SOURCE.length });
  }
  return [];
}

/** The comments in front of the first statement, each with the white space before it. */
export function leadingComments(source: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  const comments = /\s*(?:\/\/.*|\/\*[^]*?\*\/)/gy;
  comments.lastIndex = /^#!.*/.exec(source)?.[0].length ?? 0;
  for (let match = comments.exec(source); match !== null; match = comments.exec(source)) found.push(match);
  return found;
}

/**
 * Whether JSX takes a declaration by its name, which no element of it writes: the namespace of its types, those types, and the one
 * property that tells which attribute holds the children.
 *
 * @param name that it has, or is to get
 */
export function isTakenByJsx({ namePath, kind }: Declaration, name: string): boolean {
  const path = namePath.replace(/[^.]*$/, () => name);
  return kind === "namespace" ? /(?:^|\.)JSX$/.test(path) : TYPES_OF_JSX.test(path);
}

const TYPES_OF_JSX =
  /(?:^|\.)JSX\.(?:Element|ElementType|ElementClass|IntrinsicElements|IntrinsicAttributes|IntrinsicClassAttributes|LibraryManagedAttributes|(?:ElementChildrenAttribute|ElementAttributesProperty)(?:\.[^.]+)?)$/;
