import type { Span } from "../../text/span.ts";
import { CodeReader, matchAt } from "./code-reader.ts";

export interface MarkupAttribute {
  readonly name: string;
  /** Without quotes; absent where there is none, or where it is computed. */
  readonly value?: string;
  /** UTF-16 offsets; the value and its quotes are part of it. */
  readonly start: number;
  readonly end: number;
}

/** A `<script>`, with what stands in it. */
export interface ScriptElement {
  readonly attributes: readonly MarkupAttribute[];
  readonly content: Span;
}

/** What a page or component holds beside its markup. */
export interface Markup {
  readonly scripts: readonly ScriptElement[];
  /** Expressions in the markup, in order, and of those that hold others the outermost. */
  readonly code: readonly Span[];
  /** A block that nothing closes: behind it nothing was read. */
  readonly unclosed?: { readonly name: string; readonly start: number };
}

/** Whose rules tell where an expression or a script starts. */
export type MarkupDialect = "vue" | "svelte" | "astro" | "mdx" | "html";

/** Reads the tags of a text by the rules of its compiler, as far as these tell scripts and expressions from what only looks like them. */
export function readMarkup(text: string, dialect: MarkupDialect, start = 0): Markup {
  return new MarkupReader(text, dialect).read(start);
}

interface Tag {
  readonly name: string;
  readonly attributes: readonly MarkupAttribute[];
  /** Behind its `>`. */
  readonly end: number;
  readonly closesItself: boolean;
}

class MarkupReader {
  readonly #text: string;
  readonly #dialect: MarkupDialect;
  readonly #expressions: CodeReader;
  readonly #scripts: ScriptElement[] = [];
  readonly #code: Span[] = [];
  readonly #mark: RegExp;
  #unclosed: Markup["unclosed"];
  /** Off behind a brace that nothing closes, so that no text is read again for every brace. */
  #mayCompute: boolean;
  /** Expressions that are open. */
  #depth = 0;

  constructor(text: string, dialect: MarkupDialect) {
    this.#text = text;
    this.#dialect = dialect;
    this.#mark = dialect === "mdx" ? MARKDOWN_MARK : MARK;
    this.#mayCompute = dialect !== "html" && dialect !== "vue";
    const holdsElements = dialect === "astro" || dialect === "mdx";
    this.#expressions = new CodeReader(text, holdsElements ? (at) => this.#markup(at, true) : undefined);
  }

