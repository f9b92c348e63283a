import type { Questions } from "../questions.ts";
import { makesNames } from "../../syntax/made-names.ts";
import { programOf } from "../trees.ts";
import { givenToKeyed } from "./keyed-generics.ts";

/** Types of one family that are gone through: where there are more, the keys of one of them are taken to be used. */
const MAX_TYPES = 200;

export interface TakenKeys {
  /** The types and the values whose keys are asked for, and what has their members besides, as far as these were gone through. */
  readonly family: ReadonlySet<string>;
  readonly areTaken: boolean;
  /** A file, absolute, whose text takes them; none where what is given one of the types does, or there are too many to tell. */
  readonly by?: string;
  /** As {@link areKeysMade} has it, where that is known by then. */
  readonly areMade?: boolean;
}

/**
 * Whether something may take keys of one of some types or values, or of what has their members besides: `keyof Owner`, or what is
 * given it, `new Emitter<Owner>()`, `mitt<Owner>()`, where `Owner` may be what extends it, too, or another name. Most types are only
 * named, and to check files takes longer than most questions: texts tell.
 */
export async function takenKeys(questions: Questions, owners: ReadonlySet<string>): Promise<TakenKeys> {
  if (owners.size === 0) return { family: owners, areTaken: false };
  return questions.kept(keyOfTaken(owners), async () => {
    const family = new Family(owners);
    for await (const { file, text, names } of family.texts(questions)) {
      if (takesKeysIn(text, names)) return { family: family.names, areTaken: true, by: file };
    }
    if (family.isLarge) return { family: family.names, areTaken: true };
    const given = await givenToKeyed(questions, family.files, family.names);
    return { family: family.names, areTaken: given.areTaken, areMade: given.areMade };
  });
}

/** Whether something makes other names of such keys: a text that takes them, `on${Capitalize<keyof Owner>}`, or what is given the type. */
export async function areKeysMade(questions: Questions, owners: ReadonlySet<string>): Promise<boolean> {
  const { areTaken, areMade } = await takenKeys(questions, owners);
  if (areMade !== undefined || !areTaken) return areMade ?? false;
  return questions.kept(`made keys ${keyOfTaken(owners)}`, async () => {
    const family = new Family(owners);
    for await (const { file, text, names } of family.texts(questions))
      if (text.includes("${") && takesKeysIn(text, names) && (await makesNamesIn(questions, file))) return true;
    return (await givenToKeyed(questions, family.files, family.names)).areMade;
  });
}

function keyOfTaken(owners: ReadonlySet<string>): string {
  return `taken keys ${[...owners].toSorted().join(" ")}`;
}

interface FamilyText {
  /** Absolute. */
  readonly file: string;
  readonly text: string;
  /** Those that it is looked at for. */
  readonly names: ReadonlySet<string>;
}

async function makesNamesIn(questions: Questions, file: string): Promise<boolean> {
  const program = await programOf(questions, file);
  return program !== undefined && makesNames(program);
}

/** Types and values that have the members of some, by the texts that name them. */
class Family {
  readonly names: Set<string>;
  /** Those that hold one of the names, as far as they were gone through; absolute. */
  readonly files: string[] = [];
  #added: ReadonlySet<string>;

  constructor(owners: ReadonlySet<string>) {
    this.names = new Set(owners);
    this.#added = owners;
  }

  /** Whether there are more than are gone through. */
  get isLarge(): boolean {
    return this.names.size > MAX_TYPES;
  }

