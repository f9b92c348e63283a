import { isJavaScript, sourceLanguage } from "../../syntax/parser/source-language.ts";
import type { TsConfig } from "../../workspace/tsconfig.ts";
import type { KnownPlace } from "./indirect-uses.ts";
import type { Place, Questions } from "../questions.ts";
import { type TypedKeys, typedKeys } from "./typed-keys.ts";

/**
 * Those of {@link typedKeys} of which the compiler does not complain where the member is gone, or has another name: where it lets them
 * give values of type any.
 */
export async function looseKeys(
  questions: Questions,
  places: readonly Place[],
  known: readonly KnownPlace[],
): Promise<TypedKeys> {
  const { configs, roots } = await questions.session.projects.layout(questions.signal);
  const exact = new Set(configs.filter(complains).map(({ path }) => path));
  if (configs.length > 0 && configs.every(({ path, allowJs }) => exact.has(path) && allowJs !== true))
    return { found: [], unasked: 0 };
  const { found, unasked } = await typedKeys(questions, places, known);
  const isLoose = (file: string) => {
    const projects = roots.listing(file);
    return isJavaScript(sourceLanguage(file)) || projects.length === 0 || projects.some((one) => !exact.has(one));
  };
  return { found: found.filter(({ file }) => isLoose(file)), unasked };
}

/** What is not said hangs on the version of TypeScript. */
function complains({ strict, noImplicitAny }: TsConfig): boolean {
  return noImplicitAny ?? strict ?? false;
}
