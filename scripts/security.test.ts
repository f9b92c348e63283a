import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "bun:test";
import { ROOT } from "./servers.ts";

const DOC = join(ROOT, "docs/security.md");

/** `path/of.test.ts`: "words of it" */
const PROOFS = /`([\w./-]+\.test\.ts)`: ((?:"[^"]+"(?:, )?)+)/g;

test("docs/security.md names tests that there are", () => {
  const proofs = [...readFileSync(DOC, "utf8").replaceAll(/\s+/g, " ").matchAll(PROOFS)].flatMap(
    ([, file = "", titles = ""]) => Array.from(titles.matchAll(/"([^"]+)"/g), ([, title = ""]) => ({ file, title })),
  );
  expect(proofs.length).toBeGreaterThan(30);
  const missing = proofs.filter(
    ({ file, title }) => !existsSync(join(ROOT, file)) || !readFileSync(join(ROOT, file), "utf8").includes(title),
  );
  expect(missing).toEqual([]);
});

/** What a program needs to reach the network, or to be reached. */
const NETWORK =
  /["'](?:node:)?(?:https?|http2|net|tls|dgram|dns)["']|\b(?:fetch|XMLHttpRequest|WebSocket|EventSource)\s*\(|\bBun\.(?:serve|connect|listen|udpSocket|dns)\b/;

/** Speaks to the language server through a socket in a folder of ours, which has a test of its own. */
const LOCAL_SOCKET = "packages/core/src/language-server/session/project-api.ts";

test("no server asks the network for anything, or listens to it", () => {
  const sources = [...new Bun.Glob("packages/*/src/**/*.ts").scanSync({ cwd: ROOT })].filter(
    (path) => !path.endsWith(".test.ts") && !path.startsWith("packages/testkit/"),
  );
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.filter((path) => NETWORK.test(readFileSync(join(ROOT, path), "utf8")))).toEqual([LOCAL_SOCKET]);
  for (const line of ['import { connect } from "node:net";', "await fetch(url)", "Bun.serve({})"])
    expect(line).toMatch(NETWORK);
});
