import type { LinkedCoupling, Report } from "../src/report/report.ts";
import type { Kind } from "./words.ts";

export type Column = "kind" | "a" | "b" | "score" | "commits" | "confidence" | "lastChanged";

/** What a person chose to see. */
export interface View {
  readonly level: "files" | "folders";
  readonly kind: Kind | "all";
  /** Words that a coupling's paths must hold, in any case. */
  readonly text: string;
  /** The file or folder whose neighbours are shown. */
  readonly chosen: string | undefined;
  readonly sortBy: Column;
  readonly ascending: boolean;
  /** Rows of the table. */
  readonly rows: number;
  /** Couplings on the map. */
  readonly drawn: number;
}

/** Rows that the table shows at first, and those that it adds. */
export const ROWS = 100;

export const START: View = {
  level: "files",
  kind: "all",
  text: "",
  chosen: undefined,
  sortBy: "kind",
  ascending: true,
  rows: ROWS,
  drawn: 150,
};

export function kindOf({ link }: LinkedCoupling): Kind {
  return link ?? "plain";
}

const ORDER: readonly Kind[] = ["hidden", "unknown", "import", "no-code", "plain"];

/** The kinds that some coupling of the level is of, in the order of the page, with how many are. */
export function kindsIn(
  couplings: readonly LinkedCoupling[],
): readonly { readonly kind: Kind; readonly count: number }[] {
  return ORDER.flatMap((kind) => {
    const count = couplings.filter((one) => kindOf(one) === kind).length;
    return count === 0 ? [] : [{ kind, count }];
  });
}

/** The couplings that fit the text, of every kind, in the report's order. */
export function fitting(report: Report, { level, text }: View): readonly LinkedCoupling[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return report[level].couplings;
  return report[level].couplings.filter(({ a, b }) => {
    const both = `${a}\n${b}`.toLowerCase();
    return words.every((word) => both.includes(word));
  });
}

/** Those of the chosen kind. */
export function ofKind(couplings: readonly LinkedCoupling[], { kind }: View): readonly LinkedCoupling[] {
  return kind === "all" ? couplings : couplings.filter((one) => kindOf(one) === kind);
}

/** In the order of a column; what is equal there, by strength. */
export function sorted(couplings: readonly LinkedCoupling[], { sortBy, ascending }: View): readonly LinkedCoupling[] {
  const value = (one: LinkedCoupling) => (sortBy === "kind" ? ORDER.indexOf(kindOf(one)) : one[sortBy]);
  const sign = ascending ? 1 : -1;
  return couplings.toSorted((x, y) => {
    const [before, after] = [value(x), value(y)];
    return before === after ? y.score - x.score : (before < after ? -1 : 1) * sign;
  });
}

export interface PageNeighbor {
  readonly name: string;
  readonly coupling: LinkedCoupling;
}

/** What changes with a file or folder, the strongest first. */
export function neighborsOf(couplings: readonly LinkedCoupling[], name: string): readonly PageNeighbor[] {
  return couplings
    .flatMap((coupling) => {
      const { a, b } = coupling;
      return a === name ? [{ name: b, coupling }] : b === name ? [{ name: a, coupling }] : [];
    })
    .sort((x, y) => y.coupling.score - x.coupling.score);
}

/** The strongest, whatever their order. */
export function strongest(couplings: readonly LinkedCoupling[], most: number): readonly LinkedCoupling[] {
  return couplings.toSorted((x, y) => y.score - x.score).slice(0, most);
}
