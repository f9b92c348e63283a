import type { Node } from "oxc-parser";
import { wordsIn } from "../../text/words.ts";
import type { Suspect } from "./key-complaints.ts";
import { keyOf, type SourceLocation } from "../locations.ts";
import type { Questions } from "../questions.ts";
import { nodesAround } from "../trees.ts";

/** Places that the server is asked about. */
const MAX_ASKED = 400;

/** Whether a place in a file, absolute, is known to be that of the member. */
type IsKnown = (file: string, start: number) => boolean;

/** Files that have a name as that of a member in places which are not known. */
export function namedBeside(questions: Questions, name: string, files: readonly string[], isKnown: IsKnown): Suspect[] {
  return files.flatMap((file) => (placesIn(questions, name, file, isKnown).length > 0 ? [{ file, strings: [] }] : []));
}

/** UTF-16 offsets at which a name stands as that of a member. */
function placesIn({ reader }: Questions, name: string, file: string, isKnown: IsKnown): number[] {
  const source = reader.textOf(file)?.source ?? "";
  const isMember = (at: number) =>
    /\.\s*$/.test(source.slice(Math.max(0, at - 20), at)) ||
    /^\s*\??\s*[:(=,}]/.test(source.slice(at + name.length, at + name.length + 20));
  return wordsIn(source, name).filter((at) => isMember(at) && !isKnown(file, at));
}

/**
 * Those of some files in which the name may stand for the member, by what it leads to where it stands: neither in comments and texts,
 * nor where another type declares a member of the name, nor where that is used.
 *
 * @param declared where the member is declared
 */
export async function unclearAmong(
  questions: Questions,
  suspects: readonly Suspect[],
  name: string,
  isKnown: IsKnown,
  declared: readonly SourceLocation[],
): Promise<readonly Suspect[]> {
  const own = new Set(declared.map(keyOf));
  let asked = 0;
  const unclear: Suspect[] = [];
  for (const one of suspects) {
    const nodes = await Promise.all(
      placesIn(questions, name, one.file, isKnown).map(
        async (at) => [at, await nodesAround(questions, one.file, at)] as const,
      ),
    );
    const uses = nodes.filter(([at, around]) => isNamed(around, at) && !isDeclared(around, at));
    asked += uses.length;
    const path = questions.root.proveFile(questions.root.relative(one.file));
    const isOfOthers = async (offset: number) => {
      const found = await questions.definitions({ path, offset });
      return found.length > 0 && !found.some((each) => own.has(keyOf(each)) || isAt(each, one.file, offset));
    };
    const are = asked > MAX_ASKED ? [false] : await Promise.all(uses.map(([at]) => isOfOthers(at)));
    if (are.includes(false)) unclear.push(one);
  }
  return unclear;
}

function isAt({ file, span }: SourceLocation, wanted: string, offset: number): boolean {
  return file === wanted && span.start <= offset && offset < span.end;
}

/** Whether a name stands in code there. */
function isNamed(around: readonly Node[], offset: number): boolean {
  const last = around.at(-1);
  return last !== undefined && NAMES.has(last.type) && last.start === offset;
}

const NAMES: ReadonlySet<Node["type"]> = new Set(["Identifier", "JSXIdentifier", "PrivateIdentifier"]);

/** Whether a type or a class declares a member there which no other type can ask for: one that neither has bases nor is given to a type. */
function isDeclared(around: readonly Node[], offset: number): boolean {
  const [owner, , member] = around.slice(-4);
  if (member === undefined || !DECLARING.has(member.type)) return false;
  if (!("key" in member) || member.key.start !== offset) return false;
  if (owner?.type === "TSInterfaceDeclaration") return owner.extends.length === 0;
  if (owner?.type === "ClassDeclaration" || owner?.type === "ClassExpression")
    return owner.superClass === null && (owner.implements ?? []).length === 0;
  return !around.some(({ type }) => type === "TSTypeParameterInstantiation");
}

const DECLARING: ReadonlySet<Node["type"]> = new Set([
  "TSPropertySignature",
  "TSMethodSignature",
  "PropertyDefinition",
  "AccessorProperty",
  "MethodDefinition",
  "TSAbstractPropertyDefinition",
  "TSAbstractAccessorProperty",
  "TSAbstractMethodDefinition",
]);
