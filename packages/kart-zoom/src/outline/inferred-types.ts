import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { clip, collapse, count } from "@kart/core/text/display";
import { nameAt } from "@kart/core/text/name-at";
import type { Hover } from "@kart/core/language-server/answers";
import { readTextFile, textOrEmpty } from "@kart/core/workspace/read-file";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { hoverType } from "./hover-type.ts";
import type { Outlined } from "./outline.ts";
import { type Hole, PROBE, type Probe } from "./pieces.ts";

/** Milliseconds that an outline waits for types that only the compiler knows. */
const INFERENCE_LIMIT = 2000;

/** Questions under way at a time: each answer is small, and the server has them in a queue. */
const MAX_AT_ONCE = 64;

/** An outline of a file, relative to the root, whose holes are to be filled. */
export interface OutlineOf {
  readonly path: string;
  readonly outlined: Outlined;
}

/** The types that the source leaves to the compiler. */
export class InferredTypes {
  /** Nothing was asked. */
  static readonly none = new InferredTypes();
  readonly #answers = new Map<string, string>();
  #tooLong = 0;
  #reason: string | undefined;

  /**
   * Asks the language server for every hole, all at once, and for no longer than {@link INFERENCE_LIMIT}. What comes too late is
   * not cancelled: the server would have to start over at the next question.
   */
  static async of(
    outlines: readonly OutlineOf[],
    root: WorkspaceRoot,
    oxc: Parser,
    server: () => Promise<LanguageServer>,
    signal: AbortSignal,
  ): Promise<InferredTypes> {
    const types = new InferredTypes();
    const places = new Map<string, Asked>();
    for (const { path, outlined } of outlines)
      for (const { at, part, probe } of holesIn(outlined)) {
        const key = `${path}\0${at}`;
        const place = places.get(key);
        if (place === undefined) places.set(key, { path, at, parts: new Set([part]), ...(probe && { probe }) });
        else place.parts.add(part);
      }
    if (places.size === 0) return types;
    // Emptied when the time is over.
    const queue: Question[] = [
      ...Map.groupBy(places.values(), ({ path, probe }) => (probe === undefined ? "" : path)),
    ].flatMap(([path, asked]) => (path === "" ? asked.map((one) => [one]) : [asked]));
    const texts = new Map<string, string>();
    const nameOf = ({ path, at }: Asked) =>
      nameAt(
        texts.getOrInsertComputed(path, () => textOrEmpty(root.proveFile(path).absolute)),
        at,
      );
    const work = async () => {
      const backend = await server();
      const worker = async () => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          const hovers = await ask(backend, root, next, signal);
          for (const [at, hover] of hovers.entries())
            if (hover !== undefined) types.#note(oxc, next[at] as Asked, nameOf(next[at] as Asked), hover.markdown);
        }
      };
      await Promise.all(Array.from({ length: MAX_AT_ONCE }, worker));
    };
    const limit = Promise.withResolvers<string>();
    const timer = setTimeout(
      () =>
        limit.resolve(
          `the language server took longer than ${INFERENCE_LIMIT / 1000} s; ask again, it goes on loading`,
        ),
      INFERENCE_LIMIT,
    );
    const failed = (error: unknown) => clip(collapse(error instanceof Error ? error.message : String(error)), 300);
    types.#reason = await Promise.race([work().then(() => undefined, failed), limit.promise]);
    queue.length = 0;
    clearTimeout(timer);
    signal.throwIfAborted();
    return types;
  }

  /** What belongs in a hole; undefined where it is not known. */
  answer(path: string, { at, part }: Hole): string | undefined {
    return this.#answers.get(`${path}\0${at}\0${part}`);
  }

  /** Why some holes are left, in a sentence for readers; undefined where none is. */
  note(left: number): string | undefined {
    if (left === 0) return undefined;
    const what = `${count(left, "type")} could not be inferred`;
    if (this.#reason !== undefined) return `${what}: ${this.#reason}.`;
    if (this.#tooLong > 0) return `${what}: too long to be told.`;
    return `${what}: the language server does not tell.`;
  }

  /** @param name of what is asked about */
  #note(oxc: Parser, { path, at, parts, probe }: Asked, name: string | undefined, markdown: string): void {
    for (const part of parts) {
      const found = hoverType(oxc, markdown, part);
      // A key that may be any leads to no member, and what holds all members holds those that are asked about.
      const isUnknown =
        found.status === "known" &&
        ((found.type === "any" && probe?.isByKey === true) ||
          found.type.includes(PROBE) ||
          // Another of the same name is meant, which that cannot say; of a member it is no other.
          (part === "type" && found.type === `typeof ${name}` && !/^```\w*\r?\n\(property\) /.test(markdown)));
      if (found.status === "known" && !isUnknown) this.#answers.set(`${path}\0${at}\0${part}`, found.type);
      if (found.status === "too-long") this.#tooLong++;
    }
  }
}

/** A place at which the compiler is asked, and the parts of its answer that are wanted. */
interface Asked {
  readonly path: string;
  readonly at: number;
  readonly parts: Set<Hole["part"]>;
  readonly probe?: Probe;
}

/** A place by itself, or all those of a file that need a text of their own. */
type Question = readonly Asked[];

async function ask(
  backend: LanguageServer,
  root: WorkspaceRoot,
  question: Question,
  signal: AbortSignal,
): Promise<(Hover | undefined)[]> {
  const [first] = question as [Asked];
  const path = root.proveFile(first.path);
  if (first.probe === undefined) return [await backend.hover({ path, offset: first.at }, signal)];
  const read = readTextFile(path.absolute);
  if (read.status !== "read") return [];
  const { content, offsets } = probed(
    read.text,
    question.flatMap(({ probe }) => probe ?? []),
  );
  return backend.hovers({ path, content }, offsets, signal);
}

/** A text with probes in it, and where the name of each stands. */
function probed(text: string, probes: readonly Probe[]): { readonly content: string; readonly offsets: number[] } {
  const offsets: number[] = [];
  const written = probes.map((probe, at) => ({ ...probe, at }));
  let [content, end] = ["", 0];
  for (const { insertAt, text: member, at } of written.toSorted((a, b) => a.insertAt - b.insertAt)) {
    content += text.slice(end, insertAt);
    offsets[at] = content.length + member.indexOf(PROBE);
    content += member.replace(PROBE, `${PROBE}${at}`);
    end = insertAt;
  }
  return { content: content + text.slice(end), offsets };
}

function* holesIn({ signatures, children = [] }: Outlined): Generator<Hole> {
  for (const { pieces } of signatures) for (const piece of pieces) if (typeof piece !== "string") yield piece;
  for (const child of children) yield* holesIn(child);
}
