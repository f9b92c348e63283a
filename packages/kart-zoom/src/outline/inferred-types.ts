import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { Parser } from "@kart/core/syntax/parse";
import { clip, collapse, count } from "@kart/core/text/display";
import type { PlaceInContent } from "@kart/core/language-server/questions";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { WorkspacePath, WorkspaceRoot } from "@kart/core/workspace/workspace-path";
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
    const queue = [...places.values()];
    const work = async () => {
      const backend = await server();
      const worker = async () => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          const hover = await backend.hover(placeOf(next, root.proveFile(next.path)), signal);
          if (hover !== undefined) types.#note(oxc, next, hover.markdown);
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

  #note(oxc: Parser, { path, at, parts, probe }: Asked, markdown: string): void {
    for (const part of parts) {
      const found = hoverType(oxc, markdown, part);
      // A key that may be any leads to no member.
      const isUnknown = found.status === "known" && found.type === "any" && probe !== undefined;
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

function placeOf({ at, probe }: Asked, path: WorkspacePath): PlaceInContent {
  const read = probe === undefined ? undefined : readTextFile(path.absolute);
  if (probe === undefined || read?.status !== "read") return { path, offset: at };
  const { insertAt, text } = probe;
  const content = `${read.text.slice(0, insertAt)}${text}${read.text.slice(insertAt)}`;
  return { path, content, offset: insertAt + text.indexOf(PROBE) };
}

function* holesIn({ signatures, children = [] }: Outlined): Generator<Hole> {
  for (const { pieces } of signatures) for (const piece of pieces) if (typeof piece !== "string") yield piece;
  for (const child of children) yield* holesIn(child);
}
