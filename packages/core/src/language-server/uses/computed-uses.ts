import type { Node } from "oxc-parser";
import type { SignatureHelp } from "vscode-languageserver-types";
import { computedAccess } from "../../syntax/computed-access.ts";
import { type GivenValue, givenValue } from "../../syntax/given-value.ts";
import { textOf } from "../../text/span.ts";
import { wordsIn } from "../../text/words.ts";
import { isInstalled, type SourceLocation, unique } from "../locations.ts";
import type { Place, Questions } from "../questions.ts";
import { nodesAround } from "../trees.ts";
import { isAnyKey, shownAt } from "./typed-keys.ts";
import { isOfAny } from "./is-of-any.ts";

/** What members are taken from: a variable, a class or a property by its name; the exports of a module by its file. */
export interface Owners {
  readonly named: readonly Owner[];
  /** Absolute. */
  readonly modules: readonly string[];
}

export interface Owner extends Place {
  readonly kind: "object" | "class" | "enum";
}

/** References to one. */
export interface OwnerUses extends Pick<Owner, "kind"> {
  readonly references: readonly SourceLocation[];
}

/** What has some members of objects, of classes and of enums; nothing for what has no name, or gives its members to its values. */
export async function ownersOf(questions: Questions, places: readonly Place[]): Promise<Owners> {
  const found = await Promise.all(places.map((place) => ownerAt(questions, place)));
  const own = found.flatMap((one) => (one === undefined || typeof one === "string" ? [] : [one]));
  const named = [...new Map(own.map((one) => [`${one.offset} ${one.path.absolute}`, one])).values()];
  return { named, modules: [...new Set(found.filter((one) => typeof one === "string"))] };
}

/**
 * Where members may be taken without their names: by a key that may be any string, `handlers[name as keyof typeof handlers]`, or
 * with all others, `Object.entries(handlers)`, or by who is given the whole for a parameter that any object fits. No type
 * leads from there to a member.
 *
 * @param uses of what has the members
 * @param modules files that export them
 * @param inTypes whether `(typeof handlers)[keyof typeof handlers]` is one too: there the compiler knows each, and complains of what
 * is missing
 */
export async function computedUses(
  questions: Questions,
  uses: readonly OwnerUses[],
  modules: readonly string[],
  inTypes: boolean,
): Promise<SourceLocation[]> {
  const whole: OwnerUses = { kind: "object", references: await wholeModules(questions, modules) };
  const taken = [...uses, whole].map(async ({ references, kind }) => {
    const own = references.filter((one) => !isInstalled(one));
    const are = await Promise.all(own.map((one) => isTakenAt(questions, one, inTypes, kind)));
    return own.filter((_, at) => are[at]);
  });
  return unique((await Promise.all(taken)).flat());
}

/** Where names stand by which files have all that modules export. */
async function wholeModules(questions: Questions, modules: readonly string[]): Promise<SourceLocation[]> {
  if (modules.length === 0) return [];
  const { root, reader } = questions;
  const graph = await questions.moduleGraph();
  return modules.flatMap((module) =>
    graph.importsOf(root.relative(module)).flatMap(({ importer, record }) => {
      const file = `${root.absolute}/${importer.path}`;
      const { source = "" } = reader.textOf(file) ?? {};
      const locals = record.reExport
        ? []
        : record.names.filter(({ imported }) => imported === "*" || imported === "default" || imported === "export=");
      return locals.flatMap(({ local }) =>
        wordsIn(source, local).flatMap((start) => reader.located(file, { start, end: start + local.length }) ?? []),
      );
    }),
  );
}

