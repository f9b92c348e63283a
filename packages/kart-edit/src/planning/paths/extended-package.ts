import type { TextEdit } from "@kart/core/text/text-edit";
import type { WhereTo } from "./config-paths.ts";
import { type JsonString, jsonEdit } from "./json-paths.ts";
import { pathMeant } from "./specifiers.ts";

/** What the name of a configuration in a package may lack. */
const ENDINGS = ["", ".json", "/tsconfig.json"];

/**
 * The edit of what a tsconfig extends by the name of a package, `"@acme/tsconfig/base.json"`, where that names what was moved within
 * the package. None where it came to stand elsewhere.
 *
 * @param folder of the package, before the move, from the root
 */
export function extendsEdit(string: JsonString, name: string, folder: string, whereTo: WhereTo): TextEdit[] {
  const meant = pathMeant(`${folder}/x`, `./${string.value.slice(name.length + 1)}`).replace(/\/$/, "");
  const ending = ENDINGS.find((one) => whereTo(meant + one) !== undefined);
  const home = `${whereTo(folder) ?? folder}/`;
  const now = ending === undefined ? undefined : whereTo(meant + ending);
  if (ending === undefined || now?.startsWith(home) !== true) return [];
  const within = now.slice(home.length);
  const fresh = `${name}/${within.endsWith(ending) ? within.slice(0, within.length - ending.length) : within}`;
  return fresh === string.value ? [] : [jsonEdit(string, fresh)];
}
