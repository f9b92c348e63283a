import type { Command } from "@kart/core/mcp/serve";
import { ToolError } from "@kart/core/mcp/tool-error";
import { count, escapeName } from "@kart/core/text/display";
import { resolve } from "node:path";
import type { Report } from "../report/report.ts";
import { statOrUndefined } from "@kart/core/workspace/stats";

/** Milliseconds: a person looks on, and may stop it. */
const NO_DEADLINE = 24 * 60 * 60 * 1000;
/** Hidden couplings that the terminal shows. */
const MAX_SHOWN = 10;

export const report: Command = {
  name: "report",
  usage: "--out FILE.html",
  summary: "write a page that shows the strongest couplings, hidden ones first",
  options: { out: { type: "string" } },
  async run({ root, options: { out }, print }) {
    if (typeof out !== "string" || out === "")
      throw new ToolError("invalid_argument", "Name the page to write: --out FILE.html.");
    const file = resolve(out);
    if (statOrUndefined(file)?.isDirectory() === true)
      throw new ToolError("invalid_argument", `${file} is a folder. Name the page to write: --out FILE.html.`);
    const [{ requireRepository }, { collectReport }, { reportPage }] = await Promise.all([
      import("./require-repository.ts"),
      import("../report/collect-report.ts"),
      import("../report/page.ts"),
    ]);
    const { signal } = new AbortController();
    const repository = await requireRepository(root, signal);
    const collected = await collectReport(root, repository, { signal, timeoutMs: NO_DEADLINE });
    await Bun.write(file, await reportPage(collected));
    for (const line of summary(collected)) print(line);
    print(
      `${count(collected.files.couplings.length, "coupling")} of files, ${collected.folders.couplings.length} of folders: ${file}`,
    );
    return 0;
  },
};

function* summary({ files: { couplings }, imports, notes }: Report): Generator<string> {
  if (imports.status === "unknown") yield `Which couplings are hidden is unknown. ${imports.reason}`;
  const hidden = couplings.filter(({ link }) => link === "hidden");
  if (hidden.length > 0) yield `${count(hidden.length, "hidden coupling")}, without an import between the two:`;
  for (const { a, b, commits } of hidden.slice(0, MAX_SHOWN)) yield `  ${commits}x ${escapeName(a)} - ${escapeName(b)}`;
  if (hidden.length > MAX_SHOWN) yield `  and ${hidden.length - MAX_SHOWN} more on the page`;
  yield* notes;
}
