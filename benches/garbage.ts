import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { locateBinaries } from "../packages/kart-edit/src/diagnostics/oxlint-binary.ts";
import { ROOT } from "../scripts/servers.ts";
import { effectSources } from "./effect-sources.ts";
import { RawLanguageServer } from "./raw-language-server.ts";
import { type Finding, sideBySide, timed } from "./side-by-side.ts";

const ROUNDS = 9;
const EDITS = 300;
/** Percent of what is in use that Go lets garbage add before it collects; 100 is its own choice. */
const SHARES = ["100", "200", "400", "1000"];
const FILE = "src/Option.ts";

/** What Go's garbage collector takes of the programs that we start. */
export async function* garbage(): AsyncGenerator<Finding> {
  using sources = effectSources();
  const { root } = sources;
  const offset = readFileSync(join(root, FILE), "utf8").indexOf("isSome");
  const first = await sideBySide(
    ROUNDS,
    SHARES.map((share) => async () => {
      const start = performance.now();
      await using server = new RawLanguageServer(root, { GOGC: share });
      await server.references(FILE, offset);
      return { [share]: performance.now() - start };
    }),
  );
  const lints = await sideBySide(
    ROUNDS,
    SHARES.map((share) => async () => ({ [share]: await timed(() => lint(root, share)) })),
  );
  for (const share of SHARES) {
    await using server = new RawLanguageServer(root, { GOGC: share });
    await server.references(FILE, offset);
    const early = server.residentMegabytes();
    for (let edit = 0; edit < EDITS; edit++) await server.change(FILE, `export const added${edit} = ${edit};`);
    const measured = `first references ${inMs(first[share])}, ${inMb(early)}; ${inMb(server.residentMegabytes())} after ${EDITS} edits; lint of a file ${inMs(lints[share])}`;
    yield { what: `GOGC=${share}`, measured, isMet: true };
  }
}

/** A whole run of oxlint with types. */
async function lint(root: string, share: string): Promise<void> {
  const { oxlint, tsgolint } = locateBinaries(realpathSync(join(ROOT, "packages/kart-edit")), dirname(root));
  const lintIt = [process.execPath, oxlint as string, "--type-aware", "--type-check", "--quiet", `./${FILE}`];
  const env = { ...process.env, GOGC: share, OXLINT_TSGOLINT_PATH: tsgolint as string };
  await Bun.spawn(lintIt, { cwd: root, env, stdout: "ignore", stderr: "ignore" }).exited;
}

function inMs(milliseconds: number | undefined): string {
  return `${Math.round(milliseconds ?? 0)} ms`;
}

function inMb(megabytes: number): string {
  return `${Math.round(megabytes)} MB`;
}
