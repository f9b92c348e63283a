import type { Span } from "../text/span.ts";
import type { Declaration } from "./declaration.ts";
import type { Leads } from "./comments/lead.ts";

/** What a declaration is a member of. */
export interface Owner {
  /** The name path of the owner with a dot behind it; empty at the top level. */
  readonly prefix: string;
  /** Whether an importer can reach the owner. */
  readonly exported: boolean;
  /** Inside `declare`, or in a declaration file. */
  readonly ambient: boolean;
  readonly source: string;
  /** The top level of a file of JavaScript that is no ES module. */
  readonly isCommonJs?: true;
  /** Variables of that which stand for its exports. */
  readonly exportsNames?: ReadonlySet<string>;
  /** One that assigns all of `module.exports`. */
  readonly isReplaced?: true;
  /** The top level of a file of JavaScript, where members may be added to prototypes: names that are exported where they are declared. */
  readonly prototypesOf?: ReadonlySet<string>;
  /** At the top level of a file, what its statements may give members to, by name. */
  readonly expandos?: ReadonlyMap<string, Expando>;
  /** Absent where nobody asks for leads. */
  readonly leads: Leads | undefined;
}

/** What statements may give members to. */
export interface Expando {
  /** Names of those that it has of itself, or was given by now. */
  readonly declared: Set<string>;
  /** Whether it is exported where it is declared. */
  readonly isExported: boolean;
  /** TypeScript 7 does not follow what it is given: `const app = module.exports = {}`, `const app = { name: "a" }`. */
  readonly isUntracked: boolean;
}

/** A declaration before its neighbours are known: its lead is missing, and what overloads of it follow. */
export interface Draft {
  readonly declaration: { -readonly [Key in keyof Declaration]: Declaration[Key] };
  /** Alike for declarations that may be overloads of one another. */
  readonly overloadKey?: string;
  readonly hasBody?: boolean;
  /** The first name of a statement that declares several: the comments above are its. */
  readonly isFirst?: boolean;
}

/** Joins overload signatures with their implementation, and finds the lead of each declaration. */
export function mergeOverloads(drafts: readonly Draft[], leads: Leads | undefined): Declaration[] {
  const declarations: Declaration[] = [];
  for (let index = 0; index < drafts.length;) {
    const first = drafts[index] as Draft;
    let end = index + 1;
    while (isOverload(drafts[end - 1] as Draft, drafts[end])) end++;
    if (leads !== undefined) for (const draft of drafts.slice(index, end)) attachLead(draft, leads);
    if (end > index + 1) join(first, drafts.slice(index, end));
    declarations.push(first.declaration);
    index = end;
  }
  return declarations;
}

function isOverload(previous: Draft, next: Draft | undefined): boolean {
  return previous.overloadKey !== undefined && previous.overloadKey === next?.overloadKey && previous.hasBody === false;
}

function attachLead({ declaration, isFirst }: Draft, leads: Leads): void {
  const lead = leads.before(isFirst === true ? (declaration.statement as Span).start : declaration.span.start);
  if (lead !== undefined) declaration.lead = lead;
}

function join({ declaration }: Draft, parts: readonly Draft[]): void {
  const last = (parts.at(-1) as Draft).declaration;
  declaration.overloads = parts.map(({ declaration: { span, nameRange, head, lead } }) => ({
    span,
    nameRange,
    head,
    ...(lead && { lead }),
  }));
  declaration.span = { start: declaration.span.start, end: last.span.end };
  declaration.children = last.children;
}
