import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeName } from "@kart/core/text/display";
import { contains } from "@kart/core/text/span";
import type { TextEdit } from "@kart/core/text/text-edit";
import type { MovedSymbols } from "../../planning/moved/moved-symbols.ts";
import { specifierEdit } from "../../planning/paths/specifiers.ts";
import type { Ends } from "./move-symbols.ts";
import type { SpecifiersTo } from "./specifiers-to.ts";

/** Relative specifiers in the code that moves: `import("./a")`, `import("./a").T`. */
export function carriedSpecifiers(
  { node, source }: Ends["from"],
  { statements }: MovedSymbols,
  to: string,
  specifiers: SpecifiersTo,
): TextEdit[] {
  const within = node.record.imports.filter((record) => statements.some(({ span }) => contains(span, record)));
  return within.flatMap((record) => {
    const fresh = specifiers.carried(node, record.specifier, to);
    if (fresh === record.specifier) return [];
    const edit = specifierEdit(source.parsed.source, record, fresh);
    if (edit !== undefined) return [edit];
    throw new ToolError(
      "invalid_argument",
      `Line ${record.line} imports ${escapeName(record.specifier)} in a way that cannot be rewritten. Change it with kart_patch.`,
    );
  });
}
