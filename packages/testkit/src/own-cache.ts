/** Run before every file of tests: what their servers keep goes to a folder of their own, not to the user's cache. */
import { afterAll } from "bun:test";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(realpathSync(tmpdir()), "kart-test-cache-"));
process.env["XDG_CACHE_HOME"] = folder;
// A process that runs tests ends without telling its listeners.
afterAll(() => rmSync(folder, { recursive: true, force: true }));