  /** One at a time: all that hold a common name may be most of the workspace. */
  async *texts(questions: Questions): AsyncGenerator<FamilyText> {
    const { session, reader, signal } = questions;
    while (this.#added.size > 0 && !this.isLarge) {
      const names = this.#added;
      const derived = new Set<string>();
      for (const file of await session.candidates.holding(names, signal)) {
        const text = reader.textOf(file)?.source ?? "";
        this.files.push(file);
        yield { file, text, names };
        for (const one of derivedIn(text, names)) derived.add(one);
        for (const one of await defaultNames(questions, file, text, names)) derived.add(one);
      }
      this.#added = derived.difference(this.names);
      for (const one of this.#added) this.names.add(one);
    }
  }
}

/** What importers call the default export of a file, where that is one of some types. */
async function defaultNames(
  questions: Questions,
  file: string,
  text: string,
  names: ReadonlySet<string>,
): Promise<string[]> {
  if (!isDefaultIn(text, names)) return [];
  const graph = await questions.moduleGraph();
  const found = new Set<string>();
  const passing = new Set([questions.root.relative(file)]);
  for (const path of passing)
    for (const { importer, record } of graph.importsOf(path))
      for (const { imported, local } of record.names)
        if (imported === "default")
          if (record.reExport && local === "default") passing.add(importer.path);
          else found.add(local);
  return [...found];
}

/** Whether the default export of a text is one of some types. */
export function isDefaultIn(text: string, names: ReadonlySet<string>): boolean {
  if (!/\bdefault\b|\bexport\s*=/.test(text)) return false;
  const name = oneOf(names);
  return new RegExp(
    `\\bexport\\s*(?:default|=)\\s*(?:(?:abstract|declare|class|interface|enum)\\s+)*${name}|${name}\\s+as\\s+default\\b`,
    "u",
  ).test(text);
}

const NAME = "[\\p{ID_Start}$_][\\p{ID_Continue}$]*";

/** One of some names, which may stand in a namespace. */
function oneOf(names: ReadonlySet<string>): string {
  const all = Array.from(names, (one) => RegExp.escape(one)).join("|");
  return `(?<![\\p{ID_Continue}$])(?:${NAME}\\.)*(?:${all})(?![\\p{ID_Continue}$])`;
}

/** What may stand before a type in one that has its members: `Partial<`, `Other &`, `(`. */
const WITHIN = "(?:(?:typeof|readonly)\\s+|(?:[\\p{ID_Continue}$.]+\\s*[<|&]|\\{[^{}]*\\}\\s*[|&]|[(|&])\\s*)*";

/** Whether a text takes keys of one of some types or values. */
export function takesKeysIn(text: string, names: ReadonlySet<string>): boolean {
  const name = oneOf(names);
  if (!text.includes("keyof")) return false;
  if (new RegExp(`\\bkeyof\\s+${WITHIN}${name}`, "u").test(text)) return true;
  // Of a type parameter, `T extends Owner`, and of a value of the type it is taken where these are known.
  const taken = new Set(Array.from(text.matchAll(KEYED), ([, one = ""]) => one));
  return (
    taken.size > 0 && new RegExp(`${oneOf(taken)}(?:\\s+extends\\s|\\s*\\??\\s*:)\\s*${WITHIN}${name}`, "u").test(text)
  );
}

const KEYED = new RegExp(`\\bkeyof\\s+(?:typeof\\s+)?(${NAME})`, "gu");

/** The types of a text that have the members of one of some others: what extends or implements it, is made of it, or is its other name. */
export function derivedIn(text: string, names: ReadonlySet<string>): string[] {
  const name = new RegExp(oneOf(names), "u");
  if (!name.test(text)) return [];
  const heirs = [...text.matchAll(CLASS)].flatMap(({ 1: head = "", index }) => {
    const heritage = /\b(?:extends|implements)\b[^]*/.exec(withoutParameters(head));
    if (heritage === null || !name.test(heritage[0])) return [];
    // The other name of a class, `const Held = class Own`, is that of others.
    const held = HELD.exec(text.slice(Math.max(0, index - 100), index))?.[1];
    return held ?? DECLARED.exec(withoutParameters(head).slice(0, heritage.index))?.[1] ?? [];
  });
  const made = [...text.matchAll(ALIAS)].flatMap(({ 0: { length }, 1: alias = "", index }) => {
    const after = text.slice(index + length, index + length + LONGEST);
    return name.test(after) && name.test(madeOf(after)) ? [alias] : [];
  });
  const renamed = text.matchAll(
    new RegExp(`[{,]\\s*(?:type\\s+)?${oneOf(names)}\\s+as\\s+(${NAME})\\s*(?=[,}])`, "gu"),
  );
  return [...heirs, ...made, ...renamed.flatMap(([, one = "default"]) => (one === "default" ? [] : [one]))];
}

/** The head of a class or an interface without its type parameters: what they extend, it does not. */
function withoutParameters(head: string): string {
  const start = PARAMETERS.exec(head)?.[0].length;
  if (start === undefined) return head;
  let depth = 1;
  let at = start;
  for (; at < head.length && depth > 0; at++) {
    if (head[at] === "<") depth++;
    if (head[at] === ">" && head[at - 1] !== "=") depth--;
  }
  return head.slice(0, start - 1) + head.slice(at);
}

/** The head of a class or an interface, in which braces are those of a type that it is given. */
const CLASS = /\b(?:class|interface)\b((?:[^{}]|\{[^{}]{0,300}\}(?=\s*[>,|&\])])){0,600})\{/g;
const DECLARED = new RegExp(`^\\s*(${NAME})`, "u");
const PARAMETERS = new RegExp(`^\\s*(?:${NAME}\\s*)?<`, "u");
const HELD = new RegExp(`(${NAME})\\s*=\\s*$`, "u");

const ALIAS = new RegExp(`\\btype\\s+(${NAME})\\s*(?=[<=])`, "gu");

/** UTF-16 units of a type that are looked at. */
const LONGEST = 2_000;

/** A type that a text starts with, without what stands in braces, and without functions: these are none of its names. */
function madeOf(text: string): string {
  let own = "";
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const one = text[at] as string;
    if (one === "}" && --depth < 0) break;
    if (depth === 0 && (one === ";" || (one === "\n" && isEnd(own, text.slice(at, at + 200))))) break;
    if (depth === 0) own += one;
    if (one === "{") depth++;
  }
  return own.replaceAll(/\([^()]*\)\s*=>[^|&]*/g, "");
}

/** Whether a type ends with a line: no operator stands at its end, and none at the start of what follows. */
function isEnd(before: string, after: string): boolean {
  return (
    !/(?:[=|&<(,?:[]|\b(?:keyof|extends|typeof|readonly))\s*$/.test(before) && /^\s*[\p{ID_Start}$_@]/u.test(after)
  );
}
