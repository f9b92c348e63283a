import { escapeName } from "@kart/core/text/display";
import { element, part } from "./element.ts";
import type { Layout } from "./layout.ts";
import { kindOf } from "./view.ts";
import { type Kind, KINDS } from "./words.ts";

/** What the colours and lines of a map mean: only those that are on it. */
export function drawLegend({ nodes, edges }: Layout): void {
  const kinds = new Set<Kind>(edges.map(({ coupling }) => kindOf(coupling)));
  const groups = new Map(nodes.map(({ group }) => [group.folder, group]));
  const coloured = [...groups.values()].filter(({ color }) => color !== undefined).sort((x, y) => y.size - x.size);
  const rest = nodes.some(({ group }) => group.color === undefined);
  part("legend").replaceChildren(
    ...(Object.keys(KINDS) as Kind[])
      .filter((kind) => kinds.has(kind))
      .map((kind) => item(`line ${kind}`, KINDS[kind].label, KINDS[kind].long)),
    ...coloured.map(({ folder, color }) =>
      item(`dot group-${color}`, folder === "" ? "at the top" : escapeName(folder)),
    ),
    ...(rest ? [item("dot group-none", "elsewhere")] : []),
  );
}

function item(mark: string, text: string, title?: string): HTMLElement {
  return element("li", { title }, element("span", { class: mark, "aria-hidden": true }), text);
}
