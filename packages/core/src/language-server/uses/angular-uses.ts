import { join } from "node:path";
import type { ModuleGraph, ModuleNode } from "../../modules/module-graph.ts";
import {
  type AngularMetadata,
  angularMetadata,
  COMPOSED_TEMPLATE,
  mayHoldMetadata,
} from "../../syntax/module-records/angular-metadata.ts";
import { boundIn } from "../../syntax/module-records/angular-template.ts";
import { type Parser, parseSource } from "../../syntax/parser/parse.ts";
import { LineIndex } from "../../text/line-index.ts";
import type { Span } from "../../text/span.ts";
import type { WorkspaceRoot } from "../../workspace/workspace-path.ts";
import { wordsIn } from "../../text/words.ts";

const NONE: AngularMetadata = { templates: [], bindings: [], imported: [], unread: [] };

const COMPOSED = new RegExp(COMPOSED_TEMPLATE);

/** Finds where Angular takes a member by its name: where templates bind it, and decorators name it. */
export class AngularUses {
  readonly #root: WorkspaceRoot;
  readonly #graph: ModuleGraph;
  readonly #oxc: Parser;
  readonly #textOf: (path: string) => string;
  readonly #metadata = new Map<string, AngularMetadata>();

  /** @param textOf the text of a file, from the root */
  constructor(root: WorkspaceRoot, graph: ModuleGraph, oxc: Parser, textOf: (path: string) => string) {
    this.#root = root;
    this.#graph = graph;
    this.#oxc = oxc;
    this.#textOf = textOf;
  }

  /** By what a file says in its decorators, from the root: `path:lines`, absolute, and what is there. */
  of(path: string, name: string): string[] {
    const node = this.#graph.nodes.get(path);
    const urls = (node?.record.imports ?? []).filter(({ call }) => call === "templateUrl");
    const files = urls.flatMap(({ specifier }) => this.#graph.targetOf(node as ModuleNode, specifier) ?? []);
    const own = this.#textOf(path);
    const mayTell = own.includes(name) || COMPOSED.test(own);
    const { templates, bindings, imported, unread } = mayTell ? this.#metadataOf(path) : NONE;
    const parts = imported.map((one) => ({ ...one, file: this.#partIn(path, one.local) }));
    const open = [...unread, ...parts.flatMap(({ file, offset }) => (file === undefined ? offset : []))];
    return [
      ...files.flatMap((file) => this.#linesOf(file, boundIn(this.#textOf(file), name), "template")),
      ...parts.flatMap(({ file }) => (file === undefined ? [] : this.#inPart(file, name))),
      ...this.#linesOf(
        path,
        within(own, templates, (text) => boundIn(text, name)),
        "template",
      ),
      ...this.#linesOf(
        path,
        within(own, bindings, (text) => wordsIn(text, name)),
        "named in a decorator",
      ),
      ...this.#linesOf(path, open, "a template that is put together"),
    ];
  }

  /** The file that holds an imported part of a template. What a module passes on, another one holds. */
  #partIn(path: string, local: string): string | undefined {
    const node = this.#graph.nodes.get(path);
    const record = node?.record.imports.find(({ names }) => names.some((one) => one.local === local));
    const file = node && record && this.#graph.targetOf(node, record.specifier);
    const { stars = [], exports = [] } = (file === undefined ? undefined : this.#graph.nodes.get(file)?.record) ?? {};
    return stars.length > 0 || exports.some(({ from }) => from !== undefined) ? undefined : file;
  }

  /** In HTML what is bound; what else holds a template need not be one as a whole. */
  #inPart(file: string, name: string): string[] {
    const text = this.#textOf(file);
    return this.#linesOf(file, file.endsWith(".html") ? boundIn(text, name) : wordsIn(text, name), "template");
  }

  #metadataOf(path: string): AngularMetadata {
    const known = this.#metadata.get(path);
    if (known !== undefined) return known;
    const source = this.#textOf(path);
    const outcome = mayHoldMetadata(source) ? parseSource(this.#oxc, path, source) : undefined;
    const parsed = outcome?.ok === false ? outcome.recovered : outcome?.parsed;
    const metadata = parsed === undefined ? NONE : angularMetadata(parsed);
    this.#metadata.set(path, metadata);
    return metadata;
  }

  #linesOf(path: string, offsets: readonly number[], what: string): string[] {
    if (offsets.length === 0) return [];
    const lines = new LineIndex(this.#textOf(path));
    const all = new Set(offsets.map((offset) => lines.lineAt(offset)));
    return [`${join(this.#root.absolute, path)}:${[...all].join(",")} (${what})`];
  }
}

/** Where something stands in parts of a text, by where it stands in each. UTF-16 offsets. */
function within(text: string, spans: readonly Span[], places: (part: string) => readonly number[]): number[] {
  return spans.flatMap(({ start, end }) => places(text.slice(start, end)).map((at) => start + at));
}
