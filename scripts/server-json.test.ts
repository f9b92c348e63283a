import { describe, expect, test } from "bun:test";
import * as z from "zod";
import { serverJson } from "./server-json.ts";
import { serverPackages } from "./servers.ts";

/** Of the registry's rules those for what is used here, and nothing else is let through. A range is no version to it. */
const exactVersion = z.string().regex(/^\d+\.\d+\.\d+(-[\w.-]+)?$/);
const serverFile = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: exactVersion,
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal("npm"),
        identifier: z.string().min(1),
        version: exactVersion,
        runtimeHint: z.literal("bunx"),
        transport: z.strictObject({ type: z.literal("stdio") }),
      }),
    )
    .length(1),
});

describe.each(serverPackages().map((server) => [server.name, server] as const))("server.json of %s", (name, server) => {
  test("follows the registry's rules", () => {
    expect(serverFile.parse(serverJson(server))).toMatchObject({
      version: server.manifest.version,
      packages: [{ identifier: name, version: server.manifest.version }],
    });
  });

  test("would not pass with what the registry refuses", () => {
    const { manifest } = server;
    for (const change of [{ version: "^1.2.3" }, { version: "latest" }, { description: "x".repeat(101) }])
      expect(serverFile.safeParse(serverJson({ ...server, manifest: { ...manifest, ...change } })).success).toBe(false);
    expect(serverFile.safeParse(serverJson({ ...server, name: "a/b" })).success).toBe(false);
  });
});
