import { collapse } from "@kart/core/text/display";
import type { Outlined } from "../outline/outline.ts";
import { plainDoc, signatureText } from "../outline/render.ts";
import type { LibraryDeclaration } from "./standard-library.ts";

/** Longest text of one type, in UTF-16 units. */
const MAX_TEXT = 38_000;

/**
 * A type of the library as Markdown: what it is, how it is made, its members with their overloads and docs. What several files
 * say of it is one list, in which members younger than the type bear the edition that brought them.
 *
 * @param constructors what the variable of the same name holds: `ArrayConstructor` for `Array`
 */
export function libraryMarkdown(
  name: string,
  declarations: readonly LibraryDeclaration[],
  constructors: readonly LibraryDeclaration[],
): string {
  const first = declarations[0]?.file ?? "";
  const files = [...new Set([...declarations, ...constructors].map(({ file }) => `lib.${file}.d.ts`))];
  const heads = [...new Set(declarations.map(({ outlined }) => head(outlined)))];
  const docs = [...new Set(declarations.map(({ outlined }) => description(outlined.doc)).filter((doc) => doc !== ""))];
  const top = [`# ${name}`, fence(heads), ...docs, `Declared in ${files.join(", ")}.`].join("\n\n");
  const sections = [
    ["Static", membersOf(constructors, first)],
    ["Members", membersOf(declarations, first)],
  ] as const;
  let room = MAX_TEXT - top.length - 300;
  const parts = sections.flatMap(([title, members]) => {
    if (members.length === 0) return [];
    const rows: string[] = [];
    for (const member of members) {
      room -= member.row.length + 1;
      if (room < 0) break;
      rows.push(member.row);
    }
    const left = members.slice(rows.length);
    const more =
      left.length === 0
        ? ""
        : `\n\n${left.length} more are not shown: ${left
            .map((one) => one.name)
            .join(", ")
            .slice(0, 1000)}`;
    return [`## ${title}\n\n${rows.join("\n")}${more}`];
  });
  return [top, ...parts].join("\n\n").slice(0, MAX_TEXT + 2000) + "\n";
}

/** Without the members of what makes it: those are static ones. */
function head(outlined: Outlined): string {
  return signatureText(outlined, () => "any").replace(/^(var [\w$]+: )\{.*\}$/s, "$1{ … }");
}

function fence(lines: readonly string[]): string {
  return `\`\`\`ts\n${lines.join("\n")}\n\`\`\``;
}

interface Member {
  readonly name: string;
  readonly row: string;
}

/** Members of one name are one row: overloads that other files add stand behind the others. */
function membersOf(declarations: readonly LibraryDeclaration[], first: string): Member[] {
  const members = new Map<string, { readonly signatures: Map<string, string>; readonly docs: Set<string> }>();
  for (const { file, outlined } of declarations)
    for (const child of outlined.children ?? []) {
      const key = child.kind === "getter" || child.kind === "setter" ? `${child.kind} ${child.name}` : child.name;
      const member = members.get(key) ?? { signatures: new Map<string, string>(), docs: new Set<string>() };
      members.set(key, member);
      const doc = description(child.doc);
      if (doc !== "") member.docs.add(doc);
      const edition = file === first ? "" : editionOf(file);
      for (const signature of signatureText(child, () => "any").split(/\n(?=\S)(?![})\]])/))
        if (!member.signatures.has(collapse(signature))) member.signatures.set(collapse(signature), edition);
    }
  return [...members].map(([name, { signatures, docs }]) => {
    const codes = [...signatures].map(([code, edition]) => codeSpan(code) + (edition === "" ? "" : ` (${edition})`));
    const [doc, ...more] = docs;
    const text = doc === undefined ? "" : `: ${[doc, ...more].join(" / ")}`;
    return { name, row: `- ${codes.join("\n  ")}${text}` };
  });
}

/** `es2015.core` is ES2015; what is no edition of the language has none. */
function editionOf(file: string): string {
  const [edition = ""] = /^es(?:\d+|next)/.exec(file) ?? [];
  return edition.replace("es", "ES").replace("ESnext", "ESNext");
}

function codeSpan(code: string): string {
  return code.includes("`") ? `\`\` ${code} \`\`` : `\`${code}\``;
}

/** A JSDoc comment on one line: what it says, then the parameters. */
function description(doc: string): string {
  if (doc === "") return "";
  const [text = "", ...tags] = `\n${plainDoc(doc)}`.split(/\n(?=@)/);
  const notes = tags.flatMap((tag) => {
    const [, kind = "", rest = ""] = /^@(\w+)\s*([^]*)$/.exec(tag) ?? [];
    if (kind === "param") return [collapse(rest.replace(/^(\S+)\s*-?\s*/, "`$1`: "))];
    if (kind === "returns" || kind === "return") return [`Returns ${collapse(rest)}`];
    if (kind === "deprecated") return [`**Deprecated.** ${collapse(rest)}`];
    return kind === "throws" ? [`Throws ${collapse(rest)}`] : [];
  });
  return [collapse(text), ...notes].filter((part) => part !== "").join(" ");
}
