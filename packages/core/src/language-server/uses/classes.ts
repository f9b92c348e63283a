import type { Class, Node } from "oxc-parser";
import { isInstalled, type SourceLocation } from "../locations.ts";
import type { Questions } from "../questions.ts";
import { nodesAround } from "../trees.ts";

/** A class of the workspace. */
export interface ClassPlace {
  /** Absolute. */
  readonly file: string;
  /** UTF-16 offset of its first word. */
  readonly start: number;
  /** Its own name, or that of what it is given to. */
  readonly name: string | undefined;
  /** Where the name starts of what it extends. */
  readonly base: number | undefined;
}

export function isClass(node: Node): node is Class {
  return node.type === "ClassDeclaration" || node.type === "ClassExpression";
}

/** The class that the last of some nodes is, which stand within one another, or that it is given. */
export function classPlace(file: string, around: readonly Node[]): ClassPlace | undefined {
  const [outer, last] = [around.at(-2), around.at(-1)];
  const node = last && classOf(last);
  if (node === undefined) return undefined;
  const holder = [last, outer].find((one) => one?.type === "VariableDeclarator");
  const id = node.id ?? (holder?.type === "VariableDeclarator" ? holder.id : null);
  const base = node.superClass?.type === "MemberExpression" ? node.superClass.property : node.superClass;
  return {
    file,
    start: node.start,
    name: id?.type === "Identifier" ? id.name : undefined,
    base: base?.type === "Identifier" ? base.start : undefined,
  };
}

/** The class that the server places at a location: at its name, or, where it has none, at what is given it. */
export async function classAt(
  questions: Questions,
  { file, span }: Pick<SourceLocation, "file" | "span">,
): Promise<ClassPlace | undefined> {
  const around = await nodesAround(questions, file, span.start);
  const at = around.findLastIndex((one) => {
    const node = classOf(one);
    return node !== undefined && span.start <= (node.id?.start ?? node.start);
  });
  return classPlace(file, around.slice(0, at + 1));
}

function classOf(node: Node): Class | undefined {
  if (isClass(node)) return node;
  const value =
    node.type === "VariableDeclarator"
      ? node.init
      : node.type === "AssignmentExpression"
        ? node.right
        : node.type === "ExportDefaultDeclaration"
          ? node.declaration
          : null;
  return value !== null && isClass(value) ? value : undefined;
}

/** The classes that one extends, the nearest first, as far as the workspace declares them. */
export async function classesAbove(questions: Questions, { file, base }: ClassPlace): Promise<readonly ClassPlace[]> {
  if (base === undefined) return [];
  return questions.kept(`classes above ${base} ${file}`, async () => {
    const found: ClassPlace[] = [];
    let next: ClassPlace | undefined = await classNamed(questions, file, base);
    while (next !== undefined && !found.some((one) => isSameClass(one, next as ClassPlace))) {
      found.push(next);
      next = next.base === undefined ? undefined : await classNamed(questions, next.file, next.base);
    }
    return found;
  });
}

async function classNamed(questions: Questions, file: string, offset: number): Promise<ClassPlace | undefined> {
  const { root } = questions;
  const found = await questions.definitions({ path: root.proveFile(root.relative(file)), offset });
  const classes = found.filter((one) => !isInstalled(one)).map((one) => classAt(questions, one));
  return (await Promise.all(classes)).find((one) => one !== undefined);
}

export function isSameClass(one: ClassPlace, other: ClassPlace): boolean {
  return one.start === other.start && one.file === other.file;
}
