/**
 * `bun run pack [FOLDER]`: makes one tarball a server, ready to be published or installed, in `dist/` or FOLDER.
 *
 * (`bun pm pack` is Bun's own packer, of one folder as it stands.) Each line tells what the bundle weighs and what an
 * install of the tarball takes, with the packages it depends on for this platform.
 */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildServer } from "./build.ts";
import { bytesBelow, installTarball } from "./installed.ts";
import { registryName, serverJson } from "./server-json.ts";
import { externalDependencies, ROOT, type ServerPackage, serverPackages } from "./servers.ts";

if (import.meta.main) {
  const destination = resolve(process.argv[2] ?? join(ROOT, "dist"));
  for (const server of serverPackages()) {
    const tarball = await packServer(server, destination);
    process.stdout.write(`${tarball}: ${await weigh(server.name, tarball)}\n`);
  }
}

/** Sizes in bytes, measured by installing the tarball into a temporary folder. */
async function weigh(name: string, tarball: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "kart-weigh-"));
  try {
    await installTarball(tarball, folder);
    const sizes = {
      tarball: statSync(tarball).size,
      bundle: statSync(join(folder, "node_modules", name, "dist/main.js")).size,
      installed: bytesBelow(join(folder, "node_modules")),
    };
    return Object.entries(sizes)
      .map(([what, bytes]) => `${what} ${bytes.toLocaleString("en-US")} B`)
      .join(", ");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the path of the tarball; its `server.json` lies beside it, for the registry. Nothing is written into the repository but the destination, where that lies in it. */
export async function packServer(server: ServerPackage, destination: string): Promise<string> {
  const staging = mkdtempSync(join(tmpdir(), "kart-pack-"));
  try {
    await buildServer(server, join(staging, "dist"));
    // npm keeps modes, and an install without postinstall steps has no other chance to set this one.
    chmodSync(join(staging, "dist/main.js"), 0o755);
    writeJson(join(staging, "package.json"), publishedManifest(server));
    writeJson(join(staging, "server.json"), serverJson(server));
    for (const name of ["README.md", "CHANGELOG.md"]) cpSync(join(server.folder, name), join(staging, name));
    cpSync(join(ROOT, "LICENSE"), join(staging, "LICENSE"));
    mkdirSync(destination, { recursive: true });
    cpSync(join(staging, "server.json"), join(destination, `${server.name}-${server.manifest.version}.server.json`));
    return await packFolder(staging, destination);
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/** The package's own manifest without what only the workspace understands: sources, workspace and catalog versions. */
function publishedManifest(server: ServerPackage): Record<string, unknown> {
  const { devDependencies: _dev, scripts: _scripts, dependencies: _workspace, ...manifest } = server.manifest;
  return {
    ...manifest,
    // What is published is one CommonJS bundle, since bytecode needs that.
    type: "commonjs",
    bin: { [server.name]: "./dist/main.js" },
    files: ["CHANGELOG.md", "dist/main.js", "dist/main.js.jsc", "server.json"],
    mcpName: registryName(server),
    // The oldest version that the tests ran on, and the one whose bytecode this is.
    engines: { bun: `>=${Bun.version}` },
    dependencies: externalDependencies(server),
  };
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, undefined, 2)}\n`);
}

async function packFolder(folder: string, destination: string): Promise<string> {
  const child = Bun.spawn(
    [process.execPath, "pm", "pack", "--quiet", "--ignore-scripts", "--destination", destination],
    {
      cwd: folder,
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const [stdout, stderr, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (status !== 0) throw new Error(`bun pm pack ended with status ${status}: ${stderr}`);
  return stdout.trim();
}
