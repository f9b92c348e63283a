import type { Node } from "oxc-parser";
import { isJavaScript, sourceLanguage } from "../../syntax/parser/source-language.ts";
import { nameAt } from "../../text/name-at.ts";
import type { Span } from "../../text/span.ts";
import { WHOLE } from "../projects/cover.ts";
import { isInstalled, type SourceLocation } from "../locations.ts";
import { nodesAround } from "../trees.ts";
import type { KnownPlace } from "./indirect-uses.ts";
import type { NamedUses } from "./named-uses.ts";
import type { Place, Questions } from "../questions.ts";

const NONE: NamedUses = { found: [], coverage: WHOLE };

/**
 * Uses of what an object literal has by a type that takes any key, `icons.home` of `const icons: Record<string, Icon> = { home }`: to
 * TypeScript the name there is that of no declaration. They stand behind the name of what holds the literal.
 *
 * @param direct what was found already: more than the key itself where its type declares it
 */
export async function recordUses(
  questions: Questions,
  place: Place,
  direct: Promise<readonly KnownPlace[]> | readonly KnownPlace[],
): Promise<NamedUses> {
  const { path, offset } = place;
  const { source } = questions.text(path.absolute);
  const name = nameAt(source, offset);
  if (name === undefined || !BEFORE_KEY.test(source.slice(Math.max(0, offset - NEAR), offset))) return NONE;
  const holder = holderOf(
    await nodesAround(questions, path.absolute, offset),
    offset,
    isJavaScript(sourceLanguage(path.absolute)),
  );
  if (holder === undefined) return NONE;
  const isKey = ({ file, span }: KnownPlace) => file === path.absolute && span.start <= offset && offset <= span.end;
  if (!(await direct).every(isKey)) return NONE;
  const found: SourceLocation[] = [];
  const unseen: string[] = [];
  for (const one of await questions.references({ path, offset: holder.start })) {
    if (isInstalled(one)) continue;
    const text = questions.reader.textOf(one.file)?.source ?? "";
    const behind = nameBehind(text, one.span.end, name);
    const use = behind === undefined ? undefined : questions.reader.located(one.file, behind);
    if (use !== undefined) found.push(use);
    else if (isTakenApart(text, one.span.start, name)) unseen.push(`${one.file}:${one.line} (takes it apart)`);
  }
  return { found, coverage: { ...WHOLE, complete: unseen.length === 0, unseen } };
}

/** The name of the variable or the property that holds the literal a key stands in, where its type is stated. UTF-16. */
function holderOf(around: readonly Node[], offset: number, isByComments: boolean): Span | undefined {
  const at = around.findLastIndex((node) => node.type === "Property" && isAt(node.key, offset));
  if (at === -1 || around[at - 1]?.type !== "ObjectExpression") return undefined;
  let holder = at - 2;
  let isStated = isByComments;
  for (; AROUND_VALUE.test(around[holder]?.type ?? ""); holder--)
    isStated ||= /^TS(?:As|TypeAssertion)/.test(around[holder]?.type ?? "");
  const node = around[holder];
  if (node?.type === "VariableDeclarator" && node.id.type === "Identifier")
    return isStated || node.id.typeAnnotation ? node.id : undefined;
  if (node?.type === "PropertyDefinition" && !node.computed)
    return isStated || node.typeAnnotation ? node.key : undefined;
  return undefined;
}

/** Whether a key starts at an offset, with its quote or behind it. */
function isAt({ start }: Span, offset: number): boolean {
  return start === offset || start + 1 === offset;
}

/** Where a member is named behind a value that ends at an offset: `.name`, `?.name`, `["name"]`. UTF-16. */
function nameBehind(source: string, end: number, name: string): Span | undefined {
  const behind = source.slice(end, end + NEAR + name.length);
  const [access, quote = ""] = ACCESS.exec(behind) ?? [];
  if (access === undefined || !behind.startsWith(name, access.length)) return undefined;
  const next = behind.slice(access.length + name.length);
  const isWhole = quote === "" ? !/^[\p{ID_Continue}$]/u.test(next) : next.startsWith(quote);
  const start = end + access.length;
  return isWhole ? { start, end: start + name.length } : undefined;
}

/** Whether a pattern takes members of a value that starts at an offset, that of a name among them: `{ name } = value`. */
function isTakenApart(source: string, start: number, name: string): boolean {
  const [, pattern] = PATTERN.exec(source.slice(Math.max(0, start - LONGEST_PATTERN), start)) ?? [];
  return (
    pattern !== undefined &&
    new RegExp(`(?<![\\p{ID_Continue}$.])${RegExp.escape(name)}(?![\\p{ID_Continue}$])`, "u").test(pattern)
  );
}

/** What may stand before the name of a literal's member. */
const BEFORE_KEY = /(?:[{,]|\*\/|\b(?:async|get|set)|\*|\n)\s*["'`]?$/;

const AROUND_VALUE =
  /^(?:ParenthesizedExpression|TSAsExpression|TSSatisfiesExpression|TSTypeAssertion|TSNonNullExpression)$/;

const ACCESS = /^\s*!?\s*(?:(?:\?\.|\.)\s*(?=[^\s[])|(?:\?\.)?\s*\[\s*(["'`]))/;

const PATTERN = /\{([^{}]*)\}\s*(?::[^={}]*)?=[^=;{}]*$/;

/** UTF-16 units that are looked at beside a name, and of a pattern. */
const NEAR = 100;
const LONGEST_PATTERN = 1000;
