import { collapse, count, escapeInvisible } from "@kart/core/text/display";
import { exportName } from "./module-exports.ts";
import { isAugmentation, isListed, type Outlined, startOf } from "./outline.ts";
import { filled, type Hole } from "./pieces.ts";

/** How much of each declaration is shown. */
export interface Detail {
  readonly docs: "whole" | "first-line" | "none";
  /** Whether `private` and `#private` members are shown. */
  readonly privates: boolean;
  readonly members: boolean;
  /** Of many overloads the first, and a count. */
  readonly fewOverloads?: boolean;
}

/** What fills the holes of one file's outline. */
export type Answer = (hole: Hole) => string | undefined;

/** Most members of one declaration that are shown; the rest is counted. */
const MAX_MEMBERS = 400;

/** Signatures as text without marks: overloads one a line. */
export function signatureText({ signatures }: Outlined, answer: Answer): string {
  return signatures.map(({ pieces }) => escapeInvisible(filled(pieces, answer))).join("\n");
}

export function shownMembers(owner: Outlined, { members, privates }: Detail): readonly Outlined[] {
  const { children = [], kind } = owner;
  if (!members) return [];
  const isAmbient = isAugmentation(owner);
  return children.filter((child) => {
    if (privates) return true;
    // That nobody else may call the constructor is of interest to everybody.
    if (child.isPrivate) return child.kind === "constructor";
    return kind !== "namespace" || child.exported || isAmbient;
  });
}

/** Overloads from which on they are many, and how many of those are shown. */
const MANY_OVERLOADS = 5;
const SHOWN_OVERLOADS = 2;

/** A declaration as TypeScript, with its line in a comment behind its first line. `prefix` is `export `, `declare ` or nothing. */
function declarationText(outlined: Outlined, prefix: string, answer: Answer, detail: Detail, indent = ""): string {
  const lines: string[] = [];
  const doc = docText(outlined.doc, detail.docs);
  if (doc !== "") lines.push(doc);
  const last = outlined.signatures.length - 1;
  const isCut = detail.fewOverloads === true && last + 1 >= MANY_OVERLOADS;
  for (const [index, one] of outlined.signatures.slice(0, isCut ? SHOWN_OVERLOADS : undefined).entries()) {
    const { pieces, line } = one;
    // One that was picked alone has it for its own.
    const own = index === 0 ? "" : docText(one.doc ?? "", detail.docs);
    if (own !== "") lines.push(own);
    const text = prefix + escapeInvisible(filled(pieces, answer));
    const hasBody = outlined.children !== undefined && index === last;
    lines.push(marked(hasBody ? text : `${text};`, hasBody ? body(outlined, answer, detail) : undefined, line));
  }
  if (isCut)
    lines.push(
      `// + ${last + 1 - SHOWN_OVERLOADS} overloads: pass symbol ${collapse(escapeInvisible(outlined.namePath))}`,
    );
  return indented(lines.join("\n"), indent);
}

/** @param inside what stands in braces behind the text: lines, or a comment of one line; undefined for no braces */
function marked(text: string, inside: string | undefined, line: number): string {
  const end = text.indexOf("\n");
  const first = end === -1 ? text : text.slice(0, end);
  const rest = end === -1 ? "" : text.slice(end);
  if (inside === undefined) return `${first} // ${line}${rest}`;
  const isShort = inside === "" || inside.startsWith("/*");
  const braces = isShort ? `{${inside === "" ? "" : ` ${inside} `}}` : "{";
  const close = isShort ? "" : `\n${inside}\n}`;
  return rest === "" ? `${first} ${braces} // ${line}${close}` : `${first} // ${line}${rest} ${braces}${close}`;
}

/** Longest list of members' names, in UTF-16 units. */
const MAX_MEMBER_NAMES = 200;

function body(owner: Outlined, answer: Answer, detail: Detail): string {
  const members = shownMembers(owner, { ...detail, members: true });
  if (!detail.members) return memberNames(members);
  const shown = members.slice(0, MAX_MEMBERS);
  const isMixed = owner.kind === "namespace" && members.some(({ exported }) => !exported);
  const texts = shown.map((member) => {
    if (owner.kind === "enum") return enumMemberText(member, answer, detail);
    const isPlain = isMixed && member.exported && !isListed(member);
    return declarationText(member, isPlain ? "export " : "", answer, detail, "  ");
  });
  if (members.length > shown.length)
    texts.push(
      `  // and ${count(members.length - shown.length, "more member")}: pass symbol ${owner.namePath}.NAME for one`,
    );
  return texts.join("\n");
}

