import { type ClassMember, classMembersNamed } from "../../syntax/class-members.ts";
import { loadParser, parseSource } from "../../syntax/parser/parse.ts";
import { nameAt } from "../../text/name-at.ts";
import type { Span } from "../../text/span.ts";
import { locationsFrom } from "../answers.ts";
import { isInstalled, keyOf, type SourceLocation } from "../locations.ts";
import { LspText } from "../session/lsp-text.ts";
import type { Place, Questions } from "../questions.ts";
import { fileUri } from "../session/uri.ts";

/** A member of a class, with the file of that, absolute. */
export interface MemberOfClass extends ClassMember {
  readonly file: string;
}

/** The members of a name that the classes of a file declare. */
export async function membersNamed(
  questions: Questions,
  file: string,
  name: string,
): Promise<readonly MemberOfClass[]> {
  const source = questions.reader.textOf(file)?.source ?? "";
  if (!source.includes("class") || !source.includes(name)) return [];
  return questions.kept(`members ${name} ${file}`, async () => {
    const outcome = parseSource(await loadParser(), file, source);
    return outcome.ok ? classMembersNamed(outcome.parsed, name).map((one) => ({ ...one, file })) : [];
  });
}

/**
 * What `super.name` means in the classes of some members, which is what they override: the compiler tells where a line that says so
 * stands at the end of the class. Nothing for a class that extends none.
 *
 * @param name of all of them, an identifier
 */
export async function superMembers(
  questions: Questions,
  members: readonly MemberOfClass[],
  name: string,
): Promise<SourceLocation[][]> {
  const { session, reader } = questions;
  const asked = members.flatMap((member) => (member.endOfHeir === undefined ? [] : [{ member, at: member.endOfHeir }]));
  const files = Map.groupBy(asked, ({ member }) => member.file);
  const probed = Array.from(files, ([file, all]) => new ProbedText(file, reader.textOf(file)?.source ?? "", all, name));
  const contents = probed.map(({ file, text }) => [file, text] as const);
  await session.projects.showLoose([...files.keys()], questions.signal);
  const answers = await session.documents.withContents(contents, () =>
    Promise.all(
      probed.flatMap(({ file, text, probes }) =>
        Array.from(probes, async ([member, offset]) => {
          const textDocument = { uri: fileUri(file) };
          const position = text.positionAt(offset);
          return [member, await questions.request("textDocument/definition", { textDocument, position })] as const;
        }),
      ),
    ),
  );
  const seeing = reader.seeing(new Map(contents));
  const texts = new Map(probed.map((one) => [one.file, one]));
  const found = new Map(
    answers.map(([member, answer]) => {
      const locations = locationsFrom(answer, seeing).flatMap((one) => {
        const inSource = texts.get(one.file)?.inSource(one) ?? one.span;
        return reader.located(one.file, unquoted(reader.textOf(one.file)?.source ?? "", inSource)) ?? [];
      });
      return [member, locations];
    }),
  );
  return members.map((member) => found.get(member) ?? []);
}

/** What a member overrides in the classes above its own, the nearest first. */
export async function overriddenBy(questions: Questions, own: MemberOfClass, name: string): Promise<SourceLocation[]> {
  const found = new Map<string, SourceLocation>();
  for (let open: readonly MemberOfClass[] = [own]; open.length > 0;) {
    const all = (await superMembers(questions, open, name)).flat();
    const parents = all.filter((one) => !found.has(keyOf(one)) && !isOfFunctions(one, name, questions));
    for (const one of parents) found.set(keyOf(one), one);
    const keys = new Set(parents.map(keyOf));
    const files = new Set(parents.filter((one) => !isInstalled(one)).map(({ file }) => file));
    const members = await Promise.all(Array.from(files, (file) => membersNamed(questions, file, name)));
    open = members.flat().filter((one) => keysOf(one).some((key) => keys.has(key)));
  }
  return [...found.values()];
}

/** As {@link overriddenBy}, of what is declared at a place; nothing where that is no member of a class. */
export async function inheritedMembers(questions: Questions, { path, offset }: Place): Promise<SourceLocation[]> {
  const name = nameAt(questions.text(path.absolute).source, offset);
  if (name === undefined || name.startsWith("#")) return [];
  const members = await membersNamed(questions, path.absolute, name);
  const own = members.find(({ names }) => names.some(({ start, end }) => start <= offset && offset <= end));
  return own === undefined ? [] : overriddenBy(questions, own, name);
}

/** Every class is a function, and its instances are objects: the library declares `name` and `toString` for these. */
export function isOfFunctions({ path, file, span }: SourceLocation, name: string, { reader }: Questions): boolean {
  if (path !== undefined || !(name in Function.prototype)) return false;
  // An error has a `name` of its own, and a date a `toString`.
  const before = reader.textOf(file)?.source.slice(0, span.start) ?? "";
  return /^(?:(?:Callable|Newable)?Function|Object)\b/.test(
    before.slice(before.lastIndexOf(INTERFACE) + INTERFACE.length),
  );
}

/** How the library starts what declares a member. */
const INTERFACE = "\ninterface ";

export function keysOf({ file, names }: MemberOfClass): string[] {
  return names.map((span) => keyOf({ file, span }));
}

/** The server gives a name with its quotes. */
function unquoted(source: string, { start, end }: Span): Span {
  return /^["'`]/.test(source.slice(start, end)) ? { start: start + 1, end: end - 1 } : { start, end };
}

/** A file with a line at the end of some of its classes that names what they have of the class they extend. */
class ProbedText {
  readonly file: string;
  readonly text: LspText;
  /** Where the name stands in them, UTF-16. */
  readonly probes = new Map<MemberOfClass, number>();
  /** Where each stands in the source, and how long it is. */
  readonly #added: readonly { readonly at: number; readonly length: number }[];

  constructor(
    file: string,
    source: string,
    asked: readonly { readonly member: MemberOfClass; readonly at: number }[],
    name: string,
  ) {
    this.file = file;
    const added: { at: number; length: number }[] = [];
    let text = "";
    let last = 0;
    for (const { member, at } of asked.toSorted((a, b) => a.at - b.at)) {
      const before = member.isStatic ? ";static{super." : ";[0](){super.";
      text += source.slice(last, at) + before;
      this.probes.set(member, text.length);
      text += `${name}}`;
      added.push({ at, length: before.length + name.length + 1 });
      last = at;
    }
    this.text = new LspText(text + source.slice(last));
    this.#added = added;
  }

  inSource({ span: { start, end } }: Pick<SourceLocation, "span">): Span {
    let by = 0;
    for (const { at, length } of this.#added) if (at + by < start) by += length;
    return { start: start - by, end: end - by };
  }
}
