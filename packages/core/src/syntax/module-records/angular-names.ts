/**
 * By which names templates of Angular know a member besides its own: the alias of an input or output, `input("", { alias: "appHi" })` and
 * `@Input("appHi")`, and the name of the pipe whose `transform` it is.
 *
 * @param offset of its name in the source; UTF-16
 */
export function templateNames(source: string, offset: number, name: string): string[] {
  const before = source.slice(Math.max(0, offset - LONGEST), offset);
  const behind = source.slice(offset + name.length, offset + name.length + LONGEST);
  const decorated = DECORATED.exec(before);
  const found = [decorated?.[1] ?? decorated?.[2], SIGNAL.exec(behind)?.[1]];
  if (name === "transform") found.push(pipeAround(source.slice(0, offset)));
  return found.filter((one) => one !== undefined && one !== name) as string[];
}

/** The name of the pipe in whose class a text ends. */
function pipeAround(before: string): string | undefined {
  const pipe = [...before.matchAll(PIPE)].at(-1);
  const classes = before.slice(pipe?.index ?? before.length).match(/\bclass\s+[\w$]/g)?.length;
  return classes === 1 ? pipe?.[1] : undefined;
}

/** UTF-16 units beside a name that are looked at. */
const LONGEST = 400;

/** https://angular.dev/guide/components/inputs#input-aliases */
const SIGNAL =
  /^\s*(?::[^=;]*)?=\s*(?:input|output|model|outputFromObservable)(?:\.required)?\s*(?:<[^()]*>)?\s*\((?:[^()]|\([^()]*\))*?\balias\s*:\s*["'`]([\w-]+)["'`]/;
const DECORATED =
  /@(?:Input|Output)\s*\(\s*(?:["'`]([\w-]+)["'`]|\{[^}]*\balias\s*:\s*["'`]([\w-]+)["'`][^}]*\})\s*\)\s*(?:(?:public|readonly|override|set|get)\s+)*$/;

/** https://angular.dev/guide/templates/pipes */
const PIPE = /@Pipe\s*\(\s*\{[^}]*\bname\s*:\s*["'`]([\w$]+)["'`]/g;
