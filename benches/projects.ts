import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Connection } from "../packages/core/src/language-server/session/connection.ts";
import { ProjectApi } from "../packages/core/src/language-server/session/project-api.ts";
import { serverCommand } from "../packages/core/src/language-server/session/server-binary.ts";
import { fileUri } from "../packages/core/src/language-server/session/uri.ts";
import { LargeWorkspace, packageFolder } from "./large-workspace.ts";
import { type Finding, timed } from "./side-by-side.ts";

const PACKAGES = [50, 100];

const never = new AbortController().signal;

/** What loading every project of a large workspace takes: by opening a file of each, and all at once. */
export async function* projects(): AsyncGenerator<Finding> {
  for (const packages of PACKAGES) {
    using workspace = await LargeWorkspace.of(packages);
    const folders = Array.from({ length: packages }, (_, index) => join(workspace.root, packageFolder(index)));
    const opened = await inNewServer(workspace.root, (connection) => openEach(connection, folders));
    const atOnce = await inNewServer(workspace.root, (connection) => loadAtOnce(connection, folders));
    const [slow, fast] = [opened, atOnce].map((milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`);
    yield {
      what: `${packages} projects of 100 files, loaded at once`,
      measured: `${fast}, ${(atOnce / opened).toFixed(2)}x opening a file of each (${slow})`,
      isMet: true,
    };
  }
}

async function inNewServer(root: string, work: (connection: Connection) => Promise<void>): Promise<number> {
  using connection = await Connection.start(serverCommand(root), root);
  return await timed(() => work(connection));
}

async function openEach(connection: Connection, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const file = join(folder, "src/shared.ts");
    const textDocument = { uri: fileUri(file), languageId: "typescript", version: 1, text: readFileSync(file, "utf8") };
    connection.notify("textDocument/didOpen", { textDocument });
    await connection.request("custom/projectInfo", { textDocument: { uri: textDocument.uri } }, never);
  }
}

async function loadAtOnce(connection: Connection, folders: readonly string[]): Promise<void> {
  using api = new ProjectApi(connection);
  const loaded = await api.load(
    folders.map((folder) => join(folder, "tsconfig.json")),
    never,
  );
  if (loaded.size !== folders.length) throw new Error(`${loaded.size} projects were loaded`);
}
