import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { libraryFolder } from "@kart/core/language-server/session/server-binary";
import { readTextFile } from "@kart/core/workspace/read-file";

/** By folder: the library does not change while a server lives. */
const known = new Map<string, ReadonlySet<string>>();

/**
 * Names of members that TypeScript's library declares, of JavaScript and of the DOM: `method` of `RequestInit`. None where another
 * language server brings its own.
 *
 * @param root absolute; tells whose TypeScript is asked
 */
export function libraryMembers(root: string): ReadonlySet<string> {
  const folder = libraryFolder(root);
  if (folder === undefined) return new Set();
  const names = known.get(folder) ?? membersIn(folder);
  known.set(folder, names);
  return names;
}

function membersIn(linked: string): ReadonlySet<string> {
  const folder = realpathSync(linked);
  const files = readdirSync(folder).filter((name) => /^lib\.(?:es|dom).*\.d\.ts$/.test(name));
  return new Set(
    files.flatMap((name) => {
      const outcome = readTextFile(join(folder, name));
      const text = outcome.status === "read" ? outcome.text : "";
      return Array.from(text.matchAll(MEMBER), ([, member = ""]) => member);
    }),
  );
}

/** The library is of one regular form: each member starts a line of its own, indented. */
const MEMBER = /^ +(?:readonly |get |set )*([\w$]+)\??[:(<]/gm;
