import * as z from "zod";

/** Longest content sent, in UTF-16 units. */
export const MAX_CONTENT = 2_000_000;

export const file = z.string().max(10_000).describe("Path of the file");

export const symbol = z
  .string()
  .min(1)
  .max(2000)
  .describe("Name path: `parse`, `Router.match`, `f[1]` for an overload");

export const line = z
  .int()
  .min(1)
  .max(10_000_000)
  .optional()
  .describe("A line of the symbol, where its name is not unique");

export const options = {
  dryRun: z.boolean().default(false).describe("Show the diff, write nothing"),
  lint: z.boolean().default(true),
};

export const content = z.string().max(MAX_CONTENT);

/** Lines of text: a list, or one string that is split at its line breaks. */
export const lines = z.union([z.array(z.string().max(MAX_CONTENT)).max(20_000), z.string().max(MAX_CONTENT)]);

/** All four true to what a writing tool does. */
export const WRITES = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
} as const;
