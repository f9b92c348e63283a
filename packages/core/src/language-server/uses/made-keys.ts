import { makesNames } from "../../syntax/made-names.ts";
import { occurrences } from "../../text/occurrences.ts";
import { loadParser, parseSource } from "../../syntax/parser/parse.ts";
import type { Quoted, Suspect } from "./key-complaints.ts";
import type { Questions } from "../questions.ts";

/** What may be a template among types, as a text has it: `as \`on${string & K}\``, `name: \`${K}Changed\``. */
const TEMPLATE = "[<|:=&(?,]\\s*`[^`]*\\$\\{|\\bas\\s+`";

/** Whether types of the workspace may make names of keys. */
async function makesKeys({ session, reader, signal }: Questions): Promise<boolean> {
  return session.candidates.kept("makes keys", async () => {
    const keying = await session.candidates.holding(new Set(["keyof"]), signal);
    if (keying.length === 0) return false;
    const templates = await session.candidates.matching(TEMPLATE, signal);
    const oxc = await loadParser();
    return [...new Set(keying).intersection(new Set(templates))].some((file) => {
      const outcome = parseSource(oxc, file, reader.textOf(file)?.source ?? "");
      return outcome.ok && makesNames(outcome.parsed.program);
    });
  });
}

/**
 * Names that may be made of another one: strings that hold it among others, `"user.email"`, and where types of the workspace make
 * such names of keys what has it as a part, `onRename`.
 *
 * @param isKnown whether a place of a file was found already
 */
export async function madeNames(
  questions: Questions,
  name: string,
  isKnown: (file: string, start: number) => boolean,
): Promise<Suspect[]> {
  const { session, reader, signal } = questions;
  const isMaking = await makesKeys(questions);
  const [holding, parts] = await Promise.all([
    session.candidates.holding(new Set([name]), signal),
    isMaking ? session.candidates.matching(partsOf(name), signal) : [],
  ]);
  const files = [...(await session.projects.loadedAmong([...new Set([...holding, ...parts])], signal))].toSorted();
  return files.flatMap((file) => {
    const source = reader.textOf(file)?.source ?? "";
    const strings = [...stringsWith(source, name), ...(isMaking ? namesWith(source, name) : [])].filter(
      ({ start }) => !isKnown(file, start),
    );
    return strings.length === 0 || strings.length > MAX_NAMES ? [] : [{ file, strings }];
  });
}

/** Names that are looked at in one file. */
const MAX_NAMES = 100;

/** For ripgrep: a name as a part of another, by its case or by what joins them. */
function partsOf(name: string): string {
  const one = RegExp.escape(name);
  return `\\b${one}[A-Z0-9_$]|[a-z0-9_$]${RegExp.escape(capitalized(name))}(?:[A-Z0-9_$]|\\b)|[_$]${one}(?:[A-Z0-9_$]|\\b)`;
}

function capitalized(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** UTF-16 units of a string beside a name in it that are looked at. */
const LONGEST = 80;

/** Strings of one word that hold a name beside others: `"user.email"`, `"update:value"`. What holds a `/` is a path. */
export function stringsWith(source: string, name: string): Quoted[] {
  const found = new Map<number, Quoted>();
  for (const at of occurrences(source, name)) {
    if (/[\w$]/.test(source[at - 1] ?? "") || /[\w$]/.test(source[at + name.length] ?? "")) continue;
    const before = /(["'`])[^"'`\s/]*$/.exec(source.slice(Math.max(0, at - LONGEST), at));
    const after = /^[^"'`\s/]*(["'`])/.exec(source.slice(at + name.length, at + name.length + LONGEST));
    if (before === null || after === null || before[1] !== after[1]) continue;
    if (before[0].length + after[0].length === 2) continue;
    const start = at - before[0].length;
    found.set(start, { start, end: at + name.length + after[0].length });
  }
  return [...found.values()];
}

/** Names of which a name is a part by its case or by what joins them, with the places of quotes where these have none. */
export function namesWith(source: string, name: string): Quoted[] {
  const found = new Map<number, Quoted>();
  for (const [part, before] of [
    [name, /[_$]/],
    [capitalized(name), /[a-z0-9_$]/],
  ] as const)
    for (const at of occurrences(source, part)) {
      const [left = "", right = ""] = [source[at - 1], source[at + part.length]];
      const isJoined = before.test(left) && !/[a-z]/.test(right);
      const isFirst = part === name && !/[\w$]/.test(left) && /[A-Z0-9_$]/.test(right);
      if (!isJoined && !isFirst) continue;
      const start = at - (/[\w$]*$/.exec(source.slice(Math.max(0, at - LONGEST), at))?.[0].length ?? 0);
      const end = at + (/^[\w$]*/.exec(source.slice(at, at + LONGEST))?.[0].length ?? 0);
      found.set(start, { start: start - 1, end: end + 1 });
    }
  return [...found.values()];
}
