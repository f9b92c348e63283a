import { join } from "node:path";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { Texts } from "@kart/core/language-server/session/texts";
import { type Declaration, isNamedAt, walkDeclarations } from "@kart/core/syntax/declaration";
import { declarationsOf } from "@kart/core/syntax/declarations";
import { declaredByComment, jsDocTypes } from "@kart/core/syntax/comments/jsdoc-types";
import { isOfThis, withMadeAt, withMadeMember } from "@kart/core/syntax/made-members";
import { declarationsNaming, withNestedMembers } from "@kart/core/syntax/nested-members";
import {
  loadParser,
  type ParsedSource,
  parseSource,
  type Parser,
  type SyntaxFailure,
  syntaxFailure,
} from "@kart/core/syntax/parser/parse";
import { startOf } from "@kart/core/syntax/parser/tree";
import { LruCache } from "@kart/core/text/lru-cache";
import { type Use, useInCode } from "@kart/core/syntax/use-site";
import { wordsIn } from "@kart/core/text/words";
import { type FileVersion, isSameVersion, readTextFile, versionAt } from "@kart/core/workspace/read-file";
import type { KeptFacts, SourceFacts } from "@kart/core/workspace/source-facts";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { type FileOutline, SourceFile } from "./source-file.ts";

interface Entry {
  readonly version: FileVersion | undefined;
  readonly outline: FileOutline;
  /** How names are used, by offset, as far as anybody asked. */
  readonly uses: Map<number, Use>;
  /** As long as somebody else keeps its text. */
  readonly file: WeakRef<SourceFile>;
}

/** UTF-16 units of source whose outlines are kept: thousands of files of 10 to 20 thousand. */
const MAX_KEPT = 50_000_000;

/** Files that are read ahead: of a name that more files hold, most mean something else by it. */
const MAX_AHEAD = 500;

/** Files of which is kept whether they parse. */
const MAX_FAILURES = 100_000;

