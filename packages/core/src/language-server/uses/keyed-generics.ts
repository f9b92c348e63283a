import type { Node, TSTypeParameter } from "oxc-parser";
import { makesNames } from "../../syntax/made-names.ts";
import { childNodes } from "../../syntax/parser/tree.ts";
import { occurrences } from "../../text/occurrences.ts";
import { textOf } from "../../text/span.ts";
import { isOfLibrary } from "../../workspace/installed-package.ts";
import { keyOf, type SourceLocation } from "../locations.ts";
import type { Questions } from "../questions.ts";
import { nodesAround } from "../trees.ts";

/** Declarations that are looked at, one given the parameters of another: where there are more, keys are taken to be used. */
const MAX_DECLARATIONS = 100;

/** Files in which one name is asked about, by which each may mean another. */
const MAX_FILES = 5;

/** The name of a type, a class or a function. */
interface Named {
  /** Absolute. */
  readonly file: string;
  /** UTF-16 offset of its end. */
  readonly nameEnd: number;
}

/** A generic type, class or function that is given a type. */
export interface Given {
  readonly name: string;
  /** UTF-16 offset of the end of its name. */
  readonly nameEnd: number;
  /** Which of the arguments has the type, from 0. */
  readonly index: number;
}

/** A declaration, with the parameter that is given a type; without it where any may be. */
interface Declared extends SourceLocation {
  readonly index?: number;
}

/** What some generics do with the keys of their parameters. */
export interface Keyed {
  /** They have `keyof` of one. */
  readonly areTaken: boolean;
  /** They make others of them: `on${Capitalize<K>}`. */
  readonly areMade: boolean;
}

/**
 * Whether keys are taken of one of some types by what is given it, `Emitter<Owner>`, `mitt<Owner>()`, and has `keyof` of its
 * parameter, or gives that on to what has. The server is asked what the names mean, most of which have no such thing.
 *
 * @param files that hold the names and are seen by the server; absolute
 */
export async function givenToKeyed(
  questions: Questions,
  files: readonly string[],
  names: ReadonlySet<string>,
): Promise<Keyed> {
  const { session, reader, signal } = questions;
  const asked = new Map<string, { readonly file: string; readonly givens: readonly Given[] }[]>();
  for (const file of await session.projects.loadedAmong(files, signal)) {
    const text = reader.textOf(file)?.source ?? "";
    for (const [key, givens] of givenIn(text, names)) {
      const known = asked.getOrInsertComputed(key, () => []);
      if (known.length < MAX_FILES) known.push({ file, givens });
    }
  }
  const places = [...asked.values()].flat();
  const declared = await Promise.all(places.map(({ file, givens }) => declaredBy(questions, file, givens)));
  return keyedBy(questions, declared.flat());
}

/** What some declarations do with the keys of their type parameters, and what these are given on to. */
export async function keyedBy(questions: Questions, declarations: readonly Declared[]): Promise<Keyed> {
  const seen = new Set<string>();
  let [areTaken, areMade] = [false, false];
  for (let found = declarations; found.length > 0 && !(areTaken && areMade);) {
    const fresh = [...new Map(found.map((one) => [declaredKey(one), one]))].filter(([key]) => !seen.has(key));
    for (const [key] of fresh) seen.add(key);
    if (seen.size > MAX_DECLARATIONS) return { areTaken: true, areMade };
    const declared = await Promise.all(fresh.map(([, one]) => stepFrom(questions, one)));
    areTaken ||= declared.some((one) => one.areTaken);
    areMade ||= declared.some((one) => one.areMade);
    found = declared.flatMap((one) => one.next);
  }
  return { areTaken, areMade: areTaken && areMade };
}

function declaredKey(one: Declared): string {
  return `${one.index} ${keyOf(one)}`;
}

/** TypeScript's library takes keys of what others are given by `Pick` and its like alone, whose uses the server's search has. */
export async function declarationsOf(questions: Questions, named: Named): Promise<SourceLocation[]> {
  return (await allDeclarationsOf(questions, named)).filter((one) => !isOfLibrary(one.file));
}

async function allDeclarationsOf(questions: Questions, { file, nameEnd }: Named): Promise<SourceLocation[]> {
  const relative = questions.root.relative(file);
  const place = { path: { relative, absolute: file, kind: "file" as const }, offset: nameEnd - 1 };
  return questions.locations("definition", place);
}

/**
 * What a type is given to, the innermost first: `Emitter<Partial<Owner>>` has its keys too. What an interface or a class is given is
 * not what has its members.
 */
async function declaredBy(questions: Questions, file: string, givens: readonly Given[]): Promise<Declared[]> {
  const found: Declared[] = [];
  for (const { nameEnd, index } of givens) {
    const declared = await allDeclarationsOf(questions, { file, nameEnd });
    found.push(...declared.filter((one) => !isOfLibrary(one.file)).map((one) => ({ ...one, index })));
    if (declared.length > 0 && declared.every((one) => hasOwnMembers(questions, one))) break;
  }
  return found;
}

function hasOwnMembers({ reader }: Questions, { file, span }: SourceLocation): boolean {
  const before = reader.textOf(file)?.source.slice(Math.max(0, span.start - 40), span.start) ?? "";
  return /\b(?:interface|class)\s+$/.test(before);
}

interface Step extends Keyed {
  /** What its parameter is given on to. */
  readonly next: readonly Declared[];
}

