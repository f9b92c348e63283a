import type { Program } from "oxc-parser";
import { contains } from "@kart/core/text/span";
import type { Binding, NamePlace } from "../scopes/scopes.ts";
import { statementAt } from "./ambient-names.ts";

/** Some bindings, and those of a file that their statements use while it loads, and so on: where they moved, these would be needed next. */
export function neededAtLoad(
  needed: readonly Binding[],
  module: readonly Binding[],
  program: Program,
  isRun: (use: NamePlace) => boolean,
): Binding[] {
  const all = new Set(needed);
  for (const { declared } of all) {
    const statements = declared.map((place) => statementAt(program.body, place));
    const isIn = (use: NamePlace) => statements.some((statement) => contains(statement, use)) && isRun(use);
    for (const one of module) if (one.uses.some(isIn)) all.add(one);
  }
  const startOf = ({ declared: [first] }: Binding) => first?.start ?? 0;
  return [...all].toSorted((a, b) => startOf(a) - startOf(b));
}