async function isTakenAt(
  questions: Questions,
  { file, path, span }: SourceLocation,
  inTypes: boolean,
  kind: Owner["kind"],
): Promise<boolean> {
  const { source = "" } = questions.reader.textOf(file) ?? {};
  // Most uses are of one member, which needs no tree to see.
  if (/^\s*!?\s*(?:\?\.|\.)\s*[\p{ID_Start}$_#]/u.test(source.slice(span.end, span.end + NEAR))) return false;
  const around = await nodesAround(questions, file, span.start);
  const access = computedAccess(around);
  if (access?.kind === "type") return inTypes;
  if (access?.kind === "key" && path !== undefined) {
    const isOfEnum = kind === "enum" && (await isValueOf(questions, file, access.nameEnd, textOf(source, span)));
    return isOfEnum || isAnyKey(questions, file, access.nameEnd);
  }
  if (access !== undefined) return true;
  // Classes are given to who makes instances of them, as a rule.
  const given = kind === "class" ? undefined : givenValue(around);
  return given !== undefined && isTakenForAny(questions, file, given);
}

/** Whether what ends at an offset is a value of an enum, by which that gives the name of a member. */
async function isValueOf(questions: Questions, file: string, end: number, name: string): Promise<boolean> {
  const shown = (await shownAt(questions, file, end)) ?? "";
  return new RegExp(`: (?:number|${RegExp.escape(name)})(?:\\.[\\w$]+)?(?: \\| .*)?\n`).test(shown);
}

/** Whether a call takes a value for one that may have any member, and so may take each. */
async function isTakenForAny(questions: Questions, file: string, { start, calleeEnd }: GivenValue): Promise<boolean> {
  const path = questions.root.proveFile(questions.root.relative(file));
  const help = (await questions.at("signatureHelp", { path, offset: start })) as SignatureHelp | null;
  const { parameters = [] } = help?.signatures[help.activeSignature ?? 0] ?? {};
  const label = parameters[help?.activeParameter ?? 0]?.label;
  if (typeof label === "string") return FOR_ANY.test(label);
  // What has no type has no signature.
  return help === null && calleeEnd !== undefined && isOfAny(questions, { path, offset: calleeEnd - 1 });
}

const BESIDE = "(?:boolean|number|string|null|undefined)";
const ANY = String.raw`any|unknown|object|\{\}|(?:Readonly<|Partial<)?Record<string, [^&]+>|\{ \[[\w$]+: string\]: [^;]+; \}`;

/** A parameter of a type that has no member by name, or a list of such: `fields: Record<string, string>`. */
const FOR_ANY = new RegExp(String.raw`^(?:\.\.\.)?[\w$]+\??: (?:${BESIDE} \| )*(?:${ANY})(?:\[\])*(?: \| ${BESIDE})*$`);

/** UTF-16 units behind a name that are looked at. */
const NEAR = 40;

/** @returns the file of a module that CommonJS gives the member to, absolute */
async function ownerAt(questions: Questions, { path, offset }: Place): Promise<Owner | string | undefined> {
  const around = await nodesAround(questions, path.absolute, offset);
  const given = givenBy(around);
  if (given !== undefined) return { path, offset: given.start, kind: "object" };
  const at = around.findLastIndex((node) => isMember(node, offset));
  const outer = around.slice(0, Math.max(0, at)).filter((node) => !isBetween(node));
  const owner = outer.at(-1);
  // What a call is given has uses of its own.
  const holder = outer.findLast(({ type }) => type !== "Property");
  if (owner?.type === "Property" && (holder === undefined || nameOf(holder) === undefined)) return undefined;
  if (owner?.type === "AssignmentExpression") {
    const { source } = questions.text(path.absolute);
    return /^(?:module\.)?exports$/.test(source.slice(owner.left.start, owner.left.end)) ? path.absolute : undefined;
  }
  const name = owner && nameOf(owner);
  return name && { path, offset: name.start, kind: kindOf(owner) };
}

/** What an assignment gives the member at the end of some nodes: `f` of `f.code = 1`. */
function givenBy(around: readonly Node[]): Node | undefined {
  const [assignment, member, name] = around.slice(-3);
  if (assignment?.type !== "AssignmentExpression" || member?.type !== "MemberExpression") return undefined;
  const { object, property, computed } = member;
  const isGiven = assignment.left === member && property === name && !computed && object.type === "Identifier";
  return isGiven && object.name !== "exports" ? object : undefined;
}

function kindOf({ type }: Node): Owner["kind"] {
  return type === "ClassDeclaration" ? "class" : type === "TSEnumDeclaration" ? "enum" : "object";
}

function isMember(node: Node, offset: number): boolean {
  if (node.type === "TSEnumMember") return node.id.start <= offset && offset <= node.id.end;
  if (!("key" in node) || offset < node.key.start || offset > node.key.end) return false;
  return node.type === "Property" || ("static" in node && node.static);
}

function nameOf(owner: Node): Node | undefined {
  switch (owner.type) {
    case "VariableDeclarator":
      return owner.id.type === "Identifier" ? owner.id : undefined;
    case "Property":
    case "PropertyDefinition":
      return owner.computed ? undefined : owner.key;
    case "ClassDeclaration":
    case "TSEnumDeclaration":
      return owner.id ?? undefined;
    default:
      return undefined;
  }
}

/** Whether a node stands between a member and the name of what it is one of: `const routes = Object.freeze({ home } as const)`. */
function isBetween(node: Node): boolean {
  if (node.type === "CallExpression")
    return (
      node.callee.type === "MemberExpression" &&
      node.callee.object.type === "Identifier" &&
      node.callee.object.name === "Object"
    );
  return BETWEEN.has(node.type);
}

const BETWEEN: ReadonlySet<string> = new Set([
  "ObjectExpression",
  "ClassBody",
  "ParenthesizedExpression",
  "TSAsExpression",
  "TSEnumBody",
  "TSSatisfiesExpression",
]);
