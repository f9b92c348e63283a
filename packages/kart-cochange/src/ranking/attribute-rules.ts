import ignore, { type Ignore } from "ignore";

/** Attributes by which a repository says that nobody wrote a file by hand. */
const ATTRIBUTES = ["linguist-generated", "linguist-vendored"] as const;
type Attribute = (typeof ATTRIBUTES)[number];

/** Rules that speak of these attributes, of one `.gitattributes`. */
const MAX_RULES = 1000;

interface Rule {
  readonly pattern: Ignore;
  readonly attribute: Attribute;
  readonly isSet: boolean;
}

/** What one `.gitattributes` says of generated and vendored files. */
export class AttributeRules {
  readonly #rules: readonly Rule[];

  constructor(text: string) {
    this.#rules = text.split(/\r?\n/).flatMap(rulesOf).slice(-MAX_RULES);
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** @param path relative to the folder of the file; undefined where no rule speaks of it */
  test(path: string, attribute: Attribute): boolean | undefined {
    // The last rule that fits decides.
    return this.#rules.findLast((rule) => rule.attribute === attribute && rule.pattern.ignores(path))?.isSet;
  }
}

/** Whether any of the attributes is set, by the rules that speak of a path, nearest folder first. */
export function isMarked(nearestFirst: readonly { readonly rules: AttributeRules; readonly path: string }[]): boolean {
  return ATTRIBUTES.some((attribute) => {
    for (const { rules, path } of nearestFirst) {
      const verdict = rules.test(path, attribute);
      if (verdict !== undefined) return verdict;
    }
    return false;
  });
}

/** `pattern attribute -attribute attribute=value`; a pattern with blanks stands in double quotes. */
function rulesOf(line: string): Rule[] {
  const [, quoted, plain, rest = ""] = /^\s*(?:"((?:[^"\\]|\\.)+)"|([^\s"#]\S*))\s+(.*)$/.exec(line) ?? [];
  const text = quoted?.replaceAll(/\\(.)/g, "$1") ?? plain;
  // Unlike ignore rules, these know no negative pattern, and a folder's does not reach its files.
  if (text === undefined || text.startsWith("!") || text.endsWith("/")) return [];
  return rest.split(/\s+/).flatMap((word): Rule[] => {
    const [, off = "", name = "", value = "true"] = /^([-!]?)([^=]+)(?:=(.*))?$/.exec(word) ?? [];
    const attribute = ATTRIBUTES.find((known) => known === name);
    if (attribute === undefined) return [];
    const pattern = ignore({ allowRelativePaths: true }).add(text);
    return [{ pattern, attribute, isSet: off === "" && value !== "false" }];
  });
}
