import { nameAt } from "../../text/name-at.ts";
import { installedPackage } from "../../workspace/installed-package.ts";
import type { KnownPlace } from "./indirect-uses.ts";
import type { Questions } from "../questions.ts";

/** The workspace as it would be if a member had another name. */
export interface WorldWithout {
  /** As long as its own: offsets stay. */
  readonly other: string;
  /** Whether every reference that is known has the other name: what packages declare keeps its own. */
  readonly isWhole: boolean;
  /** Texts in which it has the other name where it is declared, and where it is known to be referred to, on top of others. */
  over(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string>;
}

/**
 * @param declaring places that declare it, or what it goes by one name with
 * @param known references to it
 */
export function worldWithout(
  { reader, root }: Questions,
  name: string,
  declaring: readonly KnownPlace[],
  known: readonly KnownPlace[],
): WorldWithout {
  const other = otherName(name);
  const isOwn = ({ file }: KnownPlace) => root.holds(file) && installedPackage(root.relative(file)) === undefined;
  const own = known.filter(isOwn);
  const startOf = ({ file, span }: KnownPlace, isDeclared: boolean) => {
    const source = reader.textOf(file)?.source ?? "";
    const its = keyIn(source, span.start);
    return its?.name !== name || (!isDeclared && isShorthandAt(source, its)) ? [] : [{ file, start: its.start }];
  };
  const places = [...declaring.flatMap((one) => startOf(one, true)), ...own.flatMap((one) => startOf(one, false))];
  return {
    other,
    isWhole: own.length === known.length,
    over: (texts) =>
      places.reduce((all, { file, start }) => {
        const text = all.get(file) ?? reader.textOf(file)?.source ?? "";
        return all.set(file, text.slice(0, start) + other + text.slice(start + other.length));
      }, new Map(texts)),
  };
}

/** Another name of the same length: offsets stay. */
function otherName(name: string): string {
  return ["$", "_"].map((end) => name.slice(0, -1) + end).find((one) => one !== name) as string;
}

/** Whether a name is that of a variable too, `{ name }`: what has another name there has it elsewhere as well. */
function isShorthandAt(source: string, { name, start }: { readonly name: string; readonly start: number }): boolean {
  return (
    /[{,]\s*$/.test(source.slice(Math.max(0, start - 40), start)) &&
    /^\s*[,}=]/.test(source.slice(start + name.length, start + name.length + 40))
  );
}

/** The name of a member as it is declared, with quotes or without; the offset is that of the name itself. */
export function keyIn(source: string, offset: number): { readonly name: string; readonly start: number } | undefined {
  const at = /["']/.test(source[offset - 1] ?? "") ? offset - 1 : offset;
  const quoted = /^(["'])((?:(?!\1)[^\\\n])+)\1/.exec(source.slice(at, at + 200))?.[2];
  if (quoted !== undefined) return { name: quoted, start: at + 1 };
  const name = nameAt(source, offset);
  return name === undefined || name.startsWith("#") || !source.startsWith(name, offset)
    ? undefined
    : { name, start: offset };
}

/** The name of a member at an offset (UTF-16), also one that is no identifier: `"aria-label"`, `404`. None of what is private. */
export function memberNameAt(source: string, offset: number): string | undefined {
  const name =
    keyIn(source, offset)?.name ?? nameAt(source, offset) ?? NUMBER.exec(source.slice(offset, offset + 20))?.[0];
  return name?.startsWith("#") === true ? undefined : name;
}

/** As JavaScript writes the name that it is. */
const NUMBER = /^(?:0|[1-9]\d{0,14})(?![\w.])/;
