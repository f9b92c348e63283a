import type { Class, Node, Program } from "oxc-parser";
import type { Span } from "../text/span.ts";
import { lastPart } from "./last-part.ts";
import { childNodes } from "./parser/tree.ts";

/** A class that extends what may be another class by another name, or what a call makes of one. Spans in UTF-16. */
export interface OddHeir {
  /** Its name, or the class up to its body. */
  readonly span: Span;
  /** Its name; empty where it has none. */
  readonly name: string;
  /** What stands in what it extends that may be a class: names, and the strings of `require()`. */
  readonly bases: readonly Span[];
  /** Whether it names the base as a member of something. */
  readonly isOfMember: boolean;
  /** Where the function is named that gives what it extends, where that is given nothing. */
  readonly maker?: number;
}

/** What stands between a variable and the end of its statement where it is given what a name stands for; for ripgrep, too. */
const GIVEN = "\\s*(?::[^=;{}]*)?=\\s*[\\w$.]*?([\\w$]+)\\s*(?:;|$)";

/** Matches where a variable may stand for a class, and where a class extends anything, for ripgrep. */
export const STANDING_FOR = `\\b(?:const|let|var)\\s+([\\w$]+)${GIVEN}`;
export const EXTENDING = "\\bclass\\b[^{};]*\\bextends\\s";

/** The names that a text gives to others: `Alias` to `Base` of `const Alias = all.Base`, and of `{ Base as Alias }`. */
export function namesGiven(source: string): [name: string, other: string][] {
  const variables = source.matchAll(new RegExp(STANDING_FOR, "gm"));
  const specifiers = source.matchAll(/([\p{ID_Continue}$]+)\s+as\s+([\p{ID_Continue}$]+)/gu);
  return [
    ...Array.from(variables, ([, other = "", name = ""]): [string, string] => [name, other]),
    ...Array.from(specifiers, ([, name = "", other = ""]): [string, string] => [name, other]),
  ];
}

/** The same of members with some names: `Inner` to `Base` of `{ Inner: Base }` and `static Inner = Base`. */
export function membersGiven(source: string, members: ReadonlySet<string>): [name: string, other: string][] {
  const found = source.matchAll(
    /([\p{ID_Continue}$]+)\s*[:=]\s*(?:[\p{ID_Continue}$]+\s*\.\s*)*([\p{ID_Continue}$]+)/gu,
  );
  return Array.from(found, ([, other = "", name = ""]): [string, string] => [name, other]).filter(([, other]) =>
    members.has(other),
  );
}

/** Whether a text may hold one: all others extend what they name, with what that is given as a type. */
export function mayHoldOddHeirs(source: string, isGiven: (name: string) => boolean): boolean {
  return source.matchAll(EXTENDED).some(([, name = "", more]) => more !== undefined || isGiven(name));
}

const EXTENDED = /\bextends\s+([\p{ID_Continue}$]+)\s*([.(]|<[^{}]*>\s*\()?/gu;

/** @param isGiven whether a name is given what another stands for, so that it may be that of a class without being declared as one */
export function oddHeirsIn(program: Program, isGiven: (name: string) => boolean): OddHeir[] {
  return classesIn(program).flatMap(({ superClass, id, start, body }) => {
    if (superClass === null || (superClass.type === "Identifier" && !isGiven(superClass.name))) return [];
    const isCalled = superClass.type === "CallExpression" && superClass.arguments.length === 0;
    const maker = isCalled ? lastPart(superClass.callee) : undefined;
    return {
      span: { start: id?.start ?? start, end: id?.end ?? body.start },
      name: id?.name ?? "",
      bases: namesIn(superClass),
      isOfMember: superClass.type === "MemberExpression",
      ...(maker && { maker: maker.start }),
    };
  });
}

function classesIn(program: Program): Class[] {
  const found: Class[] = [];
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    pending.push(...childNodes(node));
    if (node.type === "ClassDeclaration" || node.type === "ClassExpression") found.push(node);
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** The name itself, and in calls what these are given. */
function namesIn(node: Node): Span[] {
  if (node.type === "CallExpression") return node.arguments.flatMap(namesIn);
  if (node.type === "Literal")
    return typeof node.value === "string" ? [{ start: node.start + 1, end: node.end - 1 }] : [];
  const name = lastPart(node);
  return name === undefined ? [] : [{ start: name.start, end: name.end }];
}
