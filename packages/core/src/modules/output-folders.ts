import { dirname, join, posix } from "node:path";
import type { WorkspacePackage } from "../workspace/package-manifest.ts";
import type { TsConfigs } from "../workspace/tsconfig.ts";
import type { WorkspaceRoot } from "../workspace/workspace-path.ts";
import type { OutputFolder } from "./source-twin.ts";

/** The folders that the tsconfigs of packages name as filled by the compiler. */
export class OutputFolders {
  readonly #root: WorkspaceRoot;
  readonly #configs: TsConfigs;
  readonly #known = new Map<string, readonly OutputFolder[]>();

  constructor(root: WorkspaceRoot, configs: TsConfigs) {
    this.#root = root;
    this.#configs = configs;
  }

  of(owner: WorkspacePackage): readonly OutputFolder[] {
    const known = this.#known.get(owner.folder);
    if (known !== undefined) return known;
    const folder = join(this.#root.absolute, owner.folder);
    const within = (path: string) => posix.relative(owner.folder, this.#root.relative(path));
    const outputs = this.#configs
      .forFolder(folder)
      .filter(({ path }) => path.startsWith(folder))
      .flatMap(({ path, outDir, declarationDir, rootDir }) =>
        [outDir, declarationDir].flatMap((output) =>
          output === undefined || output === dirname(path)
            ? []
            : [{ output: within(output), source: within(rootDir ?? dirname(path)) }],
        ),
      );
    const unique = outputs.filter(
      ({ output }, index) => !output.startsWith("..") && outputs.findIndex((one) => one.output === output) === index,
    );
    this.#known.set(owner.folder, unique);
    return unique;
  }
}
