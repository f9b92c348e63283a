import type * as z from "zod";
import { clip, count, escapeInvisible, escapeName } from "../text/display.ts";
import { ToolError } from "./tool-error.ts";

/**
 * Reads the arguments of a call. Throws `invalid_argument`, naming the parameter and what it takes.
 *
 * `path` and `file` stand for each other: models mix them up.
 */
export function readArguments(schema: z.ZodObject, given: unknown, tool: string): Record<string, unknown> {
  const args = withPathAlias(schema, given ?? {});
  const result = schema.safeParse(args);
  if (result.success) return result.data;
  // A wrong name explains a missing one.
  const issues = result.error.issues.toSorted((a, b) => Number(isUnknown(b)) - Number(isUnknown(a)));
  const problems = issues.slice(0, 3).map((issue) => describe(issue, schema, args));
  throw new ToolError("invalid_argument", `${problems.join(" ")} ${tool} takes ${parameterList(schema)}.`);
}

function isUnknown({ code }: z.core.$ZodIssue): boolean {
  return code === "unrecognized_keys";
}

function withPathAlias(schema: z.ZodObject, given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const args = given as Record<string, unknown>;
  for (const [wrong, right] of [
    ["file", "path"],
    ["path", "file"],
  ] as const) {
    if (wrong in args && !(right in args) && right in schema.shape && !(wrong in schema.shape)) {
      const { [wrong]: value, ...rest } = args;
      return { ...rest, [right]: value };
    }
  }
  return args;
}

/** Unknown parameters named before the rest is counted. */
const MAX_NAMED = 5;

function describe(whole: z.core.$ZodIssue, schema: z.ZodObject, given: unknown): string {
  const issue = furthest(whole);
  if (issue.code === "unrecognized_keys") {
    const named = issue.keys.slice(0, MAX_NAMED).map((key) => `\`${clip(escapeName(key), 60)}\``);
    const names = `${named.join(", ")}${issue.keys.length > MAX_NAMED ? ` and ${count(issue.keys.length - MAX_NAMED, "other")}` : ""}`;
    const right = issue.keys
      .slice(0, MAX_NAMED)
      .map((key) => closest(key, Object.keys(schema.shape)))
      .find((name) => name !== undefined);
    return `Unknown parameter ${names}${right === undefined ? "." : `: did you mean \`${right}\`?`}`;
  }
  const where = issue.path.length === 0 ? "The arguments" : `\`${issue.path.map(String).join(".")}\``;
  const value = valueAt(given, issue.path);
  if (issue.path.length > 0 && value === undefined) return `${where} is missing.`;
  const meant =
    issue.code === "invalid_value" && typeof value === "string" ? closest(value, issue.values.map(String)) : undefined;
  const hint = meant === undefined ? "" : ` Did you mean \`${meant}\`?`;
  return `${where}: ${clip(escapeInvisible(issue.message), 300)}.${hint}`;
}

/** Of the forms that a value may have, what is wrong with the one that it came closest to. */
function furthest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== "invalid_union") return issue;
  const forms = issue.errors.flatMap(([first]) => (first === undefined ? [] : [furthest(first)]));
  const depth = Math.max(...forms.map(({ path }) => path.length));
  const near = forms.filter(({ path }) => path.length === depth);
  const one = near.find(({ code }) => code !== "invalid_type") ?? near[0];
  if (one === undefined) return issue;
  const types = near.flatMap((each) => (each.code === "invalid_type" ? [each.expected] : []));
  const message =
    types.length > 1 && types.length === near.length ? `Invalid input: expected ${types.join(" or ")}` : one.message;
  return { ...one, path: [...issue.path, ...one.path], message };
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    given,
  );
}

/** `pattern, glob?, paths?` */
function parameterList(schema: z.ZodObject): string {
  const names = Object.entries(schema.shape).map(([name, type]) =>
    acceptsNothing(type as z.ZodType) ? `${name}?` : name,
  );
  return names.length === 0 ? "no parameters" : names.join(", ");
}

function acceptsNothing(type: z.ZodType): boolean {
  return type.safeParse(undefined).success;
}

/** Names of parameters and values that models use for ours, from other tools of the trade. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    pattern: ["query", "regex", "regexp", "search", "text", "q"],
    paths: ["path", "file", "files", "dir", "directory", "folder"],
    path: ["paths", "dir", "directory", "folder", "root", "filepath", "filename", "in"],
    name: ["query", "symbol", "pattern", "q", "identifier"],
    symbol: ["name", "export", "namepath", "target", "function"],
    glob: ["include", "filter", "type"],
    limit: ["max", "maxresults", "count", "headlimit", "n"],
    ignoreCase: ["i", "caseinsensitive", "casesensitive"],
    literal: ["fixed", "fixedstrings", "exact"],
    recursive: ["deep", "r"],
    body: ["includebody", "source", "code"],
    content: [
      "newcontent",
      "newcode",
      "newtext",
      "newstring",
      "newbody",
      "code",
      "body",
      "text",
      "source",
      "replacement",
    ],
    chunks: ["edits", "hunks", "changes", "patches", "patch", "diff"],
    dryRun: ["dry", "preview", "check"],
    steps: ["count", "n", "times"],
    overwrite: ["force", "replace"],
    pre: ["before", "context", "b"],
    post: ["after", "a"],
    function: ["fn", "def", "component"],
    const: ["arrow", "arrowfunction", "variable"],
    property: ["field", "attribute", "prop"],
    "enum-member": ["member"],
  }),
);

function closest(key: string, names: readonly string[]): string | undefined {
  const letters = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, "");
  const plain = letters(key.slice(0, 60));
  return (
    names.find((name) => letters(name) === plain) ??
    names.find((name) => SYNONYMS.get(name)?.includes(plain)) ??
    names.find(
      (name) =>
        plain.length >= 3 && (name.toLowerCase().startsWith(plain.slice(0, 4)) || plain.startsWith(name.toLowerCase())),
    )
  );
}
