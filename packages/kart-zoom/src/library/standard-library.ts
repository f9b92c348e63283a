import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { libraryFolder } from "@kart/core/language-server/session/server-binary";
import { ToolError } from "@kart/core/mcp/tool-error";
import { declarationsOf } from "@kart/core/syntax/declarations";
import { loadParser, parseSource, type Parser } from "@kart/core/syntax/parser/parse";
import { readTextFile } from "@kart/core/workspace/read-file";
import { outlineFile } from "../outline/outline-file.ts";
import type { Outlined } from "../outline/outline.ts";
import { signatureText } from "../outline/render.ts";

/** One of the declarations of a name, which several files of the library merge. */
export interface LibraryDeclaration {
  /** `es5`, `es2015.core`, `dom`. */
  readonly file: string;
  readonly outlined: Outlined;
}

/** Where a declaration stands, its comments included. UTF-16 offsets. */
interface Place {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/**
 * TypeScript's declarations of the JavaScript library and the DOM. They are 4 MB of text in one regular form, each declaration
 * at the start of a line: names are found by that, and only what is asked for is parsed.
 */
export class StandardLibrary {
  readonly #oxc: Parser;
  readonly #folder: string;
  readonly #places: ReadonlyMap<string, readonly Place[]>;

  /** Throws `backend_unavailable` where there is no TypeScript. */
  static async open(root: string): Promise<StandardLibrary> {
    const folder = libraryFolder(root);
    if (folder === undefined)
      throw new ToolError(
        "backend_unavailable",
        "TypeScript 7 was not found. Install it with `bun add -d typescript`.",
      );
    return new StandardLibrary(await loadParser(), realpathSync(folder));
  }

  private constructor(oxc: Parser, folder: string) {
    this.#oxc = oxc;
    this.#folder = folder;
    this.#places = placesIn(folder);
  }

  /** Every global name: types first of all, but functions and variables too. Sorted by code unit. */
  names(): string[] {
    return [...this.#places.keys()].sort();
  }

  /** What the files say of a name, `Intl.NumberFormat` included, oldest first; none where nothing has that name. */
  declarations(name: string): LibraryDeclaration[] {
    const [first = "", ...members] = name.split(".");
    const declared = this.#declared(first);
    return members.reduce(
      (found, member) =>
        found.flatMap(({ file, outlined }) =>
          (outlined.kind === "namespace" ? (outlined.children ?? []) : [])
            .filter((child) => child.name === member)
            .map((child) => ({ file, outlined: child })),
        ),
      declared,
    );
  }

  /**
   * What the variable of a type's name holds, where that makes it: `ArrayConstructor`, or the type that is written out there.
   *
   * @param name as in {@link declarations}
   */
  constructorsOf(name: string): LibraryDeclaration[] {
    const owner = name.slice(0, name.lastIndexOf(".") + 1);
    return this.declarations(name).flatMap(({ file, outlined }) => {
      if (outlined.kind !== "var" && outlined.kind !== "const") return [];
      const type = signatureText(outlined, () => "any").replace(/^\w+ [\w$]+: /, "");
      if (type.startsWith("{")) return this.#parsed(file, `interface Static ${type}`);
      return /^\w+$/.test(type) && owner + type !== name ? this.declarations(owner + type) : [];
    });
  }

  #declared(name: string): LibraryDeclaration[] {
    return (this.#places.get(name) ?? []).flatMap(({ file, start, end }) => {
      const outcome = readTextFile(join(this.#folder, `lib.${file}.d.ts`));
      if (outcome.status !== "read") return [];
      return this.#parsed(file, outcome.text.slice(start, end)).filter(({ outlined }) => outlined.name === name);
    });
  }

  #parsed(file: string, text: string): LibraryDeclaration[] {
    const outcome = parseSource(this.#oxc, "lib.d.ts", text);
    if (!outcome.ok) return [];
    const { parsed } = outcome;
    const source = { path: file, text, lines: parsed.lines, parsed, declarations: declarationsOf(parsed) };
    return outlineFile(source).map((outlined) => ({ file, outlined }));
  }
}

/** A declaration with the comments above it, at an indentation: up to its closing brace, or its semicolon. */
function declarationAt(indent: string): RegExp {
  const doc = String.raw`(?:\/\*\*(?:(?!\*\/)[^])*\*\/\r?\n${indent})?`;
  const kind = "(?:interface|type|class|var|let|const|function|namespace)";
  return new RegExp(String.raw`^${indent}${doc}(?:declare )?(?:abstract )?${kind} ([\w$]+)`, "gm");
}

/** Where a file declares globals, and at which indentation: all over, or, in a module, in `declare global`. UTF-16 offsets. */
function globalParts(text: string): { readonly start: number; readonly end: number; readonly indent: string }[] {
  if (!/^export\b/m.test(text)) return [{ start: 0, end: text.length, indent: "" }];
  return Array.from(text.matchAll(/(?<=^declare global \{\r?\n)[^]*?(?=^\})/gm), ({ 0: body, index }) => {
    const [indent = ""] = /^[ \t]+(?=\w)/m.exec(body) ?? [];
    return { start: index, end: index + body.length, indent };
  });
}

function placesIn(folder: string): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  for (const file of libraryFiles(folder)) {
    const outcome = readTextFile(join(folder, `lib.${file}.d.ts`));
    if (outcome.status !== "read") continue;
    const { text } = outcome;
    const found = globalParts(text).flatMap(({ start, end, indent }) => {
      const matches = [...text.slice(0, end).matchAll(declarationAt(indent))].filter(({ index }) => index >= start);
      return matches.map(({ 1: name = "", index }, at) => ({ name, start: index, end: matches[at + 1]?.index ?? end }));
    });
    for (const { name, start, end } of found) {
      const known = places.get(name);
      // The same is declared for pages and for workers: pages are enough.
      if (known !== undefined && isForOthers(file) && !known.every((one) => isForOthers(one.file))) continue;
      const place = { file, start, end };
      if (known === undefined) places.set(name, [place]);
      else known.push(place);
    }
  }
  return places;
}

function isForOthers(file: string): boolean {
  return /^(?:webworker|scripthost)/.test(file);
}

/** Oldest first: `es5`, the years, `esnext`, decorators, the DOM, and what only runs elsewhere. */
function libraryFiles(folder: string): string[] {
  const rank = (file: string) => (isForOthers(file) ? 4 : file.startsWith("dom") ? 3 : file.startsWith("es") ? 1 : 2);
  const year = (file: string) => (file === "es5" ? 0 : Number(/^es(\d+)/.exec(file)?.[1] ?? 9999));
  return readdirSync(folder)
    .flatMap((name) => /^lib\.(.+)\.d\.ts$/.exec(name)?.[1] ?? [])
    .sort((a, b) => rank(a) - rank(b) || year(a) - year(b) || (a < b ? -1 : 1));
}
