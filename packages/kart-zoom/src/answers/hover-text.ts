/** What the language server says of a name, taken apart. */
export interface HoverText {
  /** In words of ours where there are such: `function`, `property`, `type-parameter`. */
  readonly kind: string;
  /** As TypeScript writes it, without the kind in front where that stands in parentheses. */
  readonly type: string;
  /** Markdown. */
  readonly documentation: string;
}

/** The server's Markdown: a fenced signature, then the documentation. */
export function hoverText(markdown: string): HoverText {
  const [, code = markdown, documentation = ""] = /^\s*```\w*\n([^]*?)\n?```\n?([^]*)$/.exec(markdown) ?? [];
  const isAlias = code.startsWith("(alias) ");
  const plain = isAlias ? code.slice("(alias) ".length) : code;
  const [, marked, rest] = /^\(([\w\- ]+)\) ([^]*)$/.exec(plain) ?? [];
  const kind = marked ?? /^[a-z]+(?: (?=class\b)class)?/.exec(plain)?.[0] ?? "";
  return {
    kind: KINDS.get(kind) ?? kind.replaceAll(" ", "-"),
    type: rest ?? plain,
    documentation: documentation.trim(),
  };
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ["module", "namespace"],
  ["abstract class", "class"],
  ["local var", "var"],
  ["local function", "function"],
]);
