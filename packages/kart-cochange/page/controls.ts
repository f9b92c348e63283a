import type { LinkedCoupling } from "../src/report/report.ts";
import { element, part } from "./element.ts";
import { kindsIn, ROWS, type View } from "./view.ts";
import { type Kind, KINDS } from "./words.ts";

/** Milliseconds without a key after which a filter is taken. */
const PAUSE = 120;

/** Wires what is chosen by hand above the map and below it. */
export function startControls(view: View, change: (view: Partial<View>) => void): void {
  const controls = part("controls") as HTMLFormElement;
  controls.addEventListener("submit", (event) => event.preventDefault());
  controls.addEventListener("change", (event) => {
    const { name, value } = event.target as HTMLInputElement;
    if (name === "level") change({ level: value as View["level"], kind: "all", chosen: undefined, rows: ROWS });
    if (name === "kind") change({ kind: value as View["kind"], rows: ROWS });
  });
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const filter = part("filter") as HTMLInputElement;
  filter.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => change({ text: filter.value, rows: ROWS }), PAUSE);
  });
  const drawn = part("drawn") as HTMLSelectElement;
  drawn.value = String(view.drawn);
  drawn.addEventListener("change", () => change({ drawn: Number(drawn.value) }));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target !== filter) change({ chosen: undefined });
    if (event.key === "/" && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault();
      filter.focus();
    }
  });
}

/** Offers the kinds that there are among couplings, with how many are of each. */
export function drawKinds(couplings: readonly LinkedCoupling[], { kind: chosen }: View): void {
  const kinds = part("kinds");
  const focused = document.activeElement?.closest("#kinds") === null ? undefined : chosen;
  const choices: [Kind | "all", string, number][] = [
    ["all", "All", couplings.length],
    ...kindsIn(couplings).map(({ kind, count }): [Kind, string, number] => [kind, KINDS[kind].label, count]),
  ];
  // A kind that the text leaves nothing of can still be left.
  if (!choices.some(([kind]) => kind === chosen) && chosen !== "all") choices.push([chosen, KINDS[chosen].label, 0]);
  const legend = element("legend", {}, "Show");
  kinds.replaceChildren(
    legend,
    ...choices.map(([kind, label, amount]) =>
      element(
        "label",
        { title: kind === "all" ? undefined : KINDS[kind].long },
        element("input", { type: "radio", name: "kind", value: kind, checked: kind === chosen }),
        element("span", { class: kind }, label, element("small", {}, amount.toLocaleString("en-US"))),
      ),
    ),
  );
  if (focused !== undefined) kinds.querySelector<HTMLInputElement>("input:checked")?.focus();
}