function memberNames(members: readonly Outlined[]): string {
  if (members.length === 0) return "";
  let row = "";
  // What is interface and namespace, or getter and setter, has one name.
  const names = [...new Set(members.map(({ name }) => name))];
  for (const [index, name] of names.entries()) {
    const next = escapeInvisible(collapse(name)).replaceAll("*/", "* /");
    if (row.length + next.length > MAX_MEMBER_NAMES)
      return `/* ${row === "" ? "" : `${row} and `}${names.length - index} more */`;
    row += `${index === 0 ? "" : ", "}${next}`;
  }
  return `/* ${row} */`;
}

function enumMemberText(member: Outlined, answer: Answer, { docs }: Detail): string {
  const doc = docText(member.doc, docs);
  const text = `${signatureText(member, answer)}, // ${member.line}`;
  return indented(doc === "" ? text : `${doc}\n${text}`, "  ");
}

function indented(text: string, indent: string): string {
  return indent === "" ? text : indent + text.replaceAll(/\n(?!\n|$)/g, `\n${indent}`);
}

/** Longest documentation where only its first line is shown, in UTF-16 units. */
const MAX_FIRST_LINE = 120;

function docText(doc: string, detail: Detail["docs"]): string {
  if (doc === "" || detail === "none") return "";
  const rows = doc.split(/\r\n?|\n/).map((row) => row.trim());
  if (detail === "whole")
    return escapeInvisible(
      rows.map((row, index) => (index === 0 ? row : row.startsWith("*") ? ` ${row}` : `   ${row}`)).join("\n"),
    );
  const first = plainDoc(doc).split("\n")[0] ?? "";
  if (first === "") return "";
  return `/** ${first.length > MAX_FIRST_LINE ? `${first.slice(0, MAX_FIRST_LINE - 1).trimEnd()}…` : first} */`;
}

/** The text of a JSDoc comment without its frame. */
export function plainDoc(doc: string): string {
  const rows = doc.slice(3, -2).split(/\r\n?|\n/);
  return escapeInvisible(
    rows
      .map((row) => row.replace(/^\s*\* ?/, "").trimEnd())
      .join("\n")
      .trim(),
  );
}

/** `all`: the declaration, and the statement that gives it the name that importers use, where that is not its own; or one of them. */
export type ExportPart = "all" | "declaration" | "naming";

/** An exported declaration under a name that importers use. */
export function exportText(name: string, outlined: Outlined, part: ExportPart, answer: Answer, detail: Detail): string {
  const { kind, exportAs } = outlined;
  const start = startOf(outlined);
  const local = outlined.local ?? (exportAs === undefined ? outlined.name : (/^const (\S+)/.exec(start)?.[1] ?? name));
  const text = (prefix: string) => declarationText(outlined, prefix, answer, detail);
  if (exportAs === "export * as") return text("export ");
  if (isAugmentation(outlined)) return text("declare ");
  if (part === "naming") return namingText(name, local);
  if (outlined.name === "default" && exportAs === undefined) {
    // It has no name of its own: it takes the one that is asked for.
    if (name === "default") return text("export default ");
    const named = /^export (abstract class|class|function)(?=\W)/m;
    return text("export ").replace(named, (_, word: string) => `export ${word} ${name}`);
  }
  if (exportAs === undefined && local === name) return text("export ");
  const canBeDefault = exportAs === undefined && ["function", "class", "interface"].includes(kind);
  if (part === "all" && name === "default" && canBeDefault && !start.startsWith("const"))
    return text("export default ");
  const declared = text(kind === "interface" || kind === "type" ? "" : "declare ");
  return part === "declaration" ? declared : `${declared}\n${namingText(name, local)}`;
}

function namingText(name: string, local: string): string {
  if (name === "default") return `export default ${local};`;
  if (name === "export=") return `export = ${local};`;
  return name === local ? `export { ${local} };` : `export { ${exportName(local)} as ${exportName(name)} };`;
}

/** A declaration as it stands in its module, exported or not. */
export function localText(outlined: Outlined, part: ExportPart, answer: Answer, detail: Detail): string {
  const { kind, name, exported, exportAs, declaration } = outlined;
  if (!exported) {
    const isType = kind === "interface" || kind === "type";
    return declarationText(outlined, isType ? "" : "declare ", answer, detail);
  }
  if (exportAs === "export =") return exportText("export=", outlined, part, answer, detail);
  const names = (declaration?.exportedAs ?? [name]).toSorted((a, b) => Number(b === name) - Number(a === name));
  return names
    .map((one, index) => exportText(one, outlined, index === 0 ? part : "naming", answer, detail))
    .slice(0, part === "declaration" ? 1 : undefined)
    .join("\n");
}
