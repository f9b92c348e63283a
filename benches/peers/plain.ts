import { dirname } from "node:path";
import { Connection } from "../../packages/core/src/language-server/session/connection.ts";
import { serverCommand } from "../../packages/core/src/language-server/session/server-binary.ts";
import { filePath, fileUri } from "../../packages/core/src/language-server/session/uri.ts";
import { ROOT } from "../../scripts/servers.ts";
import { ripgrep } from "../ripgrep.ts";
import { LISTED, nameAfter, RENAMED, SEARCHED, TYPED, USED } from "./asked.ts";
import type { Contender } from "./contender.ts";
import { inlinePlaces } from "./places.ts";
import type { Project } from "./project.ts";
import type { Answer, QuestionName } from "./questions.ts";

/** ripgrep as a shell has it: a process for each question. */
export async function plainRipgrep(): Promise<Contender> {
  const program = await ripgrep();
  const keywords = "function|class|interface|type|enum|const|let|namespace";
  const questions: Readonly<Partial<Record<QuestionName, readonly string[]>>> = {
    declared: ["-n", `\\b(${keywords}) ${USED.symbol}\\b`],
    uses: ["-n", "-w", USED.symbol],
    search: ["-n", "-F", SEARCHED],
    list: ["--files", LISTED],
  };
  const run = async (args: readonly string[], cwd: string): Promise<string> => {
    const child = Bun.spawn([program, ...args], { cwd, stdin: "ignore", stdout: "pipe", stderr: "ignore" });
    const text = await child.stdout.text();
    await child.exited;
    return text;
  };
  const version = (await run(["--version"], ROOT)).match(/[\d.]+/)?.[0] ?? "";
  return {
    name: "rg",
    version,
    runtime: "native",
    via: Object.fromEntries(Object.entries(questions).map(([name, args]) => [name, `rg ${args[0]}`])),
    start: async ({ root }) => {
      await run(["--version"], root);
      return {
        ask: async (question) => {
          const text = await run(questions[question] ?? [], root);
          return { text, places: inlinePlaces(text, root) };
        },
        [Symbol.asyncDispose]: async () => {},
      };
    },
  };
}

interface Position {
  readonly line: number;
  readonly character: number;
}
interface Location {
  readonly uri: string;
  readonly range: { readonly start: Position; readonly end: Position };
}

/** TypeScript 7's language server, spoken to by a client that opens the one file it asks about and believes what it hears. */
export function rawLanguageServer(): Contender {
  const command = serverCommand(ROOT);
  const { stdout } = Bun.spawnSync([command.program, "--version"]);
  return {
    name: "TypeScript's language server, raw",
    version: stdout.toString().match(/[\d.]+/)?.[0] ?? "",
    runtime: "native",
    via: {
      declared: "workspace/symbol",
      uses: "textDocument/references",
      type: "textDocument/hover",
      rename: "textDocument/rename",
    },
    start: async (project) => {
      const connection = await Connection.start(command, project.root);
      const client = new RawClient(connection, project);
      return {
        pid: connection.pid,
        ask: async (question, round) => client.ask(question, round),
        [Symbol.asyncDispose]: async () => {
          connection[Symbol.dispose]();
          await connection.ended;
        },
      };
    },
  };
}

class RawClient {
  readonly #connection: Connection;
  readonly #project: Project;
  readonly #versions = new Map<string, number>();

  constructor(connection: Connection, project: Project) {
    this.#connection = connection;
    this.#project = project;
  }

  async ask(question: QuestionName, round: number): Promise<Answer> {
    switch (question) {
      case "declared": {
        this.#open(USED.path);
        const found = (await this.#request("workspace/symbol", { query: USED.symbol })) as
          | { name: string; location: Location }[]
          | null;
        const exact = (found ?? []).filter(({ name }) => name === USED.symbol);
        return { text: JSON.stringify(found), places: exact.map(({ location }) => this.#place(location)) };
      }
      case "uses": {
        const context = { includeDeclaration: true };
        const found = (await this.#at("textDocument/references", USED, { context })) as Location[] | null;
        return { text: JSON.stringify(found), places: (found ?? []).map((one) => this.#place(one)) };
      }
      case "type": {
        const found = (await this.#at("textDocument/hover", TYPED)) as { contents: { value: string } } | null;
        return { text: found?.contents.value ?? "" };
      }
      case "rename":
        return this.#rename(nameAfter(round - 1), nameAfter(round));
      case "search":
      case "list":
      case "change":
        throw new Error(`a language server does not answer ${question}`);
    }
  }

  async #rename(symbol: string, newName: string): Promise<Answer> {
    const answer = (await this.#at("textDocument/rename", { path: RENAMED.path, symbol }, { newName })) as {
      changes: Readonly<Record<string, readonly { range: Location["range"]; newText: string }[]>>;
    };
    for (const [uri, edits] of Object.entries(answer.changes)) {
      const path = this.#relative(uri);
      const lines = this.#project.read(path).split("\n");
      const backwards = edits.toSorted((a, b) => b.range.start.character - a.range.start.character);
      for (const { range, newText } of backwards) {
        const line = lines[range.start.line] as string;
        lines[range.start.line] = line.slice(0, range.start.character) + newText + line.slice(range.end.character);
      }
      this.#project.write(path, lines.join("\n"));
    }
    const changes = Object.keys(answer.changes).map((uri) => ({ uri, type: 2 }));
    this.#connection.notify("workspace/didChangeWatchedFiles", { changes });
    this.#open(RENAMED.path);
    return { text: JSON.stringify(answer) };
  }

  async #at(method: string, { path, symbol }: { path: string; symbol: string }, more: object = {}): Promise<unknown> {
    if (!this.#versions.has(path)) this.#open(path);
    const before = this.#project.read(path).split(`export function ${symbol}`)[0] as string;
    const position = { line: before.split("\n").length - 1, character: "export function ".length };
    return this.#request(method, { textDocument: { uri: fileUri(this.#project.path(path)) }, position, ...more });
  }

  /** As it is on the disk now. */
  #open(path: string): void {
    const version = (this.#versions.get(path) ?? 0) + 1;
    this.#versions.set(path, version);
    const uri = fileUri(this.#project.path(path));
    const text = this.#project.read(path);
    if (version === 1) {
      const textDocument = { uri, languageId: "typescript", version, text };
      this.#connection.notify("textDocument/didOpen", { textDocument });
    } else {
      const textDocument = { uri, version };
      this.#connection.notify("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
    }
  }

  async #request(method: string, params: object): Promise<unknown> {
    return this.#connection.request(method, params, new AbortController().signal);
  }

  #place({ uri, range }: Location): string {
    return `${this.#relative(uri)}:${range.start.line + 1}`;
  }

  #relative(uri: string): string {
    return (filePath(uri) ?? uri).slice(this.#project.root.length + 1);
  }
}

/** The folder to have on the PATH for programs that look for `rg` there. */
export async function ripgrepFolder(): Promise<string> {
  return dirname(await ripgrep());
}
