/** A client to be killed: starts a server, makes a call that does not return, and says the server's process id. */
import { RawServer } from "./raw-server.ts";

interface Errand {
  readonly command: [string, ...string[]];
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

const { command, tool, args } = JSON.parse(process.argv[2] ?? "") as Errand;
const server = new RawServer({ command });
await server.initialize();
void server.call(tool, args);
await Bun.write(Bun.stdout, `${server.process.pid}\n`);
