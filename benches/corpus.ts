import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Packages that ship their TypeScript sources. */
const PACKAGES = ["zod", "effect", "rxjs"] as const;

export interface Corpus {
  readonly folder: string;
  /** Source files, relative to the folder, sorted. */
  readonly files: readonly string[];
}

/** A git repository of 1,156 source files and 25 MB in the temporary folder: made once for these versions. */
export function corpus(): Corpus {
  const sources = PACKAGES.map(packageFolder);
  const key = PACKAGES.map((name, index) => `${name}-${versionOf(sources[index] as string)}`).join("-");
  const folder = join(realpathSync(tmpdir()), `kart-corpus-${key}`);
  if (!existsSync(folder)) make(folder, sources);
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return { folder, files: entries.filter((path) => /\.[cm]?[jt]sx?$/.test(path)).toSorted() };
}

/** Made aside and renamed, so that a run that was ended half way leaves no half corpus. */
function make(folder: string, sources: readonly string[]): void {
  const draft = mkdtempSync(`${folder}-`);
  for (const [index, name] of PACKAGES.entries()) {
    const target = join(draft, name);
    mkdirSync(target);
    for (const part of ["package.json", "src"]) {
      cpSync(join(sources[index] as string, part), join(target, part), { recursive: true });
    }
  }
  const { success } = Bun.spawnSync(["git", "init", "--quiet"], { cwd: draft });
  if (!success) throw new Error("git init failed");
  renameSync(draft, folder);
}

function packageFolder(name: string): string {
  return realpathSync(dirname(Bun.resolveSync(`${name}/package.json`, import.meta.dir)));
}

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version;
}