/** Kept, since many calls and types lead to the same few. */
function stepFrom(questions: Questions, { file, span, index }: Declared): Promise<Step> {
  return questions.kept(`keyed step ${index} ${span.start} ${file}`, async () => {
    const around = await nodesAround(questions, file, span.start);
    const declaration = around.findLast((node) => parametersOf(node).length > 0);
    if (declaration === undefined) return { areTaken: false, areMade: false, next: [] };
    const names = index === undefined ? undefined : givenNames(questions, file, parametersOf(declaration), index);
    const all = names ?? new Set(around.flatMap(parametersOf).map(({ name }) => name.name));
    const { start, end } = declaration;
    const text = questions.reader.textOf(file)?.source.slice(start, end) ?? "";
    const chains = [...givenIn(text, all).values()].map((givens) =>
      givens.map((one) => ({ ...one, nameEnd: start + one.nameEnd })),
    );
    const next = (await Promise.all(chains.map((givens) => declaredBy(questions, file, givens)))).flat();
    return { areTaken: takesKeysOf(text, all), areMade: makesNames(declaration), next };
  });
}

/** The parameter that is given a type, and those that stand for it where nobody says otherwise: `Row` of `<T, Row = T>`. */
function givenNames(
  { reader }: Questions,
  file: string,
  parameters: readonly TSTypeParameter[],
  index: number,
): ReadonlySet<string> | undefined {
  const given = parameters[index];
  if (given === undefined) return undefined;
  const { source = "" } = reader.textOf(file) ?? {};
  const names = new Set([given.name.name]);
  for (let size = 0; size < names.size;) {
    size = names.size;
    for (const { name, constraint, default: other } of parameters)
      for (const one of [constraint, other]) {
        const words: string[] = one ? (textOf(source, one).match(NAMES) ?? []) : [];
        if (!words.includes("keyof") && words.some((word) => names.has(word))) names.add(name.name);
      }
  }
  return names;
}

const NAMES = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** The type parameters of a declaration; of a variable or a property those of its value or its type. */
function parametersOf(node: Node): TSTypeParameter[] {
  if ("typeParameters" in node && node.typeParameters !== null) return [...(node.typeParameters?.params ?? [])];
  switch (node.type) {
    case "VariableDeclarator":
      return [node.id.typeAnnotation?.typeAnnotation, node.init].flatMap((one) => (one ? parametersOf(one) : []));
    case "PropertyDefinition":
    case "TSPropertySignature":
      return childNodes(node).flatMap((one) =>
        parametersOf(one.type === "TSTypeAnnotation" ? one.typeAnnotation : one),
      );
    default:
      return [];
  }
}

/** Whether a text takes keys of one of some parameters, other than to map members that keep their names. */
export function takesKeysOf(text: string, names: ReadonlySet<string>): boolean {
  const name = Array.from(names, (one) => RegExp.escape(one)).join("|");
  const end = "(?![\\p{ID_Continue}$])";
  return new RegExp(
    `(?<!\\bin\\s+)\\bkeyof\\s+(?:${name})${end}|\\bkeyof\\s+(?:${name})${end}[^\\]]*?\\sas\\s`,
    "u",
  ).test(text);
}

/** What a text gives one of some types to, the innermost first, each way of it once. */
export function givenIn(text: string, names: ReadonlySet<string>): Map<string, readonly Given[]> {
  const found = new Map<string, readonly Given[]>();
  for (const name of names)
    for (const at of occurrences(text, name)) {
      if (IN_NAME.test(text[at - 1] ?? "") || IN_NAME.test(text[at + name.length] ?? "")) continue;
      const givens = [...genericsAround(text, at)];
      const key = givens.map((one) => `${one.name} ${one.index}`).join(" ");
      if (givens.length > 0 && !found.has(key)) found.set(key, givens);
    }
  return found;
}

const IN_NAME = /[\p{ID_Continue}$]/u;

/** UTF-16 units before a type in which what it is given to is looked for. */
const LONGEST = 300;

/** The generics in whose `<…>` an offset stands, the innermost first. */
function* genericsAround(text: string, offset: number): Generator<Given> {
  let closed = 0;
  let objects = 0;
  let lists = 0;
  let index = 0;
  for (let at = offset - 1; at >= Math.max(0, offset - LONGEST); at--) {
    const one = text[at] as string;
    // Arguments may be objects, `Emitter<{ more: 1 } & Owner>`, but what stands in one is given to nothing.
    if (one === "}") objects++;
    else if (one === "{" && objects > 0) objects--;
    else if (objects > 0) continue;
    else if (/[;(){=]/.test(one)) return;
    else if (one === ">") closed++;
    else if (one === "<" && closed > 0) closed--;
    else if (one === "]") lists++;
    else if (one === "[" && lists > 0) lists--;
    // What stands in a tuple is given where that is: its own commas are none of the arguments'.
    else if (one === "[") index = 0;
    else if (one === "," && closed === 0 && lists === 0) index++;
    else if (one === "<") {
      const [name = ""] =
        /[\p{ID_Start}$_][\p{ID_Continue}$]*(?=\s*$)/u.exec(text.slice(Math.max(0, at - 100), at)) ?? [];
      if (name === "") return;
      yield { name, nameEnd: text.lastIndexOf(name, at) + name.length, index };
      index = 0;
    }
  }
}
