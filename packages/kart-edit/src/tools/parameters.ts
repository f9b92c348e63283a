import { ToolError } from "@kart/core/mcp/tool-error";
import * as z from "zod";

/** Longest content sent, in UTF-16 units. */
export const MAX_CONTENT = 2_000_000;

export const file = z.string().max(10_000);

export const symbol = z.string().min(1).max(2000).describe("`parse`, `Router.match`, `f[1]`");

export const line = z.int().min(1).max(10_000_000).optional();

export const options = {
  dryRun: z.boolean().default(false),
  lint: z.boolean().default(true),
};

export const content = z.string().max(MAX_CONTENT);

/** Lines of text: a list, or one string that is split at its line breaks. */
export const lines = z.union([z.array(z.string().max(MAX_CONTENT)).max(20_000), z.string().max(MAX_CONTENT)]);

/** Throws `invalid_argument` for a line without the symbol it would tell from others. */
export function refuseLineAlone(args: {
  readonly symbol?: string | undefined;
  readonly line?: number | undefined;
}): void {
  if (args.line !== undefined && args.symbol === undefined)
    throw new ToolError(
      "invalid_argument",
      "`line` only tells symbols of one name apart. Pass `symbol` too, or leave it out.",
    );
}

/** All four true to what a writing tool does. */
export const WRITES = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
} as const;

/** Of a writing tool that takes nothing away. */
export const ADDS = { ...WRITES, destructiveHint: false } as const;
