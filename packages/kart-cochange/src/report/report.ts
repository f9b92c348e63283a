import type { Coupling } from "../ranking/couplings.ts";

/** What the page shows. Plain data: it goes to the page as JSON. */
export interface Report {
  readonly title: string;
  /** Full commit id; undefined where nothing was committed yet. */
  readonly head: string | undefined;
  /** Commits of the history, merges left out. */
  readonly commitsSeen: number;
  readonly imports: ImportsRead;
  /** What to say of the history beside it, as the tool says it. */
  readonly notes: readonly string[];
  readonly files: Level;
  readonly folders: Level;
}

export type ImportsRead =
  | { readonly status: "read" }
  /** Then no coupling has a link. */
  | { readonly status: "unknown"; readonly reason: string };

/** Couplings between things of one kind. */
export interface Level {
  /** Hidden ones first, the strongest of each kind first. */
  readonly couplings: readonly LinkedCoupling[];
  /** Of all that were found; the page holds the strongest. */
  readonly total: number;
}

export interface LinkedCoupling extends Coupling {
  readonly link?: Link;
}

/**
 * What imports say of two things that change together. `hidden`: both are read, and neither imports the other, neither
 * straight nor through barrels, nor for a type alone. `unknown`: an import may be there that cannot be seen. `no-code`: one of
 * the two is no TypeScript or JavaScript, so that nobody can expect an import.
 */
export type Link = "import" | "hidden" | "unknown" | "no-code";
