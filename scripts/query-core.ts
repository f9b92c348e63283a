import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "./servers.ts";

/** A copy of the sources of an installed package, of a pinned version: what it is asked gives the same answers each time. */
export function copyOfQueryCore(): Disposable & { readonly root: string } {
  const root = mkdtempSync(join(realpathSync(tmpdir()), "kart-query-core-"));
  const sources = dirname(Bun.resolveSync("@tanstack/query-core/package.json", ROOT));
  for (const part of ["src", "package.json"]) cpSync(join(sources, part), join(root, part), { recursive: true });
  const compilerOptions = { strict: true, noEmit: true, module: "esnext", moduleResolution: "bundler" };
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true }) };
}
