import { lstatSync, type Stats, statSync } from "node:fs";

/**
 * As `lstatSync`; undefined where nothing stands, or nothing may be looked at. Of what would stand in a file, `a.ts/b`, Bun makes an error
 * whatever it is told.
 */
export function lstatOrUndefined(path: string): Stats | undefined {
  return orUndefined(lstatSync, path);
}

/** The same of what symlinks lead to. */
export function statOrUndefined(path: string): Stats | undefined {
  return orUndefined(statSync, path);
}

function orUndefined(ask: typeof lstatSync | typeof statSync, path: string): Stats | undefined {
  try {
    // To make an error takes five times as long as to see that nothing is there.
    return ask(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
