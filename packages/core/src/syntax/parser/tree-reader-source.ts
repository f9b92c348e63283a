import type { Comment, EcmaScriptModule, Node, OxcError, Program } from "oxc-parser";

/** Memory that the parser writes a tree into. */
export interface TreeBuffer extends Uint8Array {
  int32: Int32Array;
  float64: Float64Array;
}

/** Reads what the parser wrote; positions are in bytes, from the start of the buffer that was opened last. */
export interface TreeReader {
  /** Turns to the result of a parse. Returns its position. */
  open(buffer: TreeBuffer, source: string, start: number, bytes: number): number;
  program(result: number): Program;
  comments(result: number): Comment[];
  module(result: number): EcmaScriptModule;
  errors(result: number): OxcError[];
  /** Lets go of what was opened. */
  close(): void;
}

/**
 * Sees to it that a part of a node is read when it is first looked at.
 *
 * @param node of which `type`, `start` and `end` are there
 * @param read reads the part at a position
 */
export type Later = (node: Node, key: string, read: (at: number) => unknown, at: number) => void;

/**
 * The text of oxc-parser's own reader of trees, changed so that each part of a result is read by itself, and {@link LATER_PARTS} of
 * nodes later. It is generated, and the same from release to release but for the nodes that it knows.
 *
 * Throws where a place to change is not there.
 *
 * @param generated its `generated/deserialize/ts.js`
 * @returns the body of a function of `later`, a {@link Later}, and `constants`, those of the package, to a {@link TreeReader}
 */
export function treeReaderSource(generated: string): string {
  const parts = textOf(generated, RESULT).replaceAll(/(?<=^ +\w+: )/gm, "(pos) => ");
  const changed = CHANGES.reduce((text, [place, by]) => (textOf(text, place), text.replace(place, by)), generated);
  return `"use strict";
${changed}
let block = 0;
const TEXT = (constants.PROGRAM_OFFSET + constants.SOURCE_START_OFFSET) >> 2;
function result(pos) {
  block = int32[(pos >> 2) + TEXT + 1];
  return pos;
}
function constantText(length) {
  if (length === "default".length) return "default";
  throw new Error("a text of " + length + " bytes that is not in the source");
}
function statements(pos) {
  return readFunctionBody(pos).body;
}
function deserializeFunctionBody(pos) {
  const node = { type: "BlockStatement", body: null, start: deserializeI32(pos), end: deserializeI32(pos + 4) };
  later(node, "body", statements, pos);
  return node;
}
return {
  open: (buffer, source, start, bytes) => deserializeWith(buffer, source, start, bytes, result),
  close: resetBuffer,
${parts}};`;
}

/** The parts of a result, a line each, with where they are read. */
const RESULT =
  /(?<=^function deserializeRawTransferData\(pos\) \{\n {2}return \{\n)(?: {4}\w+: \w+\(pos(?: \+ \d+)?\),\n)+/m;

/** What few who read a tree look at, and much stands in. The statements of functions are another. */
const LATER_PARTS = [
  ["ArrowFunctionExpression", "body"],
  ["CallExpression", "arguments"],
  ["NewExpression", "arguments"],
  ["TSTypeAnnotation", "typeAnnotation"],
  ["TSTypeParameterInstantiation", "params"],
] as const;

/** UTF-16 units of a node from which on reading a part of it later is worth what that takes. */
const LATER_FROM = 24;

const CHANGES: readonly (readonly [place: RegExp, by: string])[] = [
  [/^export (?=function )/gm, ""],
  // What is read later still needs the buffer.
  [/^ {2}resetBuffer\(\);\n(?= {2}return data;)/m, ""],
  // The name that `import a from "a"; export { a }` passes on is a constant of the parser, outside of the block.
  [
    /(?<=^function deserializeStr\(pos\) \{\n {2}let pos32 = pos >> 2,\n {4}len = int32\[pos32 \+ 2\];\n {2}if \(len === 0\) return "";\n)/m,
    "  if (int32[pos32 + 1] !== block || int32[pos32] < 0) return constantText(len);\n",
  ],
  // A text that is cut from the source keeps all of that alive.
  [/sourceTextLatin\.substr\(pos - sourceStartPos, len\)/g, "latin1Slice.call(uint8, pos, end)"],
  [/^ +sourceTextLatin = latin1Slice\.call\(uint8, sourceStartPos, sourceEndPos\);\n/m, ""],
  [/(?<=^function )deserializeFunctionBody(?=\(pos\))/m, "readFunctionBody"],
  ...LATER_PARTS.map(
    ([node, part]) =>
      [
        new RegExp(
          String.raw`(?<=^function deserialize${node}\(pos\) \{\n(?: .*\n)*)  node\.${part} = (\w+)\((pos \+ \d+)\);$`,
          "m",
        ),
        `  if (node.end - node.start > ${LATER_FROM}) later(node, "${part}", $1, $2);\n  else node.${part} = $1($2);`,
      ] as const,
  ),
];

function textOf(source: string, place: RegExp): string {
  const [text] = source.match(place) ?? [];
  if (text === undefined) throw new Error(`oxc-parser's reader of trees is another one: it lacks ${place.source}`);
  return text;
}
