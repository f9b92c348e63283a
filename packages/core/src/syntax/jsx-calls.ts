import type { Program } from "oxc-parser";
import type { Factory, JsxFactories } from "./module-records/jsx-factory.ts";
import { nodesIn } from "./parser/tree.ts";
import { nodesAround, scopeOf } from "./scope.ts";

/** The ways by which JSX comes to a name, each once. */
export function factoriesIn(all: readonly JsxFactories[]): Factory[] {
  const factories = all.flatMap(({ element, fragment }) => [element, fragment]);
  return [...new Map(factories.map((one) => [one.join("."), one])).values()];
}

/**
 * Where the JSX of a program takes a factory by what its root means at the top level: offsets (UTF-16) of elements, and of fragments,
 * which are elements of something that is taken too.
 */
export function jsxTaking(program: Program, factory: Factory, all: readonly JsxFactories[]): number[] {
  const name = factory.join(".");
  const isCalled = all.some(({ element }) => element.join(".") === name);
  const isTaken = isCalled || all.some(({ fragment }) => fragment.join(".") === name);
  const found: number[] = [];
  for (const { type, start } of nodesIn(program, program)) {
    if (!(type === "JSXElement" ? isCalled : type === "JSXFragment" && isTaken)) continue;
    if (scopeOf(nodesAround(program, start), factory[0]) === undefined) found.push(start);
  }
  return found;
}
