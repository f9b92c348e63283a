/** A server of ours that has a language server: `language-client.ts ROOT FILE`. Prints the language server's process id. */
import { LanguageServer } from "../../src/language-server/language-server.ts";
import { ModuleIndex } from "../../src/modules/module-index.ts";
import { Workspace } from "../../src/workspace/workspace.ts";

const [root = "", file = ""] = process.argv.slice(2);
const workspace = new Workspace(root);
const modules = new ModuleIndex(workspace);
const server = new LanguageServer(workspace, { modules: () => Promise.resolve(modules) });
await server.hover({ path: workspace.root.prove(file), offset: 0 }, new AbortController().signal);

// As `serve` does.
process.once("SIGTERM", () => process.exit(0));
process.stdin.on("end", () => process.exit(0));
process.stdin.resume();
process.stdout.write(`${await server.pid()}\n`);
