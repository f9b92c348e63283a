import { readFileSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { ToolError } from "../../mcp/tool-error.ts";
import { goEnvironment } from "../../process/go-environment.ts";
import { mayRunWorkspacePrograms } from "../../process/workspace-programs.ts";
import { installedFile } from "../../workspace/installed-file.ts";

/** How to start the language server of a workspace. */
export interface ServerCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Environment variables in the place of ours. */
  readonly env?: Readonly<Record<string, string>>;
  /** Who chose it: the workspace's `typescript`, ours, or `KART_LANGUAGE_SERVER`. */
  readonly origin: "workspace" | "shipped" | "environment";
  /** Of the `typescript` package; unknown where the environment names a command. */
  readonly version?: string;
}

/** The server needs no other program, and the one that it knows, npm, would go to the network for types. */
const NO_PROGRAMS = { PATH: "" };

/** Percent of garbage. A project is loaded sooner by a tenth, and the server lives for hours. */
const GARBAGE = 200;

/** The first TypeScript with a language server of its own. */
const FIRST_VERSION = 7;

/**
 * The server for a workspace: what `KART_LANGUAGE_SERVER` names, else the workspace's own TypeScript where that is 7 or newer,
 * else ours; `KART_WORKSPACE_PROGRAMS` may leave the workspace's out. Asked whenever one is started: packages come and go.
 *
 * Throws `backend_unavailable`.
 *
 * @param root the real path of the workspace root, above which nothing of the workspace is looked for
 */
export function serverCommand(root: string): ServerCommand {
  const given = process.env["KART_LANGUAGE_SERVER"]?.trim() ?? "";
  if (given !== "") {
    const [program, ...args] = words(given) as [string, ...string[]];
    return { program, args, origin: "environment" };
  }
  const found = ownOrShipped(root);
  if (found !== undefined) return found;
  throw new ToolError(
    "backend_unavailable",
    `TypeScript ${FIRST_VERSION} was not found for ${process.platform}-${process.arch}. Install it with \`bun add -d typescript\`, optional dependencies included, or set KART_LANGUAGE_SERVER.`,
  );
}

/**
 * The folder of TypeScript's own declarations of the language and its surroundings, `lib.es5.d.ts` and the rest: those of the
 * workspace's TypeScript if it is a native one, otherwise of ours. Undefined where neither is installed.
 *
 * @param root the real path of the workspace root
 */
export function libraryFolder(root: string): string | undefined {
  const found = ownOrShipped(root);
  return found === undefined ? undefined : dirname(found.program);
}

/** The TypeScript that answers, and those of another major version that sources are written for. Versions of the package. */
export interface OtherTypeScript {
  readonly asked: string;
  /** In the order of the files, each once. */
  readonly own: readonly string[];
}

/**
 * Which `typescript` some files have nearest to them, where that is of another major version than the one that answers. Undefined
 * where there is none, and where the environment names the server, of which no version is known.
 *
 * @param root the real path of the workspace root
 * @param files absolute, in the root
 */
export function otherTypeScript(root: string, files: readonly string[]): OtherTypeScript | undefined {
  const { version: asked } = serverCommand(root);
  if (asked === undefined) return undefined;
  const folders = new Set(files.map((file) => dirname(file)));
  const versions = new Set([...folders].flatMap((one) => installedTypeScript(one) ?? []));
  const isOther = (one: string) => /^\d[\w.+-]*$/.test(one) && Number.parseInt(one, 10) !== Number.parseInt(asked, 10);
  const own = [...versions].filter(isOther);
  return own.length === 0 ? undefined : { asked, own };
}

function ownOrShipped(root: string): ServerCommand | undefined {
  const own = mayRunWorkspacePrograms() ? native(root, "workspace", root) : undefined;
  return own ?? native(import.meta.dir, "shipped");
}

/** Words of a command as a shell would part them, quotes included, and nothing else of what a shell does. */
function words(command: string): string[] {
  return Array.from(command.matchAll(/"([^"]*)"|'([^']*)'|\S+/g), ([word, double, single]) => double ?? single ?? word);
}

/**
 * The native program of the nearest `typescript`, without the JavaScript that starts it, which would be one process more. It is
 * a package of its own beside the real one, wherever a symlink in `node_modules` leads.
 */
function native(from: string, origin: "workspace" | "shipped", top?: string): ServerCommand | undefined {
  const manifest = installedFile(from, "typescript/package.json", top);
  if (manifest === undefined) return undefined;
  const version = versionIn(manifest);
  if (version === undefined || Number.parseInt(version, 10) < FIRST_VERSION) return undefined;
  const file = process.platform === "win32" ? "tsc.exe" : "tsc";
  const program = installedFile(
    dirname(realpathSync(manifest)),
    `@typescript/typescript-${process.platform}-${process.arch}/lib/${file}`,
  );
  if (program === undefined) return undefined;
  const env = { ...NO_PROGRAMS, ...goEnvironment(GARBAGE) };
  return { program, args: ["--lsp", "--stdio"], env, origin, version };
}

/**
 * The version of the `typescript` that is installed nearest to a folder, absolute: also above the root of the workspace, where packages are
 * hoisted to.
 */
export function installedTypeScript(folder: string): string | undefined {
  const manifest = installedFile(folder, "typescript/package.json");
  return manifest === undefined ? undefined : versionIn(manifest);
}

/** The version that a manifest tells; undefined where it cannot be read. */
function versionIn(manifest: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version?: unknown };
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
