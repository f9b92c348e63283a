import type { Class, Node } from "oxc-parser";
import { lastPart } from "../../syntax/last-part.ts";
import { childNodes } from "../../syntax/parser/tree.ts";
import { wordsIn } from "../../text/words.ts";
import { allOf, WHOLE } from "../projects/cover.ts";
import { isInstalled, keyOf, type SourceLocation } from "../locations.ts";
import type { Place, Questions } from "../questions.ts";
import { nodesAround, programOf } from "../trees.ts";
import { classAt, isClass } from "./classes.ts";
import type { NamedUses } from "./named-uses.ts";

/** A class that extends what may be another class by another name, or what a call makes of one. */
interface OddHeir {
  readonly at: SourceLocation;
  /** Where the names stand in what it extends that may be those of classes. UTF-16. */
  readonly bases: readonly number[];
  /** Where the function is named that gives what it extends, where that is given nothing. */
  readonly maker?: number;
}

/** Variables that stand for one another before a class does. */
const MAX_STEPS = 8;

/**
 * Classes that extend one by another name than its own, at any depth: `extends Alias` of `const Alias = Base`, `extends all.Base` of an
 * object, `extends require("./base")`, and `extends Mixin(Base)`, which gives the members of both. The server's search knows of those
 * alone that name the class.
 *
 * @param direct what that finds below a place
 * @param ask for that, of another place
 */
export async function renamedSubclasses(
  questions: Questions,
  place: Place,
  direct: readonly SourceLocation[],
  ask: (place: Place) => Promise<NamedUses>,
): Promise<NamedUses> {
  const origins = await questions.definitions(place);
  const are = await Promise.all(origins.map((one) => classAt(questions, one)));
  const heirs = are.some((one) => one !== undefined) ? await oddHeirs(questions) : [];
  if (heirs.length === 0) return { found: [], coverage: WHOLE };
  const { root, reader } = questions;
  const known = new Set([...origins, ...direct].map(keyOf));
  const found: SourceLocation[] = [];
  const coverages: NamedUses["coverage"][] = [];
  const bases = new Map(
    await Promise.all(heirs.map(async (heir) => [heir, new Set((await basesOf(questions, heir)).map(keyOf))] as const)),
  );
  // What is found may be extended by others that were looked at before.
  for (let isMore = true; isMore;) {
    isMore = false;
    for (const [heir, own] of bases) {
      if (known.has(keyOf(heir.at)) || own.isDisjointFrom(known)) continue;
      const below = await ask({ path: root.proveFile(heir.at.path as string), offset: heir.at.span.start });
      coverages.push(below.coverage);
      for (const one of [heir.at, ...below.found])
        if (!known.has(keyOf(one)) && known.add(keyOf(one)).size > 0) found.push(one);
      isMore = true;
    }
  }
  const names = origins.map(({ file, span }) => (reader.textOf(file)?.source ?? "").slice(span.start, span.end));
  const made = await Promise.all(heirs.map((heir) => isMadeOf(questions, heir, names)));
  const unseen = heirs.flatMap(({ at }, index) =>
    made[index] === true && !known.has(keyOf(at)) ? [`${at.file}:${at.line} (extends what a call gives)`] : [],
  );
  return { found, coverage: allOf([...coverages, { ...WHOLE, complete: unseen.length === 0, unseen }]) };
}

/** Those of the workspace. */
function oddHeirs(questions: Questions): Promise<readonly OddHeir[]> {
  const { session, reader, signal } = questions;
  const { candidates } = session;
  return candidates.kept("odd heirs", async () => {
    const [odd, aliasing] = await Promise.all([
      candidates.matching("\\bextends\\s+[\\w$]+\\s*[.(<]", signal),
      candidates.matching(`\\b(?:const|let|var)\\s+[\\w$]+${GIVEN}`, signal),
    ]);
    const aliases = new Set(
      aliasing.flatMap((file) =>
        Array.from((reader.textOf(file)?.source ?? "").matchAll(ALIAS), ([, name = ""]) => name),
      ),
    );
    const named = aliases.size === 0 ? [] : await candidates.holding(aliases, signal);
    const extending = new RegExp(
      `\\bextends\\s+(?:${Array.from(aliases, (one) => RegExp.escape(one)).join("|")})(?![\\w$])`,
    );
    const files = new Set([...odd, ...named.filter((file) => extending.test(reader.textOf(file)?.source ?? ""))]);
    const loaded = await session.projects.loadedAmong([...files], signal);
    const found = Array.from(loaded, async (file) => {
      const program = await programOf(questions, file);
      return program === undefined
        ? []
        : classesIn(program).flatMap((one) => oddHeir(questions, file, one, aliases) ?? []);
    });
    return (await Promise.all(found)).flat();
  });
}

