import { distance } from "fastest-levenshtein";

/** Letters that may differ in a name, however long it is. */
const MAX_SLIPS = 3;

/** Those whose name is the wanted one but for a few letters or their case, the nearest first. */
export function nearNames<Item>(wanted: string, items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const name = wanted.toLowerCase();
  const slips = Math.min(MAX_SLIPS, Math.round(name.length / 3));
  return items
    .flatMap((item) => {
      const other = nameOf(item).toLowerCase();
      if (Math.abs(other.length - name.length) > slips) return [];
      const cost = distance(name, other);
      return cost > slips ? [] : [{ item, cost }];
    })
    .sort((a, b) => a.cost - b.cost)
    .map(({ item }) => item);
}
