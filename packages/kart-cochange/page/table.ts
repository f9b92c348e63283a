import { strengthBar } from "./strength-bar.ts";
import type { LinkedCoupling, Level } from "../src/report/report.ts";
import { button, element, part } from "./element.ts";
import { type Column, kindOf, ROWS, sorted, type View } from "./view.ts";
import { badge, count, day, pathElement, percent } from "./words.ts";

interface ColumnWords {
  readonly title: string;
  readonly hint: string;
  readonly isNumber: boolean;
}

const COLUMNS: Readonly<Record<Column, ColumnWords>> = {
  kind: { title: "Kind", hint: "Whether one imports the other", isNumber: false },
  a: { title: "Path", hint: "", isNumber: false },
  b: { title: "Changes with", hint: "", isNumber: false },
  score: {
    title: "Strength",
    hint: "Common commits, newer and smaller ones counting more, times the share",
    isNumber: true,
  },
  commits: { title: "Commits", hint: "Commits that changed both", isNumber: true },
  confidence: { title: "Share", hint: "Those, of all commits of the one that changes less", isNumber: true },
  lastChanged: { title: "Last", hint: "When both last changed in one commit", isNumber: true },
};

/** Draws the table of couplings. */
export function drawTable(
  couplings: readonly LinkedCoupling[],
  { couplings: all, total }: Level,
  view: View,
  change: (view: Partial<View>) => void,
): void {
  const some = couplings.length === all.length ? "" : `${couplings.length.toLocaleString("en-US")} of `;
  const beyond = all.length === total ? "" : `, the strongest of ${total.toLocaleString("en-US")}`;
  part("count").textContent = `${some}${count(all.length, "coupling")}${beyond}`;
  part("head").replaceChildren(...(Object.keys(COLUMNS) as Column[]).map((column) => header(column, view, change)));
  const most = Math.max(...all.map(({ score }) => score), Number.MIN_VALUE);
  const rows = sorted(couplings, view).slice(0, view.rows);
  part("rows").replaceChildren(...(rows.length === 0 ? [empty(total)] : rows.map((one) => row(one, most, change))));
  const left = couplings.length - rows.length;
  const more = part("more") as HTMLButtonElement;
  more.hidden = left === 0;
  more.textContent = `Show ${count(Math.min(ROWS, left), "more row")} of ${left.toLocaleString("en-US")}`;
  more.onclick = () => change({ rows: view.rows + ROWS });
}

/** Marks the rows of what was chosen. They stay as they are, so that the keyboard's place in them is kept. */
export function markChosen(chosen: string | undefined): void {
  for (const name of part("rows").querySelectorAll<HTMLElement>("button.name"))
    name.setAttribute("aria-pressed", String(name.dataset["path"] === chosen));
}

function header(column: Column, { sortBy, ascending }: View, change: (view: Partial<View>) => void): HTMLElement {
  const { title, hint, isNumber } = COLUMNS[column];
  const isSorted = column === sortBy;
  const arrow = element("span", { class: "arrow", "aria-hidden": true }, isSorted ? (ascending ? "▲" : "▼") : "");
  // Numbers are first asked for from above, names from below.
  const next = isSorted ? !ascending : !isNumber;
  const inside = button(
    { "data-column": column, title: hint === "" ? undefined : hint },
    isNumber ? [arrow, title] : [title, arrow],
    () => {
      change({ sortBy: column, ascending: next });
      part("head").querySelector<HTMLElement>(`[data-column=${column}]`)?.focus();
    },
  );
  const direction = isSorted ? (ascending ? "ascending" : "descending") : "none";
  return element(
    "th",
    { scope: "col", class: `${column}${isNumber ? " number" : ""}`, "aria-sort": direction },
    inside,
  );
}

function row(one: LinkedCoupling, most: number, change: (view: Partial<View>) => void): HTMLElement {
  const { a, b, score, commits, confidence, lastChanged } = one;
  const name = (path: string) =>
    button({ class: "name", "data-path": path }, [pathElement(path)], () => change({ chosen: path }));
  const cell = (column: Column, content: Node | string) =>
    element("td", { class: `${column}${COLUMNS[column].isNumber ? " number" : ""}` }, content);
  return element(
    "tr",
    {},
    cell("kind", badge(kindOf(one))),
    cell("a", name(a)),
    cell("b", name(b)),
    cell("score", strengthBar(score / most)),
    cell("commits", commits.toLocaleString("en-US")),
    cell("confidence", percent(confidence)),
    cell("lastChanged", day(lastChanged)),
  );
}

function empty(total: number): HTMLElement {
  const text =
    total === 0
      ? "No two of them changed together in more than one commit yet."
      : "Nothing fits. Clear the filter, or show all kinds.";
  return element("tr", { class: "empty" }, element("td", { colspan: Object.keys(COLUMNS).length }, text));
}
