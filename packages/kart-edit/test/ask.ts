import { afterAll, expect } from "bun:test";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { type Connection, connectInMemory } from "@kart/testkit/connect";
import { type FileContent, TempWorkspace } from "@kart/testkit/temp-workspace";
import { editServer } from "../src/server.ts";
import type { EditServices } from "../src/services.ts";

export type Arguments = Record<string, unknown>;

/** What every change of a file answers with, as far as tests look at it. */
export interface ChangeData {
  readonly path: string;
  readonly symbol?: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly diff: string;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly line: number;
    readonly column: number;
    readonly new: boolean;
  }[];
  readonly existingDiagnostics: number;
  readonly oxlintAvailable: boolean;
  readonly typeAware: boolean;
  readonly lintProblem?: string;
  readonly warnings: readonly string[];
  readonly chunks?: readonly { readonly line: number; readonly removed: number; readonly added: number }[];
}

/** A workspace and a client of kart-edit in it. */
export class Desk implements AsyncDisposable {
  readonly workspace: TempWorkspace;
  readonly connection: Connection;
  readonly #opened: EditServices[];

  private constructor(workspace: TempWorkspace, connection: Connection, opened: EditServices[]) {
    this.workspace = workspace;
    this.connection = connection;
    this.#opened = opened;
  }

  /** @param root the folder among the files that is the server's root */
  static async with(files: Readonly<Record<string, FileContent>>, server = editServer, root = "."): Promise<Desk> {
    const workspace = new TempWorkspace(files);
    const opened: EditServices[] = [];
    const open: typeof server.open = (within) => {
      const services = server.open(within);
      opened.push(services);
      return services;
    };
    const connection = await connectInMemory({ ...server, open }, { root: workspace.path(root), output: "both" });
    return new Desk(workspace, connection, opened);
  }

  /** A change that must succeed, without lint unless asked for. */
  change(tool: string, args: Arguments): Promise<ChangeData> {
    return this.connection.data<ChangeData>(tool, { lint: false, ...args });
  }

  /** A change that must be refused: every byte of the workspace is as before. Gives the message. */
  async refused(tool: string, args: Arguments): Promise<string> {
    const before = this.workspace.snapshot();
    const message = await this.connection.error(tool, args);
    expect(this.workspace.snapshot()).toEqual(before);
    expect(message).toMatch(/^[a-z_]+: REJECTED, nothing written\. /);
    return message.replace("REJECTED, nothing written. ", "");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.connection[Symbol.asyncDispose]();
    for (const services of this.#opened) services[Symbol.dispose]();
    this.workspace[Symbol.dispose]();
  }
}

/**
 * One desk for the tests of a file, each of which finds its own files there and no others. A language server takes longer to start
 * than to answer, and one that knew other files before must answer as a new one does.
 */
export function sharedDesk(): (files: Readonly<Record<string, FileContent>>) => Promise<Desk> {
  let shared: Promise<Desk> | undefined;
  afterAll(async () => (await shared)?.[Symbol.asyncDispose]());
  return async (files) => {
    const desk = await (shared ??= Desk.with({}));
    const { workspace } = desk;
    // What stands there already is left alone: a configuration that is written anew is a project to load anew.
    const isThere = (path: string) =>
      !path.includes("/") && existsSync(workspace.path(path)) && workspace.read(path) === files[path];
    const there = new Set(Object.keys(files).filter(isThere));
    for (const name of readdirSync(workspace.root))
      if (!there.has(name)) rmSync(workspace.path(name), { recursive: true, force: true });
    for (const [path, content] of Object.entries(files)) if (!there.has(path)) workspace.write(path, content);
    return desk;
  };
}

/** Changes a file of one text, and gives the text it then has. */
export async function changed(source: string, tool: string, args: Arguments, path = "a.ts"): Promise<string> {
  await using desk = await Desk.with({ [path]: source });
  await desk.change(tool, { file: path, ...args });
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await Bun.file(desk.workspace.path(path)).bytes());
}

/** Asks for a change of a file of one text that must be refused, and gives the message. */
export async function refusal(source: string, tool: string, args: Arguments, path = "a.ts"): Promise<string> {
  await using desk = await Desk.with({ [path]: source });
  return await desk.refused(tool, { file: path, ...args });
}

/** Arguments of a kart_patch of one chunk. */
export const chunk = (oldLines: readonly string[], newLines: readonly string[], more: Arguments = {}): Arguments => ({
  chunks: [{ oldLines, newLines, ...more }],
});
