/**
 * `bun benches/peers/run.ts [NAME…]`: asks kart and its peers the same questions, and writes what came out into docs/peers.md.
 * With names, or parts of them, asks only those, and only prints. Installs the peers, pinned, into the temporary folder.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, release, type } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../scripts/servers.ts";
import { kartServers } from "./kart.ts";
import { type Measured, measure } from "./measure.ts";
import { npmServers } from "./from-npm.ts";
import { installedPeers } from "./packages.ts";
import { plainRipgrep, rawLanguageServer } from "./plain.ts";
import { Project, ZOD_VERSION } from "./project.ts";
import { tables } from "./table.ts";
import { type Truths, truthsOf } from "./truths.ts";

const PAGE = join(ROOT, "docs/peers.md");
const [BEGIN, END] = ["<!-- measured: begin -->", "<!-- measured: end -->"];

const wanted = process.argv.slice(2);
const peers = await installedPeers();
const typescript = join(peers, "node_modules/typescript");
const npm = await npmServers(peers);
using kart = await kartServers();
const contenders = [...kart.contenders, ...npm, await plainRipgrep(), rawLanguageServer()].filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
const [load = 0] = loadavg();
const truths = known();
const all: Measured[] = [];
for (const contender of contenders) {
  const before = performance.now();
  all.push(await measure(contender, truths, typescript));
  print(`${contender.name}: asked in ${((performance.now() - before) / 1000).toFixed(0)} s`);
}
if (wanted.length > 0) print(tables(all));
else writePage();
process.exit();

function known(): Truths {
  using project = new Project(typescript);
  return truthsOf(project);
}

function writePage(): void {
  const page = readFileSync(PAGE, "utf8");
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start === -1 || end === -1) throw new Error(`${PAGE} has no markers`);
  const body = `${BEGIN}\n\n${circumstances()}\n\n${tables(all)}\n\n`;
  writeFileSync(PAGE, `${page.slice(0, start)}${body}${page.slice(end)}`);
  print(`wrote ${PAGE}`);
}

function circumstances(): string {
  const date = new Date().toISOString().slice(0, 10);
  const { stdout } = Bun.spawnSync(["node", "--version"]);
  const node = stdout.toString().trim().replace("v", "");
  return [
    `One run, on ${date}, on a machine with ${availableParallelism()} cores that others were using too (load ${load.toFixed(1)}`,
    `at its start): ${type()} ${release()}, Bun ${Bun.version}, Node.js ${node}. The sources are zod ${ZOD_VERSION}'s. Read`,
    "the times as ratios.",
  ].join("\n");
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
