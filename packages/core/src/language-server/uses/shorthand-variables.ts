import { nameAt } from "../../text/name-at.ts";
import { isKey } from "../../syntax/parser/tree.ts";
import { textOf } from "../../text/span.ts";
import { keyOf, type SourceLocation } from "../locations.ts";
import type { Place, Questions } from "../questions.ts";
import { nodesAround } from "../trees.ts";

/**
 * The variable of a module that a place declares as a shorthand, `export const { cols } = limits`: the server takes it for the property
 * of its value as well, whose uses are none of the variable.
 */
export async function shorthandVariable(
  questions: Questions,
  { path, offset }: Place,
): Promise<SourceLocation | undefined> {
  const file = path.absolute;
  const { source } = questions.text(file);
  const name = nameAt(source, offset);
  if (name === undefined || !BEFORE.test(source.slice(Math.max(0, offset - NEAR), offset))) return undefined;
  // To TypeScript variables of CommonJS may be what other files export.
  if (/\.[cm]?jsx?$/.test(file) && COMMON_JS.test(source)) return undefined;
  const around = await nodesAround(questions, file, offset);
  if (!around.slice(0, -1).every(({ type }) => DECLARING.test(type))) return undefined;
  const declarator = around.find(({ type }) => type === "VariableDeclarator");
  // What is taken out of a module stands for what that exports.
  if (declarator?.type !== "VariableDeclarator" || declarator.init === null) return undefined;
  if (LOADING.test(textOf(source, declarator.init))) return undefined;
  const key = around.findLast(({ type }) => type === "Property");
  if (key?.type !== "Property" || !key.shorthand) return undefined;
  return questions.reader.located(file, { start: key.start, end: key.start + name.length });
}

/** Those of the references to such a variable that mean it. */
export async function ofVariableAlone(
  questions: Questions,
  own: SourceLocation,
  found: readonly SourceLocation[],
): Promise<SourceLocation[]> {
  const are = found.map(async ({ path, file, span }) => {
    if (keyOf({ file, span }) === keyOf(own)) return true;
    if (path === undefined) return false;
    if (file === own.file && (await isPlainName(questions, file, span.start))) return true;
    const leads = await questions.locations("definition", {
      path: questions.root.proveFile(path),
      offset: span.start,
    });
    return leads.some((one) => keyOf(one) === keyOf(own));
  });
  const meant = await Promise.all(are);
  return found.filter((_, at) => meant[at]);
}

/** Whether a name is that of no member: in the file of a variable it means that. */
async function isPlainName(questions: Questions, file: string, offset: number): Promise<boolean> {
  const [parent, node] = (await nodesAround(questions, file, offset)).slice(-2);
  return parent !== undefined && node?.type === "Identifier" && !isKey(node, parent) && !SIGNATURE.test(parent.type);
}

const SIGNATURE = /Signature$|^TSAbstract/;

const COMMON_JS = /\brequire\s*\(|\bexports\b/;

const LOADING = /\b(?:require|import)\s*\(/;

/** What may stand before a shorthand, and the UTF-16 units in which it does. */
const BEFORE = /[{,/\n]\s*[\p{ID_Continue}$]*$/u;
const NEAR = 200;

/** What stands around a variable of the top of a module that a pattern declares. */
const DECLARING =
  /^(?:Program|ExportNamedDeclaration|VariableDeclaration|VariableDeclarator|ObjectPattern|ArrayPattern|Property|AssignmentPattern)$/;
