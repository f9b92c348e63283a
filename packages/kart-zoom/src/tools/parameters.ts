import * as z from "zod";

export const path = z.string().max(10_000);

export const symbol = z.string().min(1).max(2000);

/**
 * Where there is no such line or column, that is said in an answer: models count from 0, and of files that have changed. `z.int()`
 * refuses those beyond 2^53.
 */
const position = () => z.number().refine(Number.isInteger, "expected an integer").meta({ type: "integer" });

export const line = position();

export const column = position();

/** What a question is about: a symbol by its name, or the name at a position. */
export const target = {
  path: path.describe("Source file"),
  symbol: symbol
    .optional()
    .describe("Name path in it: `parse`, `Router.match`, or a name used on `line`. Or pass line and column"),
  line: line.optional(),
  column: column.optional(),
};

/** Longest text that stands in the place of a file, in UTF-16 units. */
export const content = z.string().max(2_000_000).optional();
