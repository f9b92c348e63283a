/**
 * Another program at work in a workspace: writes, half writes, deletes, renames, commits, switches branches, rewrites history,
 * and now and then puts all back. Goes on until it is killed. Arguments: the workspace, a seed.
 */
import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Random } from "../random.ts";
import { runGit } from "../world.ts";

/** Milliseconds between two changes, about. */
const PAUSE = 60;

const [root, seed] = process.argv.slice(2) as [string, string];
const random = new Random(Number(seed));
const files = runGit(root, ["ls-files", "*.ts"]).trim().split("\n");

const CHANGES: readonly (readonly [weight: number, change: () => void])[] = [
  [20, () => append(`\n// ${random.below(1000)}\n`)],
  [6, () => append(`\nexport const churned${random.below(1000)} = ${random.below(9)};\n`)],
  [2, () => append("\nexport function half(")],
  [3, () => writeFileSync(existing(), "")],
  [4, () => rmSync(existing())],
  [4, () => renameSync(existing(), join(root, dirname(random.pick(files)), `churned${random.below(30)}.ts`))],
  [4, makeFile],
  [2, () => git("checkout", "--quiet", "--force", random.pick(["main", "side"]))],
  [1, commit],
  [1, () => git("commit", "--quiet", "--amend", "--all", "--message=amended")],
  [3, restore],
];

for (const total = CHANGES.reduce((sum, [weight]) => sum + weight, 0); ;) {
  let left = random.next() * total;
  const [, change] = CHANGES.find(([weight]) => (left -= weight) < 0) as (typeof CHANGES)[number];
  try {
    change();
  } catch {
    // The server that is tested writes here too, and what one of them took away the other does not find.
  }
  await Bun.sleep(random.below(2 * PAUSE));
}

function existing(): string {
  for (let attempt = 0; attempt < 20; attempt++) {
    const path = join(root, random.pick(files));
    if (existsSync(path)) return path;
  }
  throw new Error("most files are gone");
}

function append(text: string): void {
  appendFileSync(existing(), text);
}

function makeFile(): void {
  const folder = join(root, dirname(random.pick(files)), `churn${random.below(5)}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `made${random.below(10)}.ts`), `export const made = ${random.below(9)};\n`);
}

function commit(): void {
  git("checkout", "--quiet", "side");
  git("commit", "--quiet", "--all", "--message=churn");
}

function restore(): void {
  git("checkout", "--quiet", "--force", "main");
  git("clean", "--quiet", "--force", "-d");
  // Else history would only grow.
  if (Number(git("rev-list", "--count", "main..side")) > 20) git("branch", "--force", "side", "main");
}

function git(...args: string[]): string {
  return runGit(root, args);
}
