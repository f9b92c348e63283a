import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { serverCommand } from "../../packages/core/src/language-server/session/server-binary.ts";
import { ROOT } from "../../scripts/servers.ts";

const ZOD = dirname(realpathSync(Bun.resolveSync("zod/package.json", import.meta.dir)));

export const ZOD_VERSION = (JSON.parse(readFileSync(join(ZOD, "package.json"), "utf8")) as { version: string }).version;

const CONFIGURATION = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    rootDir: "src",
    module: "nodenext",
    target: "esnext",
    lib: ["esnext", "dom"],
    types: [],
    skipLibCheck: true,
  },
  include: ["src"],
};

/** zod's sources, without its tests and benchmarks, as a git repository of their own that the compiler finds no fault with. */
export class Project implements Disposable {
  readonly root = mkdtempSync(join(realpathSync(tmpdir()), "kart-peers-project-"));
  /** Relative to the root, sorted. */
  readonly files: readonly string[];

  /** @param typescript the package that peers look for in a project's `node_modules` */
  constructor(typescript: string) {
    cpSync(join(ZOD, "src"), join(this.root, "src"), {
      recursive: true,
      filter: (path) => !/\/(?:tests|benchmarks)$/.test(path),
    });
    writeFileSync(join(this.root, "package.json"), JSON.stringify({ name: "zod", type: "module" }));
    writeFileSync(join(this.root, "tsconfig.json"), JSON.stringify(CONFIGURATION, null, 2));
    writeFileSync(join(this.root, ".gitignore"), "node_modules\n");
    mkdirSync(join(this.root, "node_modules"));
    symlinkSync(typescript, join(this.root, "node_modules/typescript"));
    const { success } = Bun.spawnSync(["git", "init", "--quiet"], { cwd: this.root });
    if (!success) throw new Error("git init failed");
    this.files = [...new Bun.Glob("src/**/*.ts").scanSync(this.root)].toSorted();
  }

  path(relative: string): string {
    return join(this.root, relative);
  }

  read(relative: string): string {
    return readFileSync(this.path(relative), "utf8");
  }

  write(relative: string, text: string): void {
    writeFileSync(this.path(relative), text);
  }

  /** How often a word stands in the sources, comments too. */
  count(word: string): number {
    const pattern = new RegExp(`(?<![\\w$])${word}(?![\\w$])`, "g");
    return this.files.reduce((sum, path) => sum + (this.read(path).match(pattern)?.length ?? 0), 0);
  }

  /** What TypeScript 7's compiler prints about the project. */
  compile(...args: readonly string[]): string {
    const { program } = serverCommand(ROOT);
    const { stdout } = Bun.spawnSync([program, "-p", this.root, "--pretty", "false", ...args], { cwd: this.root });
    return stdout.toString();
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
