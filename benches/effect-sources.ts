import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../scripts/servers.ts";

/** A package's sources with a configuration of their own; gone when disposed of. */
export function effectSources(): Disposable & { readonly root: string } {
  const root = mkdtempSync(join(realpathSync(tmpdir()), "kart-effect-"));
  cpSync(realpathSync(join(ROOT, "node_modules/effect/src")), join(root, "src"), { recursive: true });
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: "nodenext",
    target: "es2022",
    allowImportingTsExtensions: true,
  };
  // Some of its files import others by its own name.
  const manifest = { name: "effect", type: "module", exports: { ".": "./src/index.ts", "./*": "./src/*.ts" } };
  writeFileSync(join(root, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true }) };
}
