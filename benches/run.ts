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

/** Set for a process that is to run one bench, and to exit with the number of targets that it missed. */
const PART = "KART_BENCH_PART";
/** No bench has so many targets. */
const FAILED = 100;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => BENCHES[name] === undefined);
if (unknown.length > 0) throw new Error(`no bench ${unknown.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}`);

// A first answer is one that has to read everything; `kept` alone measures what comes of keeping.
process.env["KART_CACHE"] = "never";

const names = Object.keys(BENCHES).filter((name) =>
  wanted.length > 0 ? wanted.includes(name) : !ON_REQUEST.has(name),
);
const [only] = names;
if (names.length === 1 && only !== undefined && process.env[PART] !== undefined) {
  process.exitCode = await measured(only).catch((error: unknown) => {
    console.error(error);
    return FAILED;
  });
} else {
  const [load = 0] = loadavg();
  if (load > availableParallelism() / 2)
    print(`load ${load.toFixed(1)}: others are at work here, so ratios may be too high`);
  let missed = 0;
  for (const name of names) missed += await inProcess(name);
  print(missed === 0 ? "\nevery target met" : `\n${missed} missed`);
  process.exitCode = missed === 0 ? 0 : 1;
}

/** In a process of its own: the kernel counts what its parent holds among the most that a child has held. */
async function inProcess(name: string): Promise<number> {
  const child = Bun.spawn([process.execPath, import.meta.path, name], {
    env: { ...process.env, [PART]: "1" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const status = await child.exited;
  if (child.signalCode !== null || status >= FAILED) throw new Error(`${name} failed`);
  return status;
}

/** How many targets were missed. */
async function measured(name: string): Promise<number> {
  let missed = 0;
  print(`\n${name}`);
  for await (const { what, measured: told, target, isMet } of (BENCHES[name] as (typeof BENCHES)[string])()) {
    print(`  ${what}: ${told}${target === undefined ? "" : ` (target ${target})`}${isMet ? "" : "  MISSED"}`);
    if (!isMet) missed++;
  }
  return missed;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
