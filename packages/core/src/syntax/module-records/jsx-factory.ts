import { JSX_SOURCE, leadingComments } from "./jsx-runtime.ts";

/** What the comments at the top of a file say of how its JSX is compiled. */
export interface JsxPragmas {
  readonly factory?: string;
  readonly fragment?: string;
  readonly runtime?: "automatic" | "classic";
}

/** What the configuration of its project says of that. */
export interface JsxOptions {
  readonly jsx?: string;
  readonly jsxImportSource?: string;
  readonly jsxFactory?: string;
  readonly jsxFragmentFactory?: string;
  readonly reactNamespace?: string;
}

/** What JSX is compiled to calls though no element names it: a name of the file, and the members that lead on from there. */
export interface JsxFactories {
  /** Called for elements and fragments. */
  readonly element: Factory;
  /** What a fragment is an element of. */
  readonly fragment: Factory;
  /** Nothing says so, and whoever compiles what is left as JSX may call something else. */
  readonly isAssumed: boolean;
}

export type Factory = readonly [root: string, ...members: string[]];

/** Undefined where a text cannot hold JSX. Some that hold none are not told from those. */
export function jsxPragmas(source: string): JsxPragmas | undefined {
  if (!/<\/|\/>/.test(source)) return undefined;
  if (!source.includes("@jsx")) return NO_PRAGMAS;
  const text = leadingComments(source).map(([comment]) => comment.trimStart());
  const pragma = (name: string) => {
    const said = text.flatMap((one) => new RegExp(`^/\\*[^]*?@${name}\\s+([^\\s*]+)`).exec(one)?.[1] ?? []).at(-1);
    // A string that is cut from the source keeps all of it alive.
    return said === undefined ? undefined : (JSON.parse(JSON.stringify(said)) as string);
  };
  const [factory, fragment, runtime] = [pragma("jsx"), pragma("jsxFrag"), pragma("jsxRuntime")];
  const isAutomatic = runtime === "automatic" || (runtime !== "classic" && pragma(JSX_SOURCE.slice(1)) !== undefined);
  return {
    ...(factory !== undefined && { factory }),
    ...(fragment !== undefined && { fragment }),
    ...(isAutomatic ? { runtime: "automatic" } : runtime === "classic" && { runtime }),
  };
}

const NO_PRAGMAS: JsxPragmas = {};

/** What the JSX of a file calls; undefined where a runtime makes its elements, which compilers import by themselves. */
export function jsxFactories(pragmas: JsxPragmas, options: JsxOptions): JsxFactories | undefined {
  const { jsx = "", jsxImportSource, jsxFactory, jsxFragmentFactory, reactNamespace } = options;
  const {
    factory,
    fragment,
    runtime = isOfRuntime(jsx) || jsxImportSource !== undefined ? "automatic" : "classic",
  } = pragmas;
  if (runtime === "automatic") return undefined;
  const react = reactNamespace ?? "React";
  return {
    element: factoryIn(factory ?? jsxFactory) ?? [react, "createElement"],
    fragment: factoryIn(fragment ?? jsxFragmentFactory) ?? [react, "Fragment"],
    isAssumed: jsx !== "react" && (factory ?? jsxFactory ?? reactNamespace ?? pragmas.runtime) === undefined,
  };
}

/** The names of a file that its JSX takes. */
export function rootsOf(all: readonly JsxFactories[]): string[] {
  return [...new Set(all.flatMap(({ element, fragment }) => [element[0], fragment[0]]))];
}

function isOfRuntime(jsx: string): boolean {
  return /^react-jsx/i.test(jsx);
}

function factoryIn(text: string | undefined): Factory | undefined {
  return text !== undefined && FACTORY.test(text) ? (text.split(".") as [string, ...string[]]) : undefined;
}

const FACTORY = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;
