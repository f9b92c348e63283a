import type { Class, Node } from "oxc-parser";
import { type CommonJsUses, commonJsUses } from "./common-js-uses.ts";
import { allOf } from "../projects/cover.ts";
import { keyOf, type SourceLocation } from "../locations.ts";
import type { Place, Questions } from "../questions.ts";
import { nodesAround } from "../trees.ts";
import { isClass } from "./classes.ts";

/**
 * Classes that extend one which they have by `const { Base } = require()`, at any depth. To the server's search what the pattern
 * declares is another symbol than the class.
 *
 * @param direct what the server finds below a place
 * @param ask for that, of another place
 */
export async function requiredSubclasses(
  questions: Questions,
  place: Place,
  direct: readonly SourceLocation[],
  ask: (place: Place) => Promise<CommonJsUses>,
): Promise<CommonJsUses> {
  const known = new Set(direct.map(keyOf));
  const found: SourceLocation[] = [];
  const coverages: CommonJsUses["coverage"][] = [];
  const origins = await questions.definitions(place);
  for (const one of origins) known.add(keyOf(one));
  let open = [...origins, ...direct];
  while (open.length > 0) {
    const classes = (await Promise.all(open.map((one) => classPlace(questions, one)))).filter(
      (one) => one !== undefined,
    );
    const uses = await Promise.all(classes.map((one) => commonJsUses(questions, one, Promise.resolve([]))));
    const below = (await Promise.all(uses.flatMap((one) => one.found).map((use) => extending(questions, use)))).flat();
    const fresh = eachNew(below, known);
    // Who extends these otherwise the server knows.
    const asked = await Promise.all(
      fresh.flatMap(({ path, span }) =>
        path === undefined ? [] : [ask({ path: questions.root.proveFile(path), offset: span.start })],
      ),
    );
    open = [
      ...fresh,
      ...eachNew(
        asked.flatMap((one) => one.found),
        known,
      ),
    ];
    found.push(...open);
    coverages.push(...uses.map((one) => one.coverage), ...asked.map((one) => one.coverage));
  }
  return { found, coverage: allOf(coverages) };
}

/** The place of a class by the name that others have it by; undefined where a location is that of something else. */
async function classPlace(questions: Questions, { file, path, span }: SourceLocation): Promise<Place | undefined> {
  const around = path === undefined ? [] : await nodesAround(questions, file, span.start);
  const names = around.flatMap((node, at) => {
    const holder = around[at - 1];
    // What is given a class stands before it.
    const held =
      node.type === "VariableDeclarator" ? node.init : node.type === "AssignmentExpression" ? node.right : null;
    if (isClass(node)) return [{ start: ownStart(node), name: givenName(node, holder) }];
    return held !== null && isClass(held) ? [{ start: givenName(held, node), name: givenName(held, node) }] : [];
  });
  const name = names.findLast((one) => one.start === span.start || one.name === span.start)?.name;
  return name === undefined ? undefined : { path: questions.root.proveFile(path as string), offset: name };
}

/** The class that extends what a use names. */
async function extending(questions: Questions, { file, span }: SourceLocation): Promise<SourceLocation[]> {
  const node = (await nodesAround(questions, file, span.start)).findLast(isClass);
  if (!node?.superClass || !isLastName(node.superClass, span.start)) return [];
  const own = questions.reader.located(file, { start: ownStart(node), end: node.id?.end ?? node.body.start });
  return own === undefined ? [] : [own];
}

/** Whether a name is what is extended: `Base`, or that of `all.Base`. */
function isLastName(node: Node, start: number): boolean {
  if (node.type === "MemberExpression") return !node.computed && node.property.start === start;
  return node.type === "Identifier" && node.start === start;
}

/** Where the server says that a class is declared. */
function ownStart({ id, start }: Class): number {
  return id?.start ?? start;
}

/** Where the name stands that others have a class by: its own, or that of what holds it; else where the class starts. */
function givenName(node: Class, holder: Node | undefined): number {
  if (node.id !== null) return node.id.start;
  if (holder?.type === "VariableDeclarator") return holder.id.start;
  const target = holder?.type === "AssignmentExpression" ? holder.left : undefined;
  return target?.type === "MemberExpression" && !target.computed ? target.property.start : node.start;
}

function eachNew(locations: readonly SourceLocation[], known: Set<string>): SourceLocation[] {
  return locations.filter((one) => !known.has(keyOf(one)) && known.add(keyOf(one)).size > 0);
}
