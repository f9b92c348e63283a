import type { Node } from "oxc-parser";
import { makesNames } from "../../syntax/made-names.ts";
import { childNodes } from "../../syntax/parser/tree.ts";
import { occurrences } from "../../text/occurrences.ts";
import { isOfLibrary } from "../../workspace/installed-package.ts";
import { keyOf, type SourceLocation, unique } from "../locations.ts";
import type { Questions } from "../questions.ts";
import { nodesAround } from "../trees.ts";

/** Declarations that are looked at, one given the parameters of another: where there are more, keys are taken to be used. */
const MAX_DECLARATIONS = 100;

/** Files in which one name is asked about, by which each may mean another. */
const MAX_FILES = 5;

/** A generic type, class or function that is given a type, by the end of its name. UTF-16. */
interface Given {
  /** Absolute. */
  readonly file: string;
  readonly nameEnd: number;
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
  const asked = new Map<string, Given[]>();
  for (const file of await session.projects.loadedAmong(files, signal)) {
    const text = reader.textOf(file)?.source ?? "";
    for (const [name, nameEnd] of givenIn(text, names)) {
      const known = asked.getOrInsertComputed(name, () => []);
      if (known.length < MAX_FILES) known.push({ file, nameEnd });
    }
  }
  const declared = await Promise.all([...asked.values()].flat().map((place) => declarationsOf(questions, place)));
  return keyedBy(questions, declared.flat());
}

/** What some declarations do with the keys of their type parameters, and what these are given on to. */
export async function keyedBy(questions: Questions, declarations: readonly SourceLocation[]): Promise<Keyed> {
  const seen = new Set<string>();
  let [areTaken, areMade] = [false, false];
  for (let found = declarations; found.length > 0 && !(areTaken && areMade);) {
    const fresh = unique(found).filter((one) => !seen.has(keyOf(one)));
    for (const one of fresh) seen.add(keyOf(one));
    if (seen.size > MAX_DECLARATIONS) return { areTaken: true, areMade };
    const declared = await Promise.all(fresh.map((one) => stepFrom(questions, one)));
    areTaken ||= declared.some((one) => one.areTaken);
    areMade ||= declared.some((one) => one.areMade);
    found = declared.flatMap((one) => one.next);
  }
  return { areTaken, areMade: areTaken && areMade };
}

/** TypeScript's library takes keys of what others are given by `Pick` and its like alone, whose uses the server's search has. */
export async function declarationsOf(questions: Questions, { file, nameEnd }: Given): Promise<SourceLocation[]> {
  const relative = questions.root.relative(file);
  const place = { path: { relative, absolute: file, kind: "file" as const }, offset: nameEnd - 1 };
  return (await questions.locations("definition", place)).filter((one) => !isOfLibrary(one.file));
}

interface Step extends Keyed {
  /** What one of its parameters is given on to. */
  readonly next: readonly SourceLocation[];
}

/** Kept, since many calls and types lead to the same few. */
function stepFrom(questions: Questions, { file, span }: SourceLocation): Promise<Step> {
  return questions.kept(`keyed step ${span.start} ${file}`, async () => {
    const around = await nodesAround(questions, file, span.start);
    const names = new Set(around.flatMap(parametersOf));
    const declaration = around.findLast((node) => parametersOf(node).length > 0);
    if (declaration === undefined) return { areTaken: false, areMade: false, next: [] };
    const { start, end } = declaration;
    const text = questions.reader.textOf(file)?.source.slice(start, end) ?? "";
    const given = Array.from(givenIn(text, names), ([, nameEnd]) => ({ file, nameEnd: start + nameEnd }));
    const next = (await Promise.all(given.map((place) => declarationsOf(questions, place)))).flat();
    return { areTaken: takesKeysOf(text, names), areMade: makesNames(declaration), next };
  });
}

/** The type parameters of a declaration; of a variable or a property those of its value or its type. */
function parametersOf(node: Node): string[] {
  if ("typeParameters" in node && node.typeParameters !== null)
    return (node.typeParameters?.params ?? []).map((one) => one.name.name);
  switch (node.type) {
    case "VariableDeclarator":
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

/** The names that a text gives one of some types to, each with the offset of its end where it does so first. */
export function givenIn(text: string, names: ReadonlySet<string>): Map<string, number> {
  const found = new Map<string, number>();
  for (const name of names)
    for (const at of occurrences(text, name)) {
      if (IN_NAME.test(text[at - 1] ?? "") || IN_NAME.test(text[at + name.length] ?? "")) continue;
      for (const [generic, end] of genericsAround(text, at)) if (!found.has(generic)) found.set(generic, end);
    }
  return found;
}

const IN_NAME = /[\p{ID_Continue}$]/u;

/** UTF-16 units before a type in which what it is given to is looked for. */
const LONGEST = 300;

/** The names in whose `<…>` an offset stands, the innermost first, with the offsets of their ends. */
function* genericsAround(text: string, offset: number): Generator<[name: string, end: number]> {
  let closed = 0;
  let objects = 0;
  for (let at = offset - 1; at >= Math.max(0, offset - LONGEST); at--) {
    const one = text[at] as string;
    // Arguments may be objects, `Emitter<{ more: 1 } & Owner>`, but what stands in one is given to nothing.
    if (one === "}") objects++;
    else if (one === "{" && objects > 0) objects--;
    else if (objects > 0) continue;
    else if (/[;(){=]/.test(one)) return;
    else if (one === ">") closed++;
    else if (one === "<" && closed > 0) closed--;
    else if (one === "<") {
      const [name = ""] =
        /[\p{ID_Start}$_][\p{ID_Continue}$]*(?=\s*$)/u.exec(text.slice(Math.max(0, at - 100), at)) ?? [];
      if (name === "") return;
      yield [name, text.lastIndexOf(name, at) + name.length];
    }
  }
}
