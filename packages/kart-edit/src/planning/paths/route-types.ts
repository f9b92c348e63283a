import { stemOf } from "./specifiers.ts";

/**
 * The specifier of the types that a framework writes for a route file, `./$types` of SvelteKit and `./+types/home` of React Router, from
 * where the file comes to stand: every route has its own. Undefined for any other, and for what is no route before and after.
 *
 * @param from path of the file, from the root
 */
export function routeTypes(specifier: string, from: string, to: string): string | undefined {
  if (/^\.\/\$types(?:\.d)?(?:\.[jt]s)?$/.test(specifier))
    return isKitRoute(from) && isKitRoute(to) ? specifier : undefined;
  const [, name, ending] = /^\.\/\+types\/(.+?)(\.[jt]sx?)?$/.exec(specifier) ?? [];
  const isRoute = folderOf(from) === folderOf(to) || (ROUTES.test(from) && ROUTES.test(to));
  return isRoute && name === nameOf(from) ? `./+types/${nameOf(to)}${ending ?? ""}` : undefined;
}

/** https://svelte.dev/docs/kit/routing */
function isKitRoute(path: string): boolean {
  return /(?:^|\/)\+(?:page|layout|server|error)[^/]*$/.test(path);
}

const ROUTES = /(?:^|\/)app\/(?:.*\/)?routes\//;

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function nameOf(path: string): string {
  return stemOf(path.slice(path.lastIndexOf("/") + 1));
}
