/**
 * The rules with those added that ripgrep makes of braces, which mean nothing to git: `src/gen.ts` and `src/old.ts` of `src/{gen,old}.ts`.
 * What ripgrep leaves out is ignored here too, and listed where git tracks it.
 */
export function withBraces(rules: string): string {
  if (!rules.includes("{")) return rules;
  return rules
    .split(/\r?\n/)
    .flatMap((rule) => (rule.startsWith("#") ? [rule] : [rule, ...alternatives(rule)]))
    .join("\n");
}

/** None of a rule without braces, or with so many that nobody means them. */
function alternatives(rule: string): string[] {
  let open = [rule];
  for (let depth = 0; depth < MAX_BRACES && open.some((one) => BRACES.test(one)); depth++)
    open = open.flatMap((one) => {
      const [whole, inside = ""] = BRACES.exec(one) ?? [];
      return whole === undefined ? [one] : inside.split(",").map((each) => one.replace(whole, () => each));
    });
  return open.length > 1 && open.length <= MAX_ALTERNATIVES ? open : [];
}

/** The innermost first. */
const BRACES = /(?<!\\)\{([^{}]*)\}/;
const MAX_BRACES = 8;
const MAX_ALTERNATIVES = 1000;

/**
 * Matches every last name of a path that a text of gitignore rules could match, and others: rules are tested one by one, and of most
 * paths this tells sooner that none matches.
 */
export function namesMatched(rules: string): RegExp {
  const names = rules.split(/\r?\n/).filter((line) => line !== "" && !/^[#!]/.test(line));
  // The text of a regular expression without any alternative matches the empty name alone, which no path has.
  return new RegExp(`^(?:${[...new Set(names.map(nameOf))].join("|")})$`, "s");
}

/** The last name that a rule matches, as a regular expression. */
function nameOf(rule: string): string {
  const last = rule.trimEnd().replace(/\/+$/, "").split("/").at(-1) ?? "";
  // What is between brackets may hold a slash, or a bracket.
  if (rule.includes("[") || last === "") return ".*";
  return last.replaceAll(/\*+|\\[^]?|[^]/gu, (sign) => {
    if (sign.startsWith("*")) return ".*";
    return sign === "?" || sign.startsWith("\\") ? "." : RegExp.escape(sign);
  });
}
