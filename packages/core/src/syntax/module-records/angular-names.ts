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
  if (name === "transform") found.push([...source.slice(0, offset).matchAll(PIPE)].at(-1)?.[1]);
  return found.filter((one) => one !== undefined && one !== name) as string[];
}

/** UTF-16 units beside a name that are looked at. */
const LONGEST = 400;

/** https://angular.dev/guide/components/inputs#input-aliases */
const SIGNAL =
  /^\s*(?::[^=;]*)?=\s*(?:input|output|model|outputFromObservable)\b[^;]*?\balias\s*:\s*["'`]([\w-]+)["'`]/;
const DECORATED =
  /@(?:Input|Output)\s*\(\s*(?:["'`]([\w-]+)["'`]|\{[^}]*\balias\s*:\s*["'`]([\w-]+)["'`][^}]*\})\s*\)\s*(?:(?:public|readonly|override|set|get)\s+)*$/;

/** https://angular.dev/guide/templates/pipes */
const PIPE = /@Pipe\s*\(\s*\{[^}]*\bname\s*:\s*["'`]([\w$]+)["'`]/g;
