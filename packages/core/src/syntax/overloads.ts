import type { Span } from "../text/span.ts";
import type { Declaration } from "./declaration.ts";
import type { Leads } from "./lead.ts";

/** What a declaration is a member of. */
export interface Owner {
  readonly path: readonly string[];
  /** Whether an importer can reach the owner. */
  readonly exported: boolean;
  /** Inside `declare`, or in a declaration file. */
  readonly ambient: boolean;
  readonly source: string;
  readonly leads: Leads;
}

/** A declaration before its neighbours are known. */
export interface Draft extends Omit<Declaration, "lead" | "overloads"> {
  /** Alike for declarations that may be overloads of one another. */
  readonly overloadKey?: string;
  readonly hasBody?: boolean;
  /** False for the later names of a statement that declares several: the comments above belong to the first. */
  readonly isFirst?: boolean;
}

/** Joins overload signatures with their implementation, and finds the lead of each declaration. */
export function mergeOverloads(drafts: readonly Draft[], leads: Leads): Declaration[] {
  const declarations: Declaration[] = [];
  for (let index = 0; index < drafts.length;) {
    const first = drafts[index] as Draft;
    let end = index + 1;
    while (isOverload(drafts[end - 1] as Draft, drafts[end])) end++;
    declarations.push(declaration(drafts.slice(index, end), first, leads));
    index = end;
  }
  return declarations;
}

function isOverload(previous: Draft, next: Draft | undefined): boolean {
  return previous.overloadKey !== undefined && previous.overloadKey === next?.overloadKey && previous.hasBody === false;
}

function declaration(parts: readonly Draft[], first: Draft, leads: Leads): Declaration {
  const { overloadKey: _key, hasBody: _hasBody, isFirst, ...own } = first;
  const last = parts.at(-1) as Draft;
  const lead = leads.before(isFirst === true ? (own.statement as Span).start : own.span.start);
  return {
    ...own,
    ...(lead === undefined ? {} : { lead }),
    ...(parts.length === 1
      ? {}
      : {
          span: { start: own.span.start, end: last.span.end },
          overloads: parts.map(({ span }) => span),
          children: last.children,
        }),
  };
}
