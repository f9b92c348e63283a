import * as z from "zod";
import { clip, count, escapeInvisible, escapeName } from "../text/display.ts";
import { ToolError } from "./tool-error.ts";

/**
 * Reads the arguments of a call. Throws `invalid_argument`, naming the parameter and what it takes.
 *
 * `path` and `file` stand for each other, and one of them for `paths`, which may be one string too: models mix them up.
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
  const args = withPaths(schema, given as Record<string, unknown>);
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

/** Where several paths are taken, one may stand for a list of one. */
function withPaths({ shape }: z.ZodObject, args: Record<string, unknown>): Record<string, unknown> {
  if (!("paths" in shape)) return args;
  if (typeof args["paths"] === "string") return { ...args, paths: [args["paths"]] };
  const name = ["path", "file"].find((one) => typeof args[one] === "string" && !(one in shape));
  if (name === undefined || "paths" in args || "path" in shape) return args;
  const { [name]: path, ...rest } = args;
  return { ...rest, paths: [path] };
}

/** Unknown parameters named before the rest is counted. */
const MAX_NAMED = 5;

function describe(whole: z.core.$ZodIssue, schema: z.ZodObject, given: unknown): string {
  const issue = furthest(whole);
  if (issue.code === "unrecognized_keys") return unknownKeys(issue.keys, issue.path, schema, given);
  const where = issue.path.length === 0 ? "The arguments" : `\`${issue.path.map(String).join(".")}\``;
  const value = valueAt(given, issue.path);
  if (issue.path.length > 0 && value === undefined) return `${where} is missing${whereToFind(issue.path, given)}.`;
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

/** Those that belong deeper with the whole way there, then those with a right name here, each with it. */
function unknownKeys(
  keys: readonly string[],
  path: readonly PropertyKey[],
  schema: z.ZodObject,
  given: unknown,
): string {
  const here = objectOf(path.reduce<unknown>(schemaBelow, schema));
  const value = valueAt(given, path);
  const taken = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const free = Object.keys(here?.shape ?? {}).filter((name) => !taken.includes(name));
  const where = path.length === 0 ? "Unknown" : `In \`${path.map(String).join(".")}\` unknown`;
  const quoted = (key: string) => `\`${clip(escapeName(key), 60)}\``;
  const deeper = here && deeperPlace(here, keys, taken);
  const nested = deeper ? [`${deeper.keys.map(quoted).join(", ")}: pass \`${spelledOut(path, deeper)}\`.`] : [];
  const left = keys.filter((key) => deeper?.keys.includes(key) !== true);
  const named = left.slice(0, MAX_NAMED).map((key) => ({ name: quoted(key), right: closest(key, free) }));
  const meant = named.flatMap(({ name, right }) =>
    right === undefined ? [] : [`${name}: did you mean \`${right}\`?`],
  );
  const others = named.flatMap(({ name, right }) => (right === undefined ? [name] : []));
  const more = left.length > MAX_NAMED ? ` and ${count(left.length - MAX_NAMED, "other")}` : "";
  const rest = others.length === 0 && more === "" ? [] : [`${others.join(", ")}${more}.`.trimStart()];
  return `${where} parameter ${[...nested, ...meant, ...rest].join(" ")}`;
}

/** An object inside another that takes what was given too far outside. */
interface DeeperPlace {
  readonly path: readonly PropertyKey[];
  /** Those given that belong there, and what they are called there. */
  readonly keys: readonly string[];
  readonly names: readonly string[];
}

/**
 * Where some keys are all that an object needs, or belong to one that may be among what was given: of several the one that takes
 * most of them, and most by their own names.
 */
function deeperPlace(object: z.ZodObject, keys: readonly string[], given: readonly string[]): DeeperPlace | undefined {
  const places = objectsBelow(object).flatMap(({ path, shape }) => {
    const all = Object.keys(shape);
    const own = keys.slice(0, 2 * MAX_NAMED).flatMap((key) => {
      const name = sameName(key, all);
      return name === undefined ? [] : [{ key, name }];
    });
    const names = all.filter((one) => own.some(({ name }) => name === one));
    const isEnough = all.every((one) => names.includes(one) || acceptsNothing(shape[one] as z.ZodType));
    if (!(isEnough || given.includes(String(path[0]))) || names.length === 0) return [];
    const exact = own.filter(({ key, name }) => key === name).length;
    return [{ path, names, exact, keys: own.map(({ key }) => key) }];
  });
  return places.toSorted((a, b) => b.names.length - a.names.length || b.exact - a.exact)[0];
}

function objectsBelow(
  type: unknown,
  path: readonly PropertyKey[] = [],
): { readonly path: readonly PropertyKey[]; readonly shape: z.ZodObject["shape"] }[] {
  const object = objectOf(type);
  const keys = object === undefined ? [0] : Object.keys(object.shape);
  return keys.flatMap((key) => {
    const below = schemaBelow(type, key);
    if (below === undefined) return [];
    const at = [...path, key];
    const inner = objectOf(below);
    return [...(inner === undefined ? [] : [{ path: at, shape: inner.shape }]), ...objectsBelow(below, at)];
  });
}

/** From the outermost parameter on: `edits: [{ replace: { old_text, new_text } }]`. */
function spelledOut(outer: readonly PropertyKey[], { path, names }: DeeperPlace): string {
  const whole = [...outer, ...path];
  return whole.reduceRight<string>(
    (text, key, at) => {
      if (typeof key === "number") return `[${text}]`;
      return at === 0 ? `${String(key)}: ${text}` : `{ ${String(key)}: ${text} }`;
    },
    `{ ${names.join(", ")} }`,
  );
}

/** A symbol without its file: another tool tells where it is declared. */
function whereToFind(path: readonly PropertyKey[], given: unknown): string {
  const symbol = valueAt(given, ["symbol"]);
  const isFile = path.length === 1 && (path[0] === "path" || path[0] === "file");
  return isFile && typeof symbol === "string"
    ? `: the file that declares \`${clip(escapeInvisible(symbol), 100)}\`, which kart_find tells`
    : "";
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    given,
  );
}

