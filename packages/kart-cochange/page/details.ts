import type { Level, LinkedCoupling, Report } from "../src/report/report.ts";
import { button, element, part } from "./element.ts";
import { strengthBar } from "./strength-bar.ts";
import { kindOf, neighborsOf, strongest, type View } from "./view.ts";
import { badge, count, day, pathElement, percent } from "./words.ts";

/** Hidden couplings that stand beside the map. */
const MAX_FIRST = 12;

/** Draws what stands beside the map: the neighbours of what was chosen, else what to look at first. */
export function drawDetails(
  report: Report,
  view: View,
  drawn: ReadonlySet<string>,
  change: (view: Partial<View>) => void,
): void {
  const level = report[view.level];
  part("details").replaceChildren(
    ...(view.chosen === undefined
      ? first(report, level, view, change)
      : neighbors(level.couplings, view.chosen, view, drawn, change)),
  );
}

function neighbors(
  couplings: readonly LinkedCoupling[],
  chosen: string,
  { level }: View,
  drawn: ReadonlySet<string>,
  change: (view: Partial<View>) => void,
): Node[] {
  const found = neighborsOf(couplings, chosen);
  const most = found[0]?.coupling.score ?? 1;
  const rows = found.map(({ name, coupling }) =>
    element(
      "li",
      {},
      button({ class: "name" }, [pathElement(name)], () => change({ chosen: name })),
      element(
        "div",
        { class: "facts" },
        badge(kindOf(coupling)),
        strengthBar(coupling.score / most),
        `${count(coupling.commits, "commit")} · ${percent(coupling.confidence)} · ${day(coupling.lastChanged)}`,
      ),
    ),
  );
  return [
    button({ class: "close", "aria-label": "Close", title: "Close (Esc)" }, ["×"], () => change({ chosen: undefined })),
    element("h2", { tabindex: -1, class: "chosen" }, pathElement(chosen)),
    element("p", {}, `Changes together with ${count(found.length, level === "files" ? "file" : "folder")}.`),
    ...(drawn.has(chosen) ? [] : [element("p", {}, "Its couplings are not among those on the map.")]),
    element("ol", {}, ...rows),
  ];
}

function first(report: Report, level: Level, view: View, change: (view: Partial<View>) => void): Node[] {
  const { imports } = report;
  if (imports.status === "unknown")
    return [
      element("h2", {}, "Strongest couplings"),
      element("p", {}, `${imports.reason} So which of these are hidden is unknown.`),
      pairs(strongest(level.couplings, MAX_FIRST), change),
    ];
  const hidden = level.couplings.filter((one) => kindOf(one) === "hidden");
  const things = view.level === "files" ? "Files" : "Folders";
  if (hidden.length === 0)
    return [
      element("h2", {}, "No hidden couplings"),
      element(
        "p",
        {},
        level.couplings.length === 0
          ? `No two ${things.toLowerCase()} changed together in more than one commit yet.`
          : `Wherever two ${things.toLowerCase()} of code change together, an import says so, or may be there.`,
      ),
    ];
  return [
    element("h2", {}, "Hidden couplings"),
    element("p", {}, `${things} that change together, though neither imports the other.`),
    pairs(strongest(hidden, MAX_FIRST), change),
    ...(hidden.length <= MAX_FIRST
      ? []
      : [
          button({ class: "link" }, [`Show all ${hidden.length.toLocaleString("en-US")}`], () =>
            change({ kind: "hidden" }),
          ),
        ]),
  ];
}

function pairs(couplings: readonly LinkedCoupling[], change: (view: Partial<View>) => void): HTMLElement {
  const most = couplings[0]?.score ?? 1;
  return element(
    "ol",
    {},
    ...couplings.map(({ a, b, score, commits, confidence }) =>
      element(
        "li",
        {},
        button({ class: "name" }, [pathElement(a)], () => change({ chosen: a })),
        button({ class: "name" }, [pathElement(b)], () => change({ chosen: b })),
        element(
          "div",
          { class: "facts" },
          strengthBar(score / most),
          `${count(commits, "commit")} · ${percent(confidence)}`,
        ),
      ),
    ),
  );
}
