import type { Modules } from "@kart/core/language-server/questions";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import type { Resolver } from "@kart/core/modules/resolver";
import type { EditServices } from "../services.ts";

type Found = Map<string, Promise<unknown>>;

/** By the signal of the call that asked, and by what was asked. */
let found = new WeakMap<AbortSignal, Found>();

/**
 * What is asked of the whole workspace, as it is when a call first asks: each time takes a walk over all of it. A change that is made
 * here meanwhile is seen by whoever asks next.
 *
 * @param question says what is asked, and how
 */
export function oncePerCall<T>(signal: AbortSignal, question: string, find: () => Promise<T>): Promise<T> {
  const own: Found = found.get(signal) ?? new Map();
  found.set(signal, own);
  const known = own.get(question);
  if (known !== undefined) return known as Promise<T>;
  const answer = find();
  own.set(question, answer);
  answer.catch(() => own.delete(question));
  return answer;
}

/** To be said when files were changed. */
export function forgetFound(): void {
  found = new WeakMap();
}

/** What imports what. */
export function graphOfCall({ modules }: Pick<EditServices, "modules">, signal: AbortSignal): Promise<ModuleGraph> {
  return oncePerCall(signal, GRAPH, async () => (await modules()).graph(signal));
}

/** The same for the language server, whose questions are about the files as they are when a call first asks. */
export async function modulesOfCall(modules: EditServices["modules"]): Promise<Modules> {
  const index = await modules();
  return {
    graph: (signal) => graphOfCall({ modules }, signal),
    module: (path, signal) => index.module(path, signal),
  };
}

const GRAPH = "module graph";

/** Where specifiers lead, for who needs not the whole graph; that of the graph where the call has asked for it. */
export async function resolverOfCall(services: Pick<EditServices, "modules">, signal: AbortSignal): Promise<Resolver> {
  if (found.get(signal)?.has(GRAPH) === true) return (await graphOfCall(services, signal)).resolver;
  return oncePerCall(signal, "resolver", async () => (await services.modules()).resolver(signal));
}
