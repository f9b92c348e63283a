import type { Span } from "@kart/core/text/span";

/** What a name may stand for. TypeScript keeps these apart: a value and a type of one name are two things. */
export const Meaning = { value: 1, type: 2, namespace: 4, any: 7, label: 8 } as const;

export type BindingKind =
  | "const"
  | "let"
  | "var"
  | "using"
  | "function"
  | "class"
  | "interface"
  | "type"
  | "enum"
  | "enum-member"
  | "namespace"
  | "parameter"
  | "type parameter"
  | "import"
  | "label";

/** Where a name is written. UTF-16 offsets. */
export interface NamePlace extends Span {
  /** It is the name of a property too: `{ a }`. */
  readonly isShorthand?: true;
  /** The other name of an entry of an import or export list; at the same place where both are written as one. */
  readonly other?: Span & { readonly name: string };
}

/**
 * Why more than its own places hang on a name: others import it, or a `var` of its name reaches past a scope that has the name
 * too, as does a function in a block.
 */
export type Tie = "exported" | "var" | "function";

/** A name that something is called by within a scope, and every place where it means that. */
export interface Binding {
  readonly name: string;
  /** By its first declaration. */
  readonly kind: BindingKind;
  /** What it stands in, from the outermost on, and its own name last. */
  readonly path: readonly string[];
  readonly scope: Scope;
  /** Several where `var`s, overloads, or the parts of an interface are one. */
  readonly declared: readonly NamePlace[];
  readonly uses: readonly NamePlace[];
  /** It is a member of its class as well: `constructor(private a)`. */
  readonly isMember: boolean;
  readonly tie?: Tie;
}

interface OpenBinding extends Binding {
  tie?: Tie;
  meaning: number;
  isMember: boolean;
  readonly declared: NamePlace[];
  readonly uses: NamePlace[];
}

/** What a new binding is, but for its place. */
type BindingOf = Pick<Binding, "name" | "kind" | "path" | "isMember">;

/** Text in which names mean what they do by some declarations. */
export class Scope {
  readonly parent: Scope | undefined;
  readonly span: Span;
  /** Where the statements and members start whose function or type this is: doc comments before them speak of its parameters. */
  readonly heads: readonly number[];
  readonly #bindings = new Map<string, OpenBinding>();

  constructor(parent: Scope | undefined, span: Span, heads: readonly number[] = []) {
    this.parent = parent;
    this.span = span;
    this.heads = heads;
  }

  declare(binding: BindingOf, place: NamePlace): void {
    const meaning = MEANINGS[binding.kind];
    const key = keyOf(binding);
    const known = this.#bindings.get(key);
    if (known === undefined) {
      this.#bindings.set(key, { ...binding, meaning, scope: this, declared: [place], uses: [] });
      return;
    }
    known.meaning |= meaning;
    known.isMember ||= binding.isMember;
    known.declared.push(place);
  }

  get bindings(): readonly Binding[] {
    return [...this.#bindings.values()];
  }

  declares(name: string, meaning: number): boolean {
    return this.#meant(name, meaning) !== undefined;
  }

  /** Ties what is declared here, a type of the name aside. */
  tie(name: string, tie: Tie): void {
    const meant = this.#meant(name, Meaning.any);
    if (meant !== undefined) meant.tie = tie;
  }

  /** Notes a use with what it means, seen from here. */
  use(name: string, meaning: number, place: NamePlace): void {
    const meant = this.#meant(name, meaning);
    if (meant !== undefined) meant.uses.push(place);
    else this.parent?.use(name, meaning, place);
  }

  #meant(name: string, meaning: number): OpenBinding | undefined {
    for (const suffix of Object.values(APART)) {
      const one = this.#bindings.get(name + suffix);
      if (one !== undefined && (one.meaning & meaning) !== 0) return one;
    }
    return undefined;
  }
}

const MEANINGS: Readonly<Record<BindingKind, number>> = {
  const: Meaning.value,
  let: Meaning.value,
  var: Meaning.value,
  using: Meaning.value,
  function: Meaning.value,
  class: Meaning.value | Meaning.type,
  interface: Meaning.type,
  type: Meaning.type,
  enum: Meaning.any,
  "enum-member": Meaning.value,
  namespace: Meaning.value | Meaning.namespace,
  parameter: Meaning.value,
  "type parameter": Meaning.type,
  import: Meaning.any,
  label: Meaning.label,
};

/** A type and a value that share a scope and a name are one to the compiler. These have nothing to do with what else has it. */
const APART: Readonly<Partial<Record<BindingKind, string>>> = { const: "", "type parameter": "<", label: ":" };

function keyOf({ name, kind }: Pick<Binding, "name" | "kind">): string {
  return name + (APART[kind] ?? "");
}
