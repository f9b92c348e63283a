import { defineTool, type ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import * as z from "zod";
import type { EditServices } from "../services.ts";
import type { Referrer } from "../refactor/delete/referrers.ts";
import type { Deleted } from "../refactor/delete/still-referenced.ts";
import { changeAnswer, type ChangeData, changeOutput } from "./change-answer.ts";
import { file, line, options, symbol, WRITES } from "./parameters.ts";

/** References named in the data of an answer. */
const MAX_REFERENCES = 100;

export const remove = defineTool({
  name: "kart_delete",
  title: "Delete a declaration",
  description:
    "Delete a declaration, or a file's re-export of one, with its comments, export entries and the imports that only it used. Refused with the places that refer to it, in any package, unless `force`.",
  input: z.strictObject({ file, symbol, line, force: z.boolean().default(false), ...options }),
  output: z.object({
    ...changeOutput,
    references: z.array(z.object({ path: z.string(), line: z.int(), text: z.string() })).optional(),
  }),
  hints: WRITES,
  handler: async (args, context: ToolContext<EditServices>) => {
    const [{ deleteSymbol }, { StillReferenced }, { hasOxlint }] = await Promise.all([
      import("../refactor/delete/delete-symbol.ts"),
      import("../refactor/delete/still-referenced.ts"),
      import("../diagnostics/oxlint-binary.ts"),
    ]);
    const change = await deleteSymbol({ tool: "kart_delete", call: args, ...args }, args, context).catch(
      (error: unknown) => {
        if (!(error instanceof StillReferenced)) throw error;
        const { root } = context.workspace;
        const oxlintAvailable = hasOxlint(root.proveFile(args.file), root);
        const data = refusalData(args.file, error.deleted, error.references, oxlintAvailable);
        throw new ToolError(error.code, error.message, data);
      },
    );
    const { deleted, references } = change.plan;
    const { name, ...lines } = deleted;
    const answer = changeAnswer(change, { verb: "deleted", symbol: name, ...lines, dryRun: args.dryRun });
    if (references.length === 0) return answer;
    return { ...answer, structured: { ...answer.structured, references: references.slice(0, MAX_REFERENCES) } };
  },
});

/** A refusal for programs: nothing changed, and who refers to the symbol. */
function refusalData(
  path: string,
  { name, ...lines }: Deleted,
  references: readonly Referrer[],
  oxlintAvailable: boolean,
) {
  const data: ChangeData & { readonly references: readonly Referrer[] } = {
    success: false,
    path,
    symbol: name,
    ...lines,
    diff: "",
    diagnostics: [],
    existingDiagnostics: 0,
    oxlintAvailable,
    typeAware: false,
    syntaxError: false,
    warnings: [],
    references: references.slice(0, MAX_REFERENCES),
  };
  return { ...data };
}
