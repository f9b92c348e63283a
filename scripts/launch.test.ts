import { afterAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { type ServerPackage, serverPackages } from "./servers.ts";

/** What Bun would take from the folder that it is started in. */
const hostile = new TempWorkspace({
  "bunfig.toml": 'preload = ["./preload.ts"]\n',
  "preload.ts": 'require("node:fs").writeFileSync("marker", "");\n',
  "elsewhere/a.ts": "",
});
hostile.write(".env", `KART_ROOT=${hostile.path("elsewhere")}\n`);
afterAll(() => hostile[Symbol.dispose]());

async function rootOf(command: readonly [string, ...string[]]): Promise<string | undefined> {
  const { PATH, HOME } = process.env;
  const child = Bun.spawn([...command, "doctor"], { cwd: hostile.root, env: { PATH, HOME }, stdout: "pipe" });
  return /^root: (.*)$/m.exec(await child.stdout.text())?.[1];
}

for (const { name, folder } of serverPackages()) {
  const main = join(folder, "src/main.ts");

  test(`${name} runs no preload of the folder it is started in, and takes no root from its .env`, async () => {
    expect(await rootOf([main])).toBe(hostile.root);
    expect(existsSync(hostile.path("marker"))).toBe(false);
  });
}

test("both would be taken without the flags of the first line", async () => {
  const { folder } = serverPackages()[0] as ServerPackage;
  expect(await rootOf([process.execPath, join(folder, "src/main.ts")])).toBe(hostile.path("elsewhere"));
  expect(existsSync(hostile.path("marker"))).toBe(true);
});
