import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Connection } from "../packages/core/src/language-server/session/connection.ts";
import { serverCommand } from "../packages/core/src/language-server/session/server-binary.ts";
import { fileUri } from "../packages/core/src/language-server/session/uri.ts";
import { bundleOf } from "./bundle.ts";
import { type Finding, ratio, sideBySide, timed } from "./side-by-side.ts";
import { StdioServer } from "./stdio-server.ts";

const ROUNDS = 15;
const FILES = 50;

/** What a rename over 50 files costs above the language server's answer and reading and writing those files. */
export async function* rename(): AsyncGenerator<Finding> {
  using bundle = await bundleOf("kart-edit");
  using own = new Project();
  using other = new Project();
  await using server = await StdioServer.connected(bundle.command, own.folder);
  using raw = await RawRename.in(other);
  const timings = await sideBySide(ROUNDS, [
    async () => ({ raw: await timed(() => raw.rename()) }),
    async () => ({ rename: await timed(() => server.call("kart_rename", own.next())) }),
  ]);
  yield ratio(timings, "rename", "raw", { what: `kart_rename over ${FILES} files`, atMost: 1.5 });
}

/** A symbol that every file of a project uses. */
class Project implements Disposable {
  readonly folder = mkdtempSync(join(realpathSync(tmpdir()), "kart-rename-bench-"));
  readonly files: readonly string[] = [
    "src/shared.ts",
    ...Array.from({ length: FILES - 1 }, (_, index) => `src/user${index}.ts`),
  ].map((path) => join(this.folder, path));
  #number = 0;

  constructor() {
    mkdirSync(join(this.folder, "src"));
    const compilerOptions = { strict: true, noEmit: true, module: "nodenext", target: "esnext", types: [] };
    writeFileSync(join(this.folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
    const lines = (index: number) =>
      Array.from({ length: 60 }, (_, line) => `export const v${line} = (n: number) => n * ${line} + ${index};`).join(
        "\n",
      );
    for (const [index, file] of this.files.entries()) {
      const text =
        index === 0
          ? `export function ${this.name}(n: number): number {\n  return n;\n}\n`
          : `import { ${this.name} } from "./shared.js";\n\nexport const used = ${this.name}(${index});\nexport const pair = [${this.name}, ${this.name}];\n`;
      writeFileSync(file, `${text}${lines(index)}\n`);
    }
  }

  get name(): string {
    return `shared${this.#number}`;
  }

  /** Arguments of a rename to a name that nothing has. */
  next(): { file: string; symbol: string; newName: string } {
    const symbol = this.name;
    this.#number++;
    return { file: "src/shared.ts", symbol, newName: this.name };
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}

interface RawEdit {
  readonly range: {
    readonly start: { line: number; character: number };
    readonly end: { line: number; character: number };
  };
  readonly newText: string;
}

/** The same by the language server alone: told what changed, asked, and believed. */
class RawRename implements Disposable {
  readonly #connection: Connection;
  readonly #project: Project;
  #version = 1;

  static async in(project: Project): Promise<RawRename> {
    return new RawRename(await Connection.start(serverCommand(project.folder), project.folder), project);
  }

  private constructor(connection: Connection, project: Project) {
    this.#connection = connection;
    this.#project = project;
    const [file] = project.files as [string];
    const textDocument = { uri: fileUri(file), languageId: "typescript", version: 1, text: readFileSync(file, "utf8") };
    connection.notify("textDocument/didOpen", { textDocument });
  }

  async rename(): Promise<void> {
    const { newName } = this.#project.next();
    const [file] = this.#project.files as [string];
    const answer = await this.#connection.request(
      "textDocument/rename",
      { textDocument: { uri: fileUri(file) }, position: { line: 0, character: "export function ".length }, newName },
      new AbortController().signal,
    );
    const { changes } = answer as { readonly changes: Readonly<Record<string, readonly RawEdit[]>> };
    if (Object.keys(changes).length !== FILES) throw new Error(`${Object.keys(changes).length} files`);
    for (const path of this.#project.files) {
      const lines = readFileSync(path, "utf8").split("\n");
      for (const { range, newText } of (changes[fileUri(path)] ?? []).toReversed()) {
        const line = lines[range.start.line] as string;
        lines[range.start.line] = line.slice(0, range.start.character) + newText + line.slice(range.end.character);
      }
      writeFileSync(path, lines.join("\n"));
    }
    const uris = this.#project.files.map((path) => ({ uri: fileUri(path), type: 2 }));
    this.#connection.notify("workspace/didChangeWatchedFiles", { changes: uris });
    this.#connection.notify("textDocument/didChange", {
      textDocument: { uri: fileUri(file), version: ++this.#version },
      contentChanges: [{ text: readFileSync(file, "utf8") }],
    });
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
  }
}
