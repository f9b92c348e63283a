import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleOf } from "./bundle.ts";
import { publicParser } from "./parse-everything.ts";
import { type Finding, ratio, sideBySide, timed } from "./side-by-side.ts";
import { StdioServer } from "./stdio-server.ts";

const ROUNDS = 60;

/** Level 0 of a file that spells its types out, against parsing it. The file is another one each time, so nothing is remembered. */
export async function* outline(): AsyncGenerator<Finding> {
  using bundle = await bundleOf("kart-zoom");
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "kart-outline-"));
  const { parseSync } = await publicParser();
  const functions = Array.from({ length: 84 }, (_, n) => annotatedFunction(n)).join("");
  let round = 0;
  try {
    await using server = await StdioServer.connected(bundle.command, folder);
    const timings = await sideBySide(ROUNDS, [
      async () => {
        const source = `${functions}// ${round}\n`;
        return { parsing: await timed(() => parseSync("a.ts", source, { astType: "ts" }).program) };
      },
      async () => {
        writeFileSync(join(folder, "a.ts"), `${functions}// ${"x".repeat(round++)}\n`);
        return { "level 0": await timed(() => server.call("kart_zoom", { path: "a.ts" })) };
      },
    ]);
    yield ratio(timings, "level 0", "parsing", { what: "an annotated file of 1,000 lines", atMost: 3 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Twelve lines. */
function annotatedFunction(n: number): string {
  return `/**
 * Does the ${n}th thing.
 * @param a what
 */
export function fn${n}<T extends object>(a: string, b: Map<string, T>, c = ${n}): Promise<T[]> {
  const found = [...b.values()].filter((one) => Object.keys(one).includes(a));
  if (found.length > c) return Promise.resolve(found);
  for (const one of found) {
    console.log(one, a.length + c);
  }
  return Promise.reject(new Error(\`none of \${b.size}\`));
}
`;
}
