import type { Node } from "oxc-parser";
import { nameAt } from "../../text/name-at.ts";
import { wordsIn } from "../../text/words.ts";
import { isInstalled, type SourceLocation } from "../locations.ts";
import { WHOLE } from "../projects/cover.ts";
import type { Place, Questions } from "../questions.ts";
import { nodesAround, programOf } from "../trees.ts";
import type { NamedUses } from "./named-uses.ts";

/**
 * Keys of object literals that may give a value to what is only declared for all files to see: `define: { __VERSION__: … }` of Vite,
 * esbuild and webpack. No type leads from the one to the other, so that they are unseen.
 */
export async function filledIn(questions: Questions, place: Place): Promise<NamedUses> {
  const name = nameAt(questions.text(place.path.absolute).source, place.offset);
  const definitions = name === undefined ? [] : await questions.definitions(place);
  const declaring = definitions.filter((one) => !isInstalled(one));
  if (name === undefined || !declaring.some((one) => mayBeAmbient(questions, one))) return NONE;
  const areAmbient = await Promise.all(declaring.map((one) => isAmbient(questions, one)));
  if (!areAmbient.includes(true)) return NONE;
  const { session, reader, signal } = questions;
  const own = new Set(declaring.map(({ file }) => file));
  const unseen: string[] = [];
  for (const file of await session.candidates.holding(new Set([name]), signal)) {
    if (own.has(file)) continue;
    const source = reader.textOf(file)?.source ?? "";
    for (const offset of wordsIn(source, name)) {
      const at = KEY.test(source.slice(offset + name.length)) && (await isKey(questions, file, offset));
      const line = at ? reader.located(file, { start: offset, end: offset })?.line : undefined;
      if (line !== undefined) unseen.push(`${file}:${line} (a key that may define it)`);
    }
  }
  return unseen.length === 0 ? NONE : { found: [], coverage: { ...WHOLE, complete: false, unseen } };
}

const NONE: NamedUses = { found: [], coverage: WHOLE };

/** What follows a name in a key: `"process.env.NAME"` and `NAME.part` count too. */
const KEY = /^(?:\.[\w$.]+)?["'`]?\s*:/;

function mayBeAmbient({ reader }: Questions, { file, span }: SourceLocation): boolean {
  const source = reader.textOf(file)?.source ?? "";
  return /\b(?:const|let|var|function|class|namespace)\s+$/.test(
    source.slice(Math.max(0, span.start - 40), span.start),
  );
}

/** Whether a declaration without a value is global: of a script, or within `declare global`. */
async function isAmbient(questions: Questions, { file, span }: SourceLocation): Promise<boolean> {
  const program = await programOf(questions, file);
  if (program === undefined) return false;
  const around = await nodesAround(questions, file, span.start);
  const isDeclared = around.some((node) => "declare" in node && node.declare);
  const isModule = program.body.some(({ type }) => /^(?:Import|Export|TSExportAssignment)/.test(type));
  const isInGlobal = around.some((node) => node.type === "TSModuleDeclaration" && node.kind === "global");
  return isDeclared && (!isModule || isInGlobal);
}

async function isKey(questions: Questions, file: string, offset: number): Promise<boolean> {
  const around = await nodesAround(questions, file, offset);
  const at = around.findLastIndex(({ type }) => type === "Property");
  const property = around[at];
  if (property?.type !== "Property" || around[at - 1]?.type !== "ObjectExpression") return false;
  const isOwn = property.key.start <= offset && offset < property.key.end && !property.computed;
  const source = questions.reader.textOf(file)?.source ?? "";
  return isOwn && around.slice(0, at).some((node) => isDefining(node, source));
}

/**
 * What takes such keys: `define` of Vite and esbuild, `new DefinePlugin()` of webpack, `replace()` of Rollup, `globals` of Jest, and
 * `Object.assign(globalThis, …)`.
 */
function isDefining(node: Node, source: string): boolean {
  if (node.type === "Property")
    return /^["']?(?:defines?|globals)["']?$/.test(source.slice(node.key.start, node.key.end));
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return false;
  const callee = source.slice(node.callee.start, node.callee.end);
  const [first] = node.arguments;
  return (
    /(?:^|\.)(?:\w*DefinePlugin|replace\w*)$/.test(callee) ||
    (callee === "Object.assign" && first !== undefined && GLOBAL.test(source.slice(first.start, first.end)))
  );
}

const GLOBAL = /^\(?(?:globalThis|window|global|self)\b/;
