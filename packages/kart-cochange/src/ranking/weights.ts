/** Seconds. */
const DAY = 24 * 60 * 60;

/** Days after which a commit counts half. */
const HALF_LIFE = 90;
/** What a commit of any age counts: what changed together for years still says something after months of rest. */
const OLD_COMMIT = 0.1;
/** A file among n others of its commit has n to the power of this as its share: a soft weight, no cap. */
export const SIZE_POWER = 0.6;

/**
 * Other files of a commit from which on it tells nothing by itself: an import, a reformatting. Beside smaller commits it has its
 * weight, for a cap on the size of commits costs answers.
 */
export const TELLS_NOTHING = 100;

/** What a commit counts by its age. Both times in seconds since 1970. */
export function decayed(time: number, now: number): number {
  // A clock that was ahead must not outweigh all that came after.
  return 0.5 ** (Math.max(0, now - time) / DAY / HALF_LIFE) + OLD_COMMIT;
}
