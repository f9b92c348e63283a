import * as z from "zod";

/** Longest string argument but for paths, in UTF-16 units. */
const MAX_TEXT = 2000;

export const text = (description: string) => z.string().min(1).max(MAX_TEXT).describe(description);

/** Paths are proven later, with errors of their own; the bound keeps absurd ones out of messages. */
export const path = (description: string) => z.string().max(10_000).describe(description);

export const limit = (initial: number) => z.int().min(1).max(5000).default(initial);
