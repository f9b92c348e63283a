import type { Declaration } from "../declaration.ts";

/** Whether what CommonJS exports is given to a variable of its name as well, `exports.name = name = () => 1`: the two are one. */
export function givesVariable(source: string, { name, nameRange: { end } }: Declaration): boolean {
  const [, given] = ASSIGNED.exec(source.slice(end, end + name.length + NEAR)) ?? [];
  return given === name;
}

/** UTF-16 units of white space and signs beside a name. */
const NEAR = 20;

const ASSIGNED = /^\s*=\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*=(?![=>])/u;
