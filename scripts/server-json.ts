/** What the MCP registry is told of a server, made from its manifest so that the two cannot differ. */
import type { ServerPackage } from "./servers.ts";

/**
 * The reversed domain under which the registry lists the servers. The project has no public home yet: `com.example` is
 * reserved for examples, so that nothing can be published by mistake. Name the home here once it is known.
 */
const NAMESPACE = "com.example";

/** The server's name in the registry, which looks for it as `mcpName` in the published package too. */
export function registryName(server: ServerPackage): string {
  return `${NAMESPACE}/${server.name}`;
}

/** The contents of `server.json`, in the registry's format of 2025-12-11. */
export function serverJson(server: ServerPackage): Record<string, unknown> {
  const { description, version } = server.manifest;
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: registryName(server),
    title: server.name,
    description,
    version,
    packages: [
      {
        registryType: "npm",
        identifier: server.name,
        version,
        runtimeHint: "bunx",
        transport: { type: "stdio" },
      },
    ],
  };
}
