/** A folder that is swapped for a symlink to another one and back, without end, by another process. */
export class SwappedFolder implements AsyncDisposable {
  readonly #process: Bun.Subprocess<"ignore", "pipe", "ignore">;

  private constructor(folder: string, outside: string) {
    this.#process = Bun.spawn([process.execPath, `${import.meta.dir}/swap-folder.ts`, folder, outside], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
    });
  }

  /** Resolves once the folder is being swapped. */
  static async start(folder: string, outside: string): Promise<SwappedFolder> {
    const swapped = new SwappedFolder(folder, outside);
    await swapped.#process.stdout.getReader().read();
    return swapped;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#process.exited;
  }
}
