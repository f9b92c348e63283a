import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { contains } from "@kart/core/text/span";
import type { Binding, NamePlace } from "../scopes/scopes.ts";
import { functionAt } from "./changed-below.ts";
import { UsePlaces } from "./use-places.ts";

/**
 * What functions of a module that are called at some places ask for when they are: its variables and classes, which are not there before
 * it has run as the functions are. Of functions that these call, too.
 *
 * @param module its bindings at the top
 */
export function heldByCalls(
  { source, program }: Pick<ParsedSource, "source" | "program">,
  module: readonly Binding[],
  isAsked: (use: NamePlace) => boolean,
): ReadonlySet<Binding> {
  const functions = module.filter(({ kind }) => kind === "function");
  const others = module.filter(({ kind }) => VALUES.has(kind));
  const called = new Set(functions.filter(({ uses }) => uses.some((use) => isCalled(source, use) && isAsked(use))));
  const held = new Set<Binding>();
  // What is added here is gone through as well.
  for (const { declared } of called)
    for (const place of declared) {
      const one = functionAt(program, place);
      const body = one?.type === "FunctionDeclaration" ? one.body : null;
      if (body === null) continue;
      const places = new UsePlaces(body);
      const isIn = (use: NamePlace) => contains(body, use) && places.isAtLoad(use);
      for (const each of functions) if (each.uses.some((use) => isIn(use) && isCalled(source, use))) called.add(each);
      for (const each of others) if (each.uses.some(isIn)) held.add(each);
    }
  return held;
}

const VALUES: ReadonlySet<Binding["kind"]> = new Set(["let", "const", "var", "class", "enum"]);

function isCalled(source: string, { start, end }: NamePlace): boolean {
  return (
    /^\s*(?:<[^<>()]*>\s*)?(?:\?\.\s*)?[(`]/.test(source.slice(end, end + NEAR)) ||
    /@\s*$/.test(source.slice(Math.max(0, start - NEAR), start))
  );
}

/** UTF-16 units beside a name that are looked at. */
const NEAR = 200;
