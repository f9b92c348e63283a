import type { CompletionItem } from "@kart/core/language-server/answers";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { PlaceInContent } from "@kart/core/language-server/questions";
import { escapeInvisible } from "@kart/core/text/display";
import { nameStart } from "../source/asked-place.ts";
import type { SourceFile } from "../source/source-file.ts";
import { hoverText } from "./hover-text.ts";

export interface Completion {
  readonly label: string;
  readonly kind: string;
  readonly type: string;
  readonly documentation: string;
  readonly insertText: string;
}

export interface CompletionsFound {
  /** Best first. */
  readonly completions: readonly Completion[];
  readonly total: number;
  readonly receiverType?: string;
  /** The character that asks for members, where one stands before the name. */
  readonly trigger?: string;
}

/**
 * What could be written at a place, beginning with what stands there already; only what is shown is described.
 *
 * @param file the file, or the text in its place
 */
export async function completionsAt(
  asked: PlaceInContent,
  file: SourceFile,
  limit: number,
  server: LanguageServer,
  signal: AbortSignal,
): Promise<CompletionsFound> {
  const place = notCalled(asked, file);
  const { text } = file;
  const start = nameStart({ text }, place.offset);
  const prefix = text.slice(start, place.offset);
  const before = text.slice(0, start);
  const receiver = /([\p{ID_Continue}$)\]])\s*(?:\?|!)?\.\s*$/u.exec(before);
  const [items, receiverType] = await Promise.all([
    server.completions(place, signal),
    receiver === null ? undefined : typeOf({ ...place, offset: receiver.index }, server, signal),
  ]);
  const named = items.filter((item) => beginsWith(typedOf(item), prefix));
  const noMembers = await keyBeginnings(named, place, server, signal);
  const fitting = named.filter((item) => !noMembers.has(item)).sort(byRank(prefix));
  const described = await server.describe(fitting.slice(0, limit), place, signal);
  return {
    completions: described.map(completion),
    total: fitting.length,
    ...(receiverType !== undefined && { receiverType }),
    // Of a literal, which need not be told from the text of a string: only a value has members.
    ...((receiver !== null || (items.length > 0 && /(?:[^.]|\d\.)\.\s*$/.test(before))) && { trigger: "." }),
  };
}

/**
 * Of a member with the key `[Symbol.iterator]` the server gives the variable that this begins with, for `[Symbol]` to be written
 * first. No member has that key, but one that is a name by itself, whose type is its own.
 */
async function keyBeginnings(
  items: readonly CompletionItem[],
  place: PlaceInContent,
  server: LanguageServer,
  signal: AbortSignal,
): Promise<ReadonlySet<CompletionItem>> {
  const keys = items.filter((item) => /^(?:\?\.)?\[[\p{ID_Start}$_][\p{ID_Continue}$]*\]$/u.test(insertedOf(item)));
  if (keys.length === 0) return new Set();
  const described = await server.describe(keys, place, signal);
  return new Set(keys.filter(({ label }, at) => described[at]?.detail?.includes(`: typeof ${label}`) !== true));
}

/** What is typed to get an item. The server asks to type the `await` too, for who has the value already. */
function typedOf(item: CompletionItem): string {
  return isAwaited(item) ? item.label : (item.filterText ?? item.label);
}

/** Whether it is a member of what a promise is of, and not of the promise. */
function isAwaited(item: CompletionItem): boolean {
  return insertedOf(item).startsWith("(await ");
}

function insertedOf({ label, insertText, textEdit }: CompletionItem): string {
  return textEdit?.newText ?? insertText ?? label;
}

/** At a callee the server gives every name the type that this call would have, so it is shown no call there: no `new`, no `(`. */
function notCalled(place: PlaceInContent, file: SourceFile): PlaceInContent {
  const { text } = file;
  const start = nameStart(file, place.offset);
  if (file.useAt(start) !== "call") return place;
  const made = file.nodesAround(start).findLast(({ node, span }) => {
    return node.type === "NewExpression" && start < span.start + node.callee.end - node.start;
  })?.span.start;
  const before = made === undefined ? text.slice(0, start) : blanked(text.slice(0, start), made, "new".length);
  const [open] = /^[\p{ID_Continue}$]*\s*(?:\?\.\s*)?(?:<[^()]*>\s*)?\(/u.exec(text.slice(start)) ?? [];
  const after = open === undefined ? text.slice(start) : blanked(text.slice(start), open.length - 1, 1);
  return { ...place, content: before + after };
}

function blanked(text: string, at: number, length: number): string {
  return text.slice(0, at) + " ".repeat(length) + text.slice(at + length);
}

async function typeOf(place: PlaceInContent, server: LanguageServer, signal: AbortSignal): Promise<string | undefined> {
  const answer = await server.hover(place, signal);
  return answer === undefined ? undefined : escapeInvisible(hoverText(answer.markdown).type);
}

function beginsWith(name: string, prefix: string): boolean {
  return name.replace(/^\?\./, "").toLowerCase().startsWith(prefix.toLowerCase());
}

/** As written first, then in the order of the server. What a promise itself has goes before what it is a promise of. */
function byRank(prefix: string): (a: CompletionItem, b: CompletionItem) => number {
  const isExact = ({ label }: CompletionItem) => (label.startsWith(prefix) ? 0 : 1);
  const key = ({ sortText, label }: CompletionItem) => `${sortText ?? ""}\0${label}`;
  return (a, b) => isExact(a) - isExact(b) || Number(isAwaited(a)) - Number(isAwaited(b)) || (key(a) < key(b) ? -1 : 1);
}

function completion(item: CompletionItem): Completion {
  const { label, kind, detail, documentation } = item;
  const words = typeof documentation === "string" ? documentation : (documentation?.value ?? "");
  const [first = "", ...overloads] = (detail ?? "").split(/\n(?=\(|function )/);
  const more = overloads.length === 0 ? "" : ` (+${overloads.length} overloads)`;
  const inserted = insertedOf(item);
  const name = KINDS[(kind ?? 1) - 1] ?? "text";
  // Of a part of a specifier the server details a file name that need not exist: `actions.ts` of the subpath `actions`.
  const isPath = name === "file" || name === "folder";
  return {
    // TypeScript marks optional members, which their type says too.
    label: escapeInvisible(inserted === label ? label : label.replace(/\?$/, "")),
    kind: name,
    type: isPath ? "" : escapeInvisible(hoverText(first).type + more),
    documentation: escapeInvisible(words.trim()),
    insertText: inserted,
  };
}

/** CompletionItemKind of the protocol, from 1. */
const KINDS = [
  "text",
  "method",
  "function",
  "constructor",
  "property",
  "let",
  "class",
  "interface",
  "namespace",
  "property",
  "unit",
  "value",
  "enum",
  "keyword",
  "snippet",
  "color",
  "file",
  "reference",
  "folder",
  "enum-member",
  "const",
  "struct",
  "event",
  "operator",
  "type-parameter",
] as const;
