import { escapeName } from "@kart/core/text/display";
import type { Link } from "../src/report/report.ts";
import { element } from "./element.ts";

/** Couplings of one link, or of which nothing is known. */
export type Kind = Link | "plain";

interface KindWords {
  readonly label: string;
  readonly long: string;
}

/** What the page calls each kind. */
export const KINDS: Readonly<Record<Kind, KindWords>> = {
  hidden: { label: "Hidden", long: "No import between the two" },
  unknown: {
    label: "Maybe",
    long: "An import may be there that cannot be seen: a file that does not parse, or a computed path",
  },
  import: { label: "Import", long: "One imports the other, straight or through barrels" },
  "no-code": { label: "Not code", long: "One of the two is no TypeScript or JavaScript: its imports are not read" },
  plain: { label: "Coupled", long: "Imports were not read" },
};

/** What the page writes for a path: what could hide or turn text is written out. The top folder has no name of its own. */
export function written(path: string): string {
  return path === "." ? "(top)" : escapeName(path);
}

/** A path with its folder dimmed. */
export function pathElement(path: string): HTMLElement {
  if (path === ".") return element("span", { class: "path" }, written(path));
  const parts = path.split(/(?<=\/)/);
  const last = parts.pop() ?? "";
  const name = element("span", { class: "path" });
  // A long path is broken behind a folder.
  for (const folder of parts) name.append(element("span", { class: "dim" }, written(folder)), element("wbr"));
  name.append(written(last));
  return name;
}

/** The badge of a kind. */
export function badge(kind: Kind): HTMLElement {
  return element("span", { class: `badge ${kind}`, title: KINDS[kind].long }, KINDS[kind].label);
}

/** `1 commit`, `1,200 commits`. */
export function count(amount: number, noun: string): string {
  return `${amount.toLocaleString("en-US")} ${noun}${amount === 1 ? "" : "s"}`;
}

/** `2025-06-15`, in UTC. */
export function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
