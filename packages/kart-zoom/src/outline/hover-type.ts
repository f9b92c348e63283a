import type { TSType } from "oxc-parser";
import { type Parser, runParser, isFailure } from "@kart/core/syntax/parser/parse";
import type { Hole } from "./pieces.ts";
import { onOneLineIfShort } from "./slices.ts";

/** What a hover says of a name, in the words of declarations. */
export type HoverType =
  | { readonly status: "known"; readonly type: string }
  /** The compiler left parts out, since the whole is too long. */
  | { readonly status: "too-long" }
  | { readonly status: "unclear" };

/**
 * The part of a hover's answer that belongs in a hole. The first code block tells what the name is: `const x: T`,
 * `function f(a: A): R`, `type A<T> = B`, `(method) C<T>.m(a: A): R`, `(property) C.p: T`, `constructor C(a: A): C`.
 */
export function hoverType(oxc: Parser, markdown: string, part: Hole["part"]): HoverType {
  const code = /```\w*\r?\n([\s\S]*?)\r?\n```/.exec(markdown)?.[1];
  if (code === undefined) return { status: "unclear" };
  if (part === "alias") return aliasType(oxc, code);
  // What a namespace of its name adds to it stands below.
  const named = code.replace(/^(?:\([\w ]+\) )+/, "").replace(/\r?\nnamespace \S+$/, "");
  // What `require()` gives of a class is the class.
  const [, imported] = /^\(alias\) (?:abstract )?class ([\p{ID_Continue}$]+)/u.exec(code) ?? [];
  if (imported !== undefined && part === "type") return { status: "known", type: `typeof ${imported}` };
  const rest = behindName(named.replace(/ \(\+\d+ overloads?\)$/, ""));
  if (rest === undefined) return { status: "unclear" };
  const isCallable = rest.startsWith("(") || rest.startsWith("<");
  const source = isCallable
    ? `declare function f${rest};`
    : `declare const f${withoutArguments(rest.replace(/^[?!]/, ""))};`;
  const result = runParser(oxc, "hover.d.ts", source);
  if (isFailure(result) || result.errors.length > 0 || source.includes("/*elided*/"))
    return { status: TOO_LONG.test(rest) ? "too-long" : "unclear" };
  const type = partOf(result.program.body[0], source, part);
  return type === undefined ? { status: "unclear" } : { status: "known", type: reindented(type) };
}

/** `<T> = …` of `type Name<T> = …`. */
function aliasType(oxc: Parser, code: string): HoverType {
  const rest = /^type [^\s<=]+([\s\S]*)$/.exec(code)?.[1] ?? "";
  const result = runParser(oxc, "hover.d.ts", `type A${rest};`);
  if (isFailure(result) || result.errors.length > 0 || rest.includes("/*elided*/"))
    return { status: TOO_LONG.test(rest) ? "too-long" : "unclear" };
  return { status: "known", type: reindented(rest) };
}

/** Three dots that bring no rest parameter. */
const TOO_LONG = /\.\.\.(?![\p{ID_Start}$_[{])|\/\*elided\*\//u;

/** What stands behind the name, which may be that of a member of a generic owner: from `(`, `<`, `:`, `?` on. */
function behindName(code: string): string | undefined {
  const text = code.replace(
    /^(?:(?:export|declare|async|abstract|readonly|static|get|set|function|const|let|var|using|await|constructor|class)\s+)+(?=[\w$"'`[#])/,
    "",
  );
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === "(" || character === ":" || character === "?") return text.slice(at);
    if (character !== "<" && character !== "[" && character !== '"') continue;
    const end = character === '"' ? text.indexOf('"', at + 1) : closing(text, at);
    if (end === -1) return undefined;
    // Type arguments of the owner stand before its member.
    if (character === "<" && text[end + 1] !== "." && text[end + 1] !== "[") return text.slice(at);
    at = end;
  }
  return undefined;
}

/** Without the type arguments with which `: new <any>(a?: any) => Set<any>` is called, where type parameters would stand. */
function withoutArguments(type: string): string {
  const open = type.startsWith(": new <") ? ": new ".length : -1;
  const end = open === -1 ? -1 : closing(type, open);
  return end === -1 ? type : type.slice(0, open) + type.slice(end + 1);
}

/** Where the bracket at an offset is closed; -1 where it is not. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"' || character === "'" || character === "`") {
      at = text.indexOf(character, at + 1);
      if (at === -1) return -1;
    } else if ("<([{".includes(character)) depth++;
    else if (")]}".includes(character) || (character === ">" && text[at - 1] !== "=")) {
      depth--;
      if (depth === 0) return at;
    }
  }
  return -1;
}

type Statement = import("oxc-parser").Program["body"][number];

function partOf(statement: Statement | undefined, source: string, part: Hole["part"]): string | undefined {
  const slice = (node: { readonly start: number; readonly end: number } | null | undefined) =>
    node === null || node === undefined ? undefined : source.slice(node.start, node.end);
  if (statement?.type === "VariableDeclaration") {
    const type = statement.declarations[0]?.id.typeAnnotation?.typeAnnotation;
    if (type === undefined || part === "type") return slice(type);
    // A class of the standard library is a variable, and said to be what `new` calls.
    if (type.type === "TSConstructorType" && part === "return") return slice(type.returnType?.typeAnnotation);
    const call = callOf(type);
    if (call === undefined) return undefined;
    if (part === "return") return slice(call.returnType?.typeAnnotation);
    if (typeof part === "number") return slice(call.params[part] && annotation(call.params[part]));
    const head = source.slice(call.start, call.returnType?.start).replace(/\s*(?:=>)?\s*$/, "");
    if (part === "parameters") return undefined;
    return `${head}: ${slice(call.returnType?.typeAnnotation)}`;
  }
  if (statement?.type !== "TSDeclareFunction" && statement?.type !== "FunctionDeclaration") return undefined;
  const { params, returnType, typeParameters, id } = statement;
  const result = slice(returnType?.typeAnnotation);
  if (part === "return") return result;
  if (typeof part === "number") return slice(params[part] && annotation(params[part]));
  const head = source.slice(typeParameters?.start ?? id?.end, returnType?.start ?? statement.end).replace(/;$/, "");
  // A constructor's type parameters are those of its class.
  if (part === "parameters") return head.slice(typeParameters ? typeParameters.end - typeParameters.start : 0);
  return part === "signature" ? `${head}: ${result ?? "any"}` : `${head} => ${result ?? "any"}`;
}

/** What is called of a type: of one that has members, too, such as those assigned to a function, its one call signature. */
function callOf(type: TSType) {
  if (type.type !== "TSTypeLiteral") return type.type === "TSFunctionType" ? type : undefined;
  const [call, ...others] = type.members.filter((one) => one.type === "TSCallSignatureDeclaration");
  return others.length === 0 ? call : undefined;
}

function annotation(parameter: import("oxc-parser").ParamPattern) {
  if (parameter.type === "TSParameterProperty" || parameter.type === "AssignmentPattern") return undefined;
  if (parameter.type === "RestElement")
    return (parameter.typeAnnotation ?? parameter.argument.typeAnnotation)?.typeAnnotation;
  return parameter.typeAnnotation?.typeAnnotation;
}

/** The compiler indents by four blanks. */
function reindented(type: string): string {
  return onOneLineIfShort(
    type.replaceAll(/\n((?: {4})+)/g, (_, indent: string) => `\n${" ".repeat(indent.length / 2)}`),
  );
}
