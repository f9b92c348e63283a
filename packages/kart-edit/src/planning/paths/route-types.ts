import { stemOf } from "./specifiers.ts";

/**
 * The specifier of the types that a framework writes for a route file, `./$types` of SvelteKit and `./+types/home` of React Router, from
 * where the file comes to stand: every route has its own. Undefined for any other.
 *
 * @param from path of the file, from the root
 */
export function routeTypes(specifier: string, from: string, to: string): string | undefined {
  if (/^\.\/\$types(?:\.d)?(?:\.[jt]s)?$/.test(specifier)) return specifier;
  const [, name, ending] = /^\.\/\+types\/(.+?)(\.[jt]sx?)?$/.exec(specifier) ?? [];
  return name !== undefined && name === nameOf(from) ? `./+types/${nameOf(to)}${ending ?? ""}` : undefined;
}

function nameOf(path: string): string {
  return stemOf(path.slice(path.lastIndexOf("/") + 1));
}
