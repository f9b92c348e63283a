import { dirname } from "node:path";
import { loadParser, parseSource } from "../syntax/parser/parse.ts";
import { asSentence } from "../text/display.ts";
import type { BackendState } from "./serve.ts";

/** Has oxc-parser parse and oxc-resolver resolve something: native code that is there may still not fit the platform. */
export function oxcStates(): Promise<BackendState[]> {
  return Promise.all([tried("oxc-parser", parse), tried("oxc-resolver", resolve)]);
}

async function parse(): Promise<string> {
  const outcome = parseSource(await loadParser(), "a.ts", "export const answer: number = 42;");
  if (!outcome.ok) throw new Error(`it could not parse TypeScript: ${outcome.failure.message}`);
  return "parses";
}

async function resolve(): Promise<string> {
  const { ResolverFactory } = await import("oxc-resolver");
  const { path, error } = new ResolverFactory({}).sync(import.meta.dir, "oxc-resolver/package.json");
  if (path === undefined) throw new Error(`it could not find itself: ${error}`);
  return "resolves";
}

async function tried(name: string, attempt: () => Promise<string>): Promise<BackendState> {
  try {
    const did = await attempt();
    const manifest = Bun.resolveSync(`${name}/package.json`, import.meta.dir);
    const { version } = (await Bun.file(manifest).json()) as { version: string };
    return { name, version, path: dirname(manifest), did };
  } catch (error) {
    return {
      name,
      problem: `${asSentence((error as Error).message)} Install it again, optional dependencies included.`,
    };
  }
}
