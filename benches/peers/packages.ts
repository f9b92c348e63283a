import { existsSync, mkdtempSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What is compared with, and what it needs to run. Pinned, so that two runs ask the same programs. */
const PINNED = {
  "@mizchi/lsmcp": "0.10.0",
  cclsp: "0.7.0",
  "mcp-hashline-edit-server": "0.2.0",
  "@modelcontextprotocol/server-filesystem": "2026.8.31",
  "typescript-language-server": "4.3.4",
  typescript: "5.9.3",
} as const;

export type PinnedName = keyof typeof PINNED;

/** The folder that holds the peers: in the temporary folder, made once for these versions, never in the repository. */
export async function installedPeers(): Promise<string> {
  const manifest = JSON.stringify({ private: true, dependencies: PINNED });
  const folder = join(realpathSync(tmpdir()), `kart-peers-${Bun.hash(manifest).toString(36)}`);
  if (existsSync(folder)) return folder;
  // Made aside and renamed, so that a run that was ended half way leaves no half install.
  const draft = mkdtempSync(`${folder}-`);
  writeFileSync(join(draft, "package.json"), manifest);
  // Links that hold after the folder has its name: the hoisted layout has none to absolute paths.
  const install = Bun.spawn([process.execPath, "install", "--silent", "--linker", "hoisted"], {
    cwd: draft,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "inherit",
  });
  if ((await install.exited) !== 0) throw new Error("the peers could not be installed");
  renameSync(draft, folder);
  return folder;
}

/** The version that was installed, as its own manifest says. */
export function versionIn(peers: string, name: PinnedName): string {
  const manifest = readFileSync(join(peers, "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
