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
