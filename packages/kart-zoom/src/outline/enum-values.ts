import type { Expression, TSEnumMember } from "oxc-parser";

/** Values of an enum's members, in their order; undefined for those that are known only when the program runs. */
export function enumValues(members: readonly TSEnumMember[], enumName: string): (number | string | undefined)[] {
  const known = new Map<string, number | string>();
  let next: number | undefined = 0;
  return members.map(({ id, initializer }) => {
    const value: number | string | undefined =
      initializer === null ? next : constantValue(initializer, known, enumName);
    const name = id.type === "Identifier" ? id.name : id.type === "Literal" ? id.value : undefined;
    if (name !== undefined && value !== undefined) known.set(name, value);
    next = typeof value === "number" ? value + 1 : undefined;
    return value;
  });
}

function constantValue(
  node: Expression,
  known: ReadonlyMap<string, number | string>,
  enumName: string,
): number | string | undefined {
  switch (node.type) {
    case "ParenthesizedExpression":
      return constantValue(node.expression, known, enumName);
    case "Literal":
      return typeof node.value === "number" || typeof node.value === "string" ? node.value : undefined;
    case "TemplateLiteral": {
      let text = "";
      for (const [index, { value }] of node.quasis.entries()) {
        text += value.cooked;
        const inner = node.expressions[index];
        if (inner === undefined) break;
        const part = constantValue(inner, known, enumName);
        if (part === undefined) return undefined;
        text += part;
      }
      return text;
    }
    case "Identifier":
      return node.name === "NaN"
        ? Number.NaN
        : node.name === "Infinity"
          ? Number.POSITIVE_INFINITY
          : known.get(node.name);
    case "MemberExpression": {
      if (node.object.type !== "Identifier" || node.object.name !== enumName) return undefined;
      if (!node.computed) return node.property.type === "Identifier" ? known.get(node.property.name) : undefined;
      return node.property.type === "Literal" && typeof node.property.value === "string"
        ? known.get(node.property.value)
        : undefined;
    }
    case "UnaryExpression": {
      const value = constantValue(node.argument, known, enumName);
      if (typeof value !== "number") return undefined;
      return node.operator === "-"
        ? -value
        : node.operator === "+"
          ? value
          : node.operator === "~"
            ? ~value
            : undefined;
    }
    case "BinaryExpression": {
      if (node.left.type === "PrivateIdentifier") return undefined;
      const left = constantValue(node.left, known, enumName);
      const right = constantValue(node.right, known, enumName);
      return left === undefined || right === undefined ? undefined : combined(node.operator, left, right);
    }
    default:
      return undefined;
  }
}

function combined(operator: string, left: number | string, right: number | string): number | string | undefined {
  if (typeof left === "string" || typeof right === "string") return operator === "+" ? `${left}${right}` : undefined;
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    case "%":
      return left % right;
    case "**":
      return left ** right;
    case "|":
      return left | right;
    case "&":
      return left & right;
    case "^":
      return left ^ right;
    case "<<":
      return left << right;
    case ">>":
      return left >> right;
    case ">>>":
      return left >>> right;
    default:
      return undefined;
  }
}
