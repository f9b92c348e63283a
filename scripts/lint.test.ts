import { afterAll, expect, test } from "bun:test";
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const OXLINT = join(ROOT, "node_modules/.bin/oxlint");

const folder = mkdtempSync(join(tmpdir(), "kart-lint-"));
afterAll(() => rmSync(folder, { recursive: true }));

cpSync(join(ROOT, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
writeFileSync(join(folder, "tsconfig.json"), `{ "compilerOptions": { "strict": true, "types": [] } }`);
writeFileSync(join(folder, "a.ts"), `export function start(): void {\n  Promise.resolve(1).then(Boolean);\n}\n`);

test("the rules that need types are on", async () => {
  const { exitCode, output } = await lint(nativeTsgolint());
  expect(output).toContain("no-floating-promises");
  expect(exitCode).toBe(1);
});

test("a missing tsgolint is an error, not fewer rules", async () => {
  const { exitCode, output } = await lint(join(folder, "tsgolint"));
  expect(output).toContain("Failed to find tsgolint");
  expect(exitCode).not.toBe(0);
});

/** The program itself, since its launcher asks for `node`. */
function nativeTsgolint(): string {
  const launcher = realpathSync(join(ROOT, "node_modules/oxlint-tsgolint"));
  return Bun.resolveSync(`@oxlint-tsgolint/${process.platform}-${process.arch}/tsgolint`, launcher);
}

async function lint(tsgolint: string): Promise<{ exitCode: number; output: string }> {
  const command = [process.execPath, OXLINT, "--type-aware", "--format", "unix", "a.ts"];
  const child = Bun.spawn(command, {
    cwd: folder,
    env: { ...process.env, OXLINT_TSGOLINT_PATH: tsgolint },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { exitCode, output: stdout + stderr };
}
