/**
 * The signatures that `@overload` tags give a function of JavaScript, as declarations write them: `<T>(a: T, b?: string): void`. None where
 * it has no such tag, or where a type is one that only comments have: the compiler tells more of it then.
 * https://www.typescriptlang.org/docs/handbook/jsdoc-supported-types.html#overload
 *
 * @param lead the comments above the function
 */
export function overloadTags(lead: string): readonly string[] {
  if (!/@overload\b/.test(lead)) return [];
  const comments = lead.match(/\/\*\*(?![*/])[\s\S]*?\*\//g) ?? [];
  const signatures = comments.flatMap((comment) => {
    const [head = "", ...parts] = plainText(comment).split(/@overload\b/);
    // Type parameters may stand above.
    const templates = (head.match(/@template\b[^@]*/g) ?? []).join("");
    return parts.map((part) => signatureIn(templates + part));
  });
  return signatures.every((one) => one !== undefined) ? signatures : [];
}

/** A comment without its frame, each row by itself. */
function plainText(comment: string): string {
  return comment
    .slice(3, -2)
    .split(/\r\n?|\n/)
    .map((row) => row.replace(/^\s*\* ?/, ""))
    .join("\n");
}

function signatureIn(tags: string): string | undefined {
  const templates: string[] = [];
  const parameters: string[] = [];
  let result: string | undefined = "any";
  for (const { 0: start, 1: tag, index } of tags.matchAll(TAG)) {
    const behind = tags.slice(index + start.length);
    if (tag === "template") {
      const { type, rest } = typeAt(behind);
      const names = /^\s*([\p{ID_Continue}$]+(?:\s*,\s*[\p{ID_Continue}$]+)*)/u.exec(rest)?.[1];
      if (names === undefined) return undefined;
      templates.push(...names.split(/\s*,\s*/).map((name) => (type === undefined ? name : `${name} extends ${type}`)));
    } else if (tag?.startsWith("return") === true) {
      result = spelled(typeAt(behind).type ?? "any");
      // What follows is about the function itself.
      break;
    } else {
      const parameter = parameterIn(behind);
      if (parameter === undefined) return undefined;
      parameters.push(parameter);
    }
  }
  if (result === undefined) return undefined;
  const generic = templates.length === 0 ? "" : `<${templates.join(", ")}>`;
  return `${generic}(${parameters.join(", ")}): ${result}`;
}

const TAG = /@(param|arg|argument|template|returns?)\b/g;

/** `{string} [name]` as `name?: string`; undefined where it cannot be told, as of `options.deep`. */
function parameterIn(text: string): string | undefined {
  const { type: written = "any", rest } = typeAt(text);
  const [, bracket = "", name, member] =
    /^\s*(\[?)\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)(\.|\[\])?/u.exec(rest) ?? [];
  if (name === undefined || member !== undefined) return undefined;
  if (written.startsWith("...")) {
    const items = spelled(written.slice(3));
    return items === undefined ? undefined : `...${name}: (${items})[]`;
  }
  const type = spelled(written.replace(/=$/, ""));
  const isOptional = bracket !== "" || written.endsWith("=");
  return type === undefined ? undefined : `${name}${isOptional ? "?" : ""}: ${type}`;
}

/** What stands in the braces that a text starts with, and what behind them. */
function typeAt(text: string): { readonly type?: string; readonly rest: string } {
  const open = /^\s*\{/.exec(text)?.[0].length;
  if (open === undefined) return { rest: text };
  let depth = 1;
  let end = open;
  for (; end < text.length && depth > 0; end++)
    if (text[end] === "{") depth++;
    else if (text[end] === "}") depth--;
  return {
    type: text
      .slice(open, end - 1)
      .replaceAll(/\s+/g, " ")
      .trim(),
    rest: text.slice(end),
  };
}

/** A type of JSDoc as TypeScript writes it. */
function spelled(type: string): string | undefined {
  if (type === "*" || type === "?") return "any";
  return OF_COMMENTS.test(type) ? undefined : type;
}

/** `?string`, `function(string)`, `Object.<string, number>`; and what has another meaning there: `Array`, `String`. */
const OF_COMMENTS =
  /^[?!]|[?!]$|\bfunction\s*\(|\*|\.<|\b(?:Object|Array|Promise|String|Number|Boolean|Symbol|Function)\b(?!\s*<)/;
