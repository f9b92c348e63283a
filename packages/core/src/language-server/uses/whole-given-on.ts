import { join } from "node:path";
import { givenOn } from "../../syntax/common-js/given-on.ts";
import type { Parser } from "../../syntax/parser/parse.ts";
import { nameAt } from "../../text/name-at.ts";
import { type Giver, parsed } from "./common-js-users.ts";
import type { SourceLocation } from "../locations.ts";
import { isTopLevel, moduleExports } from "./module-exports.ts";
import type { Place, Questions } from "../questions.ts";

export interface WholeGivenOn {
  readonly givers: readonly Giver[];
  /** Where it is used through files that export it as a whole again. */
  readonly found: readonly SourceLocation[];
}

export const NOT_GIVEN: WholeGivenOn = { givers: [], found: [] };

/**
 * Who exports again what a CommonJS file exports as a whole, if that is what stands at a place: to TypeScript it is a property, or
 * another module.
 */
export async function wholeGivenOn(oxc: Parser, questions: Questions, place: Place): Promise<WholeGivenOn> {
  if (!(await isWholeExport(questions, place))) return NOT_GIVEN;
  const { root, reader } = questions;
  const { relative } = place.path;
  const graph = await questions.moduleGraph();
  const givers: Giver[] = [];
  const found: SourceLocation[] = [];
  const isHidden = ASSIGNED_ON.test(questions.text(place.path.absolute).source);
  const wholes = new Set([relative]);
  // A set grows while it is walked.
  for (const whole of wholes)
    for (const { importer, record } of graph.importsOf(whole)) {
      const isWhole = record.names.some(({ imported }) => imported === "*" || imported === "default");
      if (!isWhole || record.typeOnly || graph.targetOf(importer, record.specifier) !== whole) continue;
      const file = join(root.absolute, importer.path);
      const source = parsed(oxc, reader, file);
      if (source === undefined) continue;
      const given = givenOn(source, record.start);
      if (given.names.length > 0) givers.push({ file, path: importer.path, names: given.names });
      if (given.isWhole) wholes.add(importer.path);
      // The server finds who loads the file itself, mostly.
      if ((whole === relative && !isHidden) || given.variable === undefined) continue;
      // Asked about, it is open, with its project.
      const uses = await questions.references({ path: root.proveFile(importer.path), offset: given.variable });
      found.push(...uses.filter((one) => one.file === file));
    }
  return { givers, found };
}

/** `module.exports = exports = value`: to the server's search nobody who loads the file uses the value. */
const ASSIGNED_ON = /\bmodule\s*\.\s*exports\s*=\s*exports\s*=(?!=)/;

/** Whether a place is the name of what a file exports as a whole: `module.exports = value`, and the value. */
async function isWholeExport(questions: Questions, { path: { absolute }, offset }: Place): Promise<boolean> {
  const whole = (await moduleExports(questions, absolute)).find(
    (one) => one.name === "export=" && one.commonJs === true,
  );
  if (whole === undefined) return false;
  if (whole.start <= offset && offset <= whole.start + "module.exports".length) return true;
  const name = nameAt(questions.text(absolute).source, offset);
  return name === whole.local && (await isTopLevel(questions, absolute, offset));
}
