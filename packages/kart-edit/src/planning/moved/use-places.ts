import type { Node } from "oxc-parser";
import { childNodes } from "@kart/core/syntax/parser/tree";
import { contains, type Span } from "@kart/core/text/span";

/** Where in a program names stand, by when they are asked for their values. */
export class UsePlaces {
  readonly #types: Span[] = [];
  readonly #later: Span[] = [];

  constructor(program: Node) {
    this.#visit(program);
  }

  /** Whether a name is a part of a type, so that it is gone when the program runs. */
  isOfType(place: Span): boolean {
    return this.#types.some((span) => contains(span, place));
  }

  /** Whether a value is asked for while the file loads: not in a function, which may be called at any time. */
  isAtLoad(place: Span): boolean {
    return !this.isOfType(place) && !this.#later.some((span) => contains(span, place));
  }

  /** @param isCalled whether it is a function that is called where it stands */
  #visit(node: Node, isCalled = false): void {
    if (isType(node)) this.#types.push(node);
    else if (isLater(node) && !isCalled) this.#later.push(...laterOf(node));
    const called = calledAtOnce(node);
    for (const child of childNodes(node)) this.#visit(child, child === called || (isCalled && !isLater(node)));
  }
}

/** What a call calls: a function there, in parentheses or not, runs at once. */
function calledAtOnce(node: Node): Node | undefined {
  return node.type === "CallExpression" && /^(?:Parenthesized|(?:Arrow)?Function)Expression$/.test(node.callee.type)
    ? node.callee
    : undefined;
}

const OF_VALUES =
  /^TS(?:As|Satisfies|NonNull|Instantiation)Expression$|^TSTypeAssertion$|^TS(?:Enum|Module)|^TSExportAssignment$|^TSImportEquals|^TSParameterProperty$|^TSExternalModuleReference$/;

function isType(node: Node): boolean {
  if ("declare" in node && node.declare) return true;
  return node.type.startsWith("TS") && !OF_VALUES.test(node.type);
}

function isLater({ type }: Node): boolean {
  return /^(?:Function|ArrowFunction|PropertyDefinition$|AccessorProperty$)/.test(type);
}

/** The initial values of properties that are not static are asked for when objects are made. Parameters go with the body. */
function laterOf(node: Node): Span[] {
  if (node.type !== "PropertyDefinition" && node.type !== "AccessorProperty") return [node];
  return node.static || node.value === null ? [] : [node.value];
}
