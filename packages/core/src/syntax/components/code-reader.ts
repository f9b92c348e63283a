/** Nested templates and elements that are followed; nothing that a person writes comes near. */
const MAX_DEPTH = 100;

/**
 * Finds where code ends that stands amid other text. It is not parsed: a `/` or `<` is told from an operator by what stands before.
 */
export class CodeReader {
  readonly #text: string;
  readonly #element: ((start: number) => number) | undefined;
  #depth = 0;

  /** @param element where an element ends that stands in code, -1 where nothing ends it; absent where no element can */
  constructor(text: string, element?: (start: number) => number) {
    this.#text = text;
    this.#element = element;
  }

  /** The first place from `start` on where `end` stands in the code itself and no brace is open; -1 where it nowhere does. */
  find(end: string, start: number): number {
    if (this.#depth === MAX_DEPTH) return -1;
    this.#depth++;
    const found = this.#find(end, start);
    this.#depth--;
    return found;
  }

  #find(end: string, start: number): number {
    const text = this.#text;
    let braces = 0;
    let isOperand = true;
    for (let at = start; at < text.length;) {
      if (braces === 0 && text.startsWith(end, at)) return at;
      if (text[at] === "`") {
        at = this.template(at);
        isOperand = false;
      } else if (this.#element !== undefined && isOperand && text[at] === "<" && /[A-Za-z>]/.test(text[at + 1] ?? "")) {
        at = this.#element(at);
        isOperand = false;
      } else {
        const token = this.#token(at, isOperand);
        if (token === "{") braces++;
        else if (token === "}") braces--;
        at = token === undefined ? -1 : at + token.length;
        isOperand = comesBeforeOperand(token ?? "", isOperand);
      }
      if (at === -1) return -1;
    }
    return -1;
  }

  /** Undefined for a comment or string that does not end. */
  #token(at: number, isOperand: boolean): string | undefined {
    const [token] = matchAt(isOperand ? TOKEN_OR_PATTERN : TOKEN, this.#text, at) ?? [];
    const isUnclosed = token === '"' || token === "'" || (token === "/" && this.#text[at + 1] === "*");
    return isUnclosed ? undefined : token;
  }

  /** Behind the template that starts at a place; -1 where nothing ends it. */
  template(start: number): number {
    for (let at = start + 1; at !== 0;) {
      const mark = matchAt(TEMPLATE_MARK, this.#text, at);
      if (mark === null) return -1;
      if (mark[0] === "`") return mark.index + 1;
      // Where nothing is found, this ends the loop.
      at = mark[0] === "${" ? this.find("}", mark.index + 2) + 1 : mark.index + 2;
    }
    return -1;
  }
}

const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[^]*?\*\/|'[^'\\\n]*(?:\\[^][^'\\\n]*)*'|"[^"\\\n]*(?:\\[^][^"\\\n]*)*"|[\w$\u0080-\uffff]+|[^]/y;

/** UTF-16 units of a regular expression are limited, so that a line of many slashes does not take minutes. */
const TOKEN_OR_PATTERN = new RegExp(
  `(?!/[/*])/(?:[^/\\\\[\\n]|\\\\.|\\[(?:[^\\]\\\\\\n]|\\\\.){0,200}\\]){1,500}/[a-z]*|${TOKEN.source}`,
  "y",
);

const TEMPLATE_MARK = /[`\\]|\$\{/g;

function comesBeforeOperand(token: string, isBefore: boolean): boolean {
  if (/^(?:\s|\/[/*])/.test(token)) return isBefore;
  if (/^[\w$\u0080-\uffff]/.test(token)) return OPERATOR_WORDS.has(token);
  return token.length === 1 && token !== ")" && token !== "]";
}

const OPERATOR_WORDS = new Set(
  "await case delete do else in instanceof new of return throw typeof void yield".split(" "),
);

/** What a sticky or global expression finds at or from a place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
