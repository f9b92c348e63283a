import { join } from "node:path";
import type { ModuleGraph } from "../../modules/module-graph.ts";
import type { DeclarationAt } from "../../syntax/declaration-at.ts";
import type { Parser } from "../../syntax/parser/parse.ts";
import { isComponent } from "../../syntax/parser/source-language.ts";
import { hyphenated } from "../../text/hyphenated.ts";
import { LineIndex } from "../../text/line-index.ts";
import { wordsIn } from "../../text/words.ts";
import type { SourceLocation } from "../locations.ts";
import type { Layout } from "../projects/project-reach.ts";
import type { Questions } from "../questions.ts";

/** What is asked about, in one of the files that declare it. */
export interface Declared {
  readonly definition: SourceLocation;
  /** From the root, with `/`. */
  readonly path: string;
  readonly declaration: DeclarationAt;
}

/** Uses that no types lead to. */
export interface UntypedUses {
  /** What takes a default export with its whole module. */
  readonly found: readonly SourceLocation[];
  /** Where else something may be used: `path:line`, absolute, and what else there is to say of it. */
  readonly unseen: readonly string[];
}

/** Where uses that no types lead to are looked for, for one question: what is read of it is read once. */
export class UntypedWorld {
  readonly questions: Questions;
  readonly graph: ModuleGraph;
  readonly layout: Layout;
  readonly oxc: Parser;
  /** Whether only uses by the declaration's own name count: a rename changes no other. */
  readonly isOwnName: boolean;
  readonly #texts = new Map<string, string>();

  constructor(questions: Questions, graph: ModuleGraph, layout: Layout, oxc: Parser, isOwnName: boolean) {
    this.questions = questions;
    this.graph = graph;
    this.layout = layout;
    this.oxc = oxc;
    this.isOwnName = isOwnName;
  }

  /** Where a component first holds a name. */
  word(component: string, name: string): string | undefined {
    const line = this.lineOf(component, name);
    return line === undefined ? undefined : this.at(component, line);
  }

  /** The same, 1-based. */
  lineOf(path: string, name: string): number | undefined {
    const text = this.textOf(path);
    const written = isComponent(path) ? hyphenated(name) : undefined;
    const other = written === undefined ? -1 : text.search(new RegExp(`(?<![\\w-])${written}(?![\\w-])`));
    const [at = Infinity] = [...wordsIn(text, name, 1), ...(other === -1 ? [] : [other])].toSorted((a, b) => a - b);
    return at === Infinity ? undefined : new LineIndex(text).lineAt(at);
  }

  /** Where a file imports something by a specifier that does not lead there for TypeScript. */
  aliased(path: string, line: number, specifier: string): string {
    const isKnown = this.graph.nodes.get(path)?.targets.get(specifier)?.kind === "source";
    return `${this.at(path, line)} (by "${specifier}", which ${isKnown ? "TypeScript does not follow" : "leads nowhere"})`;
  }

  /** `path:line`, absolute. */
  at(path: string, line: number | string): string {
    return `${join(this.questions.root.absolute, path)}:${line}`;
  }

  /** The text of a file, empty where it is not known. */
  textOf(path: string): string {
    const known = this.#texts.get(path) ?? this.graph.text(path) ?? "";
    this.#texts.set(path, known);
    return known;
  }
}