/** `pattern, glob?, paths?`; lists of objects with what those take: `chunks: [{ oldLines, newLines }]`. */
function parameterList(schema: z.ZodObject): string {
  const names = Object.entries(schema.shape).map(([name, type]) => {
    const mark = acceptsNothing(type as z.ZodType) ? "?" : "";
    const inner = objectOf(schemaBelow(type, 0)) ?? objectOf(type);
    if (inner === undefined) return `${name}${mark}`;
    const shape = `{ ${parameterList(inner)} }`;
    return `${name}${mark}: ${inner === objectOf(type) ? shape : `[${shape}]`}`;
  });
  return names.length === 0 ? "no parameters" : names.join(", ");
}

function acceptsNothing(type: z.ZodType): boolean {
  return type.safeParse(undefined).success;
}

/** The schema of a property or of a list's items; undefined for what has none, as a union. */
function schemaBelow(type: unknown, key: PropertyKey): unknown {
  const plain = unwrapped(type);
  if (plain instanceof z.ZodArray) return plain.element;
  return plain instanceof z.ZodObject ? plain.shape[String(key)] : undefined;
}

function objectOf(type: unknown): z.ZodObject | undefined {
  const plain = unwrapped(type);
  return plain instanceof z.ZodObject ? plain : undefined;
}

function unwrapped(type: unknown): unknown {
  return type instanceof z.ZodOptional || type instanceof z.ZodDefault ? unwrapped(type.unwrap()) : type;
}

/** Names of parameters and values that models use for ours, from other tools of the trade. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    pattern: ["query", "regex", "regexp", "search", "searchpattern", "text", "q"],
    paths: ["path", "file", "files", "filepath", "dir", "directory", "folder"],
    path: ["paths", "dir", "directory", "folder", "root", "filepath", "filename", "relativepath", "in"],
    file: ["filepath", "filename", "relativepath"],
    name: ["query", "symbol", "symbolname", "pattern", "q", "identifier"],
    symbol: ["name", "symbolname", "export", "namepath", "identifier", "target", "function", "method", "class"],
    newName: ["to", "name"],
    glob: ["pattern", "include", "filter", "type", "filepattern"],
    offset: ["startline", "linestart", "start", "from", "line"],
    limit: ["max", "maxresults", "count", "headlimit", "n", "lines", "endline", "lineend", "end"],
    ignoreCase: ["i", "caseinsensitive", "casesensitive"],
    literal: ["fixed", "fixedstrings", "exact"],
    recursive: ["deep", "r"],
    depth: ["maxdepth", "levels"],
    includeDefinition: ["includedeclaration"],
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
      "filetext",
      "source",
      "replacement",
    ],
    chunks: ["edits", "hunks", "changes", "patches", "patch", "diff"],
    edits: ["chunks", "hunks", "changes", "patches", "patch", "diff"],
    anchor: ["line", "hash", "at"],
    start_anchor: ["start", "startline", "from", "anchor"],
    end_anchor: ["end", "endline", "to"],
    old_text: ["old", "oldstr", "oldstring", "search", "find"],
    new_text: ["new", "newstr", "newstring", "replace", "replacement", "content", "text", "newlines"],
    text: ["newtext", "newstr", "newstring", "content", "insert", "inserttext", "new"],
    all: ["replaceall", "global"],
    oldLines: ["old", "oldtext", "oldstr", "oldstring", "search", "find"],
    newLines: ["new", "newtext", "newstr", "newstring", "replace", "replacement", "content"],
    dryRun: ["dry", "preview", "check"],
    steps: ["count", "n", "times"],
    overwrite: ["force", "replace"],
    context: ["c", "contextlines", "lines"],
    pre: ["before", "context", "b", "c"],
    post: ["after", "a"],
    from: ["source", "path", "file", "old", "oldpath"],
    to: ["destination", "dest", "target", "new", "newpath"],
    function: ["fn", "def", "component"],
    const: ["arrow", "arrowfunction", "variable"],
    property: ["field", "attribute", "prop"],
    "enum-member": ["member"],
  }),
);

function closest(key: string, names: readonly string[]): string | undefined {
  const plain = letters(key.slice(0, 60));
  return (
    sameName(key, names) ??
    names.find(
      (name) =>
        plain.length >= 3 && (name.toLowerCase().startsWith(plain.slice(0, 4)) || plain.startsWith(name.toLowerCase())),
    )
  );
}

/** The name that is spelled so, or that others call so. */
function sameName(key: string, names: readonly string[]): string | undefined {
  const plain = letters(key.slice(0, 60));
  return names.find((name) => letters(name) === plain) ?? names.find((name) => SYNONYMS.get(name)?.includes(plain));
}

function letters(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, "");
}
