import type { Node } from "oxc-parser";
import { classUse } from "../../syntax/class-use.ts";
import { allOf, cover, WHOLE } from "../projects/cover.ts";
import { isInstalled, keyOf, type SourceLocation } from "../locations.ts";
import type { Coverage } from "../projects/projects.ts";
import type { Place, Questions } from "../questions.ts";
import { nodesAround } from "../trees.ts";
import { PlacesOnce } from "./aliases.ts";
import { isClass } from "./classes.ts";
import type { NamedUses } from "./named-uses.ts";

/** Names of one class whose uses are asked for. */
const MAX_NAMES = 40;

/**
 * Where a constructor is called by another name than that of its class: `const Alias = A; new Alias()`. The server knows those alone
 * that name the class. Where the class is passed on, who makes instances of it is unseen.
 *
 * @param direct what was found already
 */
export async function renamedClassUses(
  questions: Questions,
  place: Place,
  direct: Promise<readonly SourceLocation[]>,
): Promise<NamedUses> {
  const { root, reader } = questions;
  if (!questions.text(place.path.absolute).source.startsWith("constructor", place.offset))
    return { found: [], coverage: WHOLE };
  const names = new PlacesOnce();
  names.add(await classOf(questions, place));
  const known = new Set((await direct).map(keyOf));
  const found: SourceLocation[] = [];
  const unseen = new Set<string>();
  const coverages: Coverage[] = [];
  // What is added here is gone through as well.
  for (const name of names.all) {
    coverages.push(await cover(questions, [name]));
    for (const one of await questions.references(name)) {
      if (one.path === undefined || isInstalled(one) || known.has(keyOf(one))) continue;
      if (isPlain(reader.textOf(one.file)?.source ?? "", one)) continue;
      const use = classUse(await nodesAround(questions, one.file, one.span.start));
      const isCut = use.kind === "renamed" && names.all.length >= MAX_NAMES;
      if (use.kind === "constructed") found.push(one);
      if (use.kind === "renamed" && !isCut) names.add([{ path: root.proveFile(one.path), offset: use.at }]);
      if (use.kind === "passed-on" || isCut || (use.kind === "renamed" && use.isPassedOn))
        unseen.add(`${one.file}:${one.line} (passes the class on)`);
    }
  }
  const whole = { ...WHOLE, complete: unseen.size === 0, unseen: [...unseen] };
  return { found, coverage: allOf([...coverages, whole]) };
}

/** The name of the class whose constructor stands at a place; where it has none, what it is given to. */
async function classOf(questions: Questions, { path, offset }: Place): Promise<Place[]> {
  const around = await nodesAround(questions, path.absolute, offset);
  const at = around.findLastIndex(isClass);
  const [body, element] = around.slice(at + 1);
  if (body?.type !== "ClassBody" || element?.type !== "MethodDefinition" || element.kind !== "constructor") return [];
  const name = nameOf(around[at] as Node, around[at - 1]);
  return name === undefined ? [] : [{ path, offset: name }];
}

function nameOf(node: Node, holder: Node | undefined): number | undefined {
  if (isClass(node) && node.id !== null) return node.id.start;
  const id = holder?.type === "VariableDeclarator" ? holder.id : undefined;
  return id?.type === "Identifier" ? id.start : undefined;
}

/** Whether a use constructs nothing by the looks of what stands beside it: of a static member, of the type of a value, in an import. */
function isPlain(source: string, { span: { start, end } }: SourceLocation): boolean {
  if (/^\s*\.\s*[\p{ID_Start}$_#]/u.test(source.slice(end, end + NEAR))) return true;
  const line = source.slice(source.lastIndexOf("\n", start) + 1, start);
  return /\binstanceof\s+$|^\s*import\b[^;(=]*$/.test(line);
}

/** UTF-16 units behind a name that are looked at. */
const NEAR = 40;
