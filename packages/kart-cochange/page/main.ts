import { escapeName } from "@kart/core/text/display";
import type { Report } from "../src/report/report.ts";
import { drawKinds, startControls } from "./controls.ts";
import { drawDetails } from "./details.ts";
import { element, part } from "./element.ts";
import { drawLegend } from "./legend.ts";
import { CouplingMap } from "./map.ts";
import { drawTable, markChosen } from "./table.ts";
import { startTheme } from "./theme.ts";
import { fitting, ofKind, START, strongest, type View } from "./view.ts";
import { count } from "./words.ts";

const report = JSON.parse(part("report").textContent ?? "") as Report;
/** Pixels: a small map holds less. */
const NARROW = 700;

let view: View = window.innerWidth < NARROW ? { ...START, drawn: 50 } : START;
const map = new CouplingMap((chosen) => change({ chosen: chosen === view.chosen ? undefined : chosen }));

drawFrame();
startTheme();
startControls(view, change);
draw({ map: true, table: true });

function change(changes: Partial<View>): void {
  const before = view;
  view = { ...view, ...changes };
  const hasMoved =
    before.level !== view.level ||
    before.kind !== view.kind ||
    before.text !== view.text ||
    before.drawn !== view.drawn;
  draw({
    map: hasMoved,
    table:
      hasMoved || before.sortBy !== view.sortBy || before.ascending !== view.ascending || before.rows !== view.rows,
  });
  if (view.chosen !== before.chosen && view.chosen !== undefined) showDetails();
}

/** @param anew whether the map and the table show other couplings than before, or in another order */
function draw(anew: { readonly map: boolean; readonly table: boolean }): void {
  const fit = fitting(report, view);
  const couplings = ofKind(fit, view);
  if (anew.map) {
    map.draw(strongest(couplings, view.drawn));
    part("map-section").classList.toggle("empty", couplings.length === 0);
    drawLegend(map.layout);
    drawKinds(fit, view);
  }
  if (anew.table) drawTable(couplings, report[view.level], view, change);
  map.choose(view.chosen);
  markChosen(view.chosen);
  drawDetails(report, view, new Set(map.layout.nodes.map(({ name }) => name)), change);
}

/** On a narrow page they may stand a long way off. */
function showDetails(): void {
  const details = part("details");
  details.scrollTop = 0;
  const { top, bottom } = details.getBoundingClientRect();
  if (bottom < 0 || top > window.innerHeight) details.scrollIntoView({ block: "nearest" });
}

/** What never changes. */
function drawFrame(): void {
  const { title, head, commitsSeen, notes } = report;
  document.title = `What changes together in ${escapeName(title)}`;
  part("title").textContent = escapeName(title);
  const until =
    head === undefined ? "Nothing is committed yet" : `${count(commitsSeen, "commit")} to ${head.slice(0, 10)}`;
  part("about").textContent =
    `${until} · ${count(report.files.total, "coupling")} of files, ${report.folders.total.toLocaleString("en-US")} of folders`;
  part("notes").replaceChildren(...notes.map((note) => element("li", {}, note)));
  part("method").textContent = METHOD;
}

const METHOD =
  "Two files are coupled when more than one commit changed both. Newer commits count more, with a half-life of 90 days, and smaller ones, too; those of more than 30 files count for none. Lock files, snapshots, generated and vendored files and changelogs are left out, and what does not exist now. Imports are read from TypeScript and JavaScript as it stands.";
