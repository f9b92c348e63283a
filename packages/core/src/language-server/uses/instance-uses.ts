import type { Node } from "oxc-parser";
import { type TakenValue, takenValues } from "../../syntax/computed-access.ts";
import { hoverFrom } from "../answers.ts";
import { cover } from "../projects/cover.ts";
import { isInstalled, type SourceLocation, unique } from "../locations.ts";
import type { Place, Questions } from "../questions.ts";
import { nodesAround, programOf } from "../trees.ts";
import { classAt, classesAbove, type ClassPlace, classPlace, isClass, isSameClass } from "./classes.ts";
import { isAnyKey } from "./typed-keys.ts";

/** A member of a class's instances. */
interface InstanceMember {
  readonly owner: ClassPlace;
  /** Methods and accessors are the prototype's: who takes all that a value itself has takes none of these. */
  readonly isField: boolean;
}

/**
 * Where members of instances may be taken without their names: `this[name]` in their class, in those that extend it and those that it
 * extends, and `widget[name]` or `JSON.stringify(widget)` of a variable of one of these types.
 */
export async function instanceUses(questions: Questions, places: readonly Place[]): Promise<SourceLocation[]> {
  const members = await Promise.all(places.map((place) => instanceMemberAt(questions, place)));
  const own = members.filter((one) => one !== undefined);
  if (own.length === 0) return [];
  await cover(questions, places);
  return unique((await Promise.all(own.map((one) => takenFrom(questions, one)))).flat());
}

async function instanceMemberAt(
  questions: Questions,
  { path: { absolute }, offset }: Place,
): Promise<InstanceMember | undefined> {
  const around = await nodesAround(questions, absolute, offset);
  const at = around.findLastIndex(isClass);
  const [body, element, ...within] = around.slice(at + 1);
  const owner = classPlace(absolute, around.slice(0, at + 1));
  if (owner === undefined || body?.type !== "ClassBody" || element === undefined) return undefined;
  if ("key" in element && element.key.start <= offset && offset <= element.key.end) {
    if (!("static" in element) || element.static || element.key.type === "PrivateIdentifier") return undefined;
    return { owner, isField: FIELDS.has(element.type) };
  }
  return isGiven(element, within) ? { owner, isField: true } : undefined;
}

const FIELDS: ReadonlySet<string> = new Set(["PropertyDefinition", "TSAbstractPropertyDefinition"]);

/** Whether what stands in a class, the last of some nodes, makes a field of its instances: `this.name = …`, `constructor(private name)`. */
function isGiven(element: Node, within: readonly Node[]): boolean {
  const user = within.at(-2);
  if (user?.type === "TSParameterProperty") return true;
  if (user?.type !== "MemberExpression" || user.object.type !== "ThisExpression") return false;
  const isOfInstance = "static" in element && !element.static;
  const functions = within.filter(({ type }) => type === "FunctionDeclaration" || type === "FunctionExpression");
  // A method is one; `this` of another in it is something else.
  return isOfInstance && functions.length <= (element.type === "MethodDefinition" ? 1 : 0);
}

async function takenFrom(questions: Questions, { owner, isField }: InstanceMember): Promise<readonly SourceLocation[]> {
  return questions.kept(`taken from ${isField ? "fields" : "all"} of ${owner.start} ${owner.file}`, async () => {
    const above = await classesAbove(questions, owner);
    const files = await filesOf(questions, owner, above, isField);
    const found = files.map(async (file) => {
      const taken = await takenIn(questions, file);
      const source = questions.reader.textOf(file)?.source ?? "";
      // What is copied of a prototype is told by the names in that file.
      const isOfPrototype = ({ span: { start, end } }: TakenValue) => source.slice(start, end) === "prototype";
      const likely = taken.filter((one) => (isField || one.access.kind !== "all") && !isOfPrototype(one));
      const are = await Promise.all(likely.map((one) => isTaken(questions, file, one, owner, above)));
      return likely.filter((_, at) => are[at]).flatMap(({ span }) => questions.reader.located(file, span) ?? []);
    });
    return (await Promise.all(found)).flat();
  });
}

