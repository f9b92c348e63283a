/**
 * For `git fast-import`: it packs each object in memory of its own, and glibc gives that back to the system at once. Where a page
 * is dear, as on some virtual machines, nearly all of its time goes there.
 */
export const KEEPING_MEMORY = { MALLOC_TRIM_THRESHOLD_: "67108864", MALLOC_TOP_PAD_: "67108864" };
