type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An HTML element. Names from the history come in as text or attributes only, so that they are never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

/** A button that does something to the page. */
export function button(
  attributes: Attributes,
  content: readonly (Node | string)[],
  onClick: () => void,
): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, ...content);
  made.addEventListener("click", onClick);
  return made;
}

/** An element of the page's own markup. */
export function part(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}
