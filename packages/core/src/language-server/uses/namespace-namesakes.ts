import type { Node } from "oxc-parser";
import { keyOf, type SourceLocation } from "../locations.ts";
import type { Place, Questions } from "../questions.ts";
import { nodesAround } from "../trees.ts";

/**
 * What is found below a type, without what is below others in a namespace of its name, `class Panel extends Widget.Base`: a class and a
 * namespace that merges with it are one symbol, and to TypeScript's search who names the one as a base is below the other.
 */
export async function withoutNamesakes(
  questions: Questions,
  place: Place,
  found: readonly SourceLocation[],
): Promise<readonly SourceLocation[]> {
  const origins = await questions.definitions(place);
  const all = await Promise.all(
    found.map(async (location) => ({ location, bases: await basesAt(questions, location) })),
  );
  const nameOf = ({ file, span }: SourceLocation) => questions.reader.textOf(file)?.source.slice(span.start, span.end);
  for (let kept = all; ;) {
    const types = [...origins, ...kept.map(({ location }) => location)];
    const [known, names] = [new Set(types.map(keyOf)), new Set(types.map(nameOf))];
    const gone = new Set(all.filter((one) => !kept.includes(one)).map(({ location }) => nameOf(location)));
    const isBelow = async ({ location: { path }, bases }: (typeof all)[number]) => {
      if (path === undefined || !bases.some(({ head, name }) => (head === name ? gone : names).has(head))) return true;
      const at = questions.root.proveFile(path);
      const leads = await Promise.all(bases.map(({ end }) => questions.definitions({ path: at, offset: end - 1 })));
      return leads.flat().some((one) => known.has(keyOf(one)));
    };
    const are = await Promise.all(kept.map(isBelow));
    const left = kept.filter((_, at) => are[at]);
    if (left.length === kept.length) return kept.map(({ location }) => location);
    kept = left;
  }
}

/** What a class or an interface extends or implements, or a literal is declared to be. */
interface Base {
  /** The first part of its name: `Widget` of `Widget.Base`. */
  readonly head: string;
  readonly name: string;
  /** Of the name. UTF-16. */
  readonly end: number;
}

async function basesAt(questions: Questions, { file, path, span }: SourceLocation): Promise<readonly Base[]> {
  const around = path === undefined ? [] : await nodesAround(questions, file, span.start);
  for (const [at, node] of around.entries()) {
    if (node.start === span.start || ("id" in node && node.id?.start === span.start)) {
      const types = typesOf(node, around[at - 1]);
      const bases = types.flatMap((one) => baseOf(one) ?? []);
      // What a call gives may be below anything.
      if (types.length > 0) return bases.length === types.length ? bases : [];
    }
  }
  return [];
}

/** The types that a declaration names as its own; nothing for other nodes. */
function typesOf(node: Node, holder: Node | undefined): readonly Node[] {
  switch (node.type) {
    case "ClassDeclaration":
    case "ClassExpression":
      return [
        ...(node.superClass === null ? [] : [node.superClass]),
        ...(node.implements ?? []).map((one) => one.expression),
      ];
    case "TSInterfaceDeclaration":
      return node.extends.map((one) => one.expression);
    case "VariableDeclarator":
      return node.id.typeAnnotation ? [node.id.typeAnnotation.typeAnnotation] : [];
    case "ObjectExpression":
      return holder?.type === "VariableDeclarator" ? typesOf(holder, undefined) : [];
    default:
      return [];
  }
}

function baseOf(type: Node): Base | undefined {
  switch (type.type) {
    case "Identifier":
      return { head: type.name, name: type.name, end: type.end };
    case "TSTypeReference":
      return baseOf(type.typeName);
    case "MemberExpression":
    case "TSQualifiedName": {
      const [left, right] = type.type === "MemberExpression" ? [type.object, type.property] : [type.left, type.right];
      const head = baseOf(left)?.head;
      return head === undefined || right.type !== "Identifier" ? undefined : { head, name: right.name, end: right.end };
    }
    default:
      return undefined;
  }
}
