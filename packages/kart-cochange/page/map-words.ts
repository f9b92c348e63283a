import type { MapEdge, MapNode } from "./layout.ts";
import { kindOf } from "./view.ts";
import { count, KINDS, percent, written } from "./words.ts";

/** Below the map while nothing is pointed at. */
export const HINT = "Drag to move, scroll to zoom, click a name to see what changes with it.";

/** Longest label, in UTF-16 units. */
const MAX_LABEL = 40;

/** A label as it stands on the map. */
export function shown(label: string): string {
  const text = written(label);
  return text.length > MAX_LABEL ? `…${text.slice(1 - MAX_LABEL)}` : text;
}

export function captionOf({ name, degree }: MapNode): string {
  return `${written(name)}: ${count(degree, "coupling")} on the map`;
}

export function captionOfEdge({ coupling }: MapEdge): string {
  const { a, b, commits, confidence } = coupling;
  return `${written(a)} and ${written(b)}: ${count(commits, "commit")}, ${percent(confidence)}. ${KINDS[kindOf(coupling)].long}.`;
}
