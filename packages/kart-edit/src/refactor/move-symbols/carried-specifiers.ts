import { isRelative } from "@kart/core/modules/import-places";
import type { ImportRecord } from "@kart/core/syntax/module-records/module-record";
import { nodesAround, scopeOf } from "@kart/core/syntax/scope";
import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeName } from "@kart/core/text/display";
import { gapNote } from "@kart/core/text/gap-note";
import { contains } from "@kart/core/text/span";
import type { TextEdit } from "@kart/core/text/text-edit";
import type { MovedSymbols } from "../../planning/moved/moved-symbols.ts";
import { specifierEdit } from "../../planning/paths/specifiers.ts";
import type { Ends } from "./move-symbols.ts";
import type { SpecifiersTo } from "./specifiers-to.ts";

/** Relative specifiers in the code that moves: `import("./a")`, `import("./a").T`. */
export function carriedSpecifiers(
  from: Ends["from"],
  moved: Pick<MovedSymbols, "statements">,
  to: string,
  specifiers: SpecifiersTo,
): TextEdit[] {
  const { node, source } = from;
  const left = leftRequires(from, moved);
  return carried(from, moved).flatMap((record) => {
    if (left.includes(record)) return [];
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

/** What the caller has to know of them. */
export function leftRequiresNote(from: Ends["from"], moved: Pick<MovedSymbols, "statements">): string[] {
  const left = new Set(leftRequires(from, moved).map(({ specifier }) => specifier));
  return gapNote(
    `LED BY ${from.path} still, which makes their require: kart_move that with it to change this`,
    [...left].filter(isRelative),
  );
}

/** Those by a `require` that was made for the old file and stays there, `createRequire(import.meta.url)`: they lead on from that file. */
function leftRequires(from: Ends["from"], moved: Pick<MovedSymbols, "statements">): readonly ImportRecord[] {
  const { declarations, parsed } = from.source;
  const staying = new Set(
    declarations.flatMap(({ name, span, isImport }) =>
      isImport === true || moved.statements.some((one) => contains(one.span, span)) ? [] : [name],
    ),
  );
  return carried(from, moved).filter(({ start }) => {
    const [name = ""] = NAME.exec(parsed.source.slice(start, start + LONGEST)) ?? [];
    // A function may make its own, which moves with it.
    return staying.has(name) && scopeOf(nodesAround(parsed.program, start), name) === undefined;
  });
}

function carried({ node }: Ends["from"], { statements }: Pick<MovedSymbols, "statements">): readonly ImportRecord[] {
  return node.record.imports.filter((record) => statements.some(({ span }) => contains(span, record)));
}

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*/u;

/** UTF-16 units of a name that are looked at. */
const LONGEST = 200;