  read(start: number): Markup {
    if (this.#dialect === "vue") this.#blocks();
    else this.#markup(start, false);
    return {
      scripts: this.#scripts,
      code: this.#code,
      ...(this.#unclosed !== undefined && { unclosed: this.#unclosed }),
    };
  }

  /** The blocks of a Vue component. All but a template of HTML are plain text up to their closing tags, whatever their name. */
  #blocks(): void {
    for (let at = 0; at !== -1 && this.#unclosed === undefined;) {
      const mark = matchAt(/<(?=[!A-Za-z])/g, this.#text, at);
      if (mark === null) return;
      const tag = this.#tag(mark.index);
      if (tag === undefined) at = this.#afterOther(mark.index);
      else if (tag.closesItself) at = tag.end;
      else if (tag.name === "template" && (valueOf(tag, "lang") ?? "html") === "html")
        at = this.#template(tag, mark.index);
      else {
        at = this.#plain(tag, mark.index);
        if (tag.name === "template" && at !== -1) this.#code.push({ start: tag.end, end: at });
      }
    }
  }

  /** Behind the template of a Vue component, which may hold others. */
  #template(outer: Tag, start: number): number {
    const lastEnd = this.#text.lastIndexOf("}}");
    let open = 1;
    for (let at = outer.end; at !== -1;) {
      const mark = matchAt(/<(?=[!/A-Za-z])|\{\{/g, this.#text, at);
      if (mark === null) return this.#neverClosed("template", start);
      const { index } = mark;
      if (mark[0] === "{{") {
        at = index + 2 > lastEnd ? index + 2 : this.#text.indexOf("}}", index + 2);
        if (at <= lastEnd) this.#code.push({ start: index + 2, end: at });
      } else if (this.#text.startsWith("</template", index)) {
        if (--open === 0) return index;
        at = index + 2;
      } else {
        const tag = this.#tag(index);
        at = tag?.end ?? this.#afterOther(index);
        if (tag === undefined || tag.closesItself) continue;
        if (tag.name === "template") open++;
        else if (tag.name === "script" || tag.name === "style")
          at = this.#closing(tag) ?? this.#neverClosed(tag.name, index);
      }
    }
    return -1;
  }

  /**
   * Reads markup to the end of the text, or to that of the element that starts there.
   *
   * @returns the end; -1 where an element does not end
   */
  #markup(start: number, isElement: boolean): number {
    let open = 0;
    for (let at = start; at !== -1;) {
      // The expression around it is none either.
      if (isElement && !this.#mayCompute) return -1;
      const mark = matchAt(this.#mayCompute ? (isElement ? MARK : this.#mark) : TAG, this.#text, at);
      if (mark === null) return isElement ? -1 : this.#text.length;
      const { index } = mark;
      if (mark[0] === "\\" || mark[0].startsWith("`")) {
        at = this.#shown(index, mark[0]);
        continue;
      }
      if (mark[0] === "{") {
        at = this.#expression(index);
        continue;
      }
      if (this.#text[index + 1] === "/") {
        at = index + (matchAt(/<[^<>]*>?/y, this.#text, index)?.[0].length ?? 1);
        open--;
      } else {
        const tag = this.#tag(index);
        at = tag?.end ?? this.#afterOther(index);
        if (tag !== undefined && !tag.closesItself && !VOID.has(tag.name)) {
          if (this.#isPlain(tag.name)) at = this.#plain(tag, index);
          open++;
        }
      }
      if (isElement && open <= 0) return at;
    }
    return -1;
  }

  /** Behind a character that a backslash takes its meaning, or behind code that a line of Markdown shows. */
  #shown(start: number, mark: string): number {
    const from = start + mark.length;
    if (mark === "\\") return from + 1;
    const run = /`+|\n[ \t]*\r?\n/g;
    for (let next = matchAt(run, this.#text, from); next !== null; next = run.exec(this.#text)) {
      if (next[0] === mark) return run.lastIndex;
      if (next[0].startsWith("\n")) break;
    }
    return from;
  }

  /** Whether no tag is read in an element up to its own end. */
  #isPlain(name: string): boolean {
    if (this.#dialect === "mdx") return false;
    if (this.#dialect === "html") return /^(?:script|style|textarea|title|iframe|xmp)$/i.test(name);
    return name === "script" || name === "style";
  }

  /** Where the closing tag of an element of plain text starts; -1 where nothing closes it. */
  #plain(tag: Tag, start: number): number {
    const end = this.#closing(tag);
    if (end === undefined) return this.#neverClosed(tag.name, start);
    const isScript = tag.name === "script" || (this.#dialect === "html" && tag.name.toLowerCase() === "script");
    if (isScript) this.#scripts.push({ attributes: tag.attributes, content: { start: tag.end, end } });
    return end;
  }

  #closing({ name, end }: Tag): number | undefined {
    return matchAt(new RegExp(`</${RegExp.escape(name)}(?=[\\s/>])`, "gi"), this.#text, end)?.index;
  }

  #neverClosed(name: string, start: number): -1 {
    this.#unclosed ??= { name, start };
    return -1;
  }

  /** Behind `{…}`, or behind a brace that is none of code. */
  #expression(start: number): number {
    const closing = /^\{\/[a-z]+\s*\}/.exec(this.#text.slice(start, start + 20));
    if (closing !== null) return start + closing[0].length;
    const scripts = this.#scripts.length;
    const unclosed = this.#unclosed;
    this.#depth++;
    const end = this.#expressions.find("}", start + 1);
    this.#depth--;
    if (end === -1) {
      this.#scripts.length = scripts;
      this.#unclosed = unclosed;
      this.#mayCompute = false;
      return start + 1;
    }
    this.#addCode({ start: start + 1, end });
    return end + 1;
  }

  #addCode(span: Span): void {
    if (this.#depth === 0) this.#code.push(span);
  }

  /** Behind a comment, a declaration, or a `<` that starts nothing; -1 where a tag or comment is never closed. */
  #afterOther(start: number): number {
    if (this.#unclosed !== undefined) return -1;
    if (this.#dialect === "mdx" || !this.#text.startsWith("<!--", start)) return start + 1;
    const end = this.#text.indexOf("-->", start + 4);
    return end === -1 ? this.#neverClosed("!--", start) : end + 3;
  }

  /** The tag that opens an element or fragment. A text that ends in one holds no tags behind it. */
  #tag(start: number): Tag | undefined {
    const [opening, name = ""] = matchAt(/<([A-Za-z][^\s/>{]*|(?=>))/y, this.#text, start) ?? [];
    if (opening === undefined) return undefined;
    const attributes: MarkupAttribute[] = [];
    for (let at = start + opening.length; ;) {
      const [gap = "", end] = matchAt(/[\s/]*(>|\{)?/y, this.#text, at) ?? [];
      const from = at + gap.length;
      if (end === ">") return { name, attributes, end: from, closesItself: this.#text[from - 2] === "/" };
      if (end === "{" && this.#mayCompute) at = this.#expression(from - 1);
      else {
        const attribute = this.#attribute(end === undefined ? from : from - 1, name);
        if (attribute === undefined) {
          this.#neverClosed(name, start);
          return undefined;
        }
        attributes.push(attribute);
        at = attribute.end;
      }
    }
  }

  /** Undefined at the end of the text, and where a quote is not closed. */
  #attribute(start: number, tag: string): MarkupAttribute | undefined {
    const [head, name = "", equals] = matchAt(/([^\s/>=]+|=)(\s*=\s*)?/y, this.#text, start) ?? [];
    if (head === undefined) return undefined;
    const end = start + head.length;
    if (equals === undefined) return { name, start, end };
    const quote = this.#text[end];
    if (quote === '"' || quote === "'") {
      const close = this.#quoted(end);
      if (close === -1) return undefined;
      if (this.#isCode(name, tag)) this.#addCode({ start: end + 1, end: close });
      return { name, value: this.#text.slice(end + 1, close), start, end: close + 1 };
    }
    if (quote === "`" && this.#dialect === "astro") {
      const close = this.#expressions.template(end);
      return { name, start, end: close === -1 ? end + 1 : close };
    }
    return this.#unquoted(name, start, end);
  }

  #unquoted(name: string, start: number, from: number): MarkupAttribute {
    let at = from;
    let isComputed = false;
    for (;;) {
      const plain = matchAt(this.#mayCompute ? /[^\s>{]*/y : /[^\s>]*/y, this.#text, at)?.[0] ?? "";
      at += plain.length;
      if (!this.#mayCompute || this.#text[at] !== "{") break;
      at = this.#expression(at);
      isComputed = true;
      // Only of Svelte a value may go on behind it; `/` ends a tag.
      if (this.#dialect !== "svelte" || /[\s/>]/.test(this.#text[at] ?? ">")) break;
    }
    const value = this.#text.slice(from, at);
    return { name, ...(!isComputed && { value }), start, end: at };
  }

  /** Where the quote of a value is closed; in one of Svelte expressions may hold it, too. */
  #quoted(start: number): number {
    const quote = this.#text[start] as string;
    const mark = quote === '"' ? /["{]/g : /['{]/g;
    let at = start + 1;
    while (this.#dialect === "svelte" && this.#mayCompute) {
      const index = matchAt(mark, this.#text, at)?.index ?? -1;
      if (index === -1 || this.#text[index] === quote) return index;
      at = this.#expression(index);
    }
    return this.#text.indexOf(quote, at);
  }

  /** Whether the value of an attribute is code: of directives, and the type parameters of a script. */
  #isCode(name: string, tag: string): boolean {
    if (tag === "script") return name === "generic" || name === "generics";
    return this.#dialect === "vue" && /^(?:[@:#]|v-)/.test(name);
  }
}

const TAG = /<(?=[!/A-Za-z])/g;

/** `<>` starts a fragment. */
const MARK = /<(?=[!/>A-Za-z])|\{/g;

const MARKDOWN_MARK = /<(?=[!/>A-Za-z])|\{|`+|\\/g;

const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

export function valueOf({ attributes }: Pick<ScriptElement, "attributes">, name: string): string | undefined {
  return attributes.find((one) => one.name.toLowerCase() === name)?.value;
}
