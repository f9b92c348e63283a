import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import type { Span } from "@kart/core/text/span";
import { commentNames } from "./comment-names.ts";
import { commentUses } from "./comment-uses.ts";
import type { Heads } from "./heads.ts";
import { type Binding, type BindingKind, Meaning, type NamePlace, Scope, type Tie } from "./scopes.ts";

/** Where a node stands. */
export interface Place {
  readonly scope: Scope;
  /** What `var` declares in, and the parameters beside it. */
  readonly vars: Scope;
  readonly params?: Scope | undefined;
  /** What `infer` declares in. */
  readonly infers?: Scope | undefined;
  readonly path: readonly string[];
  readonly heads: Heads;
  readonly isStrict: boolean;
}

/** A use waits until all is declared: functions and types are used before they are. */
interface WaitingUse {
  readonly name: string;
  readonly meaning: number;
  readonly place: NamePlace;
  readonly scope: Scope;
}

/** What a name is besides, where a pattern declares it. */
export type Written = Pick<NamePlace, "isShorthand" | "other"> & { readonly isMember?: true };

/** A name as the tree has it: what stands behind it may be part of its node. */
export interface Identifier {
  readonly name: string;
  readonly start: number;
}

/** What a walk through a file has found so far: scopes, what they declare, and uses. */
export class ScopeNotes {
  readonly #scopes: Scope[] = [];
  readonly #uses: WaitingUse[] = [];
  /** Names that reach from a scope out to another one. */
  readonly #reaching: { readonly name: string; readonly tie: Tie; readonly from: Scope; readonly to: Scope }[] = [];
  readonly #enums = new Map<Scope, Map<string, Scope>>();

  open(parent: Scope | undefined, span: Span, heads?: readonly number[]): Scope {
    const scope = new Scope(parent, { start: span.start, end: span.end }, heads);
    this.#scopes.push(scope);
    return scope;
  }

  /** The scope that all parts of an enum share. */
  openPart(parent: Scope, node: Span & { readonly id: Identifier }): Scope {
    const parts = this.#enums.get(parent) ?? new Map<string, Scope>();
    this.#enums.set(parent, parts);
    const scope = parts.get(node.id.name) ?? this.open(parent, node);
    parts.set(node.id.name, scope);
    return scope;
  }

  declare(kind: BindingKind, name: Identifier, at: Place, scope = at.scope, written: Written = {}): void {
    if (name.name === "this") return;
    const { isMember = false, ...more } = written;
    const path = [...at.path, name.name];
    scope.declare({ name: name.name, kind, path, isMember }, { ...spanOf(name), ...more });
  }

  /** What `var`, and a function at the top of another, declares: the same as a parameter of that name. */
  declareVar(kind: BindingKind, name: Identifier, at: Place, written?: Written): void {
    const isParameter = at.params?.declares(name.name, Meaning.value) === true;
    const to = isParameter ? at.params : at.vars;
    this.declare(kind, name, at, to, written);
    if (at.scope !== at.vars)
      this.#reaching.push({ name: name.name, tie: kind === "function" ? kind : "var", from: at.scope, to });
  }

  use(name: Identifier, meaning: number, at: Place, more: object = {}): void {
    this.#uses.push({ name: name.name, meaning, place: { ...spanOf(name), ...more }, scope: at.scope });
  }

  /** In JavaScript the compiler reads types in comments. */
  useInComments(parsed: ParsedSource): void {
    // Those that comments bring themselves mean no code of the name.
    const given = new Set(commentNames(parsed).map(({ name }) => name));
    for (const { name, start, comment, isOfValue, isPredicate } of commentUses(parsed)) {
      if (given.has(name) && !isOfValue) continue;
      const own = isOfValue || isPredicate ? this.#documented(parsed.source, comment, name) : undefined;
      // Scopes are opened from the outside inwards.
      const scope = own ?? this.#scopes.findLast(({ span }) => span.start <= comment.start && comment.start < span.end);
      if (scope !== undefined) this.#uses.push({ name, meaning: Meaning.any, place: spanOf({ name, start }), scope });
    }
  }

  /** The function below a doc comment, where a name is one of its parameters. */
  #documented(source: string, { end }: Span, name: string): Scope | undefined {
    return this.#scopes.find(
      ({ heads, bindings }) =>
        heads.some((head) => end <= head && source.slice(end, head).trim() === "") &&
        bindings.some((one) => one.kind === "parameter" && one.name === name),
    );
  }

  /** Every binding with its uses, in the order of the source. To be asked for once. */
  bindings(): Binding[] {
    for (const { name, tie, from, to } of this.#reaching)
      for (let scope = from; scope !== to && scope.parent !== undefined; scope = scope.parent)
        if (scope.declares(name, Meaning.value)) for (const one of [scope, to]) one.tie(name, tie);
    for (const { name, meaning, place, scope } of this.#uses) scope.use(name, meaning, place);
    return this.#scopes
      .flatMap(({ bindings }) => bindings)
      .toSorted((a, b) => (a.declared[0] as NamePlace).start - (b.declared[0] as NamePlace).start);
  }
}

function spanOf({ name, start }: { readonly name: string; readonly start: number }): NamePlace {
  return { start, end: start + name.length };
}
