import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { corpusFiles, corpusFolder } from "@kart/testkit/corpora";
import { Random } from "./random.ts";

export interface WorldSymbol {
  readonly path: string;
  readonly name: string;
}

type Package = "rxjs" | "@tanstack/query-core" | "zod";

const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  module: "esnext",
  moduleResolution: "bundler",
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
};

/** The sources of real packages as a workspace with a git history, and a home for the servers; gone when disposed of. */
export class World implements Disposable {
  /** The real path of the workspace. */
  readonly root: string;
  /** Where a server may keep a cache: nobody else's. */
  readonly home: string;
  /** Source files, relative to the root, sorted. */
  readonly files: readonly string[];
  /** What they export, as far as a regular expression finds it. */
  readonly symbols: readonly WorldSymbol[];
  readonly #folder: string;

  constructor(packages: readonly Package[], commits = 40) {
    this.#folder = realpathSync(mkdtempSync(join(tmpdir(), "kart-world-")));
    this.root = join(this.#folder, "workspace");
    this.home = join(this.#folder, "home");
    mkdirSync(this.home);
    const sources = packages.flatMap((name) =>
      [...corpusFiles(name)].map(({ path, source }) => ({ path: `packages/${path.replace(/^@\w+\//, "")}`, source })),
    );
    this.files = sources.map(({ path }) => path).sort();
    this.symbols = sources.flatMap(({ path, source }) => exportedNames(source).map((name) => ({ path, name })));
    for (const name of packages) this.#add(name);
    this.#commitAll(commits);
  }

  /** What a server is started with, besides its arguments. */
  get environment(): Record<string, string> {
    return { PATH: process.env["PATH"] ?? "", HOME: this.home, XDG_CACHE_HOME: join(this.home, "cache") };
  }

  path(relative: string): string {
    return join(this.root, relative);
  }

  read(relative: string): string {
    return readFileSync(this.path(relative), "utf8");
  }

  /** Runs git in the workspace, without any configuration but its own. Throws where it fails. */
  git(...args: string[]): string {
    return runGit(this.root, args);
  }

  #add(name: Package): void {
    const folder = this.path(`packages/${name.replace(/^@\w+\//, "")}`);
    cpSync(corpusFolder(name), join(folder, "src"), { recursive: true });
    write(join(folder, "package.json"), JSON.stringify({ name, version: "1.0.0", type: "module" }));
    write(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ["src"] }));
  }

  /** The files come by and by, and change together: a history that something can be learnt from. */
  #commitAll(commits: number): void {
    write(this.path("package.json"), JSON.stringify({ name: "world", private: true, workspaces: ["packages/*"] }));
    write(this.path(".gitignore"), "node_modules\n");
    this.git("init", "--quiet", "--initial-branch=main");
    this.git("add", "--all");
    this.git("commit", "--quiet", "--message=all");
    const random = new Random(1);
    for (let commit = 0; commit < commits; commit++) {
      const start = random.below(this.files.length);
      for (const path of this.files.slice(start, start + 1 + random.below(4)))
        write(this.path(path), `${this.read(path)}// ${commit}\n`);
      this.git("commit", "--quiet", "--all", `--message=change ${commit}`);
    }
    this.git("branch", "side", "HEAD~3");
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Runs git in a folder, without the configuration of whoever runs the tests. Throws where it fails. */
export function runGit(cwd: string, args: readonly string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...args], { cwd, env: GIT_ENVIRONMENT });
  if (exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${stderr.toString()}`);
  return stdout.toString();
}

const GIT_ENVIRONMENT = {
  PATH: process.env["PATH"],
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function exportedNames(source: string): string[] {
  const declared = /^export (?:declare )?(?:abstract )?(?:async )?(?:class|function|const|interface|type|enum) (\w+)/gm;
  return [...new Set(Array.from(source.matchAll(declared), ([, name]) => name as string))];
}