/** Reads files, and keeps the outlines of those that were asked for last, by path, size and time of change. */
export class SourceFiles {
  readonly oxc: Parser;
  readonly #root: WorkspaceRoot;
  readonly #texts: Texts;
  readonly #entries = new LruCache<Entry>(MAX_KEPT);
  /** Of files whose outlines nobody asked for. */
  readonly #failures = new LruCache<{ readonly version: FileVersion; readonly failure: SyntaxFailure | undefined }>(
    MAX_FAILURES,
  );
  #hasReadAhead = false;
  readonly #kept: KeptFacts<FileOutline> | undefined;

  /** @param facts where outlines are kept from one server to the next */
  static async open(root: WorkspaceRoot, texts: Texts, facts?: SourceFacts): Promise<SourceFiles> {
    return new SourceFiles(await loadParser(), root, texts, facts);
  }

  private constructor(oxc: Parser, root: WorkspaceRoot, texts: Texts, facts?: SourceFacts) {
    this.oxc = oxc;
    this.#root = root;
    this.#texts = texts;
    this.#kept = facts?.of("outlines");
  }

  /**
   * Undefined where there is no text file.
   *
   * @param absolute a real path, inside the root or of a declaration that leads out of it
   * @param offsetsIn names whose use is told along, should the file have to be parsed: later each takes its statement anew
   */
  at(absolute: string, offsetsIn?: (text: string) => readonly number[]): SourceFile | undefined {
    const version = versionAt(absolute);
    const text = this.#texts.at(absolute)?.source;
    if (text === undefined) {
      this.#entries.delete(absolute);
      return undefined;
    }
    const known = this.#entries.get(absolute);
    const isCurrent = isSameVersion(known?.version, version);
    const kept = isCurrent ? known?.file.deref() : undefined;
    if (kept !== undefined) return kept;
    const path = this.#root.holds(absolute) ? this.#root.relative(absolute) : absolute;
    const uses = (isCurrent ? known?.uses : undefined) ?? new Map<number, Use>();
    const learn = (parsed: ParsedSource) => {
      for (const offset of offsetsIn?.(text) ?? []) {
        const use = useInCode(parsed, offset);
        if (use !== undefined) uses.set(offset, use);
      }
    };
    const outline = (isCurrent ? known?.outline : undefined) ?? this.#outlineOf(path, text, version, learn);
    const file = new SourceFile(this.oxc, path, text, outline, uses);
    this.#entries.set(absolute, { version, outline, uses, file: new WeakRef(file) }, text.length);
    return file;
  }

  /** The text alone of a file, by a real path; undefined where there is none. */
  textAt(absolute: string): string | undefined {
    return this.#texts.at(absolute)?.source;
  }

  /** @param path relative to the root */
  within(path: string): SourceFile | undefined {
    return this.at(join(this.#root.absolute, path));
  }

  /**
   * Why a file does not parse. Of a file that is not known already the tree is not read, which is most of the work.
   *
   * @param absolute a real path, inside the root
   * @param isWorthwhile whether to parse a file of that many bytes
   */
  failureOf(absolute: string, isWorthwhile: (size: number) => boolean = () => true): SyntaxFailure | undefined {
    const version = versionAt(absolute);
    if (version === undefined) {
      this.#entries.delete(absolute);
      this.#failures.delete(absolute);
      return undefined;
    }
    const known = this.#entries.get(absolute);
    if (isSameVersion(known?.version, version)) return known?.outline.failure;
    const told = this.#failures.get(absolute);
    if (isSameVersion(told?.version, version)) return told?.failure;
    if (!isWorthwhile(version.size)) return undefined;
    const outcome = readTextFile(absolute);
    if (outcome.status !== "read") return undefined;
    const failure = syntaxFailure(this.oxc, absolute, outcome.text);
    this.#failures.set(absolute, { version: outcome.version, failure }, 1);
    return failure;
  }

  /**
   * The first time, reads the files that hold a name until disposed of: the language server takes its time for a first answer,
   * and most of these files will be in it.
   */
  readAhead(server: LanguageServer, name: string): Disposable {
    const controller = new AbortController();
    // A computed name is none that files hold.
    if (!this.#hasReadAhead && name !== "") {
      this.#hasReadAhead = true;
      this.#readHolders(server, name, controller.signal).catch(() => {
        // Whoever asks for a file that cannot be read is told then.
      });
    }
    return { [Symbol.dispose]: () => controller.abort() };
  }

  async #readHolders(server: LanguageServer, name: string, signal: AbortSignal): Promise<void> {
    const { files } = await server.holding(new Set([name]), signal);
    if (files.length > MAX_AHEAD) return;
    for (const file of files) {
      await new Promise(setImmediate);
      signal.throwIfAborted();
      const read = this.at(file, (text) => wordsIn(text, name));
      if (read === undefined) continue;
      // An outline that was kept does not tell how names are used.
      for (const offset of wordsIn(read.text, name)) read.useAt(offset);
    }
  }

  /** A text in the place of a file; kept by nobody. */
  parse(path: string, text: string): SourceFile {
    return new SourceFile(this.oxc, path, text, this.#outline(path, text));
  }

  /**
   * A file as it is to be asked for a name: where no symbol has that, or none on the line, with the nested members among its
   * declarations, or the property that `this.name = …` makes; kept by nobody.
   *
   * @param line 1-based
   */
  naming(file: SourceFile, symbol: string, line?: number): SourceFile {
    const { path, text, outline, lines } = file;
    let parsed: ParsedSource | undefined;
    const parse = () => {
      const outcome = parseSource(this.oxc, path, text);
      return (parsed = outcome.ok ? outcome.parsed : undefined);
    };
    const naming = declarationsNaming({ declarations: outline.declarations, lines }, parse, symbol, line);
    // What was found among the symbols took no tree.
    const declarations = parsed === undefined ? naming : withMadeMember(parsed, naming, symbol);
    if (declarations === outline.declarations) return file;
    return new SourceFile(this.oxc, path, text, { ...outline, declarations });
  }

  /** A file with its nested members among its declarations; itself where it does not parse. Kept by nobody. */
  withNested(file: SourceFile): SourceFile {
    const { path, text, outline } = file;
    const outcome = parseSource(this.oxc, path, text);
    if (!outcome.ok) return file;
    const declarations = withNestedMembers(outcome.parsed, outline.declarations);
    return new SourceFile(this.oxc, path, text, { ...outline, declarations });
  }

  /**
   * A file with the property among its declarations that `this.name = …` makes where an offset (UTF-16) stands at such a name: of
   * several assignments by the first, which declares it. Undefined where it makes none. Kept by nobody.
   */
  withMade(file: SourceFile, offset: number): { readonly file: SourceFile; readonly made: Declaration } | undefined {
    const { path, text, outline } = file;
    if (!isOfThis(text, offset)) return undefined;
    const outcome = parseSource(this.oxc, path, text);
    if (!outcome.ok) return undefined;
    const at = walkDeclarations(withMadeAt(outcome.parsed, outline.declarations, offset)).find(({ declaration }) =>
      isNamedAt(declaration, offset),
    );
    if (at === undefined) return undefined;
    const { namePath } = at.declaration;
    const declarations = withMadeMember(outcome.parsed, outline.declarations, namePath);
    const made = walkDeclarations(declarations).find(({ declaration }) => declaration.namePath === namePath);
    if (made === undefined) return undefined;
    const grown = new SourceFile(this.oxc, path, text, { ...outline, declarations });
    return { file: grown, made: made.declaration };
  }

  #outlineOf(
    path: string,
    text: string,
    version: FileVersion | undefined,
    learn: (parsed: ParsedSource) => void,
  ): FileOutline {
    if (version === undefined) return this.#outline(path, text, learn);
    const kept = this.#kept?.recall(path, version);
    if (kept !== undefined) return kept;
    const outline = this.#outline(path, text, learn);
    this.#kept?.keep(path, version, outline);
    return outline;
  }

  /** @param learn called with a tree that is whole; nobody keeps it */
  #outline(path: string, text: string, learn?: (parsed: ParsedSource) => void): FileOutline {
    const outcome = parseSource(this.oxc, path, text);
    const parsed = outcome.ok ? outcome.parsed : outcome.recovered;
    if (outcome.ok) learn?.(outcome.parsed);
    return {
      declarations: parsed === undefined ? [] : withCommentTypes(parsed, declarationsOf(parsed)),
      statements: parsed?.program.body.map((node) => ({ start: startOf(node), end: node.end })) ?? [],
      ...(!outcome.ok && { failure: outcome.failure }),
    };
  }
}

/** In JavaScript comments declare types too; one of a name that something else has is left to that. */
function withCommentTypes(parsed: ParsedSource, declarations: readonly Declaration[]): readonly Declaration[] {
  const types = jsDocTypes(parsed).filter(({ name }) => !declarations.some((one) => one.name === name));
  if (types.length === 0) return declarations;
  return [...declarations, ...types.map(declaredByComment)].toSorted((a, b) => a.span.start - b.span.start);
}
