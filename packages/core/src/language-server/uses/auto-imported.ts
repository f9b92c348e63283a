import { isAutoImported, isAutoImporting } from "../../modules/auto-imports.ts";
import type { ModuleGraph } from "../../modules/module-graph.ts";
import { reExporting } from "../../modules/unresolved-imports.ts";
import { isDeclarationFile } from "../../syntax/parser/source-language.ts";
import { nodesHolding } from "../../syntax/parser/tree.ts";
import { isBehindDot, isSpecifier, wordsIn } from "../../text/words.ts";
import type { SourceLocation } from "../locations.ts";
import type { Questions } from "../questions.ts";
import { programOf } from "../trees.ts";
import { type Suspect, told } from "./indirect-uses.ts";
import { memberPlaces } from "./member-places.ts";

/** What is declared, in a file from which Nuxt or a bundler may import it wherever its name stands. */
export interface AutoImported {
  readonly definition: SourceLocation;
  /** Of the file, from the root. */
  readonly path: string;
  readonly name: string;
  readonly isMember: boolean;
}

export interface AutoImportedUses {
  readonly found: readonly SourceLocation[];
  /** Of what has no type as long as nothing says what is imported. Of a name that changes all: what imports goes by that. */
  readonly unseen: readonly SourceLocation[];
  /** Files, absolute, that hold the name and were not asked about, there being too many places. */
  readonly unasked: readonly string[];
}

/** Places that are asked about. */
const MAX_ASKED = 200;

const NONE: AutoImportedUses = { found: [], unseen: [], unasked: [] };

/**
 * Uses in source files without an import. What is written for the compiler, `const useCart: typeof import("./cart")["useCart"]`, may be
 * there or not, and git mostly ignores it.
 *
 * @param isOwnName whether the uses are sought that keep the name where it changes
 */
export async function autoImportedUses(
  questions: Questions,
  graph: ModuleGraph,
  { definition, path, name, isMember }: AutoImported,
  isOwnName: boolean,
): Promise<AutoImportedUses> {
  if (![...reExporting(graph, path)].some((one) => isAutoImported(graph, one, isMember))) return NONE;
  const { session, root, reader, signal } = questions;
  const holding = await session.candidates.holding(new Set([name]), signal);
  const asked: Suspect[] = [];
  const unasked: string[] = [];
  let count = 0;
  for (const file of holding) {
    const isOther = file !== definition.file && !isDeclarationFile(file);
    if (!isOther || !isAutoImporting(graph, root.relative(file))) continue;
    const source = reader.textOf(file)?.source ?? "";
    const offsets = isMember ? memberPlaces(source, name, true) : await namesIn(questions, file, source, name);
    count += offsets.length;
    if (count > MAX_ASKED) unasked.push(file);
    else if (offsets.length > 0) asked.push({ file, source, offsets });
  }
  const isAlias = ({ file, span }: SourceLocation) =>
    isOwnName && TYPEOF_IMPORT.test((reader.textOf(file)?.source ?? "").slice(span.end, span.end + LONGEST));
  const { meant, untold } = await told(questions, asked, [definition], isAlias);
  return isOwnName ? { found: [], unseen: [...meant, ...untold], unasked } : { found: meant, unseen: untold, unasked };
}

const TYPEOF_IMPORT = /^\s*:\s*typeof\s+import\s*\(/;
const LONGEST = 40;

/** Where a name stands by itself in code, and is not imported. UTF-16 offsets. */
async function namesIn(questions: Questions, file: string, source: string, name: string): Promise<number[]> {
  const words = wordsIn(source, name).filter((at) => !isBehindDot(source, at) && !isSpecifier(source, at));
  const program = words.length === 0 ? undefined : await programOf(questions, file);
  if (program === undefined) return words;
  const names = Array.from(nodesHolding(program, words)).filter(({ type }) => NAMES.has(type));
  return words.filter((at) => names.some(({ start }) => start === at));
}

const NAMES = new Set<string>(["Identifier", "JSXIdentifier"]);
