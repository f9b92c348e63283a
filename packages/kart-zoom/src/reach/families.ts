import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { SourceLocation } from "@kart/core/language-server/locations";
import type { Place } from "@kart/core/language-server/questions";
import type { Declaration } from "@kart/core/syntax/declaration";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { nameOffset } from "../source/asked-place.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { Heritage } from "./heritage.ts";
import type { Reference } from "./references.ts";

/**
 * Members that override one another. The language server has one answer for all of them, the uses of each included: it is asked once
 * for it, and tells of each use which of them that means.
 */
export class Families {
  readonly #heritage: Heritage;
  readonly #server: LanguageServer;
  readonly #root: WorkspaceRoot;
  readonly #signal: AbortSignal;
  /** By each place in them. */
  readonly #answers = new Map<string, Answer>();
  /** What each use means. */
  readonly #definitions = new Map<string, Promise<readonly SourceLocation[]>>();

  constructor(heritage: Heritage, server: LanguageServer, root: WorkspaceRoot, signal: AbortSignal) {
    this.#heritage = heritage;
    this.#server = server;
    this.#root = root;
    this.#signal = signal;
  }

  learn(references: readonly SourceLocation[]): void {
    const keys = references.map(({ path = "", span }) => `${path}\0${span.start}`);
    const answer = { references, keys: new Set(keys) };
    for (const key of keys) if (!this.#answers.has(key)) this.#answers.set(key, answer);
  }

  /** The references to a member that an answer held which has all that it overrides. Undefined where that is not sure. */
  async known(
    { path, offset }: Place,
    file: SourceFile,
    member: Declaration,
  ): Promise<readonly SourceLocation[] | undefined> {
    // Static members have an answer each: the server ties them to nothing.
    const isStatic = /\bstatic\b/.test(file.text.slice(member.span.start, member.nameRange.start));
    const answer = isStatic ? undefined : this.#answers.get(`${path.relative}\0${offset}`);
    const chain = answer && (await this.#heritage.chain(file, member));
    return chain !== undefined && chain.length > 0 && chain.every((one) => answer?.keys.has(keyOf(one)))
      ? answer?.references
      : undefined;
  }

  /** Those of the references to a member that may mean it: what is used by the type of a class beside, or below, means what that has. */
  async meant(file: SourceFile, member: Declaration, uses: readonly Reference[]): Promise<readonly Reference[]> {
    const family = new Set(uses.filter(({ via }) => via === "override").map(keyOfUse));
    const above = family.size === 0 ? undefined : await this.#heritage.chain(file, member);
    if (above === undefined) return uses;
    const itself = keyOf({ file, declaration: member });
    const own = new Set([itself, ...above.map(keyOf)]);
    const asked = uses.filter(({ via }) => !DECLARES.has(via));
    const definitions = await this.#definitionsOf(asked);
    const others = asked.filter((use, at) => {
      // What is called on `super` is that of the class above, and nothing that overrides it.
      const isMeant = isOnSuper(use) ? (key: string) => key === itself : (key: string) => own.has(key);
      const keys = (definitions[at] ?? []).map(({ path = "", span }) => `${path}\0${span.start}`);
      return keys.length > 0 && keys.every((key) => family.has(key) && !isMeant(key));
    });
    const left = new Set(others);
    return uses.filter((use) => !left.has(use));
  }

  /** Of several at once: each question of its own looks for what changed on disk. */
  #definitionsOf(uses: readonly Reference[]): Promise<(readonly SourceLocation[])[]> {
    const fresh = uses.filter((use) => !this.#definitions.has(keyOfUse(use)));
    const places = fresh.map(({ file, offset }) => ({ path: this.#root.proveFile(file.path), offset }));
    const answer = places.length === 0 ? undefined : this.#server.definitionsOfAll(places, this.#signal);
    for (const [at, use] of fresh.entries())
      this.#definitions.set(
        keyOfUse(use),
        (answer ?? Promise.resolve([])).then((all) => all[at] ?? []),
      );
    return Promise.all(uses.flatMap((use) => this.#definitions.get(keyOfUse(use)) ?? []));
  }
}

function keyOfUse({ file, offset }: Reference): string {
  return `${file.path}\0${offset}`;
}

function isOnSuper({ file: { text }, offset }: Reference): boolean {
  return /\bsuper\s*\.\s*$/.test(text.slice(Math.max(0, offset - 40), offset));
}

interface Answer {
  readonly references: readonly SourceLocation[];
  readonly keys: ReadonlySet<string>;
}

const DECLARES: ReadonlySet<Reference["via"]> = new Set([
  "override",
  "implements",
  "definition",
  "mention",
  "import",
  "re-export",
]);

function keyOf({ file, declaration }: { readonly file: SourceFile; readonly declaration: Declaration }): string {
  return `${file.path}\0${nameOffset(file, declaration)}`;
}
