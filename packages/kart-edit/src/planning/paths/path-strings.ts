import type { CallExpression, Node, Program } from "oxc-parser";
import { calleeName, literal } from "@kart/core/syntax/module-records/module-expressions";
import { childNodes } from "@kart/core/syntax/parser/tree";
import { pathMeant, relativeTo } from "./specifiers.ts";

/** A relative path that a source text holds as a string, or puts together from its own folder's. */
export interface PathString {
  /** UTF-16 offset of the string or of what puts it together. */
  readonly start: number;
  /** Begins with a dot. */
  readonly path: string;
  /** The path is that of a folder: something that only the running program knows follows, or it is put together of dots. */
  readonly isStart?: boolean;
  /** For a key of an object, the path that the call names first: the key may be relative to that file. */
  readonly beside?: string;
}

/**
 * Every relative path of a source text, imports too, in its order: `"../lib/a"`, `path.join(__dirname, "..", "lib", "a")`,
 * `__dirname + "/../lib/a"`. `"."`, `".."` and `"./"` count only where a plain function is called with them first,
 * `proxyquire("..")`: they stand for much else.
 */
export function pathStrings(program: Program): PathString[] {
  const found: PathString[] = [];
  const isOwnFolder = ownFolderIn(program);
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const parts = joined(node, isOwnFolder);
    if (parts !== undefined) {
      found.push(...below(parts).map((one) => ({ start: node.start, ...one })));
      continue;
    }
    if (node.type === "CallExpression") found.push(...ofCall(node));
    const text = literal(node);
    if (text !== undefined && NAMING.test(text)) found.push({ start: node.start, path: text });
    else pending.push(...childNodes(node));
  }
  return found.sort((a, b) => a.start - b.start);
}

/** What a source text puts together from its own folder's path, in its order; `"."` for the folder itself, whatever follows. */
export function ownFolderPaths(program: Program): PathString[] {
  const found: PathString[] = [];
  const isOwnFolder = ownFolderIn(program);
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    // What gives the folder a name: its uses tell.
    if (node.type === "VariableDeclarator" && isOwnFolder(node.id)) continue;
    const parts = isOwnFolder(node) ? [] : joined(node, isOwnFolder);
    if (parts === undefined) pending.push(...childNodes(node));
    else {
      const [path = { path: ".", isStart: true }] = below(parts);
      found.push({ start: node.start, ...path });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** What only the call tells of its arguments: that dots are a path, and which module keys may be relative to. */
function ofCall({ callee, arguments: [first, ...others] }: CallExpression): PathString[] {
  const path = first === undefined ? undefined : literal(first);
  if (first === undefined || path === undefined || !/^\.{1,2}(?:\/|$)/.test(path)) return [];
  const isPlain = callee.type === "Identifier" && !JOINS.test(callee.name);
  const isDots = !NAMING.test(path);
  const keys = others.flatMap((one) => (one.type === "ObjectExpression" ? one.properties : []));
  return [
    ...(isDots && (isPlain || keys.length > 0) ? [{ start: first.start, path }] : []),
    ...keys.flatMap((one): PathString[] => {
      const key = one.type === "Property" ? literal(one.key) : undefined;
      return key !== undefined && /^\.{1,2}(?:\/|$)/.test(key) ? [{ start: one.start, path: key, beside: path }] : [];
    }),
  ];
}

/** More than dots. */
const NAMING = /^\.{1,2}\/.*[^./]/s;

const JOINS = /^(?:join|resolve)$/;

/** Of whatever stands before it, `require("path").join`: who joins its own folder joins paths. */
function isJoin(callee: Node): boolean {
  if (callee.type === "Identifier") return JOINS.test(callee.name);
  return (
    callee.type === "MemberExpression" && callee.property.type === "Identifier" && JOINS.test(callee.property.name)
  );
}

/** What is put behind the folder of the file itself; undefined for what only the running program knows. */
function joined(node: Node, isOwnFolder: IsOwnFolder): (string | undefined)[] | undefined {
  if (node.type === "CallExpression" && isJoin(node.callee)) {
    const [folder, ...parts] = node.arguments;
    return folder !== undefined && isOwnFolder(folder) ? parts.map(literal) : undefined;
  }
  if (node.type === "BinaryExpression" && node.operator === "+")
    return isOwnFolder(node.left) ? [afterSlash(literal(node.right))] : undefined;
  if (node.type !== "TemplateLiteral" || node.expressions.length !== 1 || node.quasis[0]?.value.cooked !== "")
    return undefined;
  return isOwnFolder(node.expressions[0] as Node) ? [afterSlash(node.quasis[1]?.value.cooked ?? undefined)] : undefined;
}

/** Tells the path of the own folder, by whatever a source text calls it. */
type IsOwnFolder = (node: Node) => boolean;

/** By `__dirname` and its like, and by what is given `dirname(fileURLToPath(import.meta.url))`. */
function ownFolderIn(program: Program): IsOwnFolder {
  const names = new Set<string>();
  for (const statement of program.body) {
    if (statement.type !== "VariableDeclaration" || statement.kind !== "const") continue;
    for (const { id, init } of statement.declarations)
      if (id.type === "Identifier" && init !== null && isMadeOfUrl(init)) names.add(id.name);
  }
  return (node) => {
    const name = calleeName(node);
    if (name === undefined) return isMadeOfUrl(node);
    return /^(?:__dirname|import\.meta\.dir(?:name)?)$/.test(name) || names.has(name);
  };
}

function isMadeOfUrl(node: Node): boolean {
  const [url] = argumentsOf(node, /(?:^|\.)dirname$/).flatMap((path) => argumentsOf(path, /(?:^|\.)fileURLToPath$/));
  return url !== undefined && calleeName(url) === "import.meta.url";
}

function argumentsOf(node: Node, callee: RegExp): readonly Node[] {
  return node.type === "CallExpression" && callee.test(calleeName(node.callee) ?? "") ? node.arguments : [];
}

function below(parts: readonly (string | undefined)[]): Pick<PathString, "path" | "isStart">[] {
  const end = parts.findIndex((part) => part === undefined || part.startsWith("/"));
  const known = (end === -1 ? parts : parts.slice(0, end)) as string[];
  if (known.length === 0) return [];
  const path = relativeTo("", pathMeant("", known.join("/")));
  return [{ path, ...((end !== -1 || !NAMING.test(path)) && { isStart: true }) }];
}

function afterSlash(text: string | undefined): string | undefined {
  return text?.startsWith("/") === true ? text.slice(1) : undefined;
}
