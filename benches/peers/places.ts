import { isAbsolute, relative } from "node:path";

/** Places written as `path:line`, as most programs do, in their order. */
export function inlinePlaces(text: string, root: string): string[] {
  return [...text.matchAll(/(?:^|[\s"'`(*])((?:\/|\w)[\w./@ -]*?\.ts):(?:>>)?(\d+)/gm)].map(
    ([, path = "", line]) => `${fromRoot(path, root)}:${line}`,
  );
}

/** Places written as the file on a line of its own, and below it lines that begin with a number. */
export function groupedPlaces(text: string): string[] {
  const places: string[] = [];
  let path = "";
  for (const line of text.split("\n")) {
    if (/^\S+\.ts$/.test(line)) path = line;
    const [, number] = /^ ?(\d+)[: ]/.exec(line) ?? [];
    if (number !== undefined && path !== "") places.push(`${path}:${number}`);
  }
  return places;
}

function fromRoot(path: string, root: string): string {
  return isAbsolute(path) ? relative(root, path) : path;
}