function classesIn(program: Node): Class[] {
  const found: Class[] = [];
  const pending = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    pending.push(...childNodes(node));
    if (isClass(node)) found.push(node);
  }
  return found;
}

function oddHeir(
  { reader }: Questions,
  file: string,
  { superClass, id, start, body }: Class,
  aliases: ReadonlySet<string>,
): OddHeir | undefined {
  if (superClass === null || (superClass.type === "Identifier" && !aliases.has(superClass.name))) return undefined;
  const at = reader.located(file, { start: id?.start ?? start, end: id?.end ?? body.start });
  const bases = namesIn(superClass);
  const maker =
    superClass.type === "CallExpression" && superClass.arguments.length === 0 ? lastPart(superClass.callee) : undefined;
  return at === undefined ? undefined : { at, bases, ...(maker && { maker: maker.start }) };
}

/** Where classes may be named in what is extended: the name itself, and in calls what these are given. */
function namesIn(node: Node): number[] {
  if (node.type === "CallExpression") return node.arguments.flatMap(namesIn);
  // What `require()` is given leads to the module.
  if (node.type === "Literal") return typeof node.value === "string" ? [node.start + 1] : [];
  const name = lastPart(node);
  return name === undefined ? [] : [name.start];
}

/** Where the classes are declared that it may extend. */
async function basesOf(questions: Questions, { at, bases }: OddHeir): Promise<SourceLocation[]> {
  const { root } = questions;
  const found: SourceLocation[] = [];
  const open = bases.map((offset) => ({ path: root.proveFile(at.path as string), offset }));
  for (let steps = 0; open.length > 0 && steps < MAX_STEPS; steps++) {
    const definitions = (await Promise.all(open.splice(0).map((one) => questions.definitions(one)))).flat();
    found.push(...definitions);
    for (const one of definitions) {
      if (one.path === undefined || isInstalled(one)) continue;
      const value = valueGiven(await nodesAround(questions, one.file, one.span.start), one.span.start);
      if (value !== undefined) open.push({ path: root.proveFile(one.path), offset: value });
    }
  }
  return found;
}

/** Where the name stands of what a variable or a property is given, that the last of some nodes names. */
function valueGiven(around: readonly Node[], start: number): number | undefined {
  const node = around.findLast(
    ({ type }) => type === "VariableDeclarator" || type === "Property" || type === "PropertyDefinition",
  );
  const [name, value] =
    node?.type === "VariableDeclarator"
      ? [node.id, node.init]
      : node?.type === "Property" || node?.type === "PropertyDefinition"
        ? [node.key, node.value]
        : [];
  if (name?.start !== start || value === null || value === undefined) return undefined;
  const given = lastPart(value);
  return given === undefined || (given.start === start && node?.type !== "Property") ? undefined : given.start;
}

/** Whether what it extends is given by a function whose text holds one of some names. */
async function isMadeOf(questions: Questions, { at, maker }: OddHeir, names: readonly string[]): Promise<boolean> {
  if (maker === undefined) return false;
  const path = questions.root.proveFile(at.path as string);
  const makers = (await questions.definitions({ path, offset: maker })).map(async ({ file, span }) => {
    const around = await nodesAround(questions, file, span.start);
    const { source = "" } = questions.reader.textOf(file) ?? {};
    const whole = around.findLast(({ type }) =>
      /^(?:FunctionDeclaration|VariableDeclarator|MethodDefinition|Property)$/.test(type),
    );
    const text = whole === undefined ? "" : source.slice(whole.start, whole.end);
    return names.some((name) => wordsIn(text, name, 1).length > 0);
  });
  return (await Promise.all(makers)).includes(true);
}

/** What stands between a variable and the end of its statement where it is given what a name stands for: for ripgrep, too. */
const GIVEN = "\\s*(?::[^=;{}]*)?=\\s*[\\w$.]+\\s*(?:;|$)";

const ALIAS = new RegExp(`\\b(?:const|let|var)\\s+([\\w$]+)${GIVEN}`, "gm");
