/** What a module's text has beside `export const name`, found without parsing it: more often than it is there, never less. */
export interface ExportStyle {
  /** `export` may stand within a namespace or a declared module. */
  readonly mayNest: boolean;
  /** What is declared may be exported once more, or under another name: `export { name as other }`, `export default name`. */
  readonly mayList: boolean;
}

export function exportStyleOf(source: string): ExportStyle {
  return { mayNest: NESTING.test(source), mayList: LISTING.test(source) };
}

/** As {@link ExportStyle.mayList}, of one name: where all that lists names are braces, these are looked into. */
export function mayListName(source: string, name: string): boolean {
  const isName = new RegExp(String.raw`(?<![\p{ID_Continue}$])${RegExp.escape(name)}(?![\p{ID_Continue}$])`, "u");
  return Array.from(source.matchAll(new RegExp(LISTING, "g"))).some(({ 0: { length }, index }) => {
    const list = listAt(source, index + length - 1);
    return list === undefined || isName.test(list);
  });
}

/** What stands in braces that open at an offset, without comments. Undefined where none do, and where they hold anything but names. */
function listAt(source: string, open: number): string | undefined {
  if (source[open] !== "{") return undefined;
  LISTED.lastIndex = open + 1;
  const list = LISTED.exec(source)?.[0];
  return list?.replaceAll(COMMENT, " ");
}

const COMMENT = /\/\*[^]*?\*\/|\/\/[^\n]*/g;

/** Up to the end of a list; what a name is exported by may be a string. */
const LISTED = /(?:\/\*[^]*?\*\/|\/\/[^\n]*\n|[^{}/])*\}/y;

/** What may stand between two words. */
const GAP = String.raw`(?:\s|/\*[^]*?\*/|//[^\n]*\n)*`;
const NESTING = new RegExp(
  String.raw`\b(?:(?:namespace|module)${GAP}(?:[\p{ID_Continue}$]+(?:${GAP}\.${GAP}[\p{ID_Continue}$]+)*|"[^"\n]*"|'[^'\n]*')|global)${GAP}\{`,
  "u",
);
const LISTING = new RegExp(
  String.raw`\bexport${GAP}(?:type${GAP})?(?:[{=]|default\b|import\b|as${GAP}namespace\b)|\bexports\b`,
);

/**
 * Whether the name that starts at an offset (UTF-16) of code is declared behind `export`: then a file in which nothing nests
 * declares it at its top level. False where only reading the file tells, and across lines: `// to export type` may end one above.
 */
export function isDeclaredByExport(source: string, offset: number): boolean {
  return DECLARED.test(source.slice(Math.max(0, offset - LONGEST), offset));
}

const DECLARED =
  /(?:^|[\s;}])export[ \t]+(?:declare[ \t]+)?(?:(?:abstract[ \t]+)?class|(?:const[ \t]+)?enum|interface|type|(?:async[ \t]+)?function(?:[ \t]*\*)?|const|let|var)[ \t]+$/;

/** UTF-16 units before a name in which the words stand that declare it. */
const LONGEST = 80;

/**
 * Whether the name that starts at an offset (UTF-16) of code is declared by a statement that starts its line without `export`: a list
 * alone exports it then. False where only reading the file tells.
 */
export function isDeclaredWithout(source: string, offset: number): boolean {
  const from = Math.max(0, offset - LONGEST);
  const before = WITHOUT.exec((from === 0 ? "\n" : "") + source.slice(from, offset));
  return (
    before !== null &&
    !/\b(?:export|default|declare)\s*$/.test(source.slice(Math.max(0, offset - 3 * LONGEST), offset - before[0].length))
  );
}

const WITHOUT =
  /\n(?:(?:abstract[ \t]+)?class|(?:const[ \t]+)?enum|interface|type|(?:async[ \t]+)?function(?:[ \t]*\*)?|const|let|var)[ \t]+$/;
