import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import parser from "oxc-parser/package.json" with { type: "json" };

let known: string | undefined;

/**
 * Tells this code, and the parser that it asks, from any other. From sources all of them are hashed; a built server holds the
 * finished text in the place of this file, see `scripts/build.ts`.
 */
export function codeVersion(): string {
  return (known ??= hashed(join(import.meta.dir, "../../..")));
}

/** @param packages the folder of all packages */
function hashed(packages: string): string {
  const hash = createHash("sha256").update(parser.version);
  const files = [...new Bun.Glob("*/src/**/*.ts").scanSync(packages)].filter((path) => !path.endsWith(".test.ts"));
  for (const path of files.sort()) hash.update(`\0${path}\0`).update(readFileSync(join(packages, path)));
  return hash.digest("hex").slice(0, 16);
}
