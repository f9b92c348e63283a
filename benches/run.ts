/** `bun run bench [NAME…]`: measures against the physical limit, in one run on one machine. Exits 1 where a target is missed. */
import { availableParallelism, loadavg } from "node:os";
import { cochange } from "./cochange.ts";
import { edit } from "./edit.ts";
import { find } from "./find.ts";
import { garbage } from "./garbage.ts";
import { hotFile } from "./hot-file.ts";
import { importers } from "./importers.ts";
import { indexSpeed } from "./index-speed.ts";
import { kept } from "./kept.ts";
import { large } from "./large.ts";
import { outline } from "./outline.ts";
import { patch } from "./patch.ts";
import { projects } from "./projects.ts";
import { read } from "./read.ts";
import { rename } from "./rename.ts";
import { report } from "./report.ts";
import { search } from "./search.ts";
import type { Finding } from "./side-by-side.ts";
import { size } from "./size.ts";
import { startup } from "./startup.ts";
import { trees } from "./trees.ts";
import { zoom } from "./zoom.ts";

const BENCHES: Readonly<Record<string, () => AsyncIterable<Finding>>> = {
  startup,
  size,
  trees,
  find,
  search,
  importers,
  kept,
  edit,
  patch,
  read,
  outline,
  rename,
  cochange,
  index: indexSpeed,
  report,
  zoom,
  hot: hotFile,
  projects,
  garbage,
  large,
};

/** Take minutes: only where they are named. */
const ON_REQUEST: ReadonlySet<string> = new Set(["garbage", "large", "projects"]);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => BENCHES[name] === undefined);
if (unknown.length > 0) throw new Error(`no bench ${unknown.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}`);

const [load = 0] = loadavg();
if (load > availableParallelism() / 2)
  print(`load ${load.toFixed(1)}: others are at work here, so ratios may be too high`);

// A first answer is one that has to read everything; `kept` alone measures what comes of keeping.
process.env["KART_CACHE"] = "never";

let missed = 0;
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 ? !wanted.includes(name) : ON_REQUEST.has(name)) continue;
  print(`\n${name}`);
  for await (const { what, measured, target, isMet } of bench()) {
    print(`  ${what}: ${measured}${target === undefined ? "" : ` (target ${target})`}${isMet ? "" : "  MISSED"}`);
    if (!isMet) missed++;
  }
}
print(missed === 0 ? "\nevery target met" : `\n${missed} missed`);
process.exitCode = missed === 0 ? 0 : 1;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
