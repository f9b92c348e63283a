import { element } from "./element.ts";
import { percent } from "./words.ts";

/** @param share of the strongest, 0 to 1 */
export function strengthBar(share: number): HTMLElement {
  const text = `Strength: ${percent(share)} of the strongest here`;
  const inside = element("span");
  // By the object model: the page's policy knows no inline styles.
  inside.style.width = `${(share * 100).toFixed(1)}%`;
  return element("span", { class: "bar", role: "img", title: text, "aria-label": text }, inside);
}