/** Files that may have values of a class: those that name it, that import it, and those of the classes below and above it. */
async function filesOf(
  questions: Questions,
  owner: ClassPlace,
  above: readonly ClassPlace[],
  isField: boolean,
): Promise<string[]> {
  const { root, session, signal, reader } = questions;
  const files = new Set([owner.file, ...above.map(({ file }) => file)]);
  if (UNNAMED_EXPORT.test(reader.textOf(owner.file)?.source ?? "")) {
    const graph = await questions.moduleGraph();
    for (const { importer } of graph.importsOf(root.relative(owner.file)))
      files.add(`${root.absolute}/${importer.path}`);
  }
  const names = new Set(owner.name === undefined ? [] : [owner.name]);
  const users: string[] = [];
  // What is added here is gone through as well.
  for (const name of names) {
    const extending = new RegExp(
      String.raw`\bclass\s+([\w$]+)[^{]*?\bextends\s+(?:[\w$]+\.)*${RegExp.escape(name)}(?![\w$])`,
      "g",
    );
    for (const file of await session.candidates.holding(new Set([name]), signal)) {
      const heirs = Array.from((reader.textOf(file)?.source ?? "").matchAll(extending), ([, heir = ""]) => heir);
      for (const heir of heirs) names.add(heir);
      if (name === owner.name || heirs.length > 0) files.add(file);
      else users.push(file);
    }
  }
  if (names.size <= MAX_HEIRS) for (const file of users) files.add(file);
  const likely = [...files].filter((file) => {
    const { source = "" } = reader.textOf(file) ?? {};
    return BY_KEY.test(source) || (isField && WHOLE.test(source));
  });
  const loaded = [...(await session.projects.loadedAmong(likely, signal))].toSorted();
  await session.projects.showLoose(loaded, signal);
  return loaded;
}

/** Classes below one up to which it is looked at who names them: those of what everything extends are named everywhere. */
const MAX_HEIRS = 20;

/** What gives an export to others who choose a name for it, or gives it another one. */
const UNNAMED_EXPORT = /\bexport\s+default\b|\bexport\s*\{[^}]*\bas\b|\bmodule\.exports\b|\bexport\s*=/;

/** What may take a member by a key that may be any; most of the word `in` stands in comments. */
const BY_KEY =
  /[\w$)\]!.]\[\s*(?:[A-Za-z_$(`]|(["']).*?\1\s*\+)|^(?!\s*(?:\*|\/\/)).*\bin\s+[\w$.(]+\s*(?:[)&|?:;,}\]]|$)/m;

/** What may take all fields. */
const WHOLE =
  /\b(?:Object|Reflect|JSON)\s*\.\s*(?:assign\s*\([^,]*,\s*[\w$(]|entries|getOwn|keys|ownKeys|stringify|values)|\.\.\.\s*\(?this\b/;

/** They are small, and trees are not. */
function takenIn(questions: Questions, file: string): Promise<readonly TakenValue[]> {
  return questions.kept(`taken values ${file}`, async () => {
    const program = await programOf(questions, file);
    return program === undefined ? [] : takenValues({ program });
  });
}

async function isTaken(
  questions: Questions,
  file: string,
  { span, access }: TakenValue,
  owner: ClassPlace,
  above: readonly ClassPlace[],
): Promise<boolean> {
  if (access.kind === "key" && !(await isAnyKey(questions, file, access.nameEnd))) return false;
  for (const one of await classesOfValue(questions, file, span.start)) {
    if ([owner, ...above].some((each) => isSameClass(each, one))) return true;
    if ((await classesAbove(questions, one)).some((each) => isSameClass(each, owner))) return true;
  }
  return false;
}

/** The classes that a value is an instance of by its type. */
function classesOfValue(questions: Questions, file: string, offset: number): Promise<readonly ClassPlace[]> {
  return questions.kept(`classes of ${offset} ${file}`, async () => {
    const place = { path: questions.root.proveFile(questions.root.relative(file)), offset };
    const types = await questions.locations("typeDefinition", place);
    // Of a list or a promise it tells what that holds as well.
    if (types.some(isInstalled)) return [];
    const classes = (await Promise.all(types.map((one) => classAt(questions, one)))).filter((one) => one !== undefined);
    if (classes.length === 0) return [];
    const hover = hoverFrom(await questions.at("hover", place), questions.root);
    return hover === undefined || OF_CLASS.test(hover.markdown) ? [] : classes;
  });
}

/** A class itself, whose type is told as that of its instances is. */
const OF_CLASS = /^```\w*\n(?:\([\w ]+\) )?(?:(?:abstract )?class |[^\n]*: typeof )/;
